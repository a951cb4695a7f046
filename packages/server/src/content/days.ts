import { type Condition, invalid, type Kind, nextDay, parseFilters, parseInstant, startOfDay } from '@marquee/model'
import type { Queryable } from '../store/db.ts'
import { type Calendar, findCalendar } from '../store/records/broadcasts.ts'

/** Records of one day. A day begins at the broadcast's `dayStart`: a set at half past one belongs to the evening before. */
export function onDay({ timeZone, dayStart }: Calendar, kind: Kind, day: string): Condition {
  const from = requireDay(day, dayStart, timeZone, '?day')
  const to = requireDayAfter(day, dayStart, timeZone, '?day')
  return parseFilters(kind, [{ [kind.dayField ?? '']: { $gte: from, $lt: to } }], '$and')
}

/** A bound that is an instant, or a date: the start of that local day, or its end. */
export function boundOf(text: string, end: 'from' | 'to', calendar: Calendar, at: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const midnight = requireDay(text, '00:00', calendar.timeZone, at)
    return end === 'from' ? midnight : requireDayAfter(text, '00:00', calendar.timeZone, at)
  }
  const parsed = parseInstant(text, calendar.timeZone)
  if ('reason' in parsed) throw invalid(at, 'format', parsed.reason)
  return parsed.instant
}

/** An instant in a query parameter; without an offset it is local to the broadcast's time zone. */
export async function instantOf(db: Queryable, broadcastId: string, text: string, pointer: string): Promise<Date> {
  const parsed = parseInstant(text, (await findCalendar(db, broadcastId)).timeZone)
  if ('reason' in parsed) throw invalid(pointer, 'format', parsed.reason)
  return new Date(parsed.instant)
}

function requireDay(day: string, timeOfDay: string, timeZone: string, at: string): string {
  const instant = startOfDay(day, timeOfDay, timeZone)
  if (instant === undefined) throw invalid(at, 'format', 'must be a date such as 2026-07-04')
  return instant
}

/** Nothing begins after the last representable day. */
function requireDayAfter(day: string, timeOfDay: string, timeZone: string, at: string): string {
  return day === '9999-12-31' ? '9999-12-31T23:59:59.999Z' : requireDay(nextDay(day), timeOfDay, timeZone, at)
}
