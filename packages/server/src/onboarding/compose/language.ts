import type { PageFound } from '../read/found.ts'
import { languageIn, tagOf } from '../tags.ts'
import { guessLanguage, scriptLanguage } from './language-words.ts'

/**
 * The language of a site as a BCP 47 tag: declared by its pages, else recognized from their words; undefined when neither says
 * it. A declaration that the script of the text contradicts is a leftover of a template.
 */
export function languageOf(
  home: Pick<PageFound, 'declaredLanguages' | 'alternates' | 'url'>,
  texts: string[],
  more = '',
) {
  const text = texts.join('\n')
  const own = home.alternates.find(({ url }) => url === home.url)
  const declared = [...home.declaredLanguages, own?.language ?? '', more].flatMap((tag) => tagOf(tag) ?? [])[0]
  const written = scriptLanguage(text)
  if (declared && (written === undefined || isWrittenIn(declared, written))) return shortTag(declared)
  return written ?? guessLanguage(text)
}

/** Without the region that goes without saying: `fr` for `fr-FR`, but `zh-TW`. Locales of records have none. */
const shortTag = (tag: string) => recordLocaleOf(tag) ?? new Intl.Locale(tag).minimize().toString()

/** Japanese and Chinese share a script, and so do the languages in Cyrillic or Arabic. */
function isWrittenIn(tag: string, written: string): boolean {
  const scriptOf = (one: string) => new Intl.Locale(one).maximize().script
  const script = scriptOf(tag)
  return (
    languageIn(tag) === written ||
    script === scriptOf(written) ||
    (isEastAsian(script) && isEastAsian(scriptOf(written)))
  )
}

const isEastAsian = (script: string | undefined) => /^(?:Jpan|Hans|Hant|Kore)$/.test(script ?? '')

/** The locales of records. Texts in other languages have no locale of their own; the broadcast has any. */
export const recordLocales = ['fr', 'en', 'es'] as const
export type RecordLocale = (typeof recordLocales)[number]

export const recordLocaleOf = (tag: string | undefined): RecordLocale | undefined =>
  recordLocales.find((locale) => tag !== undefined && languageIn(tag) === locale)
