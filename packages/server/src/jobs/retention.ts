import type { Clock } from '../base/clock.ts'
import { pruneAudit } from '../store/audit.ts'
import { pruneChanges } from '../store/changes.ts'
import type { Db } from '../store/db.ts'
import { pruneIdempotencyKeys } from '../store/idempotency.ts'
import { pruneRateWindows } from '../store/rate-windows.ts'
import { sql } from '../store/sql.ts'

export interface Kept {
  changesKeptDays: number
  auditKeptDays: number
}

/** Forgets what is older than we promise to keep. Of several nodes one does it; doing it twice does no harm. */
export async function runRetention({ db, clock, kept }: { db: Db; clock: Clock; kept: Kept }): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now() - days * dayMs)
  for (let gone = biteSize; gone === biteSize; ) {
    gone = await db.transaction(async (tx) => {
      const [lock] = await tx.query<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${retentionLock}) as held`)
      return lock?.held ? pruneChanges(tx, daysAgo(kept.changesKeptDays), biteSize) : 0
    })
  }
  await db.transaction(async (tx) => {
    await pruneIdempotencyKeys(tx, daysAgo(1))
    await pruneAudit(tx, daysAgo(kept.auditKeptDays))
    await pruneRateWindows(tx, clock.now() - dayMs)
  })
}

/** Runs a piece of work every so often, one at a time; `stop` waits for the one that runs. */
export function every(
  ms: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = work()
      .catch(onError)
      .finally(() => {
        isRunning = false
      })
  }, ms).unref()
  return {
    stop() {
      clearInterval(timer)
      return running
    },
  }
}

const dayMs = 86_400_000
const biteSize = 10_000
const retentionLock = 7_203_061_423
