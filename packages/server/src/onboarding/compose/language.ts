/** The supported languages of a site. Records support the first three; labels also exist in the fourth. */
export const languages = ['fr', 'en', 'es', 'de'] as const
export type Language = (typeof languages)[number]

/** The language of a site: declared by its pages, else detected from their words. */
export function languageOf(declared: string[], text: string): Language {
  const said = declared.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage)
  return said ?? guessLanguage(text) ?? 'en'
}

/** The language whose function words are most frequent in a text; undefined when there are too few. */
export function guessLanguage(text: string): Language | undefined {
  const words =
    text
      .slice(0, 50_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const counts = languages.map((language) => ({
    language,
    count: words.filter((word) => smallWords[language].has(word)).length,
  }))
  const [first, second] = counts.sort((a, b) => b.count - a.count)
  return first && first.count >= 5 && first.count > (second?.count ?? 0) * 1.2 ? first.language : undefined
}

/** The country of a language tag such as `fr-CH` or `en_GB`. */
export const countryOf = (tag: string) => /^[a-z]{2,3}[-_](?:[a-z]{4}[-_])?([a-z]{2})\b/i.exec(tag)?.[1]?.toUpperCase()

const isLanguage = (tag: string): tag is Language => (languages as readonly string[]).includes(tag)

/** Words that are frequent in one of the languages and rare in the others. */
const smallWords: Record<Language, Set<string>> = {
  fr: new Set(
    'le les des une du et est dans pour avec sur vous nous qui aux cette ce sont plus ou votre notre être'.split(' '),
  ),
  en: new Set('the and of to is for with you we our your are this that from will be at it have not all by'.split(' ')),
  es: new Set('el los las una del y es en para con por que su nuestro más como este esta son sus al todos'.split(' ')),
  de: new Set(
    'der die das und ist für mit von den dem ein eine wir sie auf nicht im zu auch werden oder bei ihr'.split(' '),
  ),
}
