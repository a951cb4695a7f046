import { type Condition, parseFilters, parseSort, queryFields, type SortStep, type View } from '@marquee/model'
import { boundOf, onDay } from '../../content/days.ts'
import type { Db } from '../../store/db.ts'
import { findCalendar } from '../../store/records/broadcasts.ts'
import { findCategoryByKey } from '../../store/records/categories.ts'
import { choice, integer, type Param, type ParamValues, text } from '../params.ts'

/** The parameters of a list on Surface A. Out of range is refused, not clamped. */
export function listParams(view: View) {
  const isPublishing = 'published_at' in view.fields
  const page = integer({ default: 50, min: 1, max: 200, description: 'How many, 1 to 200.' })
  const all: Param<number | null> = {
    ...page,
    default: null,
    description: 'How many, 1 to 200; all of them when absent.',
  }
  const limit: Param<number | null> = 'coordinates' in view.fields ? all : page
  return {
    status: choice(['draft', 'published', 'all'], {
      default: isPublishing ? 'all' : 'published',
      description: 'Drafts, published ones, or all.',
    }),
    limit,
    offset: integer({ default: 0, min: 0, description: 'How many to pass over.' }),
    reference: text('Only the one with this reference.', 200),
    ...('category' in view.fields && { category: text('Only those with this category identifier.', 200) }),
    ...(view.kind.dayField && {
      from: text('Starting at or after this date-time, or from this date on.', 64),
      to: text('Ending at or before this date-time, or up to the end of this date.', 64),
      day: text('On this day, as the broadcast counts its days.', 10),
    }),
  }
}

type Query = ParamValues<ReturnType<typeof listParams>>

export async function whereOf(
  view: View,
  query: Query,
  broadcastId: string,
  db: Db,
): Promise<{ where: Condition; order: SortStep[] | null }> {
  const { kind } = view
  const filters: object[] = Object.entries(shownFilters[view.name] ?? {}).map(([name, test]) => ({ [name]: test }))
  if (query.status !== 'all') filters.push({ status: query.status })
  if (query.reference !== null) filters.push({ _reference: query.reference })
  if (typeof query.from === 'string' || typeof query.to === 'string') {
    const calendar = await findCalendar(db, broadcastId)
    if (typeof query.from === 'string')
      filters.push({ 'time.start': { $gte: boundOf(query.from, 'from', calendar, '?from') } })
    if (typeof query.to === 'string') filters.push({ 'time.end': { $lte: boundOf(query.to, 'to', calendar, '?to') } })
  }
  const conditions: Condition[] = [parseFilters(kind, filters, '$and')]
  if (typeof query.day === 'string') conditions.push(await onDay(db, broadcastId, kind, query.day))
  if (typeof query.category === 'string') conditions.push(await inCategory(view, query.category, broadcastId, db))
  return {
    where: { logic: '$and', of: conditions },
    order: kind.dayField ? parseSort(kind, { [kind.dayField]: 'asc' }) : null,
  }
}

/** A category is what the view shows as such: the first one. One that does not exist has nothing in it. */
async function inCategory(view: View, key: string, broadcastId: string, db: Db): Promise<Condition> {
  const categoryIds = queryFields(view.kind).get('categoryIds')
  const id = await findCategoryByKey(db, broadcastId, key)
  return id && categoryIds ? { first: categoryIds, value: id } : { logic: '$nor', of: [{ logic: '$and', of: [] }] }
}

/** What makes a record visible on Surface A at all, as the views say for one record. */
const shownFilters: Record<string, Record<string, unknown>> = {
  event: { title: { $exists: true }, 'time.start': { $exists: true }, 'time.end': { $exists: true } },
  place: { title: { $nin: [null, ''] } },
  article: { title: { $exists: true } },
}
