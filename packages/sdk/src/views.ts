import type { CreateOptions } from './kind-collection.ts'
import { segment } from './segment.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { SavedView, SavedViewCreate, SavedViewPatch } from './types.ts'

/** Saved views of tables, for signed-in members: their own, and those of everybody. */
export class Views {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, path: string) {
    this.#transport = transport
    this.#path = path
  }

  async list(options?: CallOptions): Promise<SavedView[]> {
    return (await this.#transport.send<{ data: SavedView[] }>('GET', this.#path, options)).data.data
  }

  async create(body: SavedViewCreate, options?: CreateOptions): Promise<SavedView> {
    return (await this.#transport.send<SavedView>('POST', this.#path, { ...options, body })).data
  }

  async update(id: string, body: SavedViewPatch, options?: CallOptions): Promise<SavedView> {
    return (await this.#transport.send<SavedView>('PATCH', `${this.#path}/${segment(id)}`, { ...options, body })).data
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#transport.send('DELETE', `${this.#path}/${segment(id)}`, options)
  }
}
