import type { Kind, ShownRecord } from '@marquee/model'

/** The record in one language: each localizable field from that locale, else from the default locale, else unchanged. */
export function localize(kind: Kind, record: ShownRecord, locale: string): ShownRecord {
  const details = (record.localeDetails ?? {}) as Record<string, Record<string, unknown> | undefined>
  const fallback = typeof record.defaultLocale === 'string' ? details[record.defaultLocale] : undefined
  const local: ShownRecord = { ...record }
  for (const name of kind.localized) {
    const value = details[locale]?.[name] ?? fallback?.[name]
    if (value !== undefined && value !== null) local[name] = value
  }
  return local
}
