import { pageKey } from '../addresses.ts'
import type { PageFound, SiteNote } from '../read/found.ts'
import { languageIn } from '../tags.ts'
import { type RecordLocale, recordLocaleOf } from './language.ts'

/** The pages of a site in other languages, by page and locale. */
export type Translations = Map<string, Map<RecordLocale, PageFound>>

export interface Alternate {
  url: string
  /** The page that it translates. */
  of: string
  locale: RecordLocale
}

/** The addresses of translations that records can have: in French, English and Spanish, unless it is the language of the site. */
export function alternatesOf(pages: PageFound[], language: string | undefined): Alternate[] {
  const own = new Set(pages.map(({ url }) => pageKey(url)))
  const main = language && languageIn(language)
  const found = new Map<string, Alternate>()
  for (const page of pages)
    for (const { url, language: tag } of page.alternates) {
      const locale = recordLocaleOf(tag)
      if (locale && languageIn(tag) !== main && !own.has(pageKey(url)) && !found.has(`${page.url} ${locale}`))
        found.set(`${page.url} ${locale}`, { url, of: page.url, locale })
    }
  return [...found.values()]
}

export function translationsOf(
  pages: PageFound[],
  translated: Map<string, PageFound>,
  language: string | undefined,
): Translations {
  const all: Translations = new Map()
  for (const { url, of, locale } of alternatesOf(pages, language)) {
    const page = translated.get(url)
    if (page) all.set(of, (all.get(of) ?? new Map()).set(locale, page))
  }
  return all
}

/** Languages that records cannot have, and translations beyond the limit. */
export function translationNotes(
  pages: PageFound[],
  translated: Map<string, PageFound>,
  language: string | undefined,
): SiteNote[] {
  const main = language && languageIn(language)
  const others = new Set(
    pages.flatMap(({ alternates }) =>
      alternates.flatMap(({ language: tag }) => (recordLocaleOf(tag) || languageIn(tag) === main ? [] : [tag])),
    ),
  )
  const missing = alternatesOf(pages, language).filter(({ url }) => !translated.has(url)).length
  return [
    ...(others.size > 0
      ? [
          {
            code: 'languages_left_out',
            message: `The site is also in ${[...others].slice(0, 20).join(', ')}; records can be translated into French, English and Spanish.`,
          },
        ]
      : []),
    ...(missing > 0
      ? [{ code: 'translations_left_out', message: `${missing} translations of pages were not read.` }]
      : []),
  ]
}
