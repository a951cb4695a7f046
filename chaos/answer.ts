import type { BenchBroadcast } from '../bench/service.ts'

/** An answer with the time that it took. Status 0: the connection failed or nothing came within the limit. */
export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the shapes of all answers
  body: any
  ms: number
  /** Why there is no answer. */
  failure?: string
}

export interface Asked {
  body?: unknown
  headers?: Record<string, string>
  /** After how long an answer counts as missing. */
  limitMs?: number
}

/** Sends a request with the key of a broadcast to one of the services that have it. Never rejects. */
export async function askAs(
  { authorization }: Pick<BenchBroadcast, 'authorization'>,
  url: string,
  method: string,
  path: string,
  { body, headers = {}, limitMs = 30_000 }: Asked = {},
): Promise<Answer> {
  const startedAt = performance.now()
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(limitMs),
    })
    const text = await response.text()
    const ms = performance.now() - startedAt
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text, ms }
  } catch (error) {
    const { message, cause } = error as Error
    const failure = cause instanceof Error ? `${message}: ${cause.message}` : message
    return { status: 0, headers: new Headers(), body: null, ms: performance.now() - startedAt, failure }
  }
}

/** A refusal as promised: a problem document that says what is wrong and when to try again. */
export function isClearRefusal({ status, headers, body }: Answer, codes: readonly string[]): boolean {
  return (
    (status === 503 || status === 429) &&
    (headers.get('content-type') ?? '').startsWith('application/problem+json') &&
    /^\d+$/.test(headers.get('retry-after') ?? '') &&
    body?.status === status &&
    codes.includes(body.code) &&
    typeof body.detail === 'string'
  )
}

/** Whether a refused write may have been made all the same, as its problem says. */
export const isUnknownOutcome = ({ status, body }: Answer) =>
  status === 0 || (status === 503 && /may have been made or not/.test(body?.detail ?? ''))

/** One line about an answer that must not be. */
export const lineOf = ({ status, body, failure }: Answer) =>
  `${status} ${failure ?? JSON.stringify(body)?.slice(0, 200)}`

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
