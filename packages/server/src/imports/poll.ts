import type { Clock } from '../base/clock.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Db, Tx } from '../store/db.ts'
import { setPoll, takeDuePolls } from '../store/imports/polls.ts'
import { addJob } from '../store/queues/jobs.ts'

export const followJob = 'import.follow'

/**
 * Queues a check of each source of a broadcast that is due; true when there may be more. The job and the next time are one
 * transaction, in which other nodes skip the source.
 */
export function pollSources({ db, clock }: { db: Db; clock: Clock }, broadcastId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const now = new Date(clock.now())
    const due = await takeDuePolls(tx, broadcastId, now, pageSize)
    for (const { source_id: sourceId, interval_minutes: minutes } of due) {
      await setPoll(tx, broadcastId, sourceId, new Date(now.getTime() + minutes * 60_000))
      await queueCheck(tx, clock, broadcastId, sourceId)
    }
    return due.length === pageSize
  })
}

/** Queues a check; none when one of the source is queued or running. Returns its id, if it is new. */
export async function queueCheck(
  tx: Tx,
  clock: Clock,
  broadcastId: string,
  sourceId: string,
): Promise<string | undefined> {
  const id = newObjectId(clock.now())
  const key = `${followJob}:${sourceId}`
  const job = { broadcastId, id, type: followJob, key, payload: { sourceId }, at: new Date(clock.now()) }
  return (await addJob(tx, job)) ? id : undefined
}

const pageSize = 50
