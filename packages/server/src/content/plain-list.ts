import { type Condition, invalid, parseFilters, parseSort, queryFields, type SortStep, type View } from '@marquee/model'
import { isObjectId, objectIdRule } from '../base/object-id.ts'
import type { BroadcastFacts } from '../store/memory/broadcast-facts.ts'
import type { Calendar } from '../store/records/broadcasts.ts'
import { boundOf, onDay } from './days.ts'

/** A list query of Surface A as sent. */
export interface PlainQuery {
  status: string
  reference: string | null
  category?: unknown
  place_id?: unknown
  from?: unknown
  to?: unknown
  day?: unknown
}

/** What a list on Surface A needs to know of its broadcast; undefined when it does not, or there is no such category. */
export interface PlainFacts {
  calendar: Calendar | undefined
  categoryId: string | undefined
}

export async function findPlainFacts(
  query: PlainQuery,
  broadcastId: string,
  facts: BroadcastFacts,
): Promise<PlainFacts> {
  const { category } = query
  return {
    calendar: needsCalendar(query) ? await facts.calendar(broadcastId) : undefined,
    categoryId: typeof category === 'string' ? await facts.categoryByKey(broadcastId, category) : undefined,
  }
}

/** The same when all of it is in memory. */
export function knownPlainFacts(
  query: PlainQuery,
  broadcastId: string,
  { known }: BroadcastFacts,
): PlainFacts | undefined {
  const { category } = query
  const calendar = needsCalendar(query) ? known.calendar(broadcastId) : undefined
  const categoryId = typeof category === 'string' ? known.categoryByKey(broadcastId, category) : undefined
  const isMissing = (needsCalendar(query) && !calendar) || (typeof category === 'string' && !categoryId)
  return isMissing ? undefined : { calendar, categoryId }
}

const needsCalendar = ({ from, to, day }: PlainQuery) =>
  typeof from === 'string' || typeof to === 'string' || typeof day === 'string'

/** The filter and the order of a list on Surface A. */
export function whereOf(
  view: View,
  query: PlainQuery,
  { calendar, categoryId }: PlainFacts,
): { where: Condition; order: SortStep[] | null } {
  const { kind } = view
  const filters: object[] = []
  if (query.status !== 'all') filters.push({ status: query.status })
  if (query.reference !== null) filters.push({ _reference: query.reference })
  if (typeof query.place_id === 'string') filters.push({ interestPointId: requireId(query.place_id, '?place_id') })
  if (calendar && typeof query.from === 'string')
    filters.push({ 'time.start': { $gte: boundOf(query.from, 'from', calendar, '?from') } })
  if (calendar && typeof query.to === 'string')
    filters.push({ 'time.end': { $lte: boundOf(query.to, 'to', calendar, '?to') } })
  const { isListed, order } = constantsOf(view)
  const conditions: Condition[] = [isListed, parseFilters(kind, filters, '$and')]
  if (calendar && typeof query.day === 'string') conditions.push(onDay(calendar, kind, query.day))
  if (typeof query.category === 'string') conditions.push(inCategory(view, categoryId))
  return { where: { logic: '$and', of: conditions }, order }
}

interface Constants {
  isListed: Condition
  order: SortStep[] | null
}

/** What is the same for all lists of a view. */
function constantsOf(view: View): Constants {
  const known = constants.get(view)
  if (known) return known
  const { name, kind } = view
  const filters = Object.entries(shownFilters[name] ?? {}).map(([field, test]) => ({ [field]: test }))
  const made = {
    isListed: parseFilters(kind, filters, '$and'),
    order: kind.dayField ? parseSort(kind, { [kind.dayField]: 'asc' }) : null,
  }
  constants.set(view, made)
  return made
}

const constants = new WeakMap<View, Constants>()

/**
 * The category of a record is its first, where the view shows that; else it is in each of its categories. A category that does
 * not exist has no records.
 */
function inCategory(view: View, id: string | undefined): Condition {
  const categoryIds = queryFields(view.kind).get('categoryIds')
  if (!id || !categoryIds) return { logic: '$or', of: [] }
  return 'category' in view.fields
    ? { first: categoryIds, value: id }
    : { field: categoryIds, operator: '$eq', value: id }
}

function requireId(text: string, at: string): string {
  if (!isObjectId(text)) throw invalid(at, 'format', `must be an id: ${objectIdRule}`)
  return text
}

/** The conditions for a record to be in lists, as filters; `isListed` of the views states the same for one record. */
const shownFilters: Record<string, Record<string, unknown>> = {
  event: { title: { $exists: true }, 'time.start': { $exists: true }, 'time.end': { $exists: true } },
  place: { title: { $nin: [null, ''] } },
  article: { title: { $exists: true } },
}
