import { QueryClient } from '@tanstack/react-query'

/** What is read stays on the screen while it is asked for again; the client of the service tries again by itself where that helps. */
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
