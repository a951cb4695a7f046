import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BroadcastApi } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { kindKey } from './records.ts'

/** A deleted record, as the trash lists it. */
export type TrashEntry = Awaited<ReturnType<BroadcastApi['sdk']['trash']['list']>>['data'][number]

/** Deleted records, the latest first. */
export function useTrash({ kind, q }: { kind: string | undefined; q: string }) {
  const { api, id } = useBroadcast()
  const found = useInfiniteQuery({
    queryKey: [...trashKey(id), 'list', kind, q],
    queryFn: ({ pageParam, signal }) =>
      api.sdk.trash.list(
        { ...(kind && { kind: kind as TrashEntry['kind'] }), ...(q !== '' && { q }), ...pageParam },
        { signal },
      ),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ next }) => (next === null ? undefined : { cursor: next }),
  })
  const pages = found.data?.pages ?? []
  return { ...found, entries: pages.flatMap(({ data }) => data), keptDays: pages[0]?.kept_days }
}

/** A deleted record that can be restored; null when it cannot. */
export function useTrashed(recordId: string, enabled: boolean) {
  const { api, id } = useBroadcast()
  return useQuery({
    queryKey: [...trashKey(id), 'one', recordId],
    queryFn: ({ signal }) =>
      api.sdk.trash.get(recordId, { signal }).catch((error: { status?: number }) => {
        if (error.status === 404) return null
        throw error
      }),
    enabled,
  })
}

/** How many days deleted records are kept. */
export async function readKeptDays(api: BroadcastApi): Promise<number> {
  return (await api.sdk.trash.list({ limit: 1 })).kept_days
}

/** Restores deleted records one after another, and updates the cached lists of their kinds. */
export function useRestoreTrashed() {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useMutation({
    async mutationFn(entries: readonly { kind: string; id: string }[]) {
      const referrers = { restored: 0, left_out: 0 }
      for (const entry of entries) {
        const restored = await api.sdk.trash.restore(entry.id)
        referrers.restored += restored.referrers.restored
        referrers.left_out += restored.referrers.left_out
      }
      return referrers
    },
    async onSettled(_done, _error, entries) {
      for (const kind of new Set(entries.map((entry) => entry.kind)))
        await client.invalidateQueries({ queryKey: kindKey(id, kind) })
      await client.invalidateQueries({ queryKey: trashKey(id) })
    },
  })
}

/** Purges one deleted record, or all of them; returns how many. */
export function usePurge() {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useMutation({
    async mutationFn(recordId: string | null) {
      if (recordId === null) return (await api.sdk.trash.empty()).purged
      await api.sdk.trash.purge(recordId)
      return 1
    },
    onSettled: () => client.invalidateQueries({ queryKey: trashKey(id) }),
  })
}

export const trashKey = (broadcastId: string) => ['broadcast', broadcastId, 'trash']
