import { type KindName, kindNamed } from '@marquee/model'
import type { Language } from '../texts/define.ts'
import { common } from '../texts/language.tsx'
import { nameFieldOf } from './record-names.ts'

/** A copy of a record as a draft, whose name says in every language that it is one, without fields that must be unique. */
export function copyOf(kindName: KindName, record: Record<string, unknown>, language: Language) {
  const kind = kindNamed(kindName)
  const name = nameFieldOf(kindName)
  const entries = Object.entries(kind.fields)
    .filter(([field, { readOnly, secret, unique }]) => !readOnly && secret !== true && !unique && !own.includes(field))
    .map(([field]) => [field, record[field]] as const)
    .filter(([, value]) => value !== null && value !== undefined)
  const values: Record<string, unknown> = Object.fromEntries(entries)
  const called = (text: unknown, inLanguage: Language) =>
    typeof text === 'string' && text !== '' ? common[inLanguage].copyOf(text) : text
  if (name in values) values[name] = called(values[name], mainLanguage(record) ?? language)
  const translations = Object.entries(Object(values.localeDetails)).map(([locale, texts]) => {
    const translated = Object(texts)
    return [
      locale,
      name in translated ? { ...translated, [name]: called(translated[name], asLanguage(locale) ?? language) } : texts,
    ]
  })
  return translations.length > 0 ? { ...values, localeDetails: Object.fromEntries(translations) } : values
}

/** A copy is not published, is known by another reference, is no entry of the programme that the original came from, and is neither cancelled nor moved. */
const own = ['status', 'publishedAt', '_reference', 'guid', 'source', 'cancelled', 'movedFrom']

const asLanguage = (locale: unknown) => (Object.keys(common) as Language[]).find((one) => one === locale)
const mainLanguage = (record: Record<string, unknown>) => asLanguage(record.defaultLocale)
