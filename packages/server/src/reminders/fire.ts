import type { Clock } from '../base/clock.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Db, Tx } from '../store/db.ts'
import { bulkMs } from '../store/limits.ts'
import { fanOutNext, insertNotices, type Notice, updateWaiting } from '../store/public/notices.ts'
import { deleteKnown, lockChanged, saveKnown, takeReminders } from '../store/public/reminders.ts'
import { findSessionStates, type SessionState } from '../store/public/session-states.ts'
import { endMsOf, isSameSlot, startMsOf } from './session-slot.ts'

interface FireParts {
  db: Db
  clock: Clock
}

/** Turns reminders and changes that are due into notices with recipients. A broadcast that cannot send drops them. */
export async function fire({ db, clock }: FireParts, broadcastId: string, canSend: boolean): Promise<boolean> {
  let hasFired = false
  const each = async (step: (tx: Tx, now: Date) => Promise<boolean>) => {
    while (await db.transaction((tx) => step(tx, new Date(clock.now())))) hasFired = true
  }
  await each((tx, now) => fireReminders(tx, broadcastId, now, canSend))
  await each((tx, now) => fireChanges(tx, broadcastId, now, canSend))
  await each(async (tx, now) => {
    await tx.extendLimit(bulkMs)
    return fanOutNext(tx, broadcastId, now, maxRecipients)
  })
  return hasFired
}

/** A reminder is of use until the session begins, and only as long as the session still begins when it was planned. */
async function fireReminders(tx: Tx, broadcastId: string, now: Date, canSend: boolean): Promise<boolean> {
  const due = await takeReminders(tx, broadcastId, now, maxSessions)
  const states = await findSessionStates(tx, broadcastId, [...new Set(due.map(({ sessionId }) => sessionId))], now)
  const notices = due.flatMap(({ sessionId, minutes, dueAt }): Notice[] => {
    const state = states.get(sessionId)
    const startMs = state && startMsOf(state)
    if (!state || state.isCancelled || startMs === undefined || startMs <= now.getTime()) return []
    if (startMs - minutes * 60_000 !== dueAt.getTime()) return []
    const id = newObjectId(now.getTime())
    return [{ id, sessionId, minutes, before: state, after: state, expiresAt: new Date(startMs) }]
  })
  if (canSend) await insertNotices(tx, broadcastId, notices)
  return due.length > 0
}

async function fireChanges(tx: Tx, broadcastId: string, now: Date, canSend: boolean): Promise<boolean> {
  const changed = await lockChanged(tx, broadcastId, now, maxSessions)
  const ids = [...changed.keys()]
  const states = await findSessionStates(tx, broadcastId, ids, now)
  const notices = [...changed].flatMap(([id, before]) => noticeOf(id, before, states.get(id) ?? null, now) ?? [])
  if (canSend) {
    await insertNotices(tx, broadcastId, notices)
    await updateWaiting(tx, broadcastId, notices)
  }
  await saveKnown(
    tx,
    broadcastId,
    [...states].map(([sessionId, state]) => ({ sessionId, state, notifyAt: null, endsAt: endOf(state) })),
  )
  await deleteKnown(
    tx,
    broadcastId,
    ids.filter((id) => !states.has(id)),
  )
  return ids.length > 0
}

/** The notice of a change; undefined when the session is back where it was, or is over. */
function noticeOf(sessionId: string, before: SessionState, after: SessionState | null, now: Date): Notice | undefined {
  const endMs = Math.max(endMsOf(before), after ? endMsOf(after) : 0)
  if (isSameSlot(before, after) || endMs <= now.getTime()) return undefined
  const expiresAt = new Date(Math.min(endMs, now.getTime() + longestMs))
  return { id: newObjectId(now.getTime()), sessionId, minutes: null, before, after, expiresAt }
}

function endOf(state: SessionState): Date | null {
  const endMs = endMsOf(state)
  return Number.isFinite(endMs) ? new Date(endMs) : null
}

const maxSessions = 50
/** One statement adds this many recipients. */
const maxRecipients = 2_000
/** Longer than any quiet hours. */
const longestMs = 2 * 86_400_000
