import type { Logger } from 'pino'
import { databaseFailure } from './store/failures.ts'

/**
 * Logs errors of background work. While the database is unreachable every poll fails, several times a second: those errors
 * are logged at most every 30 seconds, with their count.
 */
export function createFailureLog(log: Pick<Logger, 'error'>): (error: unknown) => void {
  let loggedMs = Number.NEGATIVE_INFINITY
  let unlogged = 0
  return (error) => {
    const failure = databaseFailure(error)
    if (!failure) return log.error({ err: error }, 'background work failed')
    if (performance.now() - loggedMs < everyMs) {
      unlogged += 1
      return
    }
    log.error(
      { failure, reason: error instanceof Error ? error.message : String(error), alike: unlogged },
      'background work waits for the database',
    )
    loggedMs = performance.now()
    unlogged = 0
  }
}

const everyMs = 30_000
