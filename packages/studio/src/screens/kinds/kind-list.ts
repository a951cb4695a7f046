import { useIntersection } from '@mantine/hooks'
import { kindNamed, queryFields } from '@marquee/model'
import { useEffect, useMemo } from 'react'
import type { ListQuery } from '../../data/api.ts'
import { useRecordSearch } from '../../data/record-search.ts'
import type { TableKind } from '../../kinds/declaration.ts'
import { useSearchValues } from '../../ui/navigation.tsx'
import { type ReferenceNames, useReferenceNames } from './reference-names.ts'

export type Sort = Record<string, 'asc' | 'desc'>

/** The table's query in the URL: `?q=jazz&status=draft&sort=title`. */
export function useKindList(declaration: TableKind) {
  const { kind, filters } = declaration
  const [values, change] = useSearchValues()
  const chosen = values.columns
  const columns = useMemo(
    () => declaration.columns.filter((column) => !Array.isArray(chosen) || chosen.includes(column)),
    [declaration.columns, chosen],
  )
  const text = typeof values.q === 'string' || typeof values.q === 'number' ? String(values.q) : ''
  const sort = (values.sort as Sort | undefined) ?? declaration.sort
  const filterValues = useMemo(
    () => Object.fromEntries(filters.map((name) => [name, values[name]]).filter(([, value]) => value !== undefined)),
    [filters, values],
  )
  const query = useMemo<ListQuery>(() => {
    const known = queryFields(kindNamed(kind))
    // An address has `?tags=2027` as a number.
    const conditions = Object.entries(filterValues).map(([name, value]) => ({
      [name]: known.get(name)?.type === 'string' ? String(value) : value,
    }))
    return { ...(conditions.length > 0 && { filters: conditions }), ...(sort && { sort }) }
  }, [filterValues, kind, sort])
  const found = useRecordSearch(kind, text, true, query)
  const names: ReferenceNames = useReferenceNames(kind, columns, found.records)

  // The next page is fetched when its button becomes visible.
  const { ref: moreRef, entry } = useIntersection<HTMLButtonElement>({ rootMargin: '400px' })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found
  useEffect(() => {
    if (entry?.isIntersecting && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [entry, hasNextPage, isFetchingNextPage, fetchNextPage])

  /** What a saved view of the table consists of. */
  const viewNames = useMemo(() => ['q', 'sort', 'columns', ...filters], [filters])
  const nothing = Object.fromEntries(['q', ...filters].map((name) => [name, undefined]))
  return {
    ...found,
    text,
    sort,
    query,
    filterValues,
    names,
    /** The columns that are shown. */
    columns,
    moreRef,
    viewNames,
    change,
    clear: () => change(nothing),
    isNarrowed: text !== '' || Object.keys(filterValues).length > 0,
  }
}
