import { lineFinder } from '../places.ts'
import { attributeOf, type CheerioAPI, childrenOf, type HtmlNode, nameOf, openPlacedHtml } from './markup.ts'

/** A page, opened for reading its programme. */
export interface Page {
  $: CheerioAPI
  /** All elements of the body that a visitor can read, in the order of the document. */
  elements: HtmlNode[]
  /** The position of an element in that order. */
  orderOf: Map<HtmlNode, number>
  /** JSON-LD, before scripts are removed. */
  scripts: string[]
  title: string
  language: string | undefined
  /** Only the beginning was parsed, because there are too many elements. */
  isCut: boolean
  placeOf(node: HtmlNode): string
}

export function openPage(text: string): Page {
  const { $, isCut } = openPlacedHtml(text)
  const scripts = $('script[type="application/ld+json"]')
    .toArray()
    .map((script) => $(script).text())
  $('script,style,noscript,template,svg,iframe').remove()
  const elements = $('*').toArray() as HtmlNode[]
  const lineAt = lineFinder(text)
  return {
    $,
    elements,
    orderOf: new Map(elements.map((element, at) => [element, at])),
    scripts,
    title: oneLine($('title').first().text()),
    language: $('html').attr('lang')?.trim() || undefined,
    isCut,
    placeOf: (node) => `line ${lineAt((node as { startIndex?: number | null }).startIndex ?? 0)}`,
  }
}

export const oneLine = (text: string) =>
  text.replaceAll(/[\s\u200b\u00ad]+/g, (space) => (/\s/.test(space) ? ' ' : '')).trim()

/** The lines of a node: `<br>` and blocks break them. */
export function linesOf(node: HtmlNode, isLeftOut: (node: HtmlNode) => boolean = () => false): string[] {
  const parts: string[] = []
  const collect = (one: HtmlNode): void => {
    if (isLeftOut(one)) return void parts.push(' ')
    if ('data' in one && one.type === 'text') return void parts.push(one.data.replaceAll(/\s+/g, ' '))
    const name = nameOf(one)
    if (name === 'br') return void parts.push('\n')
    const isBlock = blocks.has(name)
    if (isBlock) parts.push('\n')
    for (const child of childrenOf(one)) collect(child)
    if (isBlock) parts.push('\n')
    else if (name === 'td' || name === 'th') parts.push(' ')
  }
  collect(node)
  return parts
    .join('')
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
}

/** The text of a node on one line if it is at most this long, else undefined. Stops reading when it is longer. */
export function briefText(node: HtmlNode, maxLength: number): string | undefined {
  let length = 0
  const isBrief = (one: HtmlNode): boolean => {
    if ('data' in one && one.type === 'text') length += one.data.trim().length
    return length <= maxLength && childrenOf(one).every(isBrief)
  }
  const text = isBrief(node) ? textIn(node) : undefined
  return text !== undefined && text.length <= maxLength ? text : undefined
}

/** The text of a node on one line; a break is a space. */
export const textIn = (node: HtmlNode, isLeftOut?: (node: HtmlNode) => boolean) => linesOf(node, isLeftOut).join(' ')

const blocks = new Set(
  'address article aside blockquote caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

export const parentOf = (node: HtmlNode): HtmlNode | undefined => (node.parent as HtmlNode | null) ?? undefined

export function ancestorsOf(node: HtmlNode): HtmlNode[] {
  const ancestors: HtmlNode[] = []
  for (let at = parentOf(node); at && nameOf(at) !== ''; at = parentOf(at)) ancestors.push(at)
  return ancestors
}

export const isWithin = (node: HtmlNode, names: Set<string>) =>
  names.has(nameOf(node)) || ancestorsOf(node).some((ancestor) => names.has(nameOf(ancestor)))

export const hasClass = (node: HtmlNode, pattern: RegExp) =>
  pattern.test(`${attributeOf(node, 'class')} ${attributeOf(node, 'itemprop')}`)
