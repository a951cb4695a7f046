import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KindName } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { kindKey } from './records.ts'

export interface BulkPatch {
  id: string
  body: Record<string, unknown>
}

/** Patches many records independently of each other; returns how many were changed and how many were refused. */
export function useBulkUpdate(kind: KindName) {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (patches: BulkPatch[]) => {
      let changed = 0
      for (let at = 0; at < patches.length; at += batchSize) {
        const operations = patches.slice(at, at + batchSize).map((patch) => ({ op: 'update' as const, ...patch }))
        const results = await api.kind(kind).batch('each', operations)
        changed += results.filter(({ status }) => status < 400).length
      }
      return { changed, failed: patches.length - changed }
    },
    onError: (error) => notifications.show({ color: 'red', message: error.message, autoClose: false }),
    onSettled: () => client.invalidateQueries({ queryKey: kindKey(id, kind) }),
  })
}

/** The maximum of a batch request. */
export const batchSize = 500
