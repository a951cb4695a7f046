import type { DateText } from './date-text.ts'
import { fromWall, toWall } from './zoned.ts'

export interface MomentContext {
  /** The moment that is edited; null when there is none yet. */
  value: string | null
  zone: string
  /** The time of a day that is chosen without one, such as `18:00`. */
  timeFor: (day: string) => string
  /** The start, when the moment is an end. */
  after?: string | null | undefined
}

/** An instant, or why there is none: a time without a day, or one that a clock change skips. */
export type Moment = { instant: string } | { problem: 'noDay' | 'skipped' }

/** Completes a date or a time to a moment: a day keeps the time that there is, a time keeps the day. */
export function momentOf({ day, time }: DateText, { value, zone, timeFor, after }: MomentContext): Moment {
  const wall = value === null ? undefined : toWall(value, zone)
  const start = after ? toWall(after, zone) : undefined
  const chosenDay = day ?? wall?.slice(0, 10) ?? start?.slice(0, 10)
  if (chosenDay === undefined) return { problem: 'noDay' }
  const chosenTime = time ?? wall?.slice(11, 16) ?? timeFor(chosenDay)
  const instant = fromWall(`${chosenDay} ${chosenTime}:00`, zone)
  if (instant === undefined) return { problem: 'skipped' }
  // An end at 01:00 of a set that starts at 23:00 is on the next day, unless somebody typed both.
  const isBefore = start?.startsWith(chosenDay) && after && instant <= after
  if (!isBefore || (day && time)) return { instant }
  const next = fromWall(`${dayAfter(chosenDay)} ${chosenTime}:00`, zone)
  return next === undefined ? { problem: 'skipped' } : { instant: next }
}

const dayAfter = (day: string) => new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
