import type { Query } from '../address.ts'
import { compareWords } from './collator.ts'
import { languageIn } from './languages.ts'
import { stageOrder } from './places.ts'
import { programmeOf } from './programme.ts'
import { searchIds } from './search.ts'
import { idOf, type Shown, textOr, textsIn, wordsOf } from './shown.ts'
import { derived, findAll, type SiteData } from './site-data.ts'

/** The filters of the programme, by their names in its address. */
export const filterNames = ['category', 'stage', 'host', 'language'] as const
export type FilterName = (typeof filterNames)[number]

/** Several values of one filter are alternatives; different filters all apply. */
export interface ProgrammeFilter {
  values: Record<FilterName, string[]>
  /** A search. */
  text: string
}

export function filterOf(query: Query | undefined): ProgrammeFilter {
  const values = (name: FilterName) => [...new Set((query?.[name] ?? '').split(',').filter((value) => value !== ''))]
  return {
    values: {
      category: values('category'),
      stage: values('stage'),
      host: values('host'),
      language: values('language'),
    },
    text: query?.q ?? '',
  }
}

/** The query of an address with other values of a filter. */
export function withValues(query: Query | undefined, name: FilterName | 'q', values: string[]): Query {
  const { [name]: _, ...others } = query ?? {}
  return values.length === 0 ? others : { ...others, [name]: values.join(',') }
}

/** The query without filters, which keeps the view. */
export const withoutFilters = (query: Query | undefined): Query =>
  [...filterNames, 'q' as const].reduce((rest, name) => withValues(rest, name, []), query ?? {})

export const isFiltered = ({ values, text }: ProgrammeFilter): boolean =>
  text.trim() !== '' || filterNames.some((name) => values[name].length > 0)

/** Decides which sessions a filter shows. */
export function wantedBy(data: SiteData, { values, text }: ProgrammeFilter, locale: string) {
  const found = text.trim() === '' ? undefined : searchIds(data, 'session', text, locale)
  return (session: Shown): boolean =>
    filterNames.every((name) => {
      const wanted = values[name]
      return wanted.length === 0 || valuesIn(session, name).some((own) => wanted.includes(own))
    }) &&
    (found === undefined || found.has(idOf(session)))
}

function valuesIn(session: Shown, name: FilterName): string[] {
  if (name === 'category') return textsIn(session.categoryIds)
  if (name === 'host') return textsIn(session.hostIds)
  if (name === 'language') return languagesOf(session)
  return [textOr(session.interestPointId)].filter((value) => value !== '')
}

/** The languages that are spoken; a session without them is in the language of its texts. */
function languagesOf(session: Shown): string[] {
  const spoken = textsIn(session.languages)
  return spoken.length > 0 ? spoken : [textOr(session.defaultLocale)].filter((value) => value !== '')
}

/** A value that a filter can have. */
export interface FilterOption {
  value: string
  label: string
}

/** The values that occur in the programme. Sessions that are all in one language need no filter for it. */
export function optionsOf(data: SiteData, locale: string): Record<FilterName, FilterOption[]> {
  const used = usedValues(data)
  const compare = compareWords(locale)
  const sorted = (options: FilterOption[]) => options.sort((one, other) => compare(one.label, other.label))
  const listed = (records: Shown[]) =>
    records.map((record) => ({ value: idOf(record), label: wordsOf(record, 'title', locale) || '…' }))
  const named = (records: Shown[]) => sorted(listed(records))
  return {
    category: named(findAll(data, 'category', used.category)),
    stage: listed(findAll(data, 'place', used.stage).sort(stageOrder(locale))),
    host: named(findAll(data, 'host', used.host)),
    language:
      used.language.length < 2
        ? []
        : sorted(used.language.map((value) => ({ value, label: languageIn(value, locale) }))),
  }
}

const usedValues = derived((data): Record<FilterName, string[]> => {
  const { slots, undated } = programmeOf(data)
  const sessions = [...slots.map(({ session }) => session), ...undated]
  const used = (name: FilterName) => [...new Set(sessions.flatMap((session) => valuesIn(session, name)))]
  return { category: used('category'), stage: used('stage'), host: used('host'), language: used('language') }
})
