import type { Clock } from '../base/clock.ts'
import { pruneAudit } from '../store/audit.ts'
import { pruneChanges } from '../store/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import { pruneDeliveries } from '../store/deliveries.ts'
import { tryLock } from '../store/health.ts'
import { pruneIdempotencyKeys } from '../store/idempotency.ts'
import { pruneJobs } from '../store/jobs.ts'
import { pruneRateWindows } from '../store/rate-windows.ts'
import { pruneRuns } from '../store/runs.ts'

export interface Kept {
  changesKeptDays: number
  auditKeptDays: number
  deliveriesKeptDays: number
  runsKeptDays: number
  runsKept: number
}

/** Forgets what is older than we promise to keep. Of several nodes one does it; doing it twice does no harm. */
export async function runRetention({ db, clock, kept }: { db: Db; clock: Clock; kept: Kept }): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now() - days * dayMs)
  await inBites(db, (tx) => pruneChanges(tx, daysAgo(kept.changesKeptDays), biteSize))
  await inBites(db, (tx) => pruneDeliveries(tx, daysAgo(kept.deliveriesKeptDays), biteSize))
  await inBites(db, (tx) => pruneRuns(tx, daysAgo(kept.runsKeptDays), kept.runsKept, biteSize))
  await inBites(db, (tx) => pruneJobs(tx, daysAgo(jobsKeptDays), biteSize))
  await db.transaction(async (tx) => {
    await pruneIdempotencyKeys(tx, daysAgo(1))
    await pruneAudit(tx, daysAgo(kept.auditKeptDays))
    await pruneRateWindows(tx, clock.now() - dayMs)
  })
}

/** Short transactions, so that nobody waits for a long one. */
async function inBites(db: Db, prune: (tx: Tx) => Promise<number>): Promise<void> {
  for (let gone = biteSize; gone === biteSize; ) {
    gone = await db.transaction(async (tx) => {
      return (await tryLock(tx, retentionLock)) ? prune(tx) : 0
    })
  }
}

const dayMs = 86_400_000
const jobsKeptDays = 30
const biteSize = 10_000
const retentionLock = 7_203_061_423
