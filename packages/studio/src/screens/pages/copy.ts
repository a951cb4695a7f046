import { isPlain, type Values } from '../../data/merge.ts'

/** A copy of a page, as a draft with a title of its own and without its slug, which must be unique. */
export function copyOfPage(values: Values, title: string): Values {
  const { blocks, categoryIds, media, isPrivate, defaultLocale, localeDetails } = values
  const kept = { blocks, categoryIds, media, isPrivate, defaultLocale, localeDetails: withoutTitles(localeDetails) }
  return {
    title,
    status: 'draft',
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null && value !== undefined)),
  }
}

/** Translated titles would not show that it is a copy. */
function withoutTitles(localeDetails: unknown): Values | undefined {
  if (!isPlain(localeDetails)) return undefined
  return Object.fromEntries(
    Object.entries(localeDetails).map(([language, texts]) => {
      const { title: _, ...rest } = isPlain(texts) ? texts : {}
      return [language, rest]
    }),
  )
}
