import { invalid } from '@marquee/model'
import type { CheerioAPI } from 'cheerio/slim'
import {
  allowedAttributes,
  allowedElements,
  dataImage,
  isHarmlessCss,
  isHarmlessValue,
  unwrapped,
} from './svg-allowed.ts'

export interface CleanSvg {
  bytes: Buffer
  width: number | null
  height: number | null
}

/** Sanitizes an SVG: elements and attributes that are not on the allowlist are removed. */
export async function cleanSvg(source: Buffer, pointer: string): Promise<CleanSvg> {
  if (source.length > maxBytes) throw invalid(pointer, 'too_large', `is an SVG of more than ${maxBytes} bytes`)
  const text = new TextDecoder('utf-8').decode(source)
  if (/<!(?:entity|attlist|element|notation)/i.test(text))
    throw invalid(pointer, 'unsafe', 'is an SVG with entity declarations')
  requireFewTags(text, pointer)
  const { load } = await import('cheerio/slim')
  const $ = load(plainText(text), { xml: { decodeEntities: true } })
  const root = $.root().children().first()
  const element = root.get(0)
  if (element?.tagName !== 'svg') throw invalid(pointer, 'broken_image', 'is not a readable SVG')
  requireShallow(element, pointer)
  cleanElements($)
  root.attr('xmlns', 'http://www.w3.org/2000/svg')
  // This also removes comments, processing instructions and document types around the root.
  const markup = $.xml(root)
  return { bytes: Buffer.from(markup), ...sizeOf(root.attr('width'), root.attr('height'), root.attr('viewBox')) }
}

const maxBytes = 4 * 1_048_576
const maxDepth = 200
const maxTags = 200_000

/** Converts CDATA sections to escaped text, so that only one form has to be checked. */
function plainText(text: string): string {
  let plain = ''
  let at = 0
  for (;;) {
    const start = text.indexOf('<![CDATA[', at)
    const end = start < 0 ? -1 : text.indexOf(']]>', start)
    if (end < 0) return plain + text.slice(at)
    plain += text.slice(at, start) + escaped(text.slice(start + '<![CDATA['.length, end))
    at = end + ']]>'.length
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function requireFewTags(text: string, pointer: string): void {
  let tags = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) tags += 1
  if (tags > maxTags) throw tooComplex(pointer)
}

/** The cleaning is recursive, so the depth is checked first, iteratively. */
function requireShallow(root: TreeNode, pointer: string): void {
  let depth = 1
  let at = root.firstChild ?? null
  while (at) {
    if (depth > maxDepth) throw tooComplex(pointer)
    if (at.firstChild) {
      at = at.firstChild
      depth += 1
      continue
    }
    while (at && at !== root && !at.next) {
      at = at.parent
      depth -= 1
    }
    at = at && at !== root ? at.next : null
  }
}

interface TreeNode {
  firstChild?: TreeNode | null
  next: TreeNode | null
  parent: TreeNode | null
}

const tooComplex = (pointer: string) =>
  invalid(pointer, 'too_complex', 'is an SVG with too many or too deeply nested elements')

function cleanElements($: CheerioAPI): void {
  $('*')
    .contents()
    .filter((_, node) => node.type !== 'text' && !('attribs' in node))
    .remove()
  for (const element of $('*').toArray()) {
    if (!('attribs' in element)) continue
    const name = element.tagName
    if (unwrapped.has(name)) $(element).replaceWith($(element).contents())
    else if (!allowedElements.has(name)) $(element).remove()
    else cleanAttributes(element)
  }
  for (const style of $('style').toArray()) if (!isHarmlessCss($(style).text())) $(style).remove()
}

function cleanAttributes(element: { tagName: string; attribs: Record<string, string> }): void {
  for (const [name, value] of Object.entries(element.attribs)) {
    const isReference = name === 'href' || name === 'xlink:href'
    const isKept = isReference
      ? /^#[\w.:-]{1,200}$/.test(value.trim()) || (element.tagName === 'image' && dataImage.test(value.trim()))
      : allowedAttributes.has(name) && isHarmlessValue(value)
    if (!isKept) delete element.attribs[name]
  }
}

/** The size in pixels, from width and height or from the view box. */
function sizeOf(width = '', height = '', viewBox = ''): { width: number | null; height: number | null } {
  const pixels = (text: string) =>
    /^\d{1,7}(?:\.\d{1,6})?(?:px)?$/.test(text.trim()) ? Number.parseFloat(text) : Number.NaN
  const [, , boxWidth = Number.NaN, boxHeight = Number.NaN] = viewBox
    .trim()
    .split(/[\s,]+/, 4)
    .map(Number)
  const own = [pixels(width), pixels(height)]
  const [wide = 0, high = 0] = own.every(isSize) ? own : [boxWidth, boxHeight]
  return isSize(wide) && isSize(high)
    ? { width: Math.max(1, Math.round(wide)), height: Math.max(1, Math.round(high)) }
    : { width: null, height: null }
}

const isSize = (value: number) => Number.isFinite(value) && value > 0 && value <= 1_000_000
