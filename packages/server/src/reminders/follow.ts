import type { Clock } from '../base/clock.ts'
import type { Db } from '../store/db.ts'
import { lockKnown, moveReminderCursor, saveKnown, setReminders, takeUnfollowed } from '../store/public/reminders.ts'
import { findSessionStates } from '../store/public/session-states.ts'
import { bringForward } from '../store/queues/reminder-leases.ts'
import { decideKnown, decideReminders } from './decide.ts'

interface FollowParts {
  db: Db
  clock: Clock
}

/**
 * Derives reminders and notices from a page of changes; true when there may be more. It compares the current state of a session with the
 * one that visitors know, so that repeating it has no further effect. The cursor is advanced in the same transaction.
 */
export function followOnce({ db, clock }: FollowParts, broadcastId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const unfollowed = await takeUnfollowed(tx, broadcastId, pageSize)
    if (!unfollowed) return false
    const { changed, since, through, hasMore } = unfollowed
    const ids = [...changed.keys()]
    const known = await lockKnown(tx, broadcastId, ids)
    const current = await findSessionStates(tx, broadcastId, ids, new Date(clock.now()))
    const sessions = ids.map((sessionId) => ({
      sessionId,
      known: known.get(sessionId),
      current: current.get(sessionId),
      changedMs: Math.max(changed.get(sessionId)?.getTime() ?? 0, since.getTime()),
    }))
    const knownAfter = sessions.flatMap((session) => decideKnown(session) ?? [])
    const wanted = sessions.flatMap(decideReminders)
    await saveKnown(tx, broadcastId, knownAfter)
    await setReminders(tx, broadcastId, ids, wanted)
    await moveReminderCursor(tx, broadcastId, through)
    const dueMs = [
      ...knownAfter.flatMap(({ notifyAt }) => notifyAt?.getTime() ?? []),
      ...wanted.flatMap(({ isAhead, dueAt }) => (isAhead ? dueAt.getTime() : [])),
    ]
    if (dueMs.length > 0) await bringForward(tx, broadcastId, new Date(Math.min(...dueMs)))
    return hasMore
  })
}

const pageSize = 500
