import { XMLValidator } from 'fast-xml-parser'
import { placeOf } from './places.ts'
import { Unreadable } from './programme.ts'
import { type Element, elementsOf } from './xml-elements.ts'

export type { Element } from './xml-elements.ts'

/**
 * Parses XML of strangers. Document types and entity declarations are refused before parsing, so nothing is expanded or fetched.
 * fast-xml-parser checks that the document is well-formed; its tree would take ten times the memory and twice the time.
 */
export function parseXml(text: string): Element {
  refuseDeclarations(text)
  const { roots, unclosed } = elementsOf(text)
  const validity = XMLValidator.validate(text)
  if (validity !== true) {
    const { msg, line, col } = validity.err
    const innermost = unclosed.at(-1)
    if (innermost && isAboutTheEnd(msg)) throw notWellFormed(`<${innermost.name}> is never closed`, innermost.place)
    throw notWellFormed(msg.slice(0, 200).replace(/\.$/, ''), `line ${line}, column ${col}`)
  }
  const [root] = roots
  if (!root) throw new Unreadable('The file contains no XML element.', 'line 1')
  return root
}

const notWellFormed = (reason: string, at: string) => new Unreadable(`The file is not well-formed XML: ${reason}.`, at)

/** The validator lists all open elements, at line 1, when the document ends too early. */
const isAboutTheEnd = (message: string) => /^Invalid '\[|^Unclosed tag/.test(message)

export const childOf = (element: Element | undefined, name: string) =>
  element?.children.find((child) => child.name === name)

export const childrenOf = (element: Element | undefined, name: string) =>
  element?.children.filter((child) => child.name === name) ?? []

/** A declaration that is quoted in a comment or a CDATA section declares nothing. No pattern: one would be quadratic on many open comments. */
function refuseDeclarations(text: string): void {
  for (let index = text.indexOf('<!'); index !== -1; index = text.indexOf('<!', index)) {
    const end = ['-->', ']]>'][['<!--', '<![CDATA['].findIndex((start) => text.startsWith(start, index))]
    if (end === undefined && /^<!(?:DOCTYPE|ENTITY)/i.test(text.slice(index, index + 9)))
      throw new Unreadable('XML with a document type or entity declarations is refused.', placeOf(text, index))
    const next = end === undefined ? index + 2 : text.indexOf(end, index + 4)
    if (next === -1) return
    index = next
  }
}
