import { hasOffset, parseInstant, zoneOffsetMs } from '@marquee/model'
import type { Collecting } from './collect.ts'

export interface SessionTime {
  start: string | null
  end: string | null
  timezone: string | null
  allDay: boolean
}

export interface Zoned {
  /** Local times are read in it. */
  timeZone: string
  /** Recorded with the session, when it differs from the zone of the broadcast. */
  timezone: string | null
  /** Whether the file names it. */
  isNamed: boolean
}

/** The zone of a file, which is recorded with its sessions unless it is the broadcast's. */
export const zonedIn = (named: string | undefined, broadcastZone: string): Zoned => ({
  timeZone: named ?? broadcastZone,
  timezone: named === undefined || named === broadcastZone ? null : named,
  isNamed: named !== undefined,
})

/** Says once that local times were read in a zone which the file does not name. */
export function noteAssumedZone(zoned: Zoned, starts: Iterable<string | undefined>, note: Collecting['note']): void {
  const isLocal = (start: string | undefined) => start !== undefined && start.length > 10 && !hasOffset(inIso(start))
  if (zoned.isNamed || ![...starts].some(isLocal)) return
  note('assumed_time_zone', `The file names no time zone; its local times are read in ${zoned.timeZone}.`)
}

export interface Writing {
  start: string | undefined
  end?: string | undefined
  minutes?: number | undefined
}

/** The time of a session. Times that are none, or end before they start, are left out with a note. */
export function sessionTime(writing: Writing, zoned: Zoned, at: string, note: Collecting['note']): SessionTime {
  const start = instantOf(writing.start, zoned, at, note)
  const end = start === null ? null : (endAfter(start, writing) ?? instantOf(writing.end, zoned, at, note))
  const time = { start, end, timezone: zoned.timezone, allDay: false }
  if (start === null || end === null || end >= start) return time
  note('end_before_start', `The entry ends at ${end}, before it starts at ${start}; its end is left out.`, at)
  return { ...time, end: null }
}

/** A length of nothing means that it is not known. */
function endAfter(start: string, { minutes }: Writing): string | null {
  if (minutes === undefined || minutes === 0) return null
  const end = new Date(Date.parse(start) + minutes * 60_000)
  return Number.isNaN(end.getTime()) || end.getUTCFullYear() > 9999 ? null : end.toISOString()
}

/** A written date and time as an instant. A local time that the clock skips is the same distance after the gap, as clocks show it. */
export function instantOf(text: string | undefined, { timeZone }: Zoned, at: string, note: Collecting['note']) {
  if (text === undefined) return null
  const written = inIso(text)
  const parsed = parseInstant(written, timeZone)
  if ('instant' in parsed) return parsed.instant
  const skipped = parseInstant(`${written}Z`, 'UTC')
  if ('instant' in skipped) {
    const before = zoneOffsetMs(Date.parse(skipped.instant) - 86_400_000, timeZone)
    const instant = new Date(Date.parse(skipped.instant) - before).toISOString()
    note('skipped_time', `“${text}” does not exist in ${timeZone}, where clocks change; it is read as ${instant}.`, at)
    return instant
  }
  note('invalid_time', `“${text.slice(0, 60)}” is not a date and time; it is left out.`, at)
  return null
}

/** Many files have a space where ISO 8601 has a T, and one before the offset. */
const inIso = (text: string) =>
  text
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2}) +(?=\d)/, '$1T')
    .replace(/ +(?=[+-]\d{2}:?\d{2}$)/, '')
