import type { Kind, ShownRecord } from '@marquee/model'

/** The record in one language: each localizable field from that locale, else from the default locale, else unchanged. */
export function localize<R extends ShownRecord>(kind: Kind, record: R, locale: string): R {
  const details = (record.localeDetails ?? {}) as Record<string, Record<string, unknown> | undefined>
  const fallback = typeof record.defaultLocale === 'string' ? details[record.defaultLocale] : undefined
  const texts = kind.localized.flatMap((name): [string, unknown][] => {
    const value = details[locale]?.[name] ?? fallback?.[name]
    return value === undefined || value === null ? [] : [[name, value]]
  })
  return { ...record, ...Object.fromEntries(texts) }
}
