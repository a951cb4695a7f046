/** The coverage of an article in a language: all fields of the main texts, some, or none. */
export type Coverage = 'whole' | 'part' | 'none'

const texts = ['title', 'content'] as const

/** The coverage of an article by language. The language of the main texts is complete. */
export function coverageOf(article: Record<string, unknown>, locales: readonly string[]): Map<string, Coverage> {
  const hasMain = texts.filter((name) => isText(article[name]))
  const coverage = (locale: string): Coverage => {
    if (article.defaultLocale === locale) return hasMain.length > 0 ? 'whole' : 'none'
    const details = Object(Object(article.localeDetails)[locale])
    const there = texts.filter((name) => isText(details[name]))
    if (there.length === 0) return 'none'
    return hasMain.every((name) => there.includes(name)) ? 'whole' : 'part'
  }
  return new Map(locales.map((locale) => [locale, coverage(locale)]))
}

/** The texts in a language, completed by the main texts. */
export function copiedFromMain(article: Record<string, unknown>, locale: string): Record<string, unknown> {
  const details = Object(article.localeDetails)
  const own = Object(details[locale])
  const copied = texts
    .filter((name) => !isText(own[name]) && isText(article[name]))
    .map((name) => [name, article[name]])
  return { ...details, [locale]: { ...own, ...Object.fromEntries(copied) } }
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
