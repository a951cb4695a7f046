import { type Rich, type RichTag, richTags, safeUrl } from './rich.ts'

/** Reduces HTML to the allowed elements. The browser parses it into an inert document that runs and loads nothing. */
export function richOfHtml(html: string): Rich[] {
  const document = new DOMParser().parseFromString(html.slice(0, 500_000), 'text/html')
  return childrenOf(document.body, 0)
}

function childrenOf(node: Node, depth: number): Rich[] {
  if (depth > 100) return [node.textContent ?? '']
  return [...node.childNodes].flatMap((child) => richOf(child, depth))
}

function richOf(node: Node, depth: number): Rich[] {
  if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? '']
  if (!(node instanceof Element) || hidden.has(node.localName)) return []
  const name = renamed[node.localName] ?? node.localName
  const tag = richTags.find((known): known is RichTag => known === name)
  const children = childrenOf(node, depth + 1)
  // A disallowed element is dropped and its content kept.
  if (!tag) return children
  if (tag === 'a') {
    const href = safeUrl(node.getAttribute('href'))
    return href === undefined ? children : [{ tag, href, children }]
  }
  if (tag === 'img') {
    const src = safeUrl(node.getAttribute('src'))
    return src === undefined ? [] : [{ tag, src, alt: node.getAttribute('alt') ?? '', children: [] }]
  }
  return [{ tag, children }]
}

const renamed: Record<string, RichTag> = { h1: 'h2', h5: 'h4', h6: 'h4', b: 'strong', i: 'em', del: 's', ins: 'u' }
const hidden = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'iframe',
  'object',
  'textarea',
  'title',
])
