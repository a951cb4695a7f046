/**
 * Bodies of records that this node changed last, and ids of categories by key, for optimistic writes: they skip reading and locking, and
 * the statement that writes verifies what was cached (`optimistic-reads.ts`, decision 0194). Bodies are cached only while this node is the
 * only writer of the broadcast, because a failed verification repeats a whole group of writes.
 */
export class RecordCache {
  /** By `keyOf`, the oldest first. */
  readonly #bodies = new Map<string, string>()
  readonly #broadcasts = new Map<string, CachedBroadcast>()
  #length = 0

  /** Removes and returns a body. The commit of the write that uses it adds the new one. */
  takeBody(key: string): string | undefined {
    const body = this.#bodies.get(key)
    if (body !== undefined) this.#remove(key, body)
    return body
  }

  addBody(broadcastId: string, key: string, body: string): void {
    const isOnlyWriter = (this.#broadcasts.get(broadcastId)?.consecutive ?? 0) >= minConsecutive
    if (!isOnlyWriter || body.length > maxBodyLength) return
    const before = this.#bodies.get(key)
    if (before !== undefined) this.#remove(key, before)
    this.#bodies.set(key, body)
    this.#length += body.length
    for (const [oldest, text] of this.#bodies) {
      if (this.#length <= maxLength) break
      this.#remove(oldest, text)
    }
  }

  categoryId(broadcastId: string, key: string): string | undefined {
    return this.#broadcasts.get(broadcastId)?.categoryIds.get(key)
  }

  addCategory(broadcastId: string, key: string, id: string): void {
    const { categoryIds } = this.#broadcast(broadcastId)
    if (categoryIds.size >= maxCategories) categoryIds.clear()
    categoryIds.set(key, id)
  }

  /**
   * Records that a group of this node moved the counter of the broadcast. A gap to the group before is a write by another transaction.
   * The commits of a few groups can be confirmed in another order than they were made.
   */
  committed(broadcastId: string, before: number, after: number): void {
    const cached = this.#broadcast(broadcastId)
    const { outOfOrder } = cached
    outOfOrder.set(before, after)
    for (let next = outOfOrder.get(cached.last); next !== undefined; next = outOfOrder.get(cached.last)) {
      outOfOrder.delete(cached.last)
      cached.last = next
      cached.consecutive += 1
    }
    if (outOfOrder.size <= maxOutOfOrder && cached.last > 0) return
    cached.last = Math.max(...outOfOrder.values())
    outOfOrder.clear()
    cached.consecutive = 0
    this.#dropBodies(broadcastId)
  }

  /** Drops all of a broadcast, after a verification failed. */
  invalidate(broadcastId: string): void {
    this.#broadcasts.delete(broadcastId)
    this.#dropBodies(broadcastId)
  }

  #broadcast(broadcastId: string): CachedBroadcast {
    const cached = this.#broadcasts.get(broadcastId)
    if (cached) return cached
    if (this.#broadcasts.size >= maxBroadcasts) this.#broadcasts.clear()
    const created: CachedBroadcast = { categoryIds: new Map(), last: 0, outOfOrder: new Map(), consecutive: 0 }
    this.#broadcasts.set(broadcastId, created)
    return created
  }

  #dropBodies(broadcastId: string): void {
    for (const [key, body] of this.#bodies) if (key.startsWith(`${broadcastId}/`)) this.#remove(key, body)
  }

  #remove(key: string, body: string): void {
    this.#bodies.delete(key)
    this.#length -= body.length
  }
}

interface CachedBroadcast {
  /** By the keys of the categories. */
  categoryIds: Map<string, string>
  /** The counter after the last of the consecutive groups. */
  last: number
  /** Groups that do not follow it yet: the counter before and after each. */
  outOfOrder: Map<number, number>
  /** The number of groups of this node since another transaction moved the counter. */
  consecutive: number
}

export const keyOf = (broadcastId: string, kind: string, id: string) => `${broadcastId}/${kind}/${id}`

/** A larger body costs more to send again than to lock. */
const maxBodyLength = 8_192
/** Characters of all bodies together. */
const maxLength = 4_194_304
const maxBroadcasts = 1_000
const maxCategories = 1_000
/** So many groups without another writer in between make this node the only writer. */
const minConsecutive = 8
/** At most three groups of a broadcast are open. */
const maxOutOfOrder = 2
