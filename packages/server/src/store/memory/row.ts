import { type AnyRecord, type Kind, type QueryField, queryValues } from '@marquee/model'

/** A record in memory: its stored JSON, and the values that filters and sorts use. */
export interface Row {
  id: string
  body: string
  values: Record<string, unknown>
  /** Texts made from the record, by form. */
  texts: Map<string, Text> | undefined
}

/** A record in some form, as JSON. */
export interface Text {
  json: string
  /** The ids in the record; the text is valid until one of these records changes. */
  ids: string[]
  /** The last change that it includes. */
  sequence: number
  /** When it expires by the clock. */
  untilMs: number
}

export function rowOf(kind: Kind, id: string, body: string): Row {
  const { metadata: _, ...values } = queryValues(kind, JSON.parse(body) as AnyRecord)
  return { id, body, values, texts: undefined }
}

/** The value of a field; undefined when it is absent. */
export const fieldValue = (row: Row, { name }: QueryField): unknown => (name === '_id' ? row.id : row.values[name])

/** The bytes of a row in memory without its texts, roughly. */
export const rowBytes = ({ body }: Row): number => stringBytes(body) + 700

/** V8 stores a string with one byte for each character, or with two when one of them is beyond Latin-1. */
export const stringBytes = (text: string): number => (isWide.test(text) ? 2 : 1) * text.length
const isWide = /[\u0100-\uffff]/
