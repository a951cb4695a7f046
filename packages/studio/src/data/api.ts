import type { AnyRecord, ChangeEntry, KindName, kinds, RecordOf } from '@marquee/model'
import {
  etagOf,
  Marquee,
  MarqueeProblem,
  MarqueeUnreachable,
  type Method,
  type BroadcastApi as SdkBroadcast,
} from '@marquee/sdk'
import { common, languageNow } from '../texts/language.tsx'

export type { CampaignSummary, FieldError, SearchAnswer, Usage } from '@marquee/sdk'
export type { KindName }
export { MarqueeProblem as Problem }
export type RecordFor<K extends KindName> = RecordOf<(typeof kinds)[K]> & AnyRecord

export interface ListQuery {
  filters?: unknown[] | undefined
  filtersLogical?: '$and' | '$or' | '$nor' | undefined
  sort?: Record<string, 'asc' | 'desc'> | undefined
  limit?: number | undefined
  skip?: number | undefined
  startId?: string | undefined
  day?: string | undefined
  locale?: string | undefined
  fields?: string[] | undefined
  expand?: string[] | undefined
}

export interface ListPage<R> {
  data: R[]
  total: number
  nextStartId: string | null
}

/** A record with the ETag for `If-Match`. */
export interface Stored<R> {
  record: R
  etag: string | undefined
}

export type Change = ChangeEntry<KindName>

export type BatchOperation =
  | { op: 'create'; body: Record<string, unknown> }
  | { op: 'update'; id: string; body: Record<string, unknown>; ifMatch?: string }
  | { op: 'delete'; id: string }

export interface BatchResult {
  status: number
  id: string | null
  record?: AnyRecord
  problem?: { detail: string; code: string }
}

export interface Asked {
  body?: unknown
  query?: Record<string, unknown>
  headers?: Record<string, string>
  signal?: AbortSignal
  timeoutMs?: number
}

/** Calls back when the service answers that the session is no longer valid. */
export function onUnauthorized(listener: () => void): () => void {
  strangers.add(listener)
  return () => strangers.delete(listener)
}

const strangers = new Set<() => void>()

/** The API of this origin, authenticated by the session cookie. */
export const marquee = new Marquee({
  credentials: 'same-origin',
  async fetch(input, init) {
    const response = await fetch(input, init).catch((error) => {
      // A request that was cancelled fails with another error.
      if (!(error instanceof TypeError)) throw error
      throw new MarqueeUnreachable(common[languageNow()].errors.network, { cause: error })
    })
    const isSigningIn = new URL(response.url).pathname.startsWith('/v1/auth/')
    if (response.status === 401 && !isSigningIn) for (const listener of strangers) listener()
    return localized(response)
  },
})

/** A failure in the language of the person. The sentences are loaded with the first failure, because most visits have none. */
async function localized(response: Response): Promise<Response> {
  const language = languageNow()
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  if (language === 'en' || !isProblem) return response
  const { translatedResponse } = await import('./problem-words.ts')
  return translatedResponse(language, response)
}

/** One request to the service, for endpoints without a method here. */
export function request<T = unknown>(method: Method, path: string, asked: Asked = {}): Promise<T> {
  return marquee.request<T>(method, path, asked)
}

/** The content of one broadcast. */
export function broadcastApi(userId: string, broadcastId: string) {
  const base = `/v1/users/${userId}/broadcasts/${broadcastId}`
  const sdk = marquee.broadcast(userId, broadcastId)
  return {
    base,
    broadcastId,
    userId,
    /** The SDK client itself, for everything that is not a record: keys, webhooks, jobs, runs, previews. */
    sdk,
    kind: <K extends KindName>(name: K): KindApi<K> =>
      name === 'broadcast' ? broadcastItself(sdk) : kindApi(sdk, name),
    usage: () => sdk.usage(),
    search: (q: string, { signal, ...query }: { kinds?: string[]; limit?: number; signal?: AbortSignal } = {}) =>
      sdk.search({ q, ...query }, { signal }),
    request: <T>(method: Method, path: string, asked?: Asked) => request<T>(method, base + path, asked),
  }
}

export type BroadcastApi = ReturnType<typeof broadcastApi>

/** The records of a kind. The SDK types each kind separately; screens for any kind need one type for all. */
export interface KindApi<K extends KindName> {
  list(query?: ListQuery, signal?: AbortSignal): Promise<ListPage<RecordFor<K>>>
  all(query?: ListQuery): AsyncGenerator<RecordFor<K>, void, undefined>
  get(id: string, signal?: AbortSignal): Promise<Stored<RecordFor<K>>>
  create(body: Record<string, unknown>): Promise<Stored<RecordFor<K>>>
  update(id: string, patch: Record<string, unknown>, options?: { ifMatch?: string }): Promise<Stored<RecordFor<K>>>
  delete(id: string, options?: { force?: boolean }): Promise<unknown>
  batch(mode: 'atomic' | 'each', operations: BatchOperation[]): Promise<BatchResult[]>
  history(id: string): Promise<Change[]>
}

/** The SDK collection of any kind: the methods are the same, only the types of the records differ. */
interface AnyCollection {
  list(query: object, options: { signal?: AbortSignal | undefined }): Promise<unknown>
  all(query: object): unknown
  get(id: string, query: object, options: { signal?: AbortSignal | undefined }): Promise<object>
  create(body: object): Promise<object>
  update(id: string, patch: object, options: { ifMatch?: string }): Promise<object>
  delete(id: string, options?: { force?: boolean }): Promise<unknown>
  batch(operations: BatchOperation[], mode: 'atomic' | 'each'): Promise<unknown>
  history(id: string): Promise<{ data: unknown }>
}

function kindApi<K extends KindName>(sdk: SdkBroadcast, name: K): KindApi<K> {
  const collection = sdk.kind(name as Exclude<K, 'broadcast'>) as unknown as AnyCollection
  const records = {
    list: (query: object = {}, signal?: AbortSignal) => collection.list(query, { signal }),
    all: (query: object = {}) => collection.all(query),
    get: async (id: string, signal?: AbortSignal) => stored(await collection.get(id, {}, { signal })),
    create: async (body: object) => stored(await collection.create(body)),
    update: async (id: string, patch: object, options: { ifMatch?: string } = {}) =>
      stored(await collection.update(id, patch, options)),
    delete: (id: string, options?: { force?: boolean }) => collection.delete(id, options),
    batch: (mode: 'atomic' | 'each', operations: BatchOperation[]) => collection.batch(operations, mode),
    history: async (id: string) => (await collection.history(id)).data,
  }
  return records as unknown as KindApi<K>
}

/** The broadcast is read and changed like a record of itself, so that forms need no special case. */
function broadcastItself<K extends KindName>(sdk: SdkBroadcast): KindApi<K> {
  const none = () => Promise.reject(new Error('a broadcast is not one of several'))
  const record = {
    list: none,
    all: none,
    get: async (_id: string, signal?: AbortSignal) => stored(await sdk.get({}, { signal })),
    create: none,
    update: async (_id: string, patch: object, options: { ifMatch?: string } = {}) =>
      stored(await sdk.update(patch, options)),
    delete: () => sdk.delete(),
    batch: none,
    history: none,
  }
  return record as unknown as KindApi<K>
}

const stored = <R extends object>(record: R) => ({ record, etag: etagOf(record) })
