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
  const texts = values.map((value) => (value === null || value === undefined ? null : String(value)))
  const lengths = texts.map((text) => (text === null ? -1 : Buffer.byteLength(text) + version))
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + Math.max(0, length), headBytes))
  const head = [1, lengths.includes(-1) ? 1 : 0, typeNumbers[type] ?? 0, values.length, 1]
  let at = 0
  for (const number of head) at = bytes.writeInt32BE(number, at)
  for (const [index, text] of texts.entries()) {
    at = bytes.writeInt32BE(lengths[index] ?? -1, at)
    if (text === null) continue
    if (version > 0) at = bytes.writeUInt8(version, at)
    at += bytes.write(text, at)
  }
  return bytes
}

/** The number of dimensions, whether there are nulls, the type, the length, and the first index. */
const headBytes = 20
