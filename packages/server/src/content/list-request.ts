import { type Condition, hasLocalTimes, isLogic, type Kind, parseFilters, parseSort } from '@marquee/model'
import type { Calendar } from '../store/records/broadcasts.ts'
import { onDay } from './days.ts'
import type { ListRequest } from './read.ts'

/** A list query as sent. */
export interface ListQuery {
  filters: unknown
  filtersLogical: string
  limit: number
  skip: number
  startId: string | null
  sort: unknown
  day?: unknown
}

/** Parses a list query. Its filters and sort may only name fields of the kind. */
export async function listRequestOf(
  findCalendar: () => Promise<Calendar>,
  kind: Kind,
  query: ListQuery,
): Promise<ListRequest> {
  return requestOf(needsCalendar(query) ? await findCalendar() : undefined, kind, query)
}

/** The same with a calendar that is known; undefined when it is needed and not known. */
export function listRequestNow(
  knownCalendar: () => Calendar | undefined,
  kind: Kind,
  query: ListQuery,
): ListRequest | undefined {
  const calendar = needsCalendar(query) ? knownCalendar() : undefined
  return calendar || !needsCalendar(query) ? requestOf(calendar, kind, query) : undefined
}

const needsCalendar = ({ filters, day }: ListQuery) => typeof day === 'string' || hasLocalTimes(filters)

function requestOf(calendar: Calendar | undefined, kind: Kind, query: ListQuery): ListRequest {
  const logic = isLogic(query.filtersLogical) ? query.filtersLogical : '$and'
  const filter =
    query.filters === undefined ? null : parseFilters(kind, query.filters, logic, calendar?.timeZone ?? 'UTC')
  const day = calendar && typeof query.day === 'string' ? onDay(calendar, kind, query.day) : null
  const where: Condition | null = filter && day ? { logic: '$and', of: [filter, day] } : (filter ?? day)
  const order = query.sort === undefined ? null : parseSort(kind, query.sort)
  return { where, order, startId: query.startId, limit: query.limit, skip: query.skip }
}
