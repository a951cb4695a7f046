import { useQuery } from '@tanstack/react-query'
import { useBroadcast } from './broadcasts.tsx'
import { rateLimitOf } from './rate-limit-headers.ts'

/** The remaining requests of this session by the last response; null without a limit. */
export function useRateLimit() {
  const { api, id } = useBroadcast()
  return useQuery({
    queryKey: ['broadcast', id, 'rate limit'],
    // The SDK returns bodies only, and the limit is in the headers.
    queryFn: async ({ signal }) =>
      rateLimitOf((await fetch(`${api.base}/usage`, { credentials: 'same-origin', signal })).headers) ?? null,
    refetchInterval: 10_000,
    staleTime: 0,
  })
}
