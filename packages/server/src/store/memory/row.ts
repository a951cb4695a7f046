import type { JsonText } from '../../base/json-text.ts'

/** A record with its JSON, which is in UTF-8 when the record is in memory. */
export interface Row {
  id: string
  body: JsonText
  /** Texts made from the record, one in each form. They are few, and looked through faster than a map. */
  texts: Text[] | undefined
}

/** A record in some form, as JSON in UTF-8. */
export interface Text {
  form: string
  json: Buffer
  /** The ids in the record; the text is valid until one of these records changes. */
  ids: string[]
  /** The last change that it includes. */
  sequence: number
  /** The number of changes of the broadcast after which it was last found valid. */
  checkedAt: number
  /** When it expires by the clock. */
  untilMs: number
}

/** Texts in one piece of memory, because many small ones take more. */
export function bytesOf(texts: readonly string[]): Buffer[] {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const whole = Buffer.allocUnsafeSlow(lengths.reduce((sum, length) => sum + length, 0))
  let from = 0
  return texts.map((text, index) => {
    const to = from + (lengths[index] ?? 0)
    whole.write(text, from)
    const part = whole.subarray(from, to)
    from = to
    return part
  })
}

/** The bytes of a row in memory with its texts, and the digests of both, roughly. */
export const rowBytes = (row: Row): number => row.body.length + 400 + textBytesOf(row)

export function textBytesOf({ texts }: Row): number {
  let sum = 0
  for (const text of texts ?? []) sum += textBytes(text)
  return sum
}

export const textBytes = (text: Text | undefined): number => (text ? text.json.length + 400 : 0)

/** V8 stores a string with one byte for each character, or with two when one of them is beyond Latin-1. */
export const stringBytes = (text: string): number => (isWide.test(text) ? 2 : 1) * text.length
const isWide = /[\u0100-\uffff]/

export function textIn(texts: readonly Text[] | undefined, form: string): Text | undefined {
  if (texts) for (const text of texts) if (text.form === form) return text
  return undefined
}
