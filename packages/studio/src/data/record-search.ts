import { kindNamed, queryFields, searchableKinds } from '@marquee/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { nameFieldOf } from '../kinds/record-names.ts'
import type { KindName, ListQuery } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { useRecords } from './records.ts'
import { useRecordsByName } from './records-by-name.ts'

const searchable = new Set(searchableKinds.map(({ name }) => name))

/**
 * Records that match a text, or the first by name without a text. Kinds with public texts are found by words in any
 * field, the others by a part of their name; tags are found by a part, too.
 */
export function useRecordSearch<K extends KindName>(kind: K, text: string, enabled: boolean, query: ListQuery = {}) {
  const { ids, isFetching } = useFoundIds(kind, text, enabled)
  const narrowed = useMemo<ListQuery>(() => {
    const filters = [...(query.filters ?? [])]
    if (ids)
      filters.push({ $or: [{ _id: { $in: ids.length > 0 ? ids : [noId] } }, ...containing(kind, text, ['tags'])] })
    else if (text !== '') filters.push({ $or: containing(kind, text, [nameFieldOf(kind), 'mediaUrl', 'tags']) })
    const name = nameFieldOf(kind)
    const canSort = queryFields(kindNamed(kind)).get(name)?.sortable
    return {
      ...query,
      ...(filters.length > 0 && { filters }),
      ...(canSort && !query.sort && { sort: { [name]: 'asc' } }),
    }
  }, [ids, kind, text, query])
  const paged = useRecords(kind, narrowed, { enabled: enabled && !(isFetching && !ids && text !== '') })
  const found = useRecordsByName(kind, narrowed, narrowed.sort?.[nameFieldOf(kind)], paged)
  return { ...found, isFetching: isFetching || found.isFetching }
}

function useFoundIds(
  kind: KindName,
  text: string,
  enabled: boolean,
): { ids: string[] | undefined; isFetching: boolean } {
  const { api, id } = useBroadcast()
  const isSearched = enabled && text !== '' && searchable.has(kind)
  const { data, isFetching } = useQuery({
    queryKey: ['broadcast', id, 'search', kind, text],
    queryFn: async ({ signal }) =>
      (await api.search(text, { kinds: [kind], limit: 100, signal })).data.map(({ _id }) => _id),
    enabled: isSearched,
    // A record that was created since must be found, or it is created twice.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return { ids: isSearched ? data : undefined, isFetching: isSearched && isFetching }
}

/** List filters are case-sensitive, so the usual spellings of a word are all queried. */
function containing(kind: KindName, text: string, fields: string[]): unknown[] {
  const names = fields.filter((name) => queryFields(kindNamed(kind)).has(name))
  const spellings = [...new Set([text, text.toLowerCase(), text.charAt(0).toUpperCase() + text.slice(1)])]
  return names.flatMap((name) => spellings.map((spelling) => ({ [name]: { $contains: spelling } })))
}

const noId = '0'.repeat(24)
