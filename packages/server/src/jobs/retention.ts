import type { Clock } from '../base/clock.ts'
import { pruneAudit } from '../store/access/audit.ts'
import { pruneIdempotencyKeys } from '../store/access/idempotency.ts'
import { pruneChanges } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import { pruneAbandonedPlans } from '../store/imports/changes.ts'
import { bulkMs } from '../store/limits.ts'
import { tryLock } from '../store/locks.ts'
import { pruneNotices } from '../store/public/notices.ts'
import { pruneKnown } from '../store/public/reminders.ts'
import { pruneDeliveries } from '../store/queues/deliveries.ts'
import { pruneJobs } from '../store/queues/jobs.ts'
import { pruneRuns } from '../store/queues/runs.ts'
import { prunePeopleFiles } from '../store/records/people.ts'
import { dropOldMonth } from '../store/records/timeline.ts'
import { pruneTrash } from '../store/records/trash.ts'

export interface Kept {
  changesKeptDays: number
  trashDays: number
  auditKeptDays: number
  deliveriesKeptDays: number
  runsKeptDays: number
  runsKept: number
  analyticsKeptDays: number
}

/** Deletes data past the retention period. Any node can do it, and doing it twice does no harm. */
export async function runRetention({ clock, kept, ...parts }: { db: Db; clock: Clock; kept: Kept }): Promise<void> {
  const db = parts.db.withLimit(bulkMs)
  const daysAgo = (days: number) => new Date(clock.now() - days * dayMs)
  await inBites(db, (tx) => pruneChanges(tx, daysAgo(kept.changesKeptDays), biteSize))
  await inBites(db, (tx) => pruneTrash(tx, daysAgo(kept.trashDays), trashKept, biteSize))
  await inBites(db, (tx) => pruneDeliveries(tx, daysAgo(kept.deliveriesKeptDays), biteSize))
  await inBites(db, (tx) => pruneRuns(tx, daysAgo(kept.runsKeptDays), kept.runsKept, biteSize))
  await inBites(db, (tx) => pruneJobs(tx, daysAgo(jobsKeptDays), biteSize))
  await inBites(db, (tx) => pruneAbandonedPlans(tx, daysAgo(1), biteSize))
  await inBites(db, (tx) => pruneKnown(tx, daysAgo(1), biteSize))
  await inBites(db, (tx) => pruneNotices(tx, daysAgo(1), biteSize))
  await db.transaction(async (tx) => {
    await pruneIdempotencyKeys(tx, daysAgo(1))
    await pruneAudit(tx, daysAgo(kept.auditKeptDays))
    await prunePeopleFiles(tx, daysAgo(0))
  })
  // Last, because it gives up when the timeline stays locked by others.
  await dropOldMonths(db, daysAgo(kept.analyticsKeptDays))
}

/** One month per transaction: each waits for current users of the timeline. */
async function dropOldMonths(db: Db, olderThan: Date): Promise<void> {
  const dropNext = (tx: Tx) => tryLock(tx, 'retention').then((isOurs) => isOurs && dropOldMonth(tx, olderThan))
  while (await db.transaction(dropNext));
}

/** Short transactions, so that others do not wait for a long one. One batch may make further rows deletable. */
async function inBites(db: Db, prune: (tx: Tx) => Promise<number>): Promise<void> {
  for (let gone = biteSize; gone > 0; ) {
    gone = await db.transaction(async (tx) => {
      return (await tryLock(tx, 'retention')) ? prune(tx) : 0
    })
  }
}

const dayMs = 86_400_000
const jobsKeptDays = 30
/** Deleted records of one broadcast; older ones are purged sooner. */
const trashKept = 10_000
const biteSize = 10_000
