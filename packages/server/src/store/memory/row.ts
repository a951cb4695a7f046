import { type JsonPart, KeptJson } from '../../base/json-text.ts'

/** A record with its JSON. */
export interface Row {
  id: string
  body: JsonPart
}

/** A record in some form, such as a view in a language, as JSON in UTF-8. */
export interface NewText {
  form: string
  json: KeptJson
  /** The last change that it includes. */
  sequence: number
  /** When it expires by the clock. */
  untilMs: number
}

/** One that is in memory. */
export interface Text extends Omit<NewText, 'form'> {
  /** The ids in the record; the text is valid until one of these records changes. */
  readonly ids: ReadonlySet<string>
  /** The number of changes of the broadcast after which it was last found valid. */
  checkedAt: number
}

/** The records of a table, by slot, and texts that were made from them. */
export interface Bodies {
  readonly bytes: number
  /** The record in a slot; undefined when it is not here. */
  row(slot: number, id: string): Row | undefined
  set(slot: number, id: string, body: KeptJson): void
  delete(slot: number): void
  /** A text that was made from a row. */
  text(row: Row, form: string): Text | undefined
  /** Keeps a text, unless the record has changed since the row was read. */
  keep(slot: number, row: Row, text: NewText): void
  dropTexts(): void
}

/** Texts in one piece of memory, because many small ones take more. */
export function keptJson(texts: readonly string[]): KeptJson[] {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const whole = Buffer.allocUnsafeSlow(lengths.reduce((sum, length) => sum + length, 0))
  let from = 0
  return texts.map((text, index) => {
    const to = from + (lengths[index] ?? 0)
    whole.write(text, from)
    const part = whole.subarray(from, to)
    from = to
    return new KeptJson(part)
  })
}

/** V8 stores a string with one byte for each character, or with two when one of them is beyond Latin-1. */
export const stringBytes = (text: string): number => (isWide.test(text) ? 2 : 1) * text.length
const isWide = /[\u0100-\uffff]/
