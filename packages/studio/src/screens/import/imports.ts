import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BroadcastApi, RecordFor } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { keep, kindKey, listsKey, recordKey } from '../../data/records.ts'

export type Import = RecordFor<'import'>
export type ImportSource = RecordFor<'importSource'>
export type ImportRules = Required<Import['rules']>

/** A programme to import: a file, an address, a text, or the file of a preview that is planned again. */
export type GivenProgramme = { file: File } | { url: string } | { text: string; name: string } | { importId: string }

export interface ImportOptions {
  sourceId?: string | undefined
  /** The name of a new source, if it is not that of the file. */
  title?: string
  timeZone?: string | null
  columns?: Record<string, string> | null
  rows?: string | null
  rules?: Partial<ImportRules>
}

/** The SDK has no undefined members. */
type PreviewOptions = Parameters<BroadcastApi['sdk']['imports']['preview']>[1]

/** A record of the plan of an import. */
export interface ImportChange {
  kind: string
  key: string
  recordId: string
  action: ImportAction
  title: string | null
  at: string | null
  reason: string | null
  fields: ImportField[]
  proposals: { recordId: string; title: string | null; shared: ('time' | 'people')[] }[]
}

export type ImportAction = 'create' | 'update' | 'conflict' | 'restore' | 'remove' | 'none'

export interface ImportField {
  name: string
  base: unknown
  current: unknown
  incoming: unknown
  outcome: 'take' | 'keep' | 'conflict'
}

interface ChangesPage {
  data: ImportChange[]
  next: string | null
}

export interface ImportDecisions {
  matches: { kind: string; key: string; recordId: string | null }[]
  fields: { kind: string; key: string; field: string; choice: 'keep' | 'take' }[]
}

/** Reads a programme and plans what would change; writes nothing of it. */
export function usePreviewImport() {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ given, options = {} }: { given: GivenProgramme; options?: ImportOptions }) =>
      api.sdk.imports.preview(
        'file' in given ? given.file : given,
        options as PreviewOptions,
      ) as unknown as Promise<Import>,
    onSuccess(preview) {
      client.setQueryData(recordKey(id, 'import', preview._id), { record: preview, etag: undefined })
      for (const kind of ['import', 'importSource'])
        void client.invalidateQueries({ queryKey: listsKey(id, kind), refetchType: 'all' })
    },
  })
}

export const isUnderWay = ({ status }: Pick<Import, 'status'>) => status === 'applying' || status === 'undoing'

/** One import. Its progress is not in the change stream, so it is polled while it is applied or undone. */
export function useImport(importId: string) {
  const { api, id } = useBroadcast()
  return useQuery({
    queryKey: recordKey(id, 'import', importId),
    queryFn: ({ signal }) => api.kind('import').get(importId, signal),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.record) ? 1_000 : false),
  })
}

interface ChangesQuery {
  kind: string | undefined
  /** One after another; undefined for all. */
  actions: readonly (ImportAction | undefined)[]
}

/** The plan of an import, page by page. It does not change after it was made. */
export function useImportChanges(importId: string, { kind, actions }: ChangesQuery, enabled: boolean) {
  const { api, id } = useBroadcast()
  const found = useInfiniteQuery({
    queryKey: [...changesKey(id, importId), kind, actions],
    queryFn: ({ pageParam: { at, cursor }, signal }) =>
      readChanges(api, importId, { kind, action: actions[at], cursor, limit: 50 }, signal),
    initialPageParam: { at: 0 } as { at: number; cursor?: string },
    getNextPageParam: ({ next }, _pages, { at }) => {
      if (next !== null) return { at, cursor: next }
      return at + 1 < actions.length ? { at: at + 1 } : undefined
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
  const changes = useMemo(() => (found.data?.pages ?? []).flatMap(({ data }) => data), [found.data])
  return { ...found, changes }
}

const changesKey = (broadcastId: string, importId: string) => [...kindKey(broadcastId, 'import'), 'changes', importId]

/** The names of places, people and categories of the plan, by id: new ones cannot be read before they are written. */
export function usePlannedNames(importId: string, kinds: readonly string[]): ReadonlyMap<string, string> {
  const { api, id } = useBroadcast()
  const { data } = useQuery({
    queryKey: [...changesKey(id, importId), 'names', kinds],
    queryFn: async ({ signal }) => {
      const read = kinds.map((kind) => readSome(api, importId, { kind, action: 'create' }, signal))
      return (await Promise.all(read)).flat()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => new Map((data ?? []).map(({ recordId, title }) => [recordId, title ?? ''])), [data])
}

/** New records that may be existing ones, among the first of the plan. */
export function useProposedMatches(importId: string, enabled: boolean): ImportChange[] {
  const { api, id } = useBroadcast()
  const { data } = useQuery({
    queryKey: [...changesKey(id, importId), 'proposals'],
    queryFn: async ({ signal }) =>
      (await readSome(api, importId, { action: 'create' }, signal)).filter(({ proposals }) => proposals.length > 0),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
  return data ?? noChanges
}

const noChanges: ImportChange[] = []

type Wanted = { kind?: string | undefined; action?: ImportAction | undefined; cursor?: string | undefined }

/** At most 2,000 records, so that a large programme is not loaded for the names in it. */
async function readSome(api: BroadcastApi, importId: string, wanted: Wanted, signal: AbortSignal) {
  const changes: ImportChange[] = []
  let cursor: string | undefined
  for (let page = 0; page < 20; page++) {
    const { data, next } = await readChanges(api, importId, { ...wanted, cursor, limit: 100 }, signal)
    changes.push(...data)
    if (next === null) break
    cursor = next
  }
  return changes
}

const readChanges = (api: BroadcastApi, importId: string, query: Wanted & { limit: number }, signal: AbortSignal) =>
  api.sdk.imports.changes(importId, query, { signal }) as unknown as Promise<ChangesPage>

/** Starts to apply a preview, or to undo an import. The service goes on when the page is left. */
export function useRunImport(importId: string) {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wanted: { apply: { decisions: ImportDecisions; confirmRemovals: boolean } } | 'undo') =>
      wanted === 'undo' ? api.sdk.imports.undo(importId) : api.sdk.imports.apply(importId, wanted.apply),
    onSuccess: (record) => keep(client, id, 'import', { record: record as unknown as Import, etag: undefined }),
  })
}

/** Deletes a preview with its plan; of an applied import, only the report. */
export function useDiscardImport() {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (importId: string) => api.kind('import').delete(importId),
    onSuccess: () => client.invalidateQueries({ queryKey: listsKey(id, 'import'), refetchType: 'all' }),
  })
}

/** Who started an import. */
export function useImportActor(importId: string) {
  const { api, id } = useBroadcast()
  const { data } = useQuery({
    queryKey: [...kindKey(id, 'import'), 'actor', importId],
    queryFn: async () => (await api.kind('import').history(importId)).at(-1)?.actor ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? undefined
}
