import type { Db } from '../db.ts'
import { findNextDue } from '../public/public.ts'
import { type Calendar, findCalendar } from '../records/broadcasts.ts'
import { findCategoryByKey } from '../records/categories.ts'
import type { Facts } from './facts.ts'

/** What lists need to know about a broadcast besides its records. */
export interface BroadcastFacts {
  calendar(broadcastId: string): Promise<Calendar>
  categoryByKey(broadcastId: string, key: string): Promise<string | undefined>
  /** What is in memory of these. */
  known: {
    calendar(broadcastId: string): Calendar | undefined
    categoryByKey(broadcastId: string, key: string): string | undefined
  }
  /** When the next record becomes visible by the clock alone. */
  nextDue(broadcastId: string, after: Date): Promise<Date | undefined>
}

export function createBroadcastFacts(db: Db, facts: Facts): BroadcastFacts {
  return {
    calendar: (broadcastId) => facts.of(broadcastId, calendarName, () => findCalendar(db, broadcastId)),
    categoryByKey: (broadcastId, key) =>
      facts.of(broadcastId, categoryName(key), () => findCategoryByKey(db, broadcastId, key)),
    known: {
      calendar: (broadcastId) => facts.find(broadcastId, calendarName),
      categoryByKey: (broadcastId, key) => facts.find(broadcastId, categoryName(key)),
    },
    async nextDue(broadcastId, after) {
      const read = async () => (await findNextDue(db, broadcastId, after)) ?? null
      const due = await facts.of(broadcastId, 'due', read)
      if (due === null || due > after) return due ?? undefined
      facts.forget(broadcastId, 'due')
      return (await facts.of(broadcastId, 'due', read)) ?? undefined
    },
  }
}

const calendarName = 'calendar'
const categoryName = (key: string) => `category ${key}`
