import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { KindName, ListPage, ListQuery, RecordFor, Stored } from './api.ts'
import { rememberBroadcast, useBroadcast } from './broadcasts.tsx'
import { useHeldBack } from './held-back.ts'

/** A list of records, page by page, without those whose delete can still be undone. */
export function useRecords<K extends KindName>(kind: K, query: ListQuery = {}, options: { enabled?: boolean } = {}) {
  const { api, id } = useBroadcast()
  const heldBack = useHeldBack()
  const found = useInfiniteQuery({
    queryKey: [...listsKey(id, kind), query],
    queryFn: ({ pageParam, signal }) =>
      api.kind(kind).list({ limit: 50, ...query, ...(pageParam && { startId: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextStartId ?? undefined,
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
  })
  const records = useMemo(
    () => (found.data?.pages ?? []).flatMap(({ data }) => data).filter(({ _id }) => !heldBack.has(_id)),
    [found.data, heldBack],
  )
  const loaded = (found.data?.pages ?? []).reduce((sum, { data }) => sum + data.length, 0)
  return { ...found, records, total: (found.data?.pages[0]?.total ?? 0) - (loaded - records.length) }
}

/** Every record that a query finds, for screens that show all at once, such as the grid of a day or a map. */
export function useAllRecords<K extends KindName>(kind: K, query: ListQuery = {}, options: { enabled?: boolean } = {}) {
  const { api, id } = useBroadcast()
  const heldBack = useHeldBack()
  const found = useQuery({
    queryKey: [...listsKey(id, kind), 'all', query],
    queryFn: () => readAll((offset) => api.kind(kind).list({ ...query, limit: pageSize, skip: offset })),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
  })
  const records = useMemo(() => (found.data ?? []).filter(({ _id }) => !heldBack.has(_id)), [found.data, heldBack])
  return { ...found, records }
}

/** The most that a page may contain. */
const pageSize = 200

/** The first page says how many there are; the others are read at the same time. */
async function readAll<R extends { _id: string }>(page: (offset: number) => Promise<ListPage<R>>): Promise<R[]> {
  const first = await page(0)
  const offsets = Array.from({ length: Math.ceil(first.total / pageSize) - 1 }, (_, at) => (at + 1) * pageSize)
  const others = await Promise.all(offsets.map(page))
  // A record that is created meanwhile moves others to the next page; after a delete, the change stream refetches all.
  const byId = new Map([first, ...others].flatMap(({ data }) => data.map((record) => [record._id, record])))
  return [...byId.values()]
}

/** One record with its ETag; reads nothing without an id. */
export function useRecord<K extends KindName>(kind: K, recordId: string | undefined) {
  const { api, id } = useBroadcast()
  return useQuery({
    queryKey: recordKey(id, kind, recordId ?? ''),
    queryFn: ({ signal }) => api.kind(kind).get(recordId ?? '', signal),
    enabled: recordId !== undefined,
  })
}

/** The records with the given ids, for showing references by name. */
export function useRecordsById<K extends KindName>(kind: K, ids: readonly string[]) {
  const wanted = useMemo(() => [...new Set(ids)].sort().slice(0, 100), [ids])
  const found = useRecords(kind, { filters: [{ _id: { $in: wanted } }], limit: 100 }, { enabled: wanted.length > 0 })
  return useMemo(() => new Map(found.records.map((record) => [record._id, record])), [found.records])
}

/** Creates (without an id) or patches a record, and updates every cached read with the result. */
export function useSave<K extends KindName>(kind: K) {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({
      recordId,
      patch,
      ifMatch,
    }: {
      recordId?: string
      patch: Record<string, unknown>
      ifMatch?: string
    }) =>
      recordId === undefined
        ? api.kind(kind).create(patch)
        : api.kind(kind).update(recordId, patch, ifMatch === undefined ? {} : { ifMatch }),
    onSuccess: (stored) => keep(client, id, kind, stored),
  })
}

/**
 * Patches a record optimistically: lists show it before the service answers, and roll back when it refuses.
 * For moves and switches, where a delay would be felt. Forms use `useDraft`.
 */
export function useQuickSave<K extends KindName>(kind: K) {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({
      recordId,
      patch,
      ifMatch,
    }: {
      recordId: string
      patch: Record<string, unknown>
      ifMatch?: string
    }) => api.kind(kind).update(recordId, patch, ifMatch === undefined ? {} : { ifMatch }),
    async onMutate({ recordId, patch }) {
      await client.cancelQueries({ queryKey: listsKey(id, kind) })
      const before = client.getQueriesData({ queryKey: listsKey(id, kind) })
      showInLists(client, id, kind, recordId, (record) => ({ ...record, ...patch }))
      return { before }
    },
    onError(_error, _variables, context) {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data)
    },
    onSuccess: (stored) => keep(client, id, kind, stored),
  })
}

export const broadcastKey = (broadcastId: string) => ['broadcast', broadcastId]
export const kindKey = (broadcastId: string, kind: string) => [...broadcastKey(broadcastId), kind]
export const listsKey = (broadcastId: string, kind: string) => [...kindKey(broadcastId, kind), 'list']
export const recordKey = (broadcastId: string, kind: string, id: string) => [
  ...kindKey(broadcastId, kind),
  'record',
  id,
]

/** Caches the stored record, and refetches the lists that may contain it. */
export function keep<K extends KindName>(
  client: QueryClient,
  broadcastId: string,
  kind: K,
  stored: Stored<RecordFor<K>>,
) {
  client.setQueryData(recordKey(broadcastId, kind, stored.record._id), stored)
  showInLists(client, broadcastId, kind, stored.record._id, () => stored.record)
  if (kind === 'broadcast') rememberBroadcast(client, stored.record as RecordFor<'broadcast'>)
  void client.invalidateQueries({ queryKey: listsKey(broadcastId, kind) })
}

/** Changes a record in every cached list; a list may consist of pages or of plain records. */
export function showInLists<K extends KindName>(
  client: QueryClient,
  broadcastId: string,
  kind: K,
  recordId: string,
  change: (record: RecordFor<K>) => RecordFor<K>,
): void {
  const inRecords = (records: RecordFor<K>[]) => records.map((one) => (one._id === recordId ? change(one) : one))
  client.setQueriesData<ListData<RecordFor<K>>>({ queryKey: listsKey(broadcastId, kind) }, (data) => {
    if (!data) return data
    if (Array.isArray(data)) return inRecords(data)
    return { ...data, pages: data.pages.map((page) => ({ ...page, data: inRecords(page.data) })) }
  })
}

type ListData<R> = R[] | { pages: ListPage<R>[]; pageParams: unknown[] }
