import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { nameOf } from '../kinds/record-names.ts'
import { useLanguage } from '../texts/language.tsx'
import type { KindName, ListQuery, RecordFor } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { useHeldBack } from './held-back.ts'
import { listsKey, type useRecords } from './records.ts'

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
  const { api, id } = useBroadcast()
  const { language } = useLanguage()
  const heldBack = useHeldBack()
  const [shown, setShown] = useState(pageSize)
  const isSmall = paged.total > 0 && paged.total <= mostSorted
  const isSorted = direction !== undefined && isSmall
  const all = useQuery({
    queryKey: [...listsKey(id, kind), 'all', query],
    queryFn: async () => {
      const records: RecordFor<K>[] = []
      for await (const record of api.kind(kind).all(query)) records.push(record)
      return records
    },
    placeholderData: keepPreviousData,
    enabled: isSorted && paged.hasNextPage,
  })
  // A list of one page is here already.
  const records = paged.hasNextPage ? all.data : paged.records
  const sorted = useMemo(() => {
    const kept = (records ?? []).filter(({ _id }) => !heldBack.has(_id))
    return direction === undefined ? kept : byName(kind, kept, language, direction)
  }, [records, heldBack, kind, language, direction])
  if (!isSorted) return paged
  return {
    ...paged,
    records: sorted.slice(0, shown),
    isPending: paged.isPending || records === undefined,
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
