import type { ListQuery } from '../data/api.ts'
import type { Shown } from './words.ts'

/** The request of an app for a stored query: published records only, and at most a page. */
export function listQueryOf(stored: unknown, fallbackSort?: ListQuery['sort']): ListQuery {
  const { filters, filtersLogical, limit, skip, sort } = Object(stored) as Shown
  const conditions = Array.isArray(filters) ? filters : []
  const logical = filtersLogical === '$or' || filtersLogical === '$nor' ? filtersLogical : '$and'
  const own = conditions.length === 0 ? [] : logical === '$and' ? conditions : [{ [logical]: conditions }]
  return {
    filters: [{ status: 'published' }, ...own],
    limit: limitOf(limit),
    ...(typeof skip === 'number' && skip > 0 && { skip }),
    ...sortOf(sort, fallbackSort),
  }
}

/** `-1` means a full page of the service; without a limit an app shows a handful. */
function limitOf(limit: unknown): number {
  if (limit === -1) return largestPage
  return typeof limit === 'number' && limit > 0 ? Math.min(limit, largestPage) : usualPage
}

const largestPage = 100
const usualPage = 12

function sortOf(sort: unknown, fallback: ListQuery['sort']): Pick<ListQuery, 'sort'> {
  const isSorted = typeof sort === 'object' && sort !== null && Object.keys(sort).length > 0
  const chosen = isSorted ? (sort as ListQuery['sort']) : fallback
  return chosen ? { sort: chosen } : {}
}
