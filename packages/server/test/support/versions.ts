/** The values that nodes may return for something that changes: the new one at once on the writing node, and within a bound on others. */
export class Versions<T> {
  readonly #boundMs: number
  #versions: Version<T>[]

  constructor(first: T, boundMs: number) {
    this.#boundMs = boundMs
    this.#versions = [{ value: first, knownMs: performance.now(), writer: undefined }]
  }

  /** The current value. */
  get last(): T {
    return this.#newest.value
  }

  /** When the response to the last change arrived. */
  get lastMs(): number {
    return this.#newest.knownMs
  }

  /** Records a change that a node has just acknowledged. */
  change(value: T, writer: object): void {
    this.#versions.push({ value, knownMs: performance.now(), writer })
  }

  /** The values that a node may return to a request sent at an instant, newest first. */
  allowed(reader: object, askedMs: number): T[] {
    const firstAt = this.#versions.findLastIndex(
      ({ knownMs, writer }) =>
        (writer === reader && knownMs <= askedMs) || writer === undefined || askedMs - knownMs >= this.#boundMs,
    )
    return this.#versions
      .slice(Math.max(0, firstAt))
      .map(({ value }) => value)
      .reverse()
  }

  get #newest(): Version<T> {
    const version = this.#versions.at(-1)
    if (!version) throw new Error('there must be a first version')
    return version
  }
}

interface Version<T> {
  value: T
  /** When its change was acknowledged; the bound for other nodes starts then. */
  knownMs: number
  writer: object | undefined
}
