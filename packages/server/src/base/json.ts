/** What is wrong with a JSON text or value, and where. */
export interface JsonFault {
  pointer: string
  code: string
  message: string
}

export type ParsedJson = { value: unknown } | { fault: JsonFault }

/**
 * JSON text that may stand in the script element of a page: no title in it can end the element or open a comment. In JSON this sign
 * only occurs within strings, where the escape means the same.
 */
export const embeddableJson = (json: string) => json.replaceAll('<', '\\u003c')

const maxDepth = 32

/** A record can have as many values as a page of two thousand blocks. More take longer to check than others can wait. */
export const maxRecordValues = 20_000

/** Many records at once, or data of somebody else's service. */
export const maxDataValues = 100_000

/** Reads JSON that came from outside. Everything that could not be stored and given back unchanged is refused. */
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

/** Looks for more values or levels than there can be, by the marks around and between them, before a long text is parsed. */
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
  return { pointer: '', code: 'too_many_values', message: `must hold at most ${maxValues} values` }
}

/** The place of the quote that closes a string, or the end of all bytes. */
function endOfString(bytes: Buffer, start: number): number {
  let index = start
  while (index < bytes.length) {
    // Short strings, and those that are full of escapes, are read faster than searched.
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

const notJson = { pointer: '', code: 'invalid_json', message: 'is not JSON' }
const tooDeep = `must be at most ${maxDepth} levels deep`
const [quote = 0, backslash, comma, openBracket, openBrace, closeBracket, closeBrace] = Buffer.from('"\\,[{]}')

interface Fault {
  /** The names and places on the way to it, the last one first. */
  path: (string | number)[]
  code: string
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
    if (key === '__proto__') return { path: [key], code: 'forbidden_key', message: 'is not a name for a field' }
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
  if (text.includes('\0')) return { path: [], code: 'nul', message: 'must not hold a NUL character' }
  if (!text.isWellFormed()) return { path: [], code: 'surrogate', message: 'must not hold half a surrogate pair' }
  return undefined
}

function numberFault(value: number): Fault | undefined {
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return isExact ? undefined : { path: [], code: 'number_range', message: 'is too large a number to be kept exactly' }
}

function pointerOf(path: Fault['path']): string {
  const pointer = path.toReversed().map((segment) => `/${escapeSegment(String(segment))}`)
  return pointer.join('').toWellFormed().replaceAll('\0', '').slice(0, 500)
}

const escapeSegment = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Whether a JSON value holds more values than this, itself included. */
export function hasMoreValues(value: unknown, limit: number): boolean {
  let left = limit
  const isOver = (one: unknown): boolean => {
    left -= 1
    if (left < 0) return true
    return typeof one === 'object' && one !== null && Object.values(one).some(isOver)
  }
  return isOver(value)
}
