/** The types whose lists are sent in binary form, with their numbers in PostgreSQL. */
const typeNumbers: Record<string, number> = { text: 25, json: 114, jsonb: 3802 }

/** Whether lists of this type can be sent in binary form. */
export const isBinary = (type: string) => type in typeNumbers

/**
 * A list of texts in the binary form of PostgreSQL: each with its length ahead of it. As a literal, every quote in the JSON of records would
 * be escaped here and unescaped there.
 */
export function binaryList(type: string, values: readonly unknown[]): Buffer {
  const version = type === 'jsonb' ? 1 : 0
  const texts: (string | null)[] = []
  let size = headBytes
  let hasNull = false
  for (const value of values) {
    const text = value === null || value === undefined ? null : String(value)
    texts.push(text)
    size += 4 + (text === null ? 0 : version + Buffer.byteLength(text))
    hasNull ||= text === null
  }
  const bytes = Buffer.allocUnsafe(size)
  let at = 0
  for (const number of [1, hasNull ? 1 : 0, typeNumbers[type] ?? 0, values.length, 1])
    at = bytes.writeInt32BE(number, at)
  for (const text of texts) {
    if (text === null) {
      at = bytes.writeInt32BE(-1, at)
      continue
    }
    const from = at + 4 + version
    if (version > 0) bytes.writeUInt8(version, at + 4)
    const end = from + bytes.write(text, from)
    bytes.writeInt32BE(end - at - 4, at)
    at = end
  }
  return bytes
}

/** Lists of one statement. Equal ones, such as the bodies of records and of their changes, are the same bytes, and sent once. */
export class Lists {
  readonly #made: { type: string; values: readonly unknown[]; bytes: Buffer }[] = []

  binary(type: string, values: readonly unknown[]): Buffer {
    const known = this.#made.find((one) => one.type === type && areEqual(one.values, values))
    if (known) return known.bytes
    const bytes = binaryList(type, values)
    this.#made.push({ type, values, bytes })
    return bytes
  }
}

function areEqual(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false
  for (let place = 0; place < one.length; place++) if (one[place] !== other[place]) return false
  return true
}

/** The number of dimensions, whether there are nulls, the type, the length, and the first index. */
const headBytes = 20
