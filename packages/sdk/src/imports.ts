import { type WaitOptions, waitFor } from './jobs.ts'
import { type CreateOptions, KindCollection } from './kind-collection.ts'
import type { CallOptions } from './transport.ts'
import type { Import, ImportApply, ImportChanges, ImportCreate, ImportOptions, ImportPreview } from './types.ts'
import type { WebBlob } from './web-types.ts'

export interface ChangesQuery {
  kind?: string | undefined
  action?: 'create' | 'update' | 'conflict' | 'restore' | 'remove' | 'none' | undefined
  limit?: number | undefined
  /** The `next` of the page before. */
  cursor?: string | undefined
}

/** A file, or an address, a text or an earlier preview. */
export type ImportFrom = WebBlob | Omit<ImportCreate, 'options'>

/** Imports of programmes: preview, apply, undo. */
export class Imports extends KindCollection<'import'> {
  /** What an import would do. It can be applied. */
  preview(from: ImportFrom, importing: ImportOptions = {}, options?: CreateOptions): Promise<ImportPreview> {
    return this.#send(from, importing, { ...options, query: { dry_run: true } })
  }

  /** Imports without a preview; `wait` for its end. */
  start(from: ImportFrom, importing: ImportOptions = {}, options?: CreateOptions): Promise<Import> {
    return this.#send(from, importing, { ...options })
  }

  /** A page of the plan. */
  async changes(id: string, query?: ChangesQuery, options?: CallOptions): Promise<ImportChanges> {
    return (await this.transport.send<ImportChanges>('GET', `${this.at(id)}/changes`, { ...options, query })).data
  }

  /** Applies a preview. */
  async apply(id: string, body: ImportApply = {}, options?: CreateOptions): Promise<Import> {
    return (await this.transport.send<Import>('POST', `${this.at(id)}/apply`, { ...options, body })).data
  }

  /** Undoes the last import of a source. */
  async undo(id: string, options?: CreateOptions): Promise<Import> {
    return (await this.transport.send<Import>('POST', `${this.at(id)}/undo`, options)).data
  }

  /** Polls until the import was applied or undone, successfully or not; a signal stops the polling. */
  wait(id: string, options: WaitOptions = {}): Promise<Import> {
    return waitFor(
      () => this.get(id, {}, options),
      ({ status }) => status !== 'applying' && status !== 'undoing',
      options,
    )
  }

  async #send<T>(from: ImportFrom, importing: ImportOptions, options: object): Promise<T> {
    const isFile = 'size' in from
    const body = isFile ? formOf(from, importing) : { ...from, options: importing }
    return (await this.transport.send<T>('POST', this.path, { timeoutMs: 120_000, ...options, body })).data
  }
}

function formOf(file: WebBlob, importing: ImportOptions): FormData {
  const form = new FormData()
  form.append('file', file)
  form.append('options', JSON.stringify(importing))
  return form
}
