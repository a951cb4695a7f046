import { nextDay, parseInstant, startOfDay } from '@marquee/model'
import type { SessionTime } from '../session-time.ts'
import { dayMinutes } from './times.ts'

/** When something takes place: minutes since midnight of a local day, or instants. */
export interface Slot {
  day?: string | undefined
  start?: number | undefined
  end?: number | undefined
  endDay?: string | undefined
  offset?: string | undefined
}

/** The `time` of a session; undefined without a day. A day without a time of day is a whole day. */
export function timeOf({ day, start, end, endDay, offset }: Slot, timeZone: string): SessionTime | undefined {
  if (day === undefined) return undefined
  const instant = (on: string, minutes: number) => instantAt(on, minutes, timeZone, offset)
  const startsAt = instant(day, start ?? 0)
  if (startsAt === undefined) return undefined
  return { start: startsAt, end: endOf(startsAt) ?? null, timezone: null, allDay: start === undefined }

  function endOf(from: string): string | undefined {
    // The end of whole days is the midnight after the last.
    if (start === undefined) return endDay === undefined ? undefined : later(from, instant(endDay, dayMinutes))
    if (end === undefined || (end === start && endDay === undefined)) return undefined
    if (endDay !== undefined) return later(from, instant(endDay, end))
    // An earlier end is of the next morning.
    return later(from, instant(day as string, end < start ? end + dayMinutes : end))
  }
}

const later = (from: string, to: string | undefined) => (to !== undefined && to > from ? to : undefined)

function instantAt(day: string, minutes: number, timeZone: string, offset?: string): string | undefined {
  let on: string = day
  for (let left = Math.floor(minutes / dayMinutes); left > 0; left--) on = nextDay(on)
  const clock = `${two(Math.floor((minutes % dayMinutes) / 60))}:${two(minutes % 60)}`
  if (!offset) return startOfDay(on, clock, timeZone)
  const parsed = parseInstant(`${on}T${clock}:00${offset}`, timeZone)
  return 'instant' in parsed ? parsed.instant : undefined
}

const two = (number: number) => String(number).padStart(2, '0')

/**
 * Programmes print the hours after midnight below those before, under the same day. In a row of entries of one day and stage
 * that goes from the evening to the early morning, the early ones are moved to the next day; returns those that were.
 */
export function moveNights<T extends Slot & { place?: string | undefined }>(slots: T[]): T[] {
  const rows = Map.groupBy(
    slots.filter(({ day, start }) => day !== undefined && start !== undefined),
    ({ day, place }) => `${day} ${place ?? ''}`,
  )
  return [...rows.values()].flatMap((row) => {
    const from = row.findIndex(({ start = 0 }, at) => start < morning && (row[at - 1]?.start ?? 0) >= evening)
    if (from < 1) return []
    const [before, after] = [row.slice(0, from), row.slice(from)]
    const isAscending = (some: T[]) =>
      some.every(({ start = 0 }, at) => at === 0 || start >= (some[at - 1]?.start ?? 0))
    if (!isAscending(before) || !isAscending(after) || after.some(({ start = 0 }) => start >= morning)) return []
    for (const slot of after) {
      slot.start = (slot.start ?? 0) + dayMinutes
      if (slot.end !== undefined && slot.endDay === undefined) slot.end += dayMinutes
    }
    return after
  })
}

const evening = 18 * 60
const morning = 6 * 60
