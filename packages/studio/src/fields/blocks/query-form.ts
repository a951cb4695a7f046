import { isPlain, type Values } from '../../data/merge.ts'

/** How a stored query chooses its records; `custom` is edited as conditions. */
export type QueryMode = 'all' | 'categories' | 'chosen' | 'custom'

export interface QueryForm {
  mode: QueryMode
  /** The ids of the chosen categories or records. */
  ids: string[]
  /** `field direction`; empty for the default order. */
  sort: string
  /** As stored: -1 for all, null for the default of the app. */
  limit: number | null
}

/** Reads a stored query. Conditions that the form cannot show are `custom`. */
export function readQuery(query: unknown): QueryForm {
  const stored = isPlain(query) ? query : {}
  const limit = typeof stored.limit === 'number' ? stored.limit : null
  const [order] = Object.entries(isPlain(stored.sort) ? stored.sort : {})
  return { ...readFilters(stored), sort: order ? `${order[0]}:${String(order[1])}` : '', limit }
}

function readFilters({ filters, filtersLogical }: Values): Pick<QueryForm, 'mode' | 'ids'> {
  const conditions = Array.isArray(filters) ? filters : []
  if (conditions.length === 0) return { mode: 'all', ids: [] }
  const [only] = conditions
  const isOne = conditions.length === 1 && isPlain(only) && Object.keys(only).length === 1 && filtersLogical !== '$nor'
  if (!isOne) return { mode: 'custom', ids: [] }
  const categories = idsIn(only.categoryIds)
  if (categories) return { mode: 'categories', ids: categories }
  const chosen = idsIn(only._id)
  return chosen ? { mode: 'chosen', ids: chosen } : { mode: 'custom', ids: [] }
}

function idsIn(test: unknown): string[] | undefined {
  if (typeof test === 'string') return [test]
  if (!isPlain(test) || Object.keys(test).length !== 1 || !Array.isArray(test.$in)) return undefined
  return test.$in.every((id) => typeof id === 'string') ? test.$in : undefined
}

/** The stored query with another choice. Without a choice it finds everything, so a half-filled form is still valid. */
export function withChoice(query: unknown, mode: QueryMode, ids: string[]): Values {
  const { filters, filtersLogical: _, ...rest } = isPlain(query) ? query : {}
  if (mode === 'all') return rest
  if (mode === 'custom') return { ...rest, filters: filters ?? [] }
  const field = mode === 'categories' ? 'categoryIds' : '_id'
  return { ...rest, filters: [{ [field]: { $in: ids } }] }
}

export function withSort(query: unknown, sort: string): Values {
  const { sort: _, ...rest } = isPlain(query) ? query : {}
  const [field, direction] = sort.split(':')
  return field && direction ? { ...rest, sort: { [field]: direction } } : rest
}

export function withLimit(query: unknown, limit: number | null): Values {
  const { limit: _, ...rest } = isPlain(query) ? query : {}
  return limit === null ? rest : { ...rest, limit }
}
