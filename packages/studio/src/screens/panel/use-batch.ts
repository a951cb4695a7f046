import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { KindName } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { kindKey } from '../../data/records.ts'

export interface BatchChange {
  recordId: string
  patch: Record<string, unknown>
  ifMatch?: string | undefined
}

/** Changes many records, all of them or none. */
export function useBatch(kind: KindName) {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useCallback(
    async (changes: readonly BatchChange[]): Promise<void> => {
      try {
        await api.kind(kind).batch(
          'atomic',
          changes.map(({ recordId, patch, ifMatch }) => ({
            op: 'update',
            id: recordId,
            body: patch,
            ...(ifMatch !== undefined && { ifMatch }),
          })),
        )
      } finally {
        await client.invalidateQueries({ queryKey: kindKey(id, kind) })
      }
    },
    [api, id, kind, client],
  )
}
