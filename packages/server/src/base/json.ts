/** What is wrong with a JSON text or value, and where. */
export interface JsonFault {
  pointer: string
  code: string
  message: string
}

export type ParsedJson = { value: unknown } | { fault: JsonFault }

const maxDepth = 32

/** Reads JSON that came from outside. Everything that could not be stored and given back unchanged is refused. */
export function parseJson(bytes: Buffer | string): ParsedJson {
  let value: unknown
  try {
    value = JSON.parse(typeof bytes === 'string' ? bytes : utf8.decode(bytes))
  } catch (error) {
    const isEncoding = !(error instanceof SyntaxError)
    return { fault: { pointer: '', code: 'invalid_json', message: isEncoding ? 'is not UTF-8' : 'is not JSON' } }
  }
  const fault = findFault(value, '', 0)
  return fault ? { fault } : { value }
}

function findFault(value: unknown, pointer: string, depth: number): JsonFault | undefined {
  if (typeof value === 'string') return textFault(value, pointer)
  if (typeof value === 'number') return numberFault(value, pointer)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= maxDepth)
    return { pointer: pointer.slice(0, 200), code: 'too_deep', message: `may be ${maxDepth} levels deep` }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = findFault(value[index], `${pointer}/${index}`, depth + 1)
      if (fault) return fault
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__')
      return { pointer: `${pointer}/__proto__`, code: 'forbidden_key', message: 'is not a name for a field' }
    const here = `${pointer}/${escapeSegment(key)}`
    const fault = textFault(key, here) ?? findFault((value as Record<string, unknown>)[key], here, depth + 1)
    if (fault) return fault
  }
  return undefined
}

function textFault(text: string, pointer: string): JsonFault | undefined {
  if (text.includes('\0'))
    return { pointer: cleanPointer(pointer), code: 'nul', message: 'must not hold a NUL character' }
  if (!text.isWellFormed())
    return { pointer: cleanPointer(pointer), code: 'surrogate', message: 'must not hold half a surrogate pair' }
  return undefined
}

function numberFault(value: number, pointer: string): JsonFault | undefined {
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return isExact ? undefined : { pointer, code: 'number_range', message: 'is too large a number to be kept exactly' }
}

const escapeSegment = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')
const cleanPointer = (pointer: string) => pointer.toWellFormed().replaceAll('\0', '').slice(0, 500)

const utf8 = new TextDecoder('utf-8', { fatal: true })
