import { QueryClient } from '@tanstack/react-query'

/** Data stays visible while it is refetched. The API client retries by itself, so queries do not. */
export function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: false,
        refetchOnWindowFocus: 'always',
      },
    },
  })
}
