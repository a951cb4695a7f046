import { richOfHtml } from './html.ts'
import { isHtml, type Rich, richOfMarkdown } from './markdown.ts'

export function richOf(text: string, format?: unknown): Rich[] {
  const isMarkup = format === 'html' || (format !== 'markdown' && isHtml(text))
  return isMarkup ? richOfHtml(text) : richOfMarkdown(text)
}

/** The text without its markup, for descriptions and searches. */
export function plainOf(nodes: Rich[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : `${plainOf(node.children)}${blocks.has(node.tag) ? ' ' : ''}`))
    .join('')
}

const blocks = new Set(['p', 'h2', 'h3', 'h4', 'li', 'blockquote', 'pre', 'br', 'hr', 'td', 'th', 'tr', 'figcaption'])
