/** A language tag in its canonical form: `he-il` and `he_IL` become `he-IL`. Undefined for one that names no language. */
export function tagOf(text: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))
    return tag && names.of(tag.split('-')[0] as string) ? tag : undefined
  } catch {
    return undefined
  }
}

/** Intl accepts any word of the right shape, so only languages that it has a name for count. */
const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

export const languageIn = (tag: string): string => new Intl.Locale(tag).language
/** The country of a tag such as `fr-CH`. */
export const countryIn = (tag: string): string | undefined => new Intl.Locale(tag).region
