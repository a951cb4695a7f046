/** The response of a push service; without a status there was none. */
export interface Reply {
  status: number | null
  retryAfterSeconds: number | null
  /** The outbound client refused to call the address. */
  isForbidden: boolean
}

/** The final result for a client. */
export type Outcome = 'sent' | 'gone' | 'failed'

export type Verdict =
  | { type: 'sent' | 'gone' }
  /** A permanent failure. `isRefused`: the push service works, and refused this message. */
  | { type: 'failed'; isRefused: boolean }
  /** Retry later; `isForAll` when the push service throttles all messages. */
  | { type: 'retry'; delayMs: number; isForAll: boolean }

/** The delay after each failed attempt. Messages are urgent, so there are few attempts. */
export const retryDelaysMs = [1_000, 4_000, 15_000]

/** Decides what follows attempt number `tries` (from 1). `random` is from 0 to 1 and varies the delay by up to a fifth. */
export function verdictOf(tries: number, { status, retryAfterSeconds, isForbidden }: Reply, random: number): Verdict {
  if (status !== null && status >= 200 && status < 300) return { type: 'sent' }
  if (status === 404 || status === 410) return { type: 'gone' }
  const isPassing = status === null ? !isForbidden : status === 429 || status >= 500
  const delayMs = retryDelaysMs[tries - 1]
  if (!isPassing || delayMs === undefined) return { type: 'failed', isRefused: status !== null && !isPassing }
  const askedMs = Math.min((retryAfterSeconds ?? 0) * 1_000, longestPauseMs)
  return {
    type: 'retry',
    delayMs: Math.round(Math.max(delayMs * (0.8 + 0.4 * random), askedMs)),
    isForAll: status === 429 || askedMs > 0,
  }
}

const longestPauseMs = 300_000
