import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type Change, Problem } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { readBackwards, withoutRepeats } from './change-log.ts'
import { onChange } from './live.ts'

/** The changes of the broadcast, the newest first; new ones are added as they are received. */
export function useRecentChanges(pageSize: number) {
  const { api, id } = useBroadcast()
  const [received, setReceived] = useState<Change[]>([])
  useEffect(() => onChange((change) => setReceived((known) => [change, ...known].slice(0, 500))), [])
  const found = useInfiniteQuery({
    queryKey: ['broadcast', id, 'recent changes', pageSize],
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam ?? (await api.sdk.usage({ signal })).sequence + 1
      const read = async (since: number, limit: number) =>
        (await api.sdk.changesPage({ since, limit }, { signal })).data as unknown as Change[]
      return readBackwards({ read, isPurged }, before, pageSize)
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ before }) => before,
  })
  const changes = useMemo(
    () => withoutRepeats(found.data?.pages.flatMap((page) => page.changes) ?? [], found.data ? received : []),
    [found.data, received],
  )
  return { ...found, changes }
}

const isPurged = (error: unknown) => error instanceof Problem && error.code === 'sequence_expired'
