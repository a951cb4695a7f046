export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects of a list; anything else of the wrong type is nothing. */
export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** A text or number of a file, trimmed, with plain line ends; undefined when there is none. Other types have no words for people. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return undefined
  const text = (/[\0\r]/.test(value) ? value.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n') : value).trim()
  return text === '' ? undefined : text
}

/** A text on one line: titles and names of real files contain line breaks and doubled spaces. */
export const lineOf = (value: unknown): string | undefined => textOf(value)?.replaceAll(/\s+/g, ' ')

/** Without the entries that have no value: a field that a file does not have is no field that it empties. */
export const present = (fields: Json): Json =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  )
