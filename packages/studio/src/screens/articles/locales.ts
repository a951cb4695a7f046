import { shapes } from '@marquee/model'

export type Locale = (typeof shapes.locales)[number]

/** What of an article is there in a language: all that the main texts have, some of it, or nothing. */
export type Coverage = 'whole' | 'part' | 'none'

const texts = ['title', 'content'] as const

/** How far an article is translated, by language. A language that the main texts are in has all of them. */
export function coverageOf(article: Record<string, unknown>): Record<Locale, Coverage> {
  const hasMain = texts.filter((name) => isText(article[name]))
  const coverage = (locale: Locale): Coverage => {
    if (article.defaultLocale === locale) return hasMain.length > 0 ? 'whole' : 'none'
    const details = Object(Object(article.localeDetails)[locale])
    const there = texts.filter((name) => isText(details[name]))
    if (there.length === 0) return 'none'
    return hasMain.every((name) => there.includes(name)) ? 'whole' : 'part'
  }
  return Object.fromEntries(shapes.locales.map((locale) => [locale, coverage(locale)])) as Record<Locale, Coverage>
}

/** The texts in a language with those of the main language where they are missing. */
export function copiedFromMain(article: Record<string, unknown>, locale: Locale): Record<string, unknown> {
  const details = Object(article.localeDetails)
  const own = Object(details[locale])
  const copied = texts
    .filter((name) => !isText(own[name]) && isText(article[name]))
    .map((name) => [name, article[name]])
  return { ...details, [locale]: { ...own, ...Object.fromEntries(copied) } }
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
