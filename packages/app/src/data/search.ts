import { type RecordScreen, recordScreens } from '../address.ts'
import { plainOf, richOf } from '../rich/rich.ts'
import { idOf, type Shown, textsIn, wordsOf } from './shown.ts'
import { all, derived, findAll, type SiteData } from './site-data.ts'

export interface Hit {
  kind: RecordScreen
  record: Shown
}

interface Entry extends Hit {
  /** Words of the title, and of everything else, without case and accents. */
  title: string
  rest: string
}

/** The records whose texts contain every word of a search, titles first. It works without a network. */
export function search(data: SiteData, text: string, locale: string, limit = 50): Hit[] {
  const words = wordsIn(text)
  if (words.length === 0) return []
  const ranked = entriesOf(data)(locale)
    .filter((entry) => hasWords(entry, words))
    .map((entry) => ({ entry, inTitle: words.filter((word) => ` ${entry.title}`.includes(` ${word}`)).length }))
  return ranked
    .toSorted((one, other) => other.inTitle - one.inTitle)
    .slice(0, limit)
    .map(({ entry: { kind, record } }) => ({ kind, record }))
}

/** The ids of the records of a kind that a search finds. */
export function searchIds(data: SiteData, kind: RecordScreen, text: string, locale: string): Set<string> {
  const words = wordsIn(text)
  const found = entriesOf(data)(locale).filter((entry) => entry.kind === kind && hasWords(entry, words))
  return new Set(found.map(({ record }) => idOf(record)))
}

const wordsIn = (text: string) =>
  folded(text)
    .split(' ')
    .filter((word) => word !== '')

const hasWords = ({ title, rest }: Entry, words: string[]) =>
  words.every((word) => title.includes(word) || ` ${rest}`.includes(` ${word}`))

/** The texts of a language are gathered on the first search in it. */
const entriesOf = derived((data) => {
  const byLocale = new Map<string, Entry[]>()
  return (locale: string): Entry[] => {
    const known = byLocale.get(locale) ?? entries(data, locale)
    byLocale.set(locale, known)
    return known
  }
})

function entries(data: SiteData, locale: string): Entry[] {
  const kinds = Object.keys(recordScreens) as RecordScreen[]
  return kinds.flatMap((kind) =>
    all(data, kind).map((record) => ({
      kind,
      record,
      title: folded(wordsOf(record, 'title', locale)),
      rest: folded(restOf(data, record, locale)),
    })),
  )
}

/** Subtitle, text, and for sessions the names of hosts, place and categories. */
function restOf(data: SiteData, record: Shown, locale: string): string {
  const words = (one: unknown, field: string) => wordsOf(one, field, locale)
  const text = words(record, 'content') || words(record, 'description')
  const named = [
    ...findAll(data, 'host', textsIn(record.hostIds)),
    ...findAll(data, 'place', textsIn([record.interestPointId])),
    ...findAll(data, 'category', textsIn(record.categoryIds)),
  ]
  return [
    words(record, 'subtitle'),
    ...named.map((one) => words(one, 'title')),
    plainOf(richOf(text.slice(0, longestText))),
    idOf(record),
  ].join(' ')
}

/** Lower case without accents, words separated by one space. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const longestText = 5_000
