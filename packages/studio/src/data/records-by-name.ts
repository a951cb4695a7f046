import { useMemo, useState } from 'react'
import { nameOf } from '../kinds/record-names.ts'
import { useLanguage } from '../texts/language.tsx'
import type { KindName, ListQuery } from './api.ts'
import { useAllRecords, type useRecords } from './records.ts'

/**
 * A list in the order of the names as they are shown: in the language of the studio, with accents and case where its
 * readers expect them. The service sorts the main texts by code point, which puts É after Z and a translated name
 * anywhere; so lists of up to a thousand records are loaded whole and sorted here. Longer ones stay in its order.
 */
export function useRecordsByName<K extends KindName>(
  kind: K,
  query: ListQuery,
  direction: 'asc' | 'desc' | undefined,
  paged: ReturnType<typeof useRecords<K>>,
) {
  const { language } = useLanguage()
  const [shown, setShown] = useState(pageSize)
  const isSmall = paged.total > 0 && paged.total <= mostSorted
  const isSorted = direction !== undefined && isSmall
  const all = useAllRecords(kind, query, { enabled: isSorted && paged.hasNextPage })
  // A list of one page is here already.
  const { records, isPending } = paged.hasNextPage ? all : paged
  const sorted = useMemo(
    () => (direction === undefined ? [] : byName(kind, records, language, direction)),
    [records, kind, language, direction],
  )
  if (!isSorted) return paged
  return {
    ...paged,
    records: sorted.slice(0, shown),
    isPending,
    error: paged.error ?? all.error,
    hasNextPage: sorted.length > shown,
    fetchNextPage: async () => setShown(shown + pageSize),
  }
}

/** Records in the order of their names in a language. Records without a name are last. */
export function byName<R extends { _id: string }>(
  kind: KindName,
  records: readonly R[],
  language: string,
  direction: 'asc' | 'desc',
): R[] {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const sign = direction === 'asc' ? 1 : -1
  const named = records.map((record) => ({ record, name: nameOf(kind, record as never, language) }))
  named.sort((one, other) => {
    if (one.name === '' || other.name === '') return Number(one.name === '') - Number(other.name === '')
    return sign * collator.compare(one.name, other.name)
  })
  return named.map(({ record }) => record)
}

const pageSize = 50
const mostSorted = 1_000
