import { useMemo, useState } from 'react'
import type { ListQuery } from '../../../data/api.ts'
import { useRecordSearch } from '../../../data/record-search.ts'
import { useRecords } from '../../../data/records.ts'
import { useSearchValues } from '../../../ui/navigation.tsx'
import { stateFilters } from '../schedule.ts'

export const orders = {
  /** By the date that a row shows. */
  newest: { publishedAt: 'desc' },
  changed: { _updatedAt: 'desc' },
  title: { title: 'asc' },
} as const
export type Order = keyof typeof orders

/** What a saved view of the list consists of. */
export const viewNames = ['q', 'state', 'category', 'order']

/** The query in the URL: `?q=jazz&state=scheduled&category=…&order=title`. */
export function useArticleList() {
  const [values, change] = useSearchValues()
  // The time is fixed per visit: a query that changes every second would refetch forever.
  const [now] = useState(() => new Date().toISOString())
  const text = typeof values.q === 'string' || typeof values.q === 'number' ? String(values.q) : ''
  const state = typeof values.state === 'string' ? values.state : undefined
  const category = typeof values.category === 'string' ? values.category : undefined
  const order = isOrder(values.order) ? values.order : 'newest'
  const query = useMemo<ListQuery>(() => {
    const filters = [...stateFilters(state, now), ...(category ? [{ categoryIds: category }] : [])]
    return { sort: orders[order], ...(filters.length > 0 && { filters }) }
  }, [state, category, order, now])
  const found = useRecordSearch('broadcastArticle', text, true, query)
  // The service lists records without a date last. A draft that was just begun has none, and belongs to the top.
  const isSplit = order === 'newest' && text === ''
  const undated = useRecords(
    'broadcastArticle',
    useMemo(() => withoutDate(query), [query]),
    { enabled: isSplit },
  )
  const onTop = new Set(undated.records.map(({ _id }) => _id))
  return {
    ...found,
    records: isSplit ? [...undated.records, ...found.records.filter(({ _id }) => !onTop.has(_id))] : found.records,
    isPending: found.isPending || (isSplit && undated.isPending),
    text,
    state,
    category,
    order,
    change,
    clear: () => change({ q: undefined, state: undefined, category: undefined }),
    isNarrowed: text !== '' || state !== undefined || category !== undefined,
  }
}

export type ArticleListState = ReturnType<typeof useArticleList>

const isOrder = (value: unknown): value is Order => typeof value === 'string' && value in orders

const withoutDate = ({ filters = [], ...query }: ListQuery): ListQuery => ({
  ...query,
  filters: [...filters, { publishedAt: null }],
  sort: orders.changed,
})
