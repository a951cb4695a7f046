import { dayOf } from '@marquee/model/time'
import { isCancelled } from './session-state.ts'
import { idOf, type Shown, textOr } from './shown.ts'
import { all, derived, type SiteData } from './site-data.ts'

/** A session with its times as numbers. */
export interface Slot {
  session: Shown
  id: string
  startMs: number
  /** A session without an end lasts until the next one at its place begins, and at most three hours. */
  endMs: number
  hasEnd: boolean
  isAllDay: boolean
  /** The day of the festival: a set at half past one at night belongs to the evening before. */
  day: string
  placeId: string | undefined
}

export interface Programme {
  days: string[]
  /** By start, then id. */
  slots: Slot[]
  byDay: ReadonlyMap<string, Slot[]>
  byId: ReadonlyMap<string, Slot>
  /** Published sessions without a date yet. */
  undated: Shown[]
}

export const programmeOf = derived((data: SiteData): Programme => {
  const { timezone, dayStart } = calendarOf(data)
  const sessions = all(data, 'session')
  const slots = withEnds(sessions.flatMap((session) => slotOf(session, timezone, dayStart)))
  const byDay = Map.groupBy(slots, ({ day }) => day)
  return {
    slots,
    byDay,
    days: [...byDay.keys()].sort(),
    byId: new Map(slots.map((slot) => [slot.id, slot])),
    undated: sessions.filter((session) => typeof Object(session.time).start !== 'string'),
  }
})

export const calendarOf = ({ broadcast }: SiteData) => ({
  timezone: textOr(broadcast.timezone, 'UTC'),
  dayStart: textOr(broadcast.dayStart, '06:00'),
})

/** The first and the last day of the event, if its organizers gave them. */
export function datesOf({ broadcast }: SiteData): { start: string; end: string } | undefined {
  const { start, end } = Object(broadcast.dates)
  return typeof start === 'string' && typeof end === 'string' ? { start, end } : undefined
}

function slotOf(session: Shown, timezone: string, dayStart: string): Slot[] {
  const time: Shown = Object(session.time)
  const startMs = Date.parse(textOr(time.start))
  if (Number.isNaN(startMs)) return []
  const endMs = Date.parse(textOr(time.end))
  return [
    {
      session,
      id: idOf(session),
      startMs,
      endMs,
      hasEnd: !Number.isNaN(endMs),
      isAllDay: time.allDay === true,
      day: dayOf(startMs, time.allDay === true ? '00:00' : dayStart, timezone),
      placeId: textOr(session.interestPointId) || undefined,
    },
  ]
}

function withEnds(slots: Slot[]): Slot[] {
  const ordered = slots.toSorted((one, other) => one.startMs - other.startMs || (one.id < other.id ? -1 : 1))
  const nextStart = new Map<string | undefined, { startMs: number; laterMs: number }>()
  for (const slot of ordered.toReversed()) {
    const next = nextStart.get(slot.placeId)
    const followingMs = next === undefined ? Infinity : next.startMs > slot.startMs ? next.startMs : next.laterMs
    if (!slot.hasEnd) slot.endMs = Math.min(followingMs, slot.startMs + longestMs)
    if (next?.startMs !== slot.startMs) nextStart.set(slot.placeId, { startMs: slot.startMs, laterMs: followingMs })
  }
  return ordered
}

const longestMs = 3 * 3_600_000

/** The day to open: today during the festival, else the first that is still to come, else the first. */
export function openingDay({ days }: Programme, today: string): string | undefined {
  return days.find((day) => day >= today) ?? days[0]
}

/** The sessions that overlap others in a list, by id. All-day and cancelled sessions overlap none. */
export function clashesIn(slots: Slot[]): Map<string, Slot[]> {
  const timed = slots
    .filter(({ isAllDay, session }) => !isAllDay && !isCancelled(session))
    .toSorted((one, other) => one.startMs - other.startMs)
  const clashes = new Map<string, Slot[]>()
  timed.forEach((slot, index) => {
    for (const later of timed.slice(index + 1)) {
      if (later.startMs >= slot.endMs) break
      clashes.set(slot.id, [...(clashes.get(slot.id) ?? []), later])
      clashes.set(later.id, [...(clashes.get(later.id) ?? []), slot])
    }
  })
  return clashes
}
