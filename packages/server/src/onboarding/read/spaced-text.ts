import { childrenOf, type HtmlNode, nameOf } from '@marquee/formats'

/** The text of a node. A line break, and the edge of a block or image, separates words. */
export function spacedText(node: HtmlNode): string {
  if (node.type === 'text') return node.data
  const name = nameOf(node)
  if (unread.has(name)) return ''
  const inside = childrenOf(node).map(spacedText).join('')
  return separating.has(name) ? ` ${inside} ` : inside
}

const unread = new Set(['script', 'style', 'noscript', 'template', 'svg'])
const separating = new Set('br div p li dt dd h1 h2 h3 h4 h5 h6 td th tr section article img figure hr'.split(' '))
