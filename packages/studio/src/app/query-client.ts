import { QueryClient } from '@tanstack/react-query'
import { Problem } from '../data/api.ts'

/** What is read stays on the screen while it is asked for again; refusals are not asked again. */
export function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) => count < 2 && !(error instanceof Problem && error.status < 500),
        refetchOnWindowFocus: 'always',
      },
    },
  })
}
