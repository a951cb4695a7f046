/** Something that changes, as the nodes may know it: at once where it was changed, and within a bound everywhere else. */
export class Versions<T> {
  readonly #boundMs: number
  #versions: Version<T>[]

  constructor(first: T, boundMs: number) {
    this.#boundMs = boundMs
    this.#versions = [{ value: first, knownMs: performance.now(), writer: undefined }]
  }

  /** The value by now. */
  get last(): T {
    return this.#newest.value
  }

  /** When the last change was answered. */
  get lastMs(): number {
    return this.#newest.knownMs
  }

  /** Notes a change that has just been answered by a node. */
  change(value: T, writer: object): void {
    this.#versions.push({ value, knownMs: performance.now(), writer })
  }

  /** What a node may say to somebody who asked at an instant, newest first. */
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
    if (!version) throw new Error('there is always a first version')
    return version
  }
}

interface Version<T> {
  value: T
  /** When its change was answered; from then on it is late not to know of it. */
  knownMs: number
  writer: object | undefined
}
