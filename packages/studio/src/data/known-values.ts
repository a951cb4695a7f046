import { useQuery } from '@tanstack/react-query'
import type { KindName } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { listsKey } from './records.ts'

/** The entries that records already have in a list of words, such as tags, in the order of the alphabet. */
export function useKnownValues(kind: KindName, name: string): string[] {
  const { api, id } = useBroadcast()
  const { data = none } = useQuery({
    queryKey: [...listsKey(id, kind), 'known', name],
    queryFn: async ({ signal }) => {
      // The newest are enough to suggest from; a library may have thousands.
      const query = { filters: [{ [name]: { $gt: '' } }], sort: { _id: 'desc' as const }, fields: [name], limit: 200 }
      const { data: records } = await api.kind(kind).list(query, signal)
      const all = records.flatMap((record) => Object(record)[name] as string[])
      return [...new Set(all)].sort((one, other) => one.localeCompare(other))
    },
  })
  return data
}

const none: string[] = []
