import { JobFailed } from '../base/job.ts'
import { isLastingFailure } from '../store/lasting-failure.ts'

export type RetryDecision = { retryInMs: number } | { reason: string }

/** Whether and when a failed job is retried; otherwise the reason that is shown to people. Pure. */
export function decideRetry(error: unknown, attempt: number): RetryDecision {
  if (error instanceof JobFailed) return { reason: error.message }
  const isLasting = isLastingFailure(error)
  if (attempt < (isLasting ? maxLastingAttempts : maxAttempts)) return { retryInMs: retryDelayMs(attempt) }
  return { reason: isLasting ? lastingReason : passingReason }
}

/** 2 s, 8 s, 32 s, about 2 min ... */
const retryDelayMs = (attempt: number) => Math.min(2_000 * 4 ** (attempt - 1), 600_000)

export const maxAttempts = 6
/** One retry is enough where only a concurrent write could have been the cause. */
const maxLastingAttempts = 2

const lastingReason =
  'An unexpected error stopped this job, and a retry would not help. The log of the service has the details.'
const passingReason = `It failed ${maxAttempts} times in a row. The log of the service has the details; start it again later.`
