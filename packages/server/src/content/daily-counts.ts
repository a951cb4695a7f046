import { dayOf, invalid, type Kind, nextDay } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import type { Queryable } from '../store/db.ts'
import { type Calendar, findCalendar } from '../store/records/broadcasts.ts'
import { readCounts, type TypeCounts } from '../store/records/timeline.ts'

export interface CountsQuery {
  from: string | null
  to: string | null
  type: string | null
  limit: number
}

/** The number of records of each type on each day. They are counted when they are appended, so no record is read. */
export async function readDailyCounts(
  { db, clock }: { db: Queryable; clock: Clock },
  broadcastId: string,
  kind: Kind,
  { type, limit, ...asked }: CountsQuery,
) {
  const calendar = await findCalendar(db, broadcastId)
  const days = daysOf(asked, calendar, clock.now())
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const { types, counts } = await readCounts(db, broadcastId, kind, { from, to, type, limit })
  const { timeZone: timezone, dayStart } = calendar
  return {
    data: counts.map((one) => ({ type: one.type, total: one.total, counts: filled(one, days) })),
    metadata: { days, timezone, dayStart, types },
  }
}

/** Every day from the first to the last requested one. */
export function daysOf(
  asked: { from: string | null; to: string | null },
  { timeZone, dayStart }: Calendar,
  nowMs: number,
): string[] {
  const to = asked.to === null ? dayOf(nowMs, dayStart, timeZone) : requireDate(asked.to, '?to')
  const from = asked.from === null ? daysBefore(to, defaultDays - 1) : requireDate(asked.from, '?from')
  if (from > to) throw invalid('?from', 'order', 'must not come after the last day')
  if (daysBefore(to, maxDays - 1) > from) throw invalid('?from', 'range', `at most ${maxDays} days can be requested`)
  const days: string[] = []
  for (let day = from; day <= to; day = nextDay(day)) days.push(day)
  return days
}

/** One number for each day. */
export function filled({ days: counted }: Pick<TypeCounts, 'days'>, days: string[]): number[] {
  const byDay = new Map(counted.map(({ day, count }) => [day, count]))
  return days.map((day) => byDay.get(day) ?? 0)
}

function requireDate(date: string, at: string): string {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(`${date}T00:00:00Z`))
  const isReal = isDate && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
  if (!isReal || date < '1970-01-01' || date > '9998-12-31')
    throw invalid(at, 'format', 'must be a date such as 2026-07-04')
  return date
}

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)

const defaultDays = 30
const maxDays = 400
const dayMs = 86_400_000
