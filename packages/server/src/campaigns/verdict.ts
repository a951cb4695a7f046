/** What a push service answered; without a status there was no answer. */
export interface Reply {
  status: number | null
  retryAfterSeconds: number | null
  /** The address may not be called at all. */
  isForbidden: boolean
}

/** What came of a client in the end. */
export type Outcome = 'sent' | 'gone' | 'failed'

export type Verdict =
  | { type: 'sent' | 'gone' }
  /** Not to be mended. `isRefused`: the push service is well, and does not want this one. */
  | { type: 'failed'; isRefused: boolean }
  /** Again after a while; `isForAll` when the push service wants to be left alone by everybody. */
  | { type: 'retry'; delayMs: number; isForAll: boolean }

/** How long to wait after each try that failed. A message is of the moment, so there are few. */
export const retryDelaysMs = [1_000, 4_000, 15_000]

/** What to do after try number `tries` (from 1). `random` is from 0 to 1 and spreads the tries by a fifth both ways. */
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
