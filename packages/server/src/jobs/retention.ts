import type { Clock } from '../base/clock.ts'
import { oldAudit } from '../store/access/audit.ts'
import { oldIdempotencyKeys } from '../store/access/idempotency.ts'
import { type Aged, findBroadcastsWith } from '../store/aged.ts'
import { oldChanges } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import { abandonedPlans } from '../store/imports/changes.ts'
import { bulkMs } from '../store/limits.ts'
import { tryLock } from '../store/locks.ts'
import { expiredNotices } from '../store/public/notices.ts'
import { endedKnown } from '../store/public/reminders.ts'
import { oldEvents } from '../store/queues/deliveries.ts'
import { endedJobs } from '../store/queues/jobs.ts'
import { oldRuns } from '../store/queues/runs.ts'
import { expiredPeopleFiles } from '../store/records/people.ts'
import { dropOldMonth } from '../store/records/timeline.ts'
import { expiredTrash } from '../store/records/trash.ts'

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
  for (const aged of [
    oldChanges(daysAgo(kept.changesKeptDays)),
    expiredTrash(daysAgo(kept.trashDays), trashKept),
    oldEvents(daysAgo(kept.deliveriesKeptDays)),
    oldRuns(daysAgo(kept.runsKeptDays), kept.runsKept),
    endedJobs(daysAgo(jobsKeptDays)),
    abandonedPlans(daysAgo(1)),
    endedKnown(daysAgo(1)),
    expiredNotices(daysAgo(1)),
    oldIdempotencyKeys(daysAgo(1)),
    oldAudit(daysAgo(kept.auditKeptDays)),
    expiredPeopleFiles(daysAgo(0)),
  ])
    await pruneAll(db, aged)
  // Last, because it gives up when the timeline stays locked by others.
  await dropOldMonths(db, daysAgo(kept.analyticsKeptDays))
}

/** One month per transaction: each waits for current users of the timeline. */
async function dropOldMonths(db: Db, olderThan: Date): Promise<void> {
  const dropNext = (tx: Tx) => tryLock(tx, 'retention').then((isOurs) => isOurs && dropOldMonth(tx, olderThan))
  while (await db.transaction(dropNext));
}

/** Short transactions, each in one broadcast, so that others do not wait for a long one. One may make further rows deletable. */
async function pruneAll(db: Db, aged: Aged): Promise<void> {
  for (const broadcastId of await findBroadcastsWith(db, aged)) {
    const prune = async (tx: Tx) => ((await tryLock(tx, 'retention')) ? aged.prune(tx, broadcastId, biteSize) : 0)
    while ((await db.transaction(prune)) > 0);
  }
}

const dayMs = 86_400_000
const jobsKeptDays = 30
/** Deleted records of one broadcast; older ones are purged sooner. */
const trashKept = 10_000
const biteSize = 10_000
