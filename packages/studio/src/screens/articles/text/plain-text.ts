import { type DocNode, readMarkdown } from './markdown-doc.ts'

export type ContentFormat = 'html' | 'markdown'

/** How a text is written, as the service would guess it where nobody said. */
export function formatOf(content: string, format: unknown): ContentFormat {
  if (format === 'html' || format === 'markdown') return format
  return /^\s*<(?:!doctype|[a-z][a-z0-9]*[\s>/])|<\/[a-z][a-z0-9]*>/i.test(content) ? 'html' : 'markdown'
}

/** What people read of a text. */
export function plainText(content: string, format: ContentFormat): string {
  const text = format === 'markdown' ? textOf(readMarkdown(withoutHtml(content)).doc) : withoutHtml(content)
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The beginning of a text, cut at a word, as lists show it. The service makes its own. */
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

/** How long a text is. Somebody who reads on a phone takes in about 220 words a minute. */
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
  html
    .replaceAll(/<(script|style|template|svg)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, ' ')
    .replaceAll(
      /<\/?(?:br|hr|p|div|ul|ol|li|dl|dt|dd|h[1-6]|table|tr|td|th|blockquote|pre|section|figure|figcaption)\b[^>]*>/gi,
      ' ',
    )
    .replaceAll(/<\/?[a-z][^>]*>/gi, '')
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => characterOf(name) ?? whole)

/** The entities that people's texts have: numbers, letters with accents, and a few signs. */
function characterOf(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  if (hex ?? decimal) {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
  }
  const [, letter, accent = ''] = /^([a-z])(acute|grave|circ|uml|tilde|cedil)$/i.exec(name) ?? []
  return letter ? `${letter}${accents[accent]}`.normalize('NFC') : signs[name]
}

const accents: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
}

const signs: Record<string, string> = {
  nbsp: ' ',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  oelig: 'œ',
}
