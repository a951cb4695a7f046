import { decodeEntities } from '@marquee/model'
import { type DocNode, readMarkdown } from './markdown-doc.ts'

export type ContentFormat = 'html' | 'markdown'

/** The format of a text, guessed like the service does when it is not set. */
export function formatOf(content: string, format: unknown): ContentFormat {
  if (format === 'html' || format === 'markdown') return format
  return /^\s*<(?:!doctype|[a-z][a-z0-9]*[\s>/])|<\/[a-z][a-z0-9]*>/i.test(content) ? 'html' : 'markdown'
}

/** The plain text, without markup. */
export function plainText(content: string, format: ContentFormat): string {
  const text = format === 'markdown' ? textOf(readMarkdown(withoutHtml(content)).doc) : withoutHtml(content)
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** An excerpt for lists, cut at a word. The service makes its own. */
export function excerptOf(text: string, maxLength = 200): string {
  const characters = [...text]
  if (characters.length <= maxLength) return text
  const cut = characters.slice(0, maxLength).join('')
  const wordEnd = cut.search(/\s\S*$/)
  return `${(wordEnd > 0 && !/\s/.test(characters[maxLength] ?? '') ? cut.slice(0, wordEnd) : cut).trimEnd()}…`
}

export interface Counts {
  words: number
  characters: number
  minutes: number
}

/** The length of a text. Reading on a phone takes about a minute per 220 words. */
export function countsOf(text: string, language: string): Counts {
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text))
    if (isWordLike) words += 1
  return { words, characters: [...text].length, minutes: words === 0 ? 0 : Math.max(1, Math.round(words / 220)) }
}

function textOf({ type, text, content = [] }: DocNode): string {
  if (text !== undefined) return text
  const inner = content.map(textOf).join('')
  return ['bold', 'text'].includes(type) ? inner : `${inner} `
}

const withoutHtml = (html: string) =>
  decodeEntities(
    html
      .replaceAll(/<(script|style|template|svg)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, ' ')
      .replaceAll(
        /<\/?(?:br|hr|p|div|ul|ol|li|dl|dt|dd|h[1-6]|table|tr|td|th|blockquote|pre|section|figure|figcaption)\b[^>]*>/gi,
        ' ',
      )
      .replaceAll(/<\/?[a-z][^>]*>/gi, ''),
  )
