import { reminderMinutes } from '@marquee/model'
import type { KnownSession, WantedReminder } from '../store/public/reminders.ts'
import type { SessionState } from '../store/public/session-states.ts'
import { endMsOf, isSameSlot, startMsOf } from './session-slot.ts'

/** A session that changed. */
export interface ChangedSession {
  sessionId: string
  /** As visitors last knew it; undefined for one that was not on the programme. */
  known: SessionState | undefined
  /** As it is now; undefined for one that is not on the programme. */
  current: SessionState | undefined
  changedMs: number
}

/** What visitors know of a session after a change; undefined when it is of no interest to them. Pure. */
export function decideKnown({ sessionId, known, current, changedMs }: ChangedSession): KnownSession | undefined {
  const latest = current ?? known
  if (!latest || (!known && endMsOf(latest) <= changedMs)) return undefined
  const isChanged = known !== undefined && !isSameSlot(known, current ?? null)
  // The title is the current one; time and place are those that visitors were told, until they are notified.
  const state = isChanged ? { ...latest, ...slotOf(known) } : latest
  const endMs = Math.max(endMsOf(latest), endMsOf(state))
  return {
    sessionId,
    state,
    notifyAt: isChanged ? new Date(changedMs + settleMs) : null,
    endsAt: Number.isFinite(endMs) ? new Date(endMs) : null,
  }
}

/** The reminders of a session after a change. Pure. */
export function decideReminders({ sessionId, current, changedMs }: ChangedSession): WantedReminder[] {
  const startMs = current && startMsOf(current)
  if (startMs === undefined || current?.isCancelled) return []
  return reminderMinutes.map((minutes) => {
    const dueMs = startMs - minutes * 60_000
    return { sessionId, minutes, dueAt: new Date(dueMs), isAhead: dueMs > changedMs }
  })
}

function slotOf({ start, end, allDay, isCancelled = false, placeId, place }: SessionState) {
  return { start, end, allDay, isCancelled, placeId, place }
}

/** An editor who drags a session five times causes one notice, this long after the last. */
export const settleMs = 60_000
