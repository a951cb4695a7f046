import type { CreateOptions } from './kind-collection.ts'
import { segment } from './segment.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { ApiKey, ApiKeyCreate, ApiKeyRotate } from './types.ts'

/** The API keys of a broadcast, for signed-in owners. */
export class Keys {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, path: string) {
    this.#transport = transport
    this.#path = path
  }

  async list(options?: CallOptions): Promise<ApiKey[]> {
    return (await this.#transport.send<{ data: ApiKey[] }>('GET', this.#path, options)).data.data
  }

  /** Only this response contains the `key` itself. */
  async create(body: ApiKeyCreate, options?: CreateOptions): Promise<ApiKey> {
    return (await this.#transport.send<ApiKey>('POST', this.#path, { ...options, body })).data
  }

  async revoke(id: string, options?: CallOptions): Promise<ApiKey> {
    return (await this.#transport.send<ApiKey>('DELETE', `${this.#path}/${segment(id)}`, options)).data
  }

  /** Replaces the key by a new one; the old one stays valid for `overlapSeconds`. */
  async rotate(id: string, body: ApiKeyRotate = {}, options?: CreateOptions): Promise<ApiKey> {
    const path = `${this.#path}/${segment(id)}/rotate`
    return (await this.#transport.send<ApiKey>('POST', path, { ...options, body })).data
  }
}
