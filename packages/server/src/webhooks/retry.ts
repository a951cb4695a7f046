/** The result of one attempt to deliver. */
export interface Outcome {
  /** The status of the response, or null without one. */
  status: number | null
  retryAfterSeconds: number | null
}

export type Verdict = { type: 'delivered' } | { type: 'retry'; delayMs: number } | { type: 'failed' } | { type: 'gone' }

/** The delay before each attempt after the previous one, in seconds. The first is immediate. */
export const scheduleSeconds = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

/** Decides what follows attempt number `attempt` (from 1). `random` is from 0 to 1 and varies the delay by up to a fifth. */
export function verdictOf(attempt: number, { status, retryAfterSeconds }: Outcome, random: number): Verdict {
  if (status !== null && status >= 200 && status < 300) return { type: 'delivered' }
  if (status === 410) return { type: 'gone' }
  const step = scheduleSeconds[attempt]
  if (step === undefined) return { type: 'failed' }
  const spread = step * (0.8 + 0.4 * random)
  // A receiver may request a longer delay, up to twice the regular one.
  const asked = Math.min(retryAfterSeconds ?? 0, step * 2)
  return { type: 'retry', delayMs: Math.round(Math.max(spread, asked) * 1_000) }
}

/** Whether a receiver has failed for so long, and so often, that its webhook is disabled. */
export function isHopeless(failingSinceMs: number, nowMs: number, failedEvents: number): boolean {
  return nowMs - failingSinceMs > hopelessAfterMs && failedEvents >= 3
}

const hopelessAfterMs = 5 * 86_400_000
