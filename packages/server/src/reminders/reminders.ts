import { randomUUID } from 'node:crypto'
import { createLeasedTasks } from '../base/leased-tasks.ts'
import type { LeasedWorker } from '../base/leased-worker.ts'
import { createRoundRobin, type RoundRobin } from '../base/round-robin.ts'
import { obstacleTo } from '../push/obstacle.ts'
import type { PushParts } from '../push/parts.ts'
import { deleteNotices, deleteSentNotices } from '../store/public/notices.ts'
import { findSendingStanding } from '../store/public/recipients.ts'
import { claimReminders, endReminderLease, reminderLeases } from '../store/queues/reminder-leases.ts'
import { fire } from './fire.ts'
import { followOnce } from './follow.ts'
import { sendDue } from './send-due.ts'

/** Notifies visitors before their favorites begin, and when a favorite moves or is no longer on the programme. */
export interface Reminders {
  /** Derives what is due, and when, from new changes. */
  following: RoundRobin
  /** Sends what is due. */
  start(options: { isAlone: boolean }): LeasedWorker
}

export function createReminders(parts: PushParts): Reminders {
  const { db, clock } = parts
  const token = randomUUID()
  return {
    following: createRoundRobin({ serve: (broadcastId) => followOnce(parts, broadcastId), onError: parts.onError }),
    start: ({ isAlone }) =>
      createLeasedTasks({
        token,
        clock,
        isAlone,
        leases: reminderLeases(db),
        // A broadcast whose push service is slow waits most of the time.
        maxTasks: 32,
        claim: (claim) => claimReminders(db, claim),
        run: ({ id }, signal) => run(parts, token, id, signal),
        onError: parts.onError,
        abortAfterMs: 0,
        giveUpAfterMs: 5_000,
      }),
  }
}

/** Sends all that is due in a broadcast. When it throws, its lease expires and a node starts again with the remaining recipients. */
async function run(parts: PushParts, token: string, broadcastId: string, signal: AbortSignal): Promise<void> {
  const { db, clock } = parts
  const standing = await findSendingStanding(db, broadcastId)
  if (!standing) return
  const canSend = obstacleTo(standing) === undefined
  await deleteNotices(db, broadcastId, canSend ? new Date(clock.now()) : null)
  await fire(parts, broadcastId, canSend)
  if (canSend) await sendDue(parts, { broadcastId, userId: standing.user_id }, signal)
  await deleteSentNotices(db, broadcastId)
  await db.transaction((tx) => endReminderLease(tx, token, broadcastId))
}
