import type { SourceFile } from './programme.ts'
import { decodeText } from './text.ts'
import { type Element, parseXml } from './xml.ts'

/** An element of any XML document as plain JSON. */
export interface XmlNode {
  name: string
  attributes: Record<string, string>
  /** Without that of its children. */
  text: string
  children: XmlNode[]
}

/** Any XML file as JSON, for programs that know its meaning. Throws `Unreadable`. */
export const readXml = (file: SourceFile): XmlNode => nodeOf(parseXml(decodeText(file, [])))

const nodeOf = ({ name, attributes, text, children }: Element): XmlNode => ({
  name,
  attributes,
  text: children.length === 0 ? text : '',
  children: children.map(nodeOf),
})
