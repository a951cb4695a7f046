import { MarqueeProblem, MarqueeUnreachable } from './problem.ts'

/** A failed attempt: the input of the retry decision. */
export interface Attempt {
  method: string
  /** Whether the request has an Idempotency-Key, so that sending it twice has the effect of sending it once. */
  hasKey: boolean
  /** The number of attempts before this one. */
  before: number
  error: unknown
}

/** The delay before the next attempt in milliseconds; undefined when the request must not be retried. */
export function retryDelayMs({ method, hasKey, before, error }: Attempt, random = Math.random): number | undefined {
  const backoffMs = Math.min(10_000, 300 * 2 ** before) * (0.5 + random() / 2)
  const isRepeatable = method !== 'POST' || hasKey
  if (error instanceof MarqueeUnreachable) return isRepeatable ? backoffMs : undefined
  if (!(error instanceof MarqueeProblem)) return undefined
  const { status, code, retryAfterSeconds } = error
  const asked = retryAfterSeconds === undefined ? backoffMs : retryAfterSeconds * 1_000
  // A rate-limited request had no effect, so any method can be retried.
  if (status === 429) return within(asked)
  if (!isRepeatable) return undefined
  if (status === 503) return within(asked)
  if (status === 502 || status === 504) return backoffMs
  // The response to the previous attempt was lost, and the service is still processing it.
  if (code === 'idempotency_in_progress' && before > 0) return within(asked)
  return undefined
}

/** Longer delays are reported to the caller instead of waited for. */
const maxDelayMs = 60_000
const within = (delayMs: number) => (delayMs > maxDelayMs ? undefined : delayMs)

/** Resolves after `ms`, or rejects with the reason of the signal. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
