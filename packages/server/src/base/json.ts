/** A fault in a JSON text or value, with its position. */
export interface JsonFault {
  pointer: string
  code: JsonFaultCode
  message: string
}

type JsonFaultCode =
  | 'invalid_json'
  | 'too_deep'
  | 'too_many_values'
  | 'forbidden_key'
  | 'nul'
  | 'surrogate'
  | 'number_range'

export type ParsedJson = { value: unknown } | { fault: JsonFault }

/**
 * JSON text that is safe inside a script element: no string in it can close the element or open a comment. In JSON `<` occurs
 * only within strings, where the escape means the same.
 */
export const embeddableJson = (json: string) => json.replaceAll('<', '\\u003c')

const maxDepth = 32

/** Enough for a page of two thousand blocks. Validating more would block the event loop for too long. */
export const maxRecordValues = 20_000

/** The limit for batches of records and for responses of other services. */
export const maxDataValues = 100_000

/** Parses untrusted JSON. Values that could not be stored and returned unchanged are refused. */
export function parseJson(bytes: Buffer | string, maxValues = maxRecordValues): ParsedJson {
  const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  const excess = buffer.length > 2 * maxValues ? findExcess(buffer, maxValues) : undefined
  if (excess) return { fault: excess }
  let value: unknown
  try {
    value = JSON.parse(typeof bytes === 'string' ? bytes : utf8.decode(bytes))
  } catch (error) {
    const isEncoding = !(error instanceof SyntaxError)
    return { fault: isEncoding ? { ...notJson, message: 'is not UTF-8' } : notJson }
  }
  const fault = findFault(value, 0)
  return fault ? { fault: { pointer: pointerOf(fault.path), code: fault.code, message: fault.message } } : { value }
}

/** Counts values and levels by their delimiters, so that an excessive text is refused before it is parsed. */
function findExcess(bytes: Buffer, maxValues: number): JsonFault | undefined {
  let values = 1
  let depth = 0
  let deepest = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === quote) index = endOfString(bytes, index + 1)
    else if (byte === comma) values += 1
    else if (byte === openBracket || byte === openBrace) {
      values += 1
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (byte === closeBracket || byte === closeBrace) depth -= 1
  }
  if (depth !== 0) return notJson
  if (deepest > maxDepth) return { pointer: '', code: 'too_deep', message: tooDeep }
  if (values <= maxValues) return undefined
  return { pointer: '', code: 'too_many_values', message: `must contain at most ${maxValues} values` }
}

/** The index of the quote that closes a string, or the end of the bytes. */
function endOfString(bytes: Buffer, start: number): number {
  let index = start
  while (index < bytes.length) {
    // For short strings, and those full of escapes, a loop is faster than indexOf.
    for (const stop = index + 32; index < stop; index++) {
      if (bytes[index] === quote) return index
      if (bytes[index] === backslash) index += 1
    }
    const found = bytes.indexOf(quote, index)
    if (found < 0) return bytes.length
    let escapes = 0
    while (found - escapes > index && bytes[found - escapes - 1] === backslash) escapes += 1
    if (escapes % 2 === 0) return found
    index = found + 1
  }
  return bytes.length
}

const notJson: JsonFault = { pointer: '', code: 'invalid_json', message: 'is not JSON' }
const tooDeep = `must be at most ${maxDepth} levels deep`
const [quote = 0, backslash, comma, openBracket, openBrace, closeBracket, closeBrace] = Buffer.from('"\\,[{]}')

interface Fault {
  /** The keys and indexes that lead to it, innermost first. */
  path: (string | number)[]
  code: JsonFaultCode
  message: string
}

function findFault(value: unknown, depth: number): Fault | undefined {
  if (typeof value === 'string') return textFault(value)
  if (typeof value === 'number') return numberFault(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= maxDepth) return { path: [], code: 'too_deep', message: tooDeep }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = findFault(value[index], depth + 1)
      if (fault) return at(index, fault)
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return { path: [key], code: 'forbidden_key', message: 'is not a valid field name' }
    const fault = textFault(key) ?? findFault((value as Record<string, unknown>)[key], depth + 1)
    if (fault) return at(key, fault)
  }
  return undefined
}

function at(segment: string | number, fault: Fault): Fault {
  fault.path.push(segment)
  return fault
}

function textFault(text: string): Fault | undefined {
  if (text.includes('\0')) return { path: [], code: 'nul', message: 'must not contain a NUL character' }
  if (!text.isWellFormed()) return { path: [], code: 'surrogate', message: 'must not contain a lone surrogate' }
  return undefined
}

function numberFault(value: number): Fault | undefined {
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return isExact ? undefined : { path: [], code: 'number_range', message: 'is too large a number to be stored exactly' }
}

function pointerOf(path: Fault['path']): string {
  const pointer = path.toReversed().map((segment) => `/${escapeSegment(String(segment))}`)
  return pointer.join('').toWellFormed().replaceAll('\0', '').slice(0, 500)
}

const escapeSegment = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Whether a JSON value contains more values than `limit`, itself included. */
export function hasMoreValues(value: unknown, limit: number): boolean {
  let left = limit
  const isOver = (one: unknown): boolean => {
    left -= 1
    if (left < 0) return true
    return typeof one === 'object' && one !== null && Object.values(one).some(isOver)
  }
  return isOver(value)
}
