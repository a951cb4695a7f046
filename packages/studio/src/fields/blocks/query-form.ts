import { isPlain, type Values } from '../../data/merge.ts'

/** How a list is chosen, in words people use. */
export type QueryMode = 'all' | 'categories' | 'chosen' | 'own'

export interface QueryForm {
  mode: QueryMode
  /** Of the categories or the records that are chosen. */
  ids: string[]
  /** `field:direction`; empty for the usual order. */
  sort: string
  /** As stored: -1 for all, null for as many as the app likes. */
  limit: number | null
}

/** Reads a stored query. Conditions that no form can show are the editor's own. */
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
  if (!isOne) return { mode: 'own', ids: [] }
  const categories = idsIn(only.categoryIds)
  if (categories) return { mode: 'categories', ids: categories }
  const chosen = idsIn(only._id)
  return chosen ? { mode: 'chosen', ids: chosen } : { mode: 'own', ids: [] }
}

function idsIn(test: unknown): string[] | undefined {
  if (typeof test === 'string') return [test]
  if (!isPlain(test) || Object.keys(test).length !== 1 || !Array.isArray(test.$in)) return undefined
  return test.$in.every((id) => typeof id === 'string') ? test.$in : undefined
}

/** The stored query with another choice. Without anybody chosen it finds everything, so nothing breaks halfway. */
export function withChoice(query: unknown, mode: QueryMode, ids: string[]): Values {
  const { filters, filtersLogical: _, ...rest } = isPlain(query) ? query : {}
  if (mode === 'all') return rest
  if (mode === 'own') return { ...rest, filters: filters ?? [] }
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
