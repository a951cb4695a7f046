import type { Session, SessionTime } from './sessions.ts'

export type MovedFrom = Session['movedFrom']

interface Move {
  time?: SessionTime
  interestPointId?: string | null
}

/**
 * Where a session was before a move, for visitors. A second move keeps the slot that visitors know, and a move back to it
 * clears it. Undefined when the move concerns neither start nor place, or when visitors have not seen the session.
 */
export function movedFromOf(
  session: Pick<Session, 'status' | 'time' | 'interestPointId' | 'movedFrom'>,
  move: Move,
  titleOf: (placeId: string | null | undefined) => string | null,
): MovedFrom | undefined {
  const { status, time, interestPointId, movedFrom } = session
  const after = { time, interestPointId, ...move }
  const isMoved = after.time.start !== time.start || after.interestPointId !== interestPointId
  if (status !== 'published' || typeof time.start !== 'string' || !isMoved) return undefined
  const before = movedFrom ?? { start: time.start, end: time.end ?? null, place: titleOf(interestPointId) }
  const isBack = before.start === after.time.start && (before.place ?? null) === titleOf(after.interestPointId)
  return isBack ? null : before
}
