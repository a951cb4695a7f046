import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keysKey } from '../../../data/actor-names.ts'
import type { BroadcastApi } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'

type Keys = BroadcastApi['sdk']['keys']
export type ApiKey = Awaited<ReturnType<Keys['create']>>
export type NewKey = Parameters<Keys['create']>[0]

/** The keys of the broadcast, with their operations. */
export function useKeys() {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const onSuccess = () => {
    void client.invalidateQueries({ queryKey: ['broadcast', id, 'usage'] })
    return client.invalidateQueries({ queryKey: keysKey(id) })
  }
  return {
    list: useQuery({ queryKey: keysKey(id), queryFn: () => api.sdk.keys.list() }),
    create: useMutation({ mutationFn: (key: NewKey) => api.sdk.keys.create(key), onSuccess }),
    rotate: useMutation({
      mutationFn: ({ keyId, overlapSeconds }: { keyId: string; overlapSeconds: number }) =>
        api.sdk.keys.rotate(keyId, { overlapSeconds }),
      onSuccess,
    }),
    revoke: useMutation({ mutationFn: (keyId: string) => api.sdk.keys.revoke(keyId), onSuccess }),
  }
}
