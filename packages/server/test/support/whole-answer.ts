import type { TestService } from './service.ts'

export const ask = (service: TestService, path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { headers })

/** All of a response that must be equal when the same is asked again. */
export async function seen(response: Response) {
  const headers = [...response.headers].filter(([name]) => !passing.includes(name))
  return { status: response.status, headers: headers.sort(), body: await response.text() }
}

const passing = ['date', 'x-request-id', 'ratelimit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'keep-alive']
