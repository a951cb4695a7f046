import type { LinkedNode } from './json-ld.ts'
import { attributeOf, childrenOf, type HtmlNode, nameOf } from './markup.ts'
import { linesOf, type Page } from './page.ts'

/** The microdata of a page, in the shape of JSON-LD, so that one reader understands both. Each item is followed by those in it. */
export function microdataNodes({ elements }: Page): LinkedNode[] {
  return elements.filter((node) => isItem(node) && attributeOf(node, 'itemtype') !== '').map((node) => itemOf(node, 0))
}

const isItem = (node: HtmlNode) => 'attribs' in node && 'itemscope' in node.attribs

function itemOf(node: HtmlNode, depth: number): LinkedNode {
  const item: LinkedNode = { '@type': attributeOf(node, 'itemtype').trim().split(/\s+/)[0] ?? '' }
  const id = attributeOf(node, 'itemid')
  if (id !== '') item['@id'] = id
  const add = (name: string, value: unknown) => {
    const known = item[name]
    item[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value]
  }
  const collect = (one: HtmlNode): void => {
    const names = attributeOf(one, 'itemprop')
      .split(/\s+/)
      .filter((name) => name !== '')
    const value =
      names.length === 0 ? undefined : isItem(one) && depth < maxDepth ? itemOf(one, depth + 1) : propertyOf(one)
    for (const name of names) add(name, value)
    if (!isItem(one)) for (const child of childrenOf(one)) collect(child)
  }
  for (const child of childrenOf(node)) collect(child)
  return item
}

const maxDepth = 12

/** An attribute is for machines; a text keeps its lines. */
function propertyOf(node: HtmlNode): string {
  for (const name of ['content', 'datetime']) if (attributeOf(node, name) !== '') return attributeOf(node, name)
  if (/^(?:a|area|link)$/.test(nameOf(node))) return attributeOf(node, 'href')
  if (/^(?:img|audio|video|source|iframe|embed)$/.test(nameOf(node))) return attributeOf(node, 'src')
  return linesOf(node).join('\n')
}
