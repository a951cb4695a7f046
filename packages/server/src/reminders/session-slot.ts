import type { SessionState } from '../store/public/session-states.ts'

/** Whether a visitor has to plan anew: another start, another place, cancelled, or off the programme. A cancelled one cannot move. */
export function isSameSlot(one: SessionState, other: SessionState | null): boolean {
  if (one.isCancelled) return other === null || other.isCancelled === true
  return other !== null && !other.isCancelled && !isMoved(one, other) && one.placeId === other.placeId
}

export const isMoved = (one: SessionState, other: SessionState): boolean =>
  one.start !== other.start || one.allDay !== other.allDay

/** When a session is over. Without an end it lasts three hours, as on the public programme, or the day; without a time it has no end. */
export function endMsOf({ start, end, allDay }: SessionState): number {
  if (end !== null) return Date.parse(end)
  if (start === null) return Number.POSITIVE_INFINITY
  return Date.parse(start) + (allDay ? dayMs : openEndMs)
}

/** The start of a session as an instant that people wait for; undefined for one that has no time, or lasts all day. */
export function startMsOf({ start, allDay }: SessionState): number | undefined {
  return start === null || allDay ? undefined : Date.parse(start)
}

const openEndMs = 3 * 3_600_000
const dayMs = 86_400_000
