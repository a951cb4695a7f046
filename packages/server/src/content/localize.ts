import { type Kind, type LocalizedPart, mapLocalizedParts } from '@marquee/model'

/**
 * The record in one language: each localizable field from that locale, else from the default locale, else unchanged. Tiles, links and
 * other parts with texts of their own are shown in the same way.
 */
export function localize<R extends Record<string, unknown>>(kind: Kind, record: R, locale: string): R {
  return mapLocalizedParts(kind, { ...record, ...textsOf(record, kind.localized, locale) }, (part, localized) => ({
    ...part,
    ...textsOf({ defaultLocale: record.defaultLocale, ...part }, localized, locale),
  }))
}

function textsOf({ localeDetails, defaultLocale }: LocalizedPart, localized: readonly string[], locale: string) {
  const details = (localeDetails ?? {}) as Record<string, Record<string, unknown> | undefined>
  const fallback = typeof defaultLocale === 'string' ? details[defaultLocale] : undefined
  const texts = localized.flatMap((name): [string, unknown][] => {
    const value = details[locale]?.[name] ?? fallback?.[name]
    return value === undefined || value === null ? [] : [[name, value]]
  })
  return Object.fromEntries(texts)
}
