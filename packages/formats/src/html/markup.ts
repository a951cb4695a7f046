import { type CheerioAPI, load } from 'cheerio/slim'

export type { CheerioAPI } from 'cheerio/slim'
export type HtmlNode = Exclude<Parameters<typeof load>[0], string | Buffer | unknown[]>

/** Parses a page of any quality. Excessive nesting and excessive elements are left out. */
export function openHtml(text: string): CheerioAPI {
  return load(boundedMarkup(text, optionalEnds))
}

/** Parses a page in which nodes know their position, `startIndex`. */
export function openPlacedHtml(text: string): { $: CheerioAPI; isCut: boolean } {
  const markup = boundedMarkup(text, optionalEnds)
  const $ = load(markup, { xml: { xmlMode: false, decodeEntities: true, withStartIndices: true } })
  return { $, isCut: markup.length < text.length }
}

/** Parses XML. Document types are ignored, so entities cannot expand. */
export function openXml(text: string): CheerioAPI {
  return load(boundedMarkup(text, none), { xml: { xmlMode: true, decodeEntities: true } })
}

/** The children of a node; none if it is not an element. */
export const childrenOf = (node: HtmlNode): HtmlNode[] => ('children' in node ? node.children : [])
export const nameOf = (node: HtmlNode): string => ('name' in node ? node.name.toLowerCase() : '')
export const attributeOf = (node: HtmlNode, name: string): string =>
  'attribs' in node ? (node.attribs[name] ?? '') : ''

/** The text up to the point where too many elements are open: parsers slow down, and recursion overflows the stack. */
function boundedMarkup(text: string, uncounted: Set<string>): string {
  let depth = 0
  let count = 0
  for (const tag of text.matchAll(/<(\/?)([a-zA-Z][a-zA-Z0-9:-]{0,40})/g)) {
    count += 1
    const name = (tag[2] ?? '').toLowerCase()
    if (!voids.has(name) && !uncounted.has(name)) depth = Math.max(0, depth + (tag[1] === '/' ? -1 : 1))
    if (depth > maxDepth || count > maxTags) return text.slice(0, tag.index)
  }
  return text
}

const maxDepth = 250
const maxTags = 40_000
const none = new Set<string>()
const voids = new Set(
  'area base br col embed hr img input link meta param source track wbr path circle rect line polygon polyline ellipse use stop'.split(
    ' ',
  ),
)
/** Elements whose end tag may be omitted: many open ones do not mean depth. */
const optionalEnds = new Set(
  'p li dt dd tr td th thead tbody tfoot option optgroup colgroup rp rt body html head'.split(' '),
)
