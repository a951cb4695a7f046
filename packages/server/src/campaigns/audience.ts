import { type Condition, hasLocalTimes, isLogic, kinds, parseFilters } from '@marquee/model'
import type { Queryable } from '../store/db.ts'
import { findCalendar } from '../store/records/broadcasts.ts'

/** The filter of an audience, or null for all clients. Throws `Invalid` with the pointer `at` when it is not a valid filter. */
export async function audienceOf(
  db: Queryable,
  broadcastId: string,
  audience: unknown,
  at = '/audience/filters',
): Promise<Condition | null> {
  const { filters, filtersLogical } = Object(audience)
  if (filters === undefined || filters === null) return null
  const zone = hasLocalTimes(filters) ? (await findCalendar(db, broadcastId)).timeZone : 'UTC'
  return parseFilters(kinds.broadcastClient, filters, isLogic(filtersLogical) ? filtersLogical : '$and', zone, at)
}
