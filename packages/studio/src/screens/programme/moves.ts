import { localToInstantMs, zoneOffsetMs } from '@marquee/model'
import { noPlace } from './columns.ts'
import { assumedLengthMs, type Session, type SessionTime } from './sessions.ts'

const minuteMs = 60_000

/** A change of a session on the grid, while it is dragged or when it is dropped. */
export type Change =
  | { type: 'move'; byMs: number; columnId: string | undefined }
  | { type: 'resize'; startByMs: number; endByMs: number }
  | { type: 'place'; wall: string; columnId: string }
  | { type: 'unschedule' }

/** The fields that a change gives to a session. */
export function patchOf(
  { time }: Pick<Session, 'time'>,
  change: Change,
  zone: string,
): { time?: SessionTime; interestPointId?: string | null } {
  switch (change.type) {
    case 'move':
      return {
        ...(change.byMs !== 0 && { time: movedTime(time, change.byMs, zone) }),
        ...(change.columnId !== undefined && { interestPointId: placeOf(change.columnId) }),
      }
    case 'resize':
      return { time: resizedTime(time, change.startByMs, change.endByMs, zone) }
    case 'place':
      return { time: timeAt(change.wall, lengthOf(time), zone), interestPointId: placeOf(change.columnId) }
    case 'unschedule':
      return { time: { ...time, start: null, end: null } }
  }
}

export const placeOf = (columnId: string) => (columnId === noPlace ? null : columnId)

/** A session that starts later by a local duration, and keeps its length. */
export function movedTime(time: SessionTime, byMs: number, zone: string): SessionTime {
  if (typeof time.start !== 'string') return time
  const startMs = onTheClock(Date.parse(time.start), byMs, zone)
  const lengthMs = typeof time.end === 'string' ? Date.parse(time.end) - Date.parse(time.start) : undefined
  return { ...time, start: iso(startMs), end: lengthMs === undefined ? null : iso(startMs + lengthMs) }
}

/** A session whose start and end are moved independently. It lasts at least five minutes. */
export function resizedTime(time: SessionTime, startByMs: number, endByMs: number, zone: string): SessionTime {
  if (typeof time.start !== 'string') return time
  const beforeMs = Date.parse(time.start)
  const endBeforeMs = typeof time.end === 'string' ? Date.parse(time.end) : beforeMs + assumedLengthMs
  const startMs = startByMs === 0 ? beforeMs : onTheClock(beforeMs, startByMs, zone)
  const endMs = endByMs === 0 ? endBeforeMs : onTheClock(endBeforeMs, endByMs, zone)
  if (endMs - startMs >= shortestMs) return { ...time, start: iso(startMs), end: iso(endMs) }
  return startByMs === 0
    ? { ...time, end: iso(startMs + shortestMs) }
    : { ...time, start: iso(endMs - shortestMs), end: iso(endMs) }
}

const shortestMs = 5 * minuteMs

/** The time of a session that had none, from a local time in a zone (`2027-07-02T18:00:00`). */
export function timeAt(wall: string, lengthMs: number, zone: string): SessionTime {
  const startMs = instantOf(Date.parse(`${wall.slice(0, 19).replace(' ', 'T')}Z`), zone)
  return { start: iso(startMs), end: iso(startMs + lengthMs), timezone: zone, allDay: false }
}

/** The duration of a session, if it is known. */
export function lengthOf({ start, end }: SessionTime): number {
  return typeof start === 'string' && typeof end === 'string' ? Date.parse(end) - Date.parse(start) : assumedLengthMs
}

/** The instant after a local duration. */
function onTheClock(ms: number, byMs: number, zone: string): number {
  return instantOf(ms + zoneOffsetMs(ms, zone) + byMs, zone)
}

/** A local time that a clock change skips becomes the time after the gap. */
function instantOf(wallMs: number, zone: string): number {
  return localToInstantMs(wallMs, zone) ?? localToInstantMs(wallMs + 60 * minuteMs, zone) ?? wallMs
}

const iso = (ms: number) => new Date(ms).toISOString()
