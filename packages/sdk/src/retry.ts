import { MarqueeProblem, MarqueeUnreachable } from './problem.ts'

/** What a failed attempt is judged by. */
export interface Attempt {
  method: string
  /** Whether sending it twice has the effect of sending it once, as it carries an Idempotency-Key. */
  hasKey: boolean
  /** How many attempts came before. */
  before: number
  error: unknown
}

/** How long to wait before the next attempt, in milliseconds; undefined when there must be none. */
export function retryDelayMs({ method, hasKey, before, error }: Attempt, random = Math.random): number | undefined {
  const backoffMs = Math.min(10_000, 300 * 2 ** before) * (0.5 + random() / 2)
  const isRepeatable = method !== 'POST' || hasKey
  if (error instanceof MarqueeUnreachable) return isRepeatable ? backoffMs : undefined
  if (!(error instanceof MarqueeProblem)) return undefined
  const { status, code, retryAfterSeconds } = error
  const asked = retryAfterSeconds === undefined ? backoffMs : retryAfterSeconds * 1_000
  // A request that was turned away at the door had no effect, whatever it was.
  if (status === 429) return within(asked)
  if (!isRepeatable) return undefined
  if (status === 503) return within(asked)
  if (status === 502 || status === 504) return backoffMs
  // The attempt before was cut off on its way back, and is still at work.
  if (code === 'idempotency_in_progress' && before > 0) return within(asked)
  return undefined
}

/** Longer than that, and the caller should know instead of wait. */
const longestMs = 60_000
const within = (delayMs: number) => (delayMs > longestMs ? undefined : delayMs)

/** Settles after a while, or rejects with the reason of the signal. */
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
