import { type AnyRecord, type Kind, type SearchRank, searchFields, shapes, textsIn } from '@marquee/model'
import { plainText } from './plain-text.ts'
import { wordsOf } from './words.ts'

/** The searchable texts of a record in one of its languages. */
export interface SearchDocument {
  /** The language of `localeDetails` it was built from, or '' for the record itself. */
  locale: string
  /** The language of its texts, if known. */
  language: string | null
  /** The values of `?locale=` for which these texts are shown: `*` is every other language, except those with a `-`. */
  serves: string[]
  title: string | null
  texts: { field: string; rank: SearchRank; text: string }[]
}

/** The documents of a record: one for the record itself and one for each translation. `only` selects one of them. */
export function documentsOf(kind: Kind, record: AnyRecord, only?: string): SearchDocument[] {
  const details = detailsOf(record)
  const own = Object.keys(details).filter((locale) => kind.localized.some((name) => isSet(details[locale]?.[name])))
  const language = typeof record.defaultLocale === 'string' ? record.defaultLocale : null
  const fallback = language && own.includes(language) ? language : ''
  const folded = (locale: string) => foldedOver(kind, record, [details[locale], details[language ?? '']])
  const others = shapes.locales.filter((locale) => !own.includes(locale))
  const make = (locale: string) => ({
    locale,
    language: locale === '' ? language : locale,
    serves: [
      ...(locale === '' ? [] : [locale]),
      ...(locale === fallback ? [...others, '*', ...own.map((one) => `-${one}`)] : []),
    ],
    ...textsOf(kind, locale === '' ? record : folded(locale)),
  })
  const wanted = ['', ...own].filter((locale) => only === undefined || locale === only)
  return wanted.map(make).filter(({ texts }) => texts.length > 0)
}

/** The words of a document, each with its highest rank; at most `maxWords`. */
export function rankedWords({ texts }: SearchDocument): Map<string, SearchRank> {
  const words = new Map<string, SearchRank>()
  for (const { rank, text } of texts) {
    for (const word of wordsOf(text, maxWords)) if (!words.has(word) && words.size < maxWords) words.set(word, rank)
  }
  return words
}

/** The title in the form that is compared with words that may have typos. */
export const foldedTitle = ({ title }: SearchDocument) => wordsOf(title ?? '', maxTitleWords).join(' ')

/** PostgreSQL accepts a megabyte of words per document, at up to three bytes per character. */
const maxWords = 3_000
const maxTitleWords = 30

type Details = Record<string, Record<string, unknown> | undefined>

const detailsOf = ({ localeDetails }: AnyRecord) => (localeDetails ?? {}) as Details
const isSet = (value: unknown) => value !== undefined && value !== null

/** The record with each localizable field taken from the first of the languages that has it. */
function foldedOver(kind: Kind, record: AnyRecord, languages: Details[string][]): AnyRecord {
  const local: AnyRecord = { ...record }
  for (const name of kind.localized) {
    const value = languages.map((texts) => texts?.[name]).find(isSet)
    if (value !== undefined) local[name] = value
  }
  return local
}

function textsOf(kind: Kind, record: AnyRecord): Pick<SearchDocument, 'title' | 'texts'> {
  const texts = searchFields(kind).map((field) => {
    const found = beginning(textsIn(field, record[field.name]))
    const text = field.rank === 'title' ? found.join(' ') : lines(found.map(plainText))
    return { field: field.name, rank: field.rank, text }
  })
  return {
    title: typeof record.title === 'string' ? record.title : null,
    texts: texts.filter(({ text }) => wordsOf(text, 1).length > 0),
  }
}

/** The texts of a field up to the maximum that is searched. */
function beginning(texts: string[]): string[] {
  let length = 0
  return texts.filter((text) => {
    length += text.length
    return length - text.length < maxFieldLength
  })
}

const maxFieldLength = 50_000

const lines = (texts: string[]) => texts.filter((text) => text !== '').join('\n')
