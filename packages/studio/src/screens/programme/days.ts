import { nextDay } from '@marquee/model'
import { dayOf, localeOf } from '../../ui/zoned.ts'
import type { Session } from './sessions.ts'

/** A day of the festival and its number of sessions. */
export interface Day {
  /** `2027-07-02` */
  day: string
  count: number
  drafts: number
}

export interface Clock {
  zone: string
  /** `06:00`: sessions that start before belong to the day before. */
  dayStart: string
}

/** The day of each session; sessions without a start are left out. */
export function daysOfSessions(sessions: readonly Session[], { zone, dayStart }: Clock): Map<string, string> {
  const days = new Map<string, string>()
  for (const { _id, time } of sessions) {
    if (typeof time.start === 'string') days.set(_id, dayOf(time.start, zone, dayStart))
  }
  return days
}

/** The days of the event and those with sessions, and those between them, so that a week is complete. */
export function listDays(sessions: readonly Session[], dayById: ReadonlyMap<string, string>, dates?: Dates): Day[] {
  const byDay = new Map(daysOfEvent(dates).map((day) => [day, { day, count: 0, drafts: 0 }]))
  for (const { _id, status } of sessions) {
    const day = dayById.get(_id)
    if (day === undefined) continue
    const known = byDay.get(day) ?? { day, count: 0, drafts: 0 }
    byDay.set(day, { day, count: known.count + 1, drafts: known.drafts + (status === 'draft' ? 1 : 0) })
  }
  const days = [...byDay.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
  return days.flatMap((day, at) => [...gapBefore(days[at - 1], day), day])
}

type Dates = { start?: string | null; end?: string | null } | null | undefined

function daysOfEvent(dates: Dates): string[] {
  const days: string[] = []
  const last = dates?.end ?? dates?.start ?? ''
  for (let day = dates?.start ?? ''; day !== '' && day <= last && days.length < longestEvent; day = nextDay(day))
    days.push(day)
  return days
}

const longestEvent = 31

/** A few empty days between two full ones are shown; a longer gap is not. */
function gapBefore(before: Day | undefined, { day }: Day): Day[] {
  const gap: Day[] = []
  for (let at = before && nextDay(before.day); at !== undefined && at < day; at = nextDay(at)) {
    gap.push({ day: at, count: 0, drafts: 0 })
    if (gap.length > longestGap) return []
  }
  return gap
}

const longestGap = 6

/** The initial day: today while the festival runs, else the next day with sessions, else the last; without sessions, those of the event. */
export function firstDay(days: readonly Day[], today: string): string {
  const full = days.filter(({ count }) => count > 0)
  const candidates = full.length > 0 ? full : days
  return (candidates.find(({ day }) => day >= today) ?? candidates.at(-1))?.day ?? today
}

export function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
}

/** A day formatted with the given options. */
export function formatDay(day: string, language: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([language, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(new Date(`${day}T12:00:00Z`))
}

const formats = new Map<string, Intl.DateTimeFormat>()
