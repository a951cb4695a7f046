import { heldText } from './text.ts'

/** A piece of XML. Only `element` creates one, so text is never mistaken for markup. */
export interface Element {
  readonly markup: string
}

export type Attributes = Record<string, string | number | undefined>

/** An element with text or other elements; undefined members are left out. */
export function element(
  name: string,
  attributes: Attributes = {},
  content: string | number | (Element | undefined)[] = [],
): Element {
  const written = attributesText(attributes)
  const inside = Array.isArray(content)
    ? content.map((child) => (child ? `\n${child.markup}` : '')).join('') + (content.some(Boolean) ? '\n' : '')
    : escaped(String(content))
  return { markup: inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>` }
}

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapedAttribute(String(value))}"`)
    .join('')
}

/** A document in pieces. */
export function* xmlDocument(root: Iterable<string>): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield* root
  yield '\n'
}

/** An element with many children in pieces, each child rendered when it is reached. */
export function* largeElement(
  name: string,
  attributes: Attributes,
  children: Iterable<Element | undefined | Iterable<string>>,
): Generator<string> {
  let isEmpty = true
  for (const child of children) {
    if (child === undefined) continue
    if (isEmpty) yield openingTag(name, attributes)
    isEmpty = false
    if ('markup' in child) yield `\n${child.markup}`
    else {
      yield '\n'
      yield* child
    }
  }
  yield isEmpty ? element(name, attributes).markup : `\n</${name}>`
}

const openingTag = (name: string, attributes: Attributes) => `<${name}${attributesText(attributes)}>`

/** Markup and ampersands as text. `>` too, since XML forbids `]]>`. */
export function escaped(text: string): string {
  return heldText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Otherwise white space would be normalized to spaces. */
function escapedAttribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
