const locales = ['fr', 'en', 'es'] as const
export type Locale = (typeof locales)[number]

/** One text in the three languages of the festival. */
export type Text = Record<Locale, string>

/** Selects the text of the current language, inside a larger structure: `say('Oui', 'Yes', 'Sí')`. */
export type Say = (fr: string, en: string, es: string) => string

/** The fields that `make` returns: the French ones as plain fields, and every language in `localeDetails`. */
export function localized(make: (locale: Locale, say: Say) => Record<string, unknown>): Record<string, unknown> {
  const localeDetails = Object.fromEntries(locales.map((locale) => [locale, make(locale, sayIn(locale))]))
  return { ...make('fr', sayIn('fr')), localeDetails }
}

/** Splits a text written as `first | second`, so that table rows have one line per language. */
export function halves(text: Text, locale: Locale): [first: string, second: string] {
  const [first = '', second = ''] = text[locale].split(' | ')
  return [first, second]
}

const sayIn =
  (locale: Locale): Say =>
  (fr, en, es) =>
    ({ fr, en, es })[locale]
