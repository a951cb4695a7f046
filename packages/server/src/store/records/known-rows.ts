/**
 * What this node has written or read of records lately, for writes that rely on it instead of reading and locking first. Others may have
 * changed it since, so that the statement that commits must prove it (`write-buffer.ts`, decision 0194).
 */
export class KnownRows {
  readonly #bodies = new Map<string, string>()
  readonly #categories = new Map<string, Map<string, string>>()
  #length = 0
  #keys = 0

  /** The body of a record. It is no longer known: the write that relies on it keeps it again. */
  takeBody(broadcastId: string, kind: string, id: string): string | undefined {
    const key = keyOf(broadcastId, kind, id)
    const body = this.#bodies.get(key)
    if (body !== undefined) this.#remove(key, body)
    return body
  }

  keepBody(broadcastId: string, kind: string, id: string, body: string): void {
    if (body.length > maxBodyLength) return
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
    return this.#categories.get(broadcastId)?.get(key)
  }

  keepCategory(broadcastId: string, key: string, id: string): void {
    if (this.#keys >= maxCategories) {
      this.#categories.clear()
      this.#keys = 0
    }
    const known = this.#categories.get(broadcastId) ?? new Map<string, string>()
    this.#categories.set(broadcastId, known)
    if (!known.has(key)) this.#keys += 1
    known.set(key, id)
  }

  /** Something of the broadcast was not as it was known. */
  forget(broadcastId: string): void {
    this.#keys -= this.#categories.get(broadcastId)?.size ?? 0
    this.#categories.delete(broadcastId)
    for (const [key, body] of this.#bodies) if (key.startsWith(`${broadcastId}/`)) this.#remove(key, body)
  }

  #remove(key: string, body: string): void {
    this.#bodies.delete(key)
    this.#length -= body.length
  }
}

export const keyOf = (broadcastId: string, kind: string, id: string) => `${broadcastId}/${kind}/${id}`

/** A larger one costs more to send again than to lock. */
const maxBodyLength = 8_192
/** Characters of all bodies together. */
const maxLength = 4_194_304
const maxCategories = 10_000
