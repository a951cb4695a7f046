/**
 * What this node has written or read of records lately, for writes that rely on it instead of reading and locking first. Others may have
 * changed it since, so that the statement that writes must prove it (`assumptions.ts`, decision 0194). Bodies are kept only while
 * nobody else writes to the broadcast: each proof that fails costs a group of writes.
 */
export class KnownRows {
  readonly #bodies = new Map<string, string>()
  readonly #broadcasts = new Map<string, KnownBroadcast>()
  #length = 0

  /** The body of a record. It is no longer known: the write that relies on it keeps it again. */
  takeBody(broadcastId: string, kind: string, id: string): string | undefined {
    const key = keyOf(broadcastId, kind, id)
    const body = this.#bodies.get(key)
    if (body !== undefined) this.#remove(key, body)
    return body
  }

  keepBody(broadcastId: string, kind: string, id: string, body: string): void {
    const isAlone = (this.#broadcasts.get(broadcastId)?.ownInARow ?? 0) >= enoughInARow
    if (!isAlone || body.length > maxBodyLength) return
    const key = keyOf(broadcastId, kind, id)
    const before = this.#bodies.get(key)
    if (before !== undefined) this.#remove(key, before)
    this.#bodies.set(key, body)
    this.#length += body.length
    for (const [oldest, text] of this.#bodies) {
      if (this.#length <= maxLength) break
      this.#remove(oldest, text)
    }
  }

  /** The id of a category by its key. */
  category(broadcastId: string, key: string): string | undefined {
    return this.#broadcasts.get(broadcastId)?.categories.get(key)
  }

  keepCategory(broadcastId: string, key: string, id: string): void {
    const { categories } = this.#known(broadcastId)
    if (categories.size >= maxCategories) categories.clear()
    categories.set(key, id)
  }

  /**
   * A group of this node has moved the counter of the broadcast. Where its changes do not follow those of the group before, another has
   * written in between. The outcomes of a few groups can arrive in another order than they were committed.
   */
  committed(broadcastId: string, before: number, after: number): void {
    const known = this.#known(broadcastId)
    known.ahead.set(before, after)
    for (let next = known.ahead.get(known.last); next !== undefined; next = known.ahead.get(known.last)) {
      known.ahead.delete(known.last)
      known.last = next
      known.ownInARow += 1
    }
    if (known.ahead.size <= mostOutOfOrder && known.last > 0) return
    known.last = Math.max(...known.ahead.values())
    known.ahead.clear()
    known.ownInARow = 0
    this.#forgetBodies(broadcastId)
  }

  /** Something of the broadcast was not as it was known. */
  forget(broadcastId: string): void {
    this.#broadcasts.delete(broadcastId)
    this.#forgetBodies(broadcastId)
  }

  #known(broadcastId: string): KnownBroadcast {
    const known = this.#broadcasts.get(broadcastId)
    if (known) return known
    if (this.#broadcasts.size >= maxBroadcasts) this.#broadcasts.clear()
    const made: KnownBroadcast = { categories: new Map(), last: 0, ahead: new Map(), ownInARow: 0 }
    this.#broadcasts.set(broadcastId, made)
    return made
  }

  #forgetBodies(broadcastId: string): void {
    for (const [key, body] of this.#bodies) if (key.startsWith(`${broadcastId}/`)) this.#remove(key, body)
  }

  #remove(key: string, body: string): void {
    this.#bodies.delete(key)
    this.#length -= body.length
  }
}

interface KnownBroadcast {
  /** Ids by key. */
  categories: Map<string, string>
  /** Where the counter was after the changes of this node that follow each other. */
  last: number
  /** Changes of this node that do not follow them yet: where the counter was before, and after. */
  ahead: Map<number, number>
  /** How many groups of this node followed each other, with nobody else in between. */
  ownInARow: number
}

export const keyOf = (broadcastId: string, kind: string, id: string) => `${broadcastId}/${kind}/${id}`

/** A larger one costs more to send again than to lock. */
const maxBodyLength = 8_192
/** Characters of all bodies together. */
const maxLength = 4_194_304
const maxBroadcasts = 1_000
const maxCategories = 1_000
/** After so many groups in a row a node takes itself for the only one that writes. */
const enoughInARow = 8
/** Groups of a broadcast that can be open together, except one. */
const mostOutOfOrder = 2
