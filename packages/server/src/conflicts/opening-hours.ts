import { nextDay, startOfDay, zoneOffsetMs } from '@marquee/model'

/** The opening hours of a place. Entries for a date override those for its weekday. */
export interface OpeningHours {
  entries: Entry[]
}

interface Entry {
  days: string[] | undefined
  date: string | undefined
  isClosed: boolean
  opens: string
  closes: string
}

/**
 * Parses the `openingHours` of a place: `[{days: ["fri", "sat"], opens: "10:00", closes: "02:00"}, {date: "2026-07-04", closed: true}]`.
 * A closing time not after the opening time is on the next day. Undefined when there are none; `unreadable` when they are invalid.
 */
export function readOpeningHours(value: unknown): OpeningHours | 'unreadable' | undefined {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined
  if (!Array.isArray(value) || value.length > maxEntries) return 'unreadable'
  const entries = value.map(readEntry)
  return entries.every((entry) => entry !== undefined) ? { entries } : 'unreadable'
}

function readEntry(value: unknown): Entry | undefined {
  const { days, date, opens, closes, closed } = Object(value) as Record<string, unknown>
  const isByDays = Array.isArray(days) && days.length > 0 && days.every((day) => weekdays.includes(String(day)))
  const isByDate = typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date)
  const isClosed = closed === true
  const hasTimes = isTime(opens) && isTime(closes)
  if (isByDays === isByDate || !(isClosed || hasTimes)) return undefined
  return {
    days: isByDays ? days.map(String) : undefined,
    date: isByDate ? date : undefined,
    isClosed,
    opens: String(opens),
    closes: String(closes),
  }
}

/** Returns a function that checks whether a place is open between two instants without a break. Intervals are cached per day. */
export function createOpenness({ entries }: OpeningHours, timeZone: string) {
  const cache = new Map<string, [number, number][]>()
  const openOn = (date: string) => {
    const known = cache.get(date)
    if (known) return known
    const open = intervalsOf(entries, date, timeZone)
    cache.set(date, open)
    return open
  }
  return (start: string, end: string): boolean => {
    const [startMs, endMs] = [Date.parse(start), Date.parse(end)]
    const last = localDate(endMs, timeZone)
    let reachedMs = startMs
    let isBegun = false
    // Hours that began yesterday may extend into today.
    let date = localDate(startMs - dayMs, timeZone)
    for (let days = 0; date <= last && days < maxDays; days++, date = nextDay(date)) {
      for (const [opensMs, closesMs] of openOn(date)) {
        if (opensMs > reachedMs || closesMs < reachedMs) continue
        isBegun = true
        reachedMs = Math.max(reachedMs, closesMs)
      }
      if (isBegun && reachedMs >= endMs) return true
    }
    return false
  }
}

/** The opening intervals that begin on a date, sorted. */
function intervalsOf(entries: Entry[], date: string, timeZone: string): [number, number][] {
  const ofDate = entries.filter((entry) => entry.date === date)
  const weekday = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''
  const chosen = ofDate.length > 0 ? ofDate : entries.filter(({ days }) => days?.includes(weekday))
  const at = (day: string, time: string) =>
    Date.parse((time === '24:00' ? startOfDay(nextDay(day), '00:00', timeZone) : startOfDay(day, time, timeZone)) ?? '')
  return chosen
    .filter(({ isClosed }) => !isClosed)
    .map(({ opens, closes }): [number, number] => [at(date, opens), at(closes > opens ? date : nextDay(date), closes)])
    .sort(([one], [other]) => one - other)
}

const localDate = (ms: number, timeZone: string) => new Date(ms + zoneOffsetMs(ms, timeZone)).toISOString().slice(0, 10)

const isTime = (value: unknown) => typeof value === 'string' && /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value)

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const dayMs = 86_400_000
const maxDays = 400
const maxEntries = 400
