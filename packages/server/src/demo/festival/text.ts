const locales = ['fr', 'en', 'es'] as const
export type Locale = (typeof locales)[number]

/** One text in the three languages of the festival. */
export type Text = Record<Locale, string>

/** Says a thing in the language at hand, for what is longer than one text: `say('Oui', 'Yes', 'Sí')`. */
export type Say = (fr: string, en: string, es: string) => string

/** The fields that `make` gives, in French as the plain ones and in every language as `localeDetails`. */
export function localized(make: (locale: Locale, say: Say) => Record<string, unknown>): Record<string, unknown> {
  const localeDetails = Object.fromEntries(locales.map((locale) => [locale, make(locale, sayIn(locale))]))
  return { ...make('fr', sayIn('fr')), localeDetails }
}

/** The two halves of a text written as `first | second`, so that the rows of a table stay one line a language. */
export function halves(text: Text, locale: Locale): [first: string, second: string] {
  const [first = '', second = ''] = text[locale].split(' | ')
  return [first, second]
}

const sayIn =
  (locale: Locale): Say =>
  (fr, en, es) =>
    ({ fr, en, es })[locale]
