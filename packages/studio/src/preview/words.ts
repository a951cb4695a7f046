/** A record of the API as the preview takes it, with or without unsaved edits. */
export type Shown = Record<string, unknown>

/** A text field in a language; falls back to the main text. */
export function wordsOf(record: unknown, field: string, locale: string): string {
  const value = localizedOf(record, field, locale)
  return typeof value === 'string' ? value : ''
}

/** The value of a localized field in a language. An empty one counts as missing. */
export function localizedOf(record: unknown, field: string, locale: string): unknown {
  const local = Object(Object(Object(record).localeDetails)[locale])[field]
  const isEmpty = local === undefined || local === null || local === '' || (Array.isArray(local) && local.length === 0)
  return isEmpty ? Object(record)[field] : local
}

/** The objects of a list whose entries may have any type. */
export function objectsIn(value: unknown): Shown[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}

export const textOr = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' && value !== '' ? value : otherwise

export const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise
