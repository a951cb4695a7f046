import { useQuery } from '@tanstack/react-query'
import { useBroadcast } from './broadcasts.tsx'
import { rateLimitOf } from './rate-limit-headers.ts'

/** How many requests this session has left, as the last answer said it; null where the service counts none. */
export function useRateLimit() {
  const { api, id } = useBroadcast()
  return useQuery({
    queryKey: ['broadcast', id, 'rate limit'],
    // The client gives bodies; here the headers are what is asked for.
    queryFn: async ({ signal }) =>
      rateLimitOf((await fetch(`${api.base}/usage`, { credentials: 'same-origin', signal })).headers) ?? null,
    refetchInterval: 10_000,
    staleTime: 0,
  })
}
