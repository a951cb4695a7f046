/** Whether a text is a well-formed BCP 47 tag, which dates and names of languages can be written with. */
export function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
