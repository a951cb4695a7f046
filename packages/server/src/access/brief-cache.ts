import type { Clock } from '../base/clock.ts'

/** Remembers answers for a moment. What it holds is never older than `maxAgeMs`, and there are never more than `maxEntries`. */
export class BriefCache<T> {
  readonly #entries = new Map<string, { value: Promise<T>; bornMs: number }>()
  readonly #clock: Clock
  readonly #maxAgeMs: number
  readonly #maxEntries: number

  constructor(options: { clock: Clock; maxAgeMs: number; maxEntries: number }) {
    this.#clock = options.clock
    this.#maxAgeMs = options.maxAgeMs
    this.#maxEntries = options.maxEntries
  }

  /** The remembered answer, or a new one; callers who come while it is being found share it. */
  get(key: string, find: () => Promise<T>): Promise<T> {
    const nowMs = this.#clock.now()
    const entry = this.#entries.get(key)
    if (entry && nowMs - entry.bornMs < this.#maxAgeMs && nowMs >= entry.bornMs) return entry.value
    const value = find()
    this.#entries.delete(key)
    this.#entries.set(key, { value, bornMs: nowMs })
    value.catch(() => this.#entries.delete(key))
    if (this.#entries.size > this.#maxEntries) {
      const [oldest] = this.#entries.keys()
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    return value
  }

  clear(): void {
    this.#entries.clear()
  }
}
