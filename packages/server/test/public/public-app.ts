import assert from 'node:assert/strict'
import type { Row } from '../support/content-model.ts'
import type { Api } from '../support/service.ts'

export interface Bundle {
  cursor: string
  full: boolean
  broadcast?: Row
  data: Record<string, Row[]>
  deleted: Record<string, string[]>
}

/** The state of an app that loads a bundle and applies updates. */
export class PublicApp {
  readonly #api: Api
  readonly #address: string
  readonly #records = new Map<string, Map<string, Row>>()
  #broadcast: Row | undefined
  cursor = ''
  requests = 0

  /** With the token of a preview link, an app that shows drafts. */
  constructor(api: Api, address: string, preview?: string) {
    this.#api = api
    this.#address = `${address}?${new URLSearchParams(preview === undefined ? {} : { preview })}`
  }

  /** Applies the changes since the last time; everything at first. */
  async sync(): Promise<Bundle> {
    const query = this.cursor === '' ? '' : `&since=${encodeURIComponent(this.cursor)}`
    const { status, text, body } = await this.#api('GET', this.#address + query)
    assert.equal(status, 200, text)
    this.requests += 1
    this.#apply(body)
    return body
  }

  /** Everything, for an app without a cursor. */
  async read(): Promise<this> {
    await this.sync()
    return this
  }

  has(plural: string, id: string): boolean {
    return this.#records.get(plural)?.has(id) ?? false
  }

  /** Its state without media: the broadcast, and the records of each kind sorted by id. */
  state(): { broadcast: Row | undefined; data: Record<string, Row[]> } {
    const kinds = [...this.#records.keys()].filter((plural) => plural !== 'medias' && this.rows(plural).length > 0)
    return {
      broadcast: this.#broadcast,
      data: Object.fromEntries(kinds.sort().map((plural) => [plural, this.rows(plural)])),
    }
  }

  /** The records of a kind sorted by id. */
  rows(plural: string): Row[] {
    return [...(this.#records.get(plural)?.values() ?? [])].sort((a, b) => (String(a._id) < String(b._id) ? -1 : 1))
  }

  #apply({ cursor, full, broadcast, data, deleted }: Bundle): void {
    if (full) {
      assert(broadcast && Object.keys(deleted).length === 0)
      this.#records.clear()
    }
    for (const [plural, ids] of Object.entries(deleted)) {
      for (const id of ids) {
        assert(this.has(plural, id), `${plural} ${id} is told as gone, and was never there`)
        this.#records.get(plural)?.delete(id)
      }
    }
    for (const [plural, rows] of Object.entries(data)) {
      const records = this.#records.get(plural) ?? new Map<string, Row>()
      for (const row of rows) records.set(String(row._id), row)
      this.#records.set(plural, records)
    }
    if (broadcast) this.#broadcast = broadcast
    this.cursor = cursor
  }
}
