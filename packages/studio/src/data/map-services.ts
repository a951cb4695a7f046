import { useQuery } from '@tanstack/react-query'
import type { BroadcastApi } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'

export type MapServices = Awaited<ReturnType<BroadcastApi['sdk']['mapServices']>>
export type Address = Awaited<ReturnType<BroadcastApi['sdk']['addresses']>>[number]

/** The tiles and the address search that the operator has configured. */
export function useMapServices() {
  const { api, id } = useBroadcast()
  return useQuery({
    queryKey: ['map services', id],
    queryFn: ({ signal }) => api.sdk.mapServices({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
