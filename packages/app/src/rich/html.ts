import { decodeEntities } from '@marquee/model/entities'
import { type Rich, type RichTag, richTags, safeUrl } from './markdown.ts'

/**
 * Reduces HTML to the allowed elements. It runs on the server as well as in browsers, so it reads tags itself; that needs no
 * parser of the whole language, because its result is a tree of known elements and texts that the renderer escapes.
 */
export function richOfHtml(html: string): Rich[] {
  const root: Rich[] = []
  const open: { tag: string; children: Rich[] }[] = [{ tag: '', children: root }]
  let skipped: string | undefined
  const inner = () => open.at(-1)?.children ?? root
  for (const { text, isClosing, name, attributes = '' } of tokensIn(html.slice(0, maxLength))) {
    const tag = renamed[name?.toLowerCase() ?? ''] ?? name?.toLowerCase()
    if (skipped !== undefined) {
      if (isClosing && tag === skipped) skipped = undefined
    } else if (text !== undefined) {
      inner().push(decodeEntities(text))
    } else if (tag === undefined) {
    } else if (isClosing) {
      close(open, tag)
    } else if (hidden.has(tag)) {
      skipped = tag
    } else {
      const element = elementOf(tag, attributes)
      if (!element) continue
      inner().push(element)
      if (!empty.has(tag) && open.length < maxDepth) open.push({ tag, children: element.children })
    }
  }
  return root
}

interface Token {
  text?: string
  name?: string
  isClosing?: boolean
  attributes?: string
}

/**
 * Texts and tags in order, without comments. A tag or comment that never ends is text to the end, so that every character
 * is read once: a search for each end would take minutes for a text of nothing but beginnings.
 */
function* tokensIn(html: string): Generator<Token> {
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at)
    if (next !== at) yield { text: html.slice(at, next < 0 ? html.length : next) }
    if (next < 0) return
    const isComment = /^<[!?]/.test(html.slice(next, next + 2))
    if (!isComment && !/^<\/?[a-z]/i.test(html.slice(next, next + 3))) {
      yield { text: '<' }
      at = next + 1
      continue
    }
    const end = html.startsWith('<!--', next) ? '-->' : '>'
    const found = isComment ? html.indexOf(end, next) : tagAt(html, next)
    if (typeof found === 'number') {
      if (found < 0) return
      at = found + end.length
    } else {
      yield found ?? { text: html.slice(next) }
      if (!found) return
      at = next + found.length
    }
  }
}

function tagAt(html: string, at: number): (Token & { length: number }) | undefined {
  tag.lastIndex = at
  const found = tag.exec(html)
  if (!found) return undefined
  const [whole, slash, name = '', attributes = ''] = found
  return { name, attributes, isClosing: slash === '/', length: whole.length }
}

const tag = /<(\/?)([a-z][a-z\d]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/iy

function elementOf(tag: string, attributes: string): Exclude<Rich, string> | undefined {
  // A disallowed element is dropped and its content kept.
  const known = richTags.find((one): one is RichTag => one === tag)
  if (!known) return undefined
  if (known === 'a') {
    const href = safeUrl(attributeOf(attributes, 'href'))
    return href === undefined ? undefined : { tag: known, href, children: [] }
  }
  if (known === 'img') {
    const src = safeUrl(attributeOf(attributes, 'src'))
    return src === undefined ? undefined : { tag: known, src, alt: attributeOf(attributes, 'alt') ?? '', children: [] }
  }
  return { tag: known, children: [] }
}

function attributeOf(attributes: string, name: string): string | undefined {
  for (const [, key, double, single, bare] of attributes.matchAll(attribute))
    if (key?.toLowerCase() === name) return decodeEntities(double ?? single ?? bare ?? '')
  return undefined
}

const attribute = /([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi

/** Closes an element together with those inside that were left open. */
function close(open: { tag: string }[], tag: string): void {
  const at = open.findLastIndex((one) => one.tag === tag)
  if (at > 0) open.length = at
}

const renamed: Record<string, RichTag> = { h1: 'h2', h5: 'h4', h6: 'h4', b: 'strong', i: 'em', del: 's', ins: 'u' }
const empty = new Set(['br', 'hr', 'img'])
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
const maxLength = 500_000
const maxDepth = 100
