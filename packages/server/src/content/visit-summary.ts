import { kinds, screenOf } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import type { Queryable } from '../store/db.ts'
import { findCalendar } from '../store/records/broadcasts.ts'
import { readVisitCounts } from '../store/records/visit-counts.ts'
import { daysOf, filled } from './daily-counts.ts'

/** The visits of a range of days: how many, when, to which sessions and places. Like all counts, it is read without reading events. */
export async function readVisitSummary(
  { db, clock }: { db: Queryable; clock: Clock },
  broadcastId: string,
  { locale, ...asked }: { from: string | null; to: string | null; locale: string | null },
) {
  const calendar = await findCalendar(db, broadcastId)
  const days = daysOf(asked, calendar, clock.now())
  const range = { from: days[0] ?? '', to: days.at(-1) ?? '', locale, limit: top, ...calendar }
  const counts = await readVisitCounts(db, broadcastId, kinds.broadcastEvent, range)
  const { visits, hours, sessions, places, pages, searches, crowd, shares } = counts
  const viewsAt = new Map(hours.map(({ hour, count }) => [hour, count]))
  return {
    days,
    timezone: calendar.timeZone,
    dayStart: calendar.dayStart,
    visitors: { total: visits.reduce((sum, { count }) => sum + count, 0), counts: filled({ days: visits }, days) },
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, count: viewsAt.get(hour) ?? 0 })),
    sessions,
    places,
    pages: pages.map(({ about, subject, title, views }) => {
      const screen = screenOf(about)
      return screen ? { screen, id: subject, title, views } : { screen: subject, id: null, title: null, views }
    }),
    searches,
    crowd,
    shares,
  }
}

/** The length of each list. */
const top = 20
