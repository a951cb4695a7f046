import type { Clock } from '../base/clock.ts'

/** A cache whose entries are never older than `maxAgeMs`, with at most `maxEntries` of them. */
export class BriefCache<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #clock: Clock
  readonly #maxAgeMs: number
  readonly #maxEntries: number

  constructor(options: { clock: Clock; maxAgeMs: number; maxEntries: number }) {
    this.#clock = options.clock
    this.#maxAgeMs = options.maxAgeMs
    this.#maxEntries = options.maxEntries
  }

  /** The cached value, or a new one; concurrent callers share one lookup. */
  get(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#fresh(key)
    if (known) return known.value
    const entry: Entry<T> = { value: find(), createdMs: this.#clock.now() }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    entry.value.then(
      (found) => {
        entry.found = { value: found }
      },
      () => this.#entries.delete(key),
    )
    if (this.#entries.size > this.#maxEntries) {
      const [oldest] = this.#entries.keys()
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    return entry.value
  }

  /** The cached value if it is already there, without waiting. */
  peek(key: string): { value: T } | undefined {
    return this.#fresh(key)?.found
  }

  clear(): void {
    this.#entries.clear()
  }

  #fresh(key: string): Entry<T> | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const ageMs = this.#clock.now() - entry.createdMs
    return ageMs >= 0 && ageMs < this.#maxAgeMs ? entry : undefined
  }
}

interface Entry<T> {
  value: Promise<T>
  createdMs: number
  found?: { value: T }
}
