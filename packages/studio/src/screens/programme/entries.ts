import { toWall } from '../../ui/zoned.ts'
import { noPlace } from './columns.ts'
import { type Session, type Slot, slotOf } from './sessions.ts'

/** A session as the grid and the phone show it. */
export interface Entry {
  id: string
  title: string
  /** Local times in the zone of the broadcast: `2027-07-02T18:00:00`. */
  start: string
  end: string
  /** `18:00–19:30`; only the start without an end. */
  times: string
  columnId: string
  color: string | undefined
  isAllDay: boolean
  isDraft: boolean
  isClashing: boolean
  isOpenEnded: boolean
  isCancelled: boolean
}

interface Context {
  zone: string
  nameOf: (session: Session) => string
  colorOf: (session: Session) => string | undefined
  clashing: ReadonlySet<string>
}

export function entryOf(session: Session, { zone, nameOf, colorOf, clashing }: Context): Entry | undefined {
  const slot = slotOf(session)
  if (!slot) return undefined
  const { start, end } = wallTimes(session.time, slot, zone)
  return {
    id: session._id,
    title: nameOf(session),
    start,
    end,
    times: slot.isOpenEnded ? start.slice(11, 16) : `${start.slice(11, 16)}–${end.slice(11, 16)}`,
    columnId: session.interestPointId ?? noPlace,
    color: colorOf(session),
    isAllDay: slot.isAllDay,
    isDraft: session.status === 'draft',
    isClashing: clashing.has(session._id),
    isOpenEnded: slot.isOpenEnded,
    isCancelled: session.cancelled === true,
  }
}

function wallTimes(time: object, { startMs, endMs }: Slot, zone: string): { start: string; end: string } {
  const known = knownWalls.get(time)
  if (known?.zone === zone) return known
  const wall = (ms: number) => toWall(new Date(ms).toISOString(), zone).replace(' ', 'T')
  const found = { zone, start: wall(startMs), end: wall(endMs) }
  knownWalls.set(time, found)
  return found
}

/** A cache, as time zone conversion is slow and a day is redrawn with every step of a drag. */
const knownWalls = new WeakMap<object, { zone: string; start: string; end: string }>()

/** Entries by the hour in which they start, in order. */
export function byHour(entries: readonly Entry[]): [hour: string, entries: Entry[]][] {
  const hours = new Map<string, Entry[]>()
  const inOrder = entries.toSorted((one, other) => (one.start < other.start ? -1 : one.start > other.start ? 1 : 0))
  for (const entry of inOrder) {
    const hour = entry.isAllDay ? '' : `${entry.start.slice(11, 13)}:00`
    hours.set(hour, [...(hours.get(hour) ?? []), entry])
  }
  return [...hours]
}
