import type { CreateOptions } from './kind-collection.ts'
import { segment } from './segment.ts'
import type { DryRun } from './shapes.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { DeleteResult, Purged, RestoredRecord, TrashedRecord, Trash as TrashPage } from './types.ts'

export interface TrashQuery {
  kind?: TrashedRecord['kind'] | undefined
  /** Part of the title. */
  q?: string | undefined
  limit?: number | undefined
  /** The `next` of the previous page. */
  cursor?: string | undefined
}

/** The deleted records of a broadcast. */
export class Trash {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, path: string) {
    this.#transport = transport
    this.#path = path
  }

  /** Latest first, page by page. */
  async list(query: TrashQuery = {}, options?: CallOptions): Promise<TrashPage> {
    return (await this.#transport.send<TrashPage>('GET', this.#path, { ...options, query: { ...query } })).data
  }

  /** A deleted record as it was. */
  async get(id: string, options?: CallOptions): Promise<TrashedRecord> {
    return (await this.#transport.send<TrashedRecord>('GET', this.#at(id), options)).data
  }

  /** Restores a record with its id, and puts back the references to it; with `dryRun` only reports what would change. */
  restore(id: string, options: CreateOptions & { dryRun: true }): Promise<DryRun<RestoredRecord['record']>>
  restore(id: string, options?: CreateOptions): Promise<RestoredRecord>
  async restore(id: string, { dryRun, ...options }: CreateOptions & { dryRun?: boolean } = {}): Promise<unknown> {
    const query = dryRun ? { dry_run: true } : {}
    return (await this.#transport.send('POST', `${this.#at(id)}/restore`, { ...options, query })).data
  }

  /** Deletes a record for good. */
  async purge(id: string, options?: CallOptions): Promise<DeleteResult> {
    return (await this.#transport.send<DeleteResult>('DELETE', this.#at(id), options)).data
  }

  /** Deletes all of them for good. */
  async empty(options?: CallOptions): Promise<Purged> {
    return (await this.#transport.send<Purged>('DELETE', this.#path, options)).data
  }

  #at(id: string): string {
    return `${this.#path}/${segment(id)}`
  }
}
