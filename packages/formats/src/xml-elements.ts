import { lineFinder, placeOf } from './places.ts'
import { Unreadable } from './programme.ts'

/** A document of a million elements takes little memory: texts, lines and attributes are read from its source when they are asked for. */
export class Element {
  readonly name: string
  children: Element[] = none
  readonly #document: Document
  readonly #start: number
  readonly #tagEnd: number
  #end: number
  #attributes: Record<string, string> | undefined

  /** From `<` to `>` of its start tag. */
  constructor(document: Document, start: number, tagEnd: number) {
    this.#document = document
    this.#start = start
    this.#tagEnd = tagEnd
    this.#end = tagEnd
    const [, name = ''] =
      /^(?:[^\s/>:]+:)?([^\s/>]+)/.exec(document.text.slice(start + 1, Math.min(tagEnd, start + 256))) ?? []
    this.name = document.nameLike(name)
  }

  append(child: Element): void {
    if (this.children === none) this.children = [child]
    else this.children.push(child)
  }

  /** Its end tag begins here. */
  close(end: number): void {
    this.#end = end
  }

  get line(): number {
    return this.#document.lineAt(this.#start)
  }

  get place(): string {
    return placeOf(this.#document.text, this.#start)
  }

  get attributes(): Record<string, string> {
    this.#attributes ??= attributesIn(this.#document.text.slice(this.#start, this.#tagEnd))
    return this.#attributes
  }

  /** The text in it. When it contains elements, such as unescaped HTML, their source. */
  get text(): string {
    const source = this.#document.text.slice(this.#tagEnd, this.#end)
    if (this.children.length > 0) return source
    return source.includes('<') ? textOf(source) : decodeXml(source)
  }
}

const none: Element[] = []
const noAttributes: Record<string, string> = {}

function attributesIn(tag: string): Record<string, string> {
  if (!tag.includes('=')) return noAttributes
  const pairs = [...tag.matchAll(/\s(?:[^\s=:]+:)?([^\s=:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
  return Object.fromEntries(pairs.map(([, name, double, single]) => [name, decodeXml(double ?? single ?? '')]))
}

interface Document {
  text: string
  lineAt: (index: number) => number
  /** The same string for equal names, of which a document has few. */
  nameLike: (name: string) => string
}

function nameKeeper(): Document['nameLike'] {
  const names = new Map<string, string>()
  return (name) => {
    const known = names.get(name)
    if (known === undefined) names.set(name, name)
    return known ?? name
  }
}

/** Splits a document into elements; whether it is well-formed is checked apart. Returns those at the top, and those that are never closed. */
export function elementsOf(text: string): { roots: Element[]; unclosed: Element[] } {
  const document = { text, lineAt: lineFinder(text), nameLike: nameKeeper() }
  const roots: Element[] = []
  const open: Element[] = []
  let count = 0
  for (let index = text.indexOf('<'); index !== -1; ) {
    const end = endOfMarkup(text, index)
    if (end === -1) break
    const next = text.charCodeAt(index + 1)
    if (next === slash) open.pop()?.close(index)
    else if (next !== bang && next !== question) {
      if (++count > maxElements) throw new Unreadable('The XML has too many elements.', placeOf(text, index))
      if (open.length === maxDepth)
        throw new Unreadable(`The XML is nested more than ${maxDepth} deep.`, placeOf(text, index))
      const element = new Element(document, index, end)
      const parent = open.at(-1)
      if (parent) parent.append(element)
      else roots.push(element)
      if (text.charCodeAt(end - 2) !== slash) open.push(element)
    }
    index = text.indexOf('<', end)
  }
  return { roots, unclosed: open }
}

const maxDepth = 64
const maxElements = 2_000_000
const [slash, bang, question, greater, doubleQuote, singleQuote] = [0x2f, 0x21, 0x3f, 0x3e, 0x22, 0x27]

/** The index after a tag, comment, CDATA section or processing instruction; -1 when it has no end. */
function endOfMarkup(text: string, start: number): number {
  for (const [opening, closing] of sections)
    if (text.startsWith(opening, start)) {
      const end = text.indexOf(closing, start + opening.length)
      return end === -1 ? -1 : end + closing.length
    }
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === greater) return index + 1
    if (code !== doubleQuote && code !== singleQuote) continue
    index = text.indexOf(code === doubleQuote ? '"' : "'", index + 1)
    if (index === -1) return -1
  }
  return -1
}

const sections = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** Text with CDATA sections, which are not decoded, and comments, which are no text. */
function textOf(source: string): string {
  let text = ''
  let index = 0
  for (let next = source.indexOf('<'); next !== -1; next = source.indexOf('<', index)) {
    text += decodeXml(source.slice(index, next))
    const end = endOfMarkup(source, next)
    if (end === -1) return text
    if (source.startsWith('<![CDATA[', next)) text += source.slice(next + 9, end - 3)
    index = end
  }
  return text + decodeXml(source.slice(index))
}

/** Only the five entities of XML and character references. */
function decodeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
