import { isPlain, type Values } from '../data/merge.ts'
import { pointerTo } from '../data/pointers.ts'
import type { ContentLanguage } from './content-language.tsx'

/** A member of a tile, a link or another part with texts of its own, in the language that is edited. */
export interface LocalText {
  value: unknown
  /** The main text, while another language is edited. */
  placeholder?: string | undefined
  pointer: string
  /** The part with another value of the member. */
  withValue(value: unknown): Values
}

/** The member itself, or its translation when it may differ in the language. */
export function localText(
  part: Values,
  name: string,
  language: ContentLanguage,
  localized?: readonly string[],
): LocalText {
  if (language === undefined || !localized?.includes(name))
    return { value: part[name], pointer: pointerTo(name), withValue: (value) => ({ ...part, [name]: value }) }
  const details = isPlain(part.localeDetails) ? part.localeDetails : {}
  const inLanguage = isPlain(details[language]) ? details[language] : {}
  const main = part[name]
  return {
    value: inLanguage[name],
    placeholder: typeof main === 'string' ? main.slice(0, 300) : undefined,
    pointer: pointerTo('localeDetails', language, name),
    withValue(value) {
      const { [name]: _, ...others } = inLanguage
      const isEmpty = value === null || value === undefined || value === ''
      const texts = isEmpty ? others : { ...others, [name]: value }
      const { [language]: __, ...languages } = details
      return {
        ...part,
        localeDetails: Object.keys(texts).length === 0 ? languages : { ...languages, [language]: texts },
      }
    },
  }
}

/** The texts by language of all parts inside of a value, so that the languages that have some are known. */
export function textsWithin(value: unknown): Record<string, Values> {
  const found: Record<string, Values> = {}
  const add = (one: unknown) => {
    if (Array.isArray(one)) return one.forEach(add)
    if (!isPlain(one)) return
    const { localeDetails, ...members } = one
    for (const [locale, texts] of Object.entries(isPlain(localeDetails) ? localeDetails : {}))
      found[locale] = { ...found[locale], ...(isPlain(texts) ? texts : {}) }
    Object.values(members).forEach(add)
  }
  add(value)
  return found
}
