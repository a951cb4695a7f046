/** A record as the public API returns it, or as an editor has it unsaved. */
export type Shown = Record<string, unknown>

/** The value of a localized field in a language. An empty one counts as missing. */
export function localizedOf(record: unknown, field: string, locale: string): unknown {
  const local = Object(Object(Object(record).localeDetails)[locale])[field]
  const isEmpty = local === undefined || local === null || local === '' || (Array.isArray(local) && local.length === 0)
  return isEmpty ? Object(record)[field] : local
}

/** A text field in a language; falls back to the main text. */
export const wordsOf = (record: unknown, field: string, locale: string): string =>
  textOr(localizedOf(record, field, locale))

/** A broadcast in one sentence. */
export const leadOf = (broadcast: unknown, locale: string): string =>
  wordsOf(broadcast, 'shortDescription', locale) || wordsOf(broadcast, 'description', locale)

/** The objects of a list whose entries may have any type. */
export function objectsIn(value: unknown): Shown[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}

/** The texts of a list whose entries may have any type. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

export const textOr = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' && value !== '' ? value : otherwise

export const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise

export const idOf = (record: Shown): string => textOr(record._id)
