import type { AnyRecord, Kind } from '@marquee/model'

/** The record in one language: each localizable field from that locale, else from the default locale, else as it stands. */
export function localise(kind: Kind, record: AnyRecord, locale: string): AnyRecord {
  const details = (record.localeDetails ?? {}) as Record<string, Record<string, unknown> | undefined>
  const fallback = typeof record.defaultLocale === 'string' ? details[record.defaultLocale] : undefined
  const local: AnyRecord = { ...record }
  for (const name of kind.localized) {
    const value = details[locale]?.[name] ?? fallback?.[name]
    if (value !== undefined && value !== null) local[name] = value
  }
  return local
}
