import { ifMatchOf } from './etag.ts'
import { segment } from './segment.ts'
import type { Change, DryRun, Filter, KindName, Page, Shown, ViewQuery } from './shapes.ts'
import type { CallOptions, RequestOptions, Transport } from './transport.ts'
import type { DeleteResult, Kinds } from './types.ts'
import type { WebHeaders } from './web-types.ts'

/** The query of a list. */
export interface ListQuery<K extends keyof Kinds> {
  filters?: Filter<Kinds[K]['filter']>[] | undefined
  /** How the filters are combined. Default: `$and`. */
  filtersLogical?: '$and' | '$or' | '$nor' | undefined
  /** Default: 50; at most 200. */
  limit?: number | undefined
  skip?: number | undefined
  /** Start after this record, in the order of the list. */
  startId?: string | undefined
  sort?: { [F in Kinds[K]['sort']]?: 'asc' | 'desc' } | undefined
  /** Only records of this day, `YYYY-MM-DD`, for kinds with a date. */
  day?: string | undefined
}

export interface WriteOptions extends CallOptions {
  /** Writes only if the record is unchanged: its ETag, or the record as it was read by its id. */
  ifMatch?: string | object | undefined
}

export interface CreateOptions extends CallOptions {
  /** Repeating a request with the same key and body returns the first response. Generated when absent. */
  idempotencyKey?: string | undefined
}

export type BatchOperation<K extends keyof Kinds> =
  | { op: 'create'; body: Kinds[K]['create'] }
  | { op: 'update'; id: string; body: Kinds[K]['patch']; ifMatch?: string }
  | { op: 'put'; reference: string; body: Kinds[K]['patch']; ifMatch?: string }
  | { op: 'delete'; id: string; ifMatch?: string }

/** An operation of a batch over several kinds. */
export type MixedOperation = {
  [K in KindName]: { kind: K } & BatchOperation<K>
}[KindName]

export interface BatchResult<R> {
  status: number
  id: string | null
  record?: R
  problem?: {
    status: number
    code: string
    detail: string
    errors: { pointer: string; code: string; message: string }[]
  }
}

export interface HistoryQuery {
  limit?: number | undefined
  /** Only changes with a smaller sequence number. */
  before?: number | undefined
}

export interface AtQuery {
  /** The state at a revision, by its id, or at an instant. */
  at?: string | undefined
}

type Dry = { dryRun: true }
type RecordOf<K extends keyof Kinds> = Kinds[K]['record']

/** The records of one kind in one broadcast. Unsupported operations, such as changing a run, have `never` as the type of their body. */
export class KindCollection<K extends KindName> {
  protected readonly transport: Transport
  protected readonly path: string

  constructor(transport: Transport, path: string) {
    this.transport = transport
    this.path = path
  }

  /** One page, the exact total, and the cursor of the next page. */
  async list<F extends keyof RecordOf<K> & string = keyof RecordOf<K> & string>(
    query: ListQuery<K> & ViewQuery<K, F> = {},
    options?: CallOptions,
  ): Promise<Page<Shown<K, F>>> {
    return pageOf(await this.transport.send<ListAnswer<Shown<K, F>>>('GET', this.path, { ...options, query }))
  }

  /** Every record, page by page; `limit` is the page size. */
  async *all<F extends keyof RecordOf<K> & string = keyof RecordOf<K> & string>(
    query: ListQuery<K> & ViewQuery<K, F> = {},
    options?: CallOptions,
  ): AsyncGenerator<Shown<K, F>, void, undefined> {
    yield* eachRecord((from) => this.list<F>({ limit: 200, ...query, ...from }, options))
  }

  async get<F extends keyof RecordOf<K> & string = keyof RecordOf<K> & string>(
    id: string,
    query: ViewQuery<K, F> & AtQuery = {},
    options?: CallOptions,
  ): Promise<Shown<K, F>> {
    return (await this.transport.send<Shown<K, F>>('GET', this.at(id), { ...options, query })).data
  }

  create(body: Kinds[K]['create'], options: CreateOptions & Dry): Promise<DryRun<RecordOf<K>>>
  create(body: Kinds[K]['create'], options?: CreateOptions): Promise<RecordOf<K>>
  create(body: Kinds[K]['create'], options?: CreateOptions & Partial<Dry>): Promise<unknown> {
    return this.#write('POST', this.path, body, options)
  }

