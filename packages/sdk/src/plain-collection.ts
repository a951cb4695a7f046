import { type CreateOptions, type WriteOptions, writeRequest } from './kind-collection.ts'
import { segment } from './segment.ts'
import type { DryRun } from './shapes.ts'
import type { CallOptions, Transport } from './transport.ts'

/** How an item is shown. */
export interface PlainView {
  /** The language of localizable fields: `fr`, `en` or `es`. */
  locale?: string | undefined
}

export interface PlainQuery extends PlainView {
  status?: 'draft' | 'published' | 'all' | undefined
  reference?: string | undefined
  /** Only those with this category identifier. */
  category?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface EventQuery extends PlainQuery {
  /** At the place with this id. */
  place_id?: string | undefined
  /** Starting at or after this date-time, or from this date on. */
  from?: string | Date | undefined
  /** Ending at or before this date-time, or up to the end of this date. */
  to?: string | Date | undefined
  /** On this day of the broadcast, `YYYY-MM-DD`, in its time zone and with its `dayStart`. */
  day?: string | undefined
}

export interface PlainPage<R> {
  data: R[]
  total: number
  limit: number
  offset: number
}

/** The types of a collection of Surface A. */
export interface PlainShape {
  record: object
  listed: object
  create: object
  update: object
  query: PlainQuery
}

/** The events, places or articles of Surface A, in the broadcast of the API key. */
export class PlainCollection<S extends PlainShape> {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, path: string) {
    this.#transport = transport
    this.#path = path
  }

  async list(query?: S['query'], options?: CallOptions): Promise<PlainPage<S['listed']>> {
    return (await this.#transport.send<PlainPage<S['listed']>>('GET', this.#path, { ...options, query })).data
  }

  /** Every item, page by page; `limit` is the page size. */
  async *all(query?: S['query'], options?: CallOptions): AsyncGenerator<S['listed'], void, undefined> {
    let offset = query?.offset ?? 0
    while (true) {
      const page = await this.list({ limit: 200, ...query, offset }, options)
      yield* page.data
      offset += page.data.length
      if (page.data.length === 0 || offset >= page.total) return
    }
  }

  async get(id: string, options?: PlainView & CallOptions): Promise<S['record']> {
    return this.#read(this.#at(id), options)
  }

  async getByReference(reference: string, options?: PlainView & CallOptions): Promise<S['record']> {
    return this.#read(this.#atReference(reference), options)
  }

  create(body: S['create'], options: CreateOptions & { dryRun: true }): Promise<DryRun<S['record']>>
  create(body: S['create'], options?: CreateOptions): Promise<S['record']>
  async create(body: S['create'], options: CreateOptions & { dryRun?: boolean } = {}): Promise<unknown> {
    return (await this.#transport.send('POST', this.#path, writeRequest(body, options))).data
  }

  /** Fields that are left out stay unchanged, null clears. */
  update(id: string, body: S['update'], options: WriteOptions & { dryRun: true }): Promise<DryRun<S['record']>>
  update(id: string, body: S['update'], options?: WriteOptions): Promise<S['record']>
  async update(id: string, body: S['update'], options: WriteOptions & { dryRun?: boolean } = {}): Promise<unknown> {
    return (await this.#transport.send('PUT', this.#at(id), writeRequest(body, options))).data
  }

  async delete(id: string, options: WriteOptions = {}): Promise<void> {
    await this.#transport.send('DELETE', this.#at(id), writeRequest(undefined, options))
  }

  /** Creates the item with this reference, or updates it. */
  async putByReference(reference: string, body: S['update'], options: WriteOptions = {}): Promise<S['record']> {
    return (await this.#transport.send<S['record']>('PUT', this.#atReference(reference), writeRequest(body, options)))
      .data
  }

  async #read(path: string, { locale, ...options }: PlainView & CallOptions = {}): Promise<S['record']> {
    return (await this.#transport.send<S['record']>('GET', path, { ...options, query: { locale } })).data
  }

  #at(id: string): string {
    return `${this.#path}/${segment(id)}`
  }

  #atReference(reference: string): string {
    return `${this.#path}/by-reference/${segment(reference)}`
  }
}