  /** Fields that are left out stay unchanged, null clears; `metadata` and `localeDetails` are merged by key. */
  update(id: string, patch: Kinds[K]['patch'], options: WriteOptions & Dry): Promise<DryRun<RecordOf<K>>>
  update(id: string, patch: Kinds[K]['patch'], options?: WriteOptions): Promise<RecordOf<K>>
  update(id: string, patch: Kinds[K]['patch'], options?: WriteOptions & Partial<Dry>): Promise<unknown> {
    return this.#write('PATCH', this.at(id), patch, options)
  }

  /** References to it are cleared. A media that is in use is deleted only with `force`. */
  delete(id: string, options: WriteOptions & { force?: boolean } & Dry): Promise<DryRun<RecordOf<K>>>
  delete(id: string, options?: WriteOptions & { force?: boolean }): Promise<DeleteResult>
  delete(id: string, options: WriteOptions & { force?: boolean } & Partial<Dry> = {}): Promise<unknown> {
    return this.#write('DELETE', this.at(id), undefined, options, options.force ? { force: true } : {})
  }

  /** Creates the record with this reference, or changes it. */
  putByReference(reference: string, body: Kinds[K]['patch'], options: WriteOptions & Dry): Promise<DryRun<RecordOf<K>>>
  putByReference(reference: string, body: Kinds[K]['patch'], options?: WriteOptions): Promise<RecordOf<K>>
  putByReference(reference: string, body: Kinds[K]['patch'], options?: WriteOptions & Partial<Dry>): Promise<unknown> {
    return this.#write('PUT', `${this.path}/by-reference/${segment(reference)}`, body, options)
  }

  /** Up to 500 writes in one request: all or none (`atomic`), or independently (`each`). */
  async batch(
    operations: BatchOperation<K>[],
    mode: 'atomic' | 'each' = 'atomic',
    options: CreateOptions = {},
  ): Promise<BatchResult<RecordOf<K>>[]> {
    const { data } = await this.transport.send<{ results: BatchResult<RecordOf<K>>[] }>('POST', `${this.path}/batch`, {
      ...options,
      body: { mode, operations },
    })
    return data.results
  }

  /** The change history of a record, newest first. */
  async history(
    id: string,
    query: HistoryQuery = {},
    options?: CallOptions,
  ): Promise<{ data: Change[]; has_more: boolean }> {
    return (
      await this.transport.send<{ data: Change[]; has_more: boolean }>('GET', `${this.at(id)}/history`, {
        ...options,
        query,
      })
    ).data
  }

  protected at(id: string): string {
    return `${this.path}/${segment(id)}`
  }

  async #write(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    options: WriteOptions & CreateOptions & { dryRun?: boolean } = {},
    query: object = {},
  ): Promise<unknown> {
    return (await this.transport.send(method, path, writeRequest(body, options, query))).data
  }
}

/** The request of a write with its options. */
export function writeRequest(
  body: unknown,
  { ifMatch, dryRun, ...options }: WriteOptions & CreateOptions & { dryRun?: boolean },
  query: object = {},
): RequestOptions {
  return {
    ...options,
    body,
    headers: { 'if-match': ifMatchOf(ifMatch) },
    query: { ...query, ...(dryRun && { dry_run: true }) },
  }
}

export interface ListAnswer<R> {
  data: R[]
  metadata: { total: number; limit: number; skip: number; nextStartId: string | null }
}

export function pageOf<R>({ data, headers }: { data: ListAnswer<R>; headers: WebHeaders }): Page<R> {
  const sequence = headers.get('marquee-sequence')
  return { data: data.data, ...data.metadata, sequence: sequence === null ? null : Number(sequence) }
}

/** The records of all pages. `skip` applies only to the first page. */
export async function* eachRecord<R>(
  readPage: (from: { startId?: string; skip?: number }) => Promise<Page<R>>,
): AsyncGenerator<R, void, undefined> {
  let page = await readPage({})
  yield* page.data
  while (page.nextStartId !== null) {
    page = await readPage({ startId: page.nextStartId, skip: 0 })
    yield* page.data
  }
}
