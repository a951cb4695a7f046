import type { Scalar } from '@marquee/model'
import { isObjectId } from '../../base/object-id.ts'
import type { Column, Test } from './columns.ts'
import { widened } from './widened.ts'

/**
 * The ids of records by slot, and the slots by id. As texts in a map they take ten times as much memory, and time whenever memory is
 * collected.
 */
export class IdColumn implements Column {
  /** Twelve bytes for each slot, in words. */
  #words: Uint32Array<ArrayBuffer>
  #bytes: Buffer<ArrayBuffer>
  /** One more than the slot of an id, in the place of its hash or behind it; zero where nothing is. */
  #places: Uint32Array<ArrayBuffer>
  #size = 0

  constructor(capacity: number) {
    this.#words = new Uint32Array(wordsOfId * capacity)
    this.#bytes = Buffer.from(this.#words.buffer)
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(2 * Math.max(32, capacity + 1))))
  }

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#words.byteLength + this.#places.byteLength
  }

  slotOf(id: string): number | undefined {
    if (!isObjectId(id)) return undefined
    wanted.bytes.write(id, 'hex')
    const found = this.#places[this.#placeOf(wanted.words, 0)] as number
    return found === 0 ? undefined : found - 1
  }

  /** All slots that have an id. */
  slots(): Uint32Array<ArrayBuffer> {
    const slots = new Uint32Array(this.#size)
    let count = 0
    for (const one of this.#places) if (one !== 0) slots[count++] = one - 1
    return slots
  }

  set(slot: number, value: unknown): void {
    const id = String(value)
    const known = this.slotOf(id)
    if (known === slot) return
    if (known !== undefined || !isObjectId(id)) throw new Error(`${id} is not as ids are stored`)
    const at = wordsOfId * slot
    if (at + wordsOfId > this.#words.length) {
      this.#words = widened(this.#words, at + wordsOfId)
      this.#bytes = Buffer.from(this.#words.buffer)
    }
    this.#bytes.write(id, 4 * at, 'hex')
    if (2 * (this.#size + 1) > this.#places.length) this.#widenPlaces()
    this.#places[this.#placeOf(this.#words, at)] = slot + 1
    this.#size += 1
  }

  /** The slot is not found by its id any more. */
  remove(slot: number): void {
    const places = this.#places
    const last = places.length - 1
    let free = this.#placeOf(this.#words, wordsOfId * slot)
    if (places[free] !== slot + 1) return
    this.#size -= 1
    // Those behind it move up, but not ahead of the place of their hash.
    for (let at = (free + 1) & last; places[at] !== 0; at = (at + 1) & last) {
      const first = hashOf(this.#words, wordsOfId * ((places[at] as number) - 1)) & last
      if (((at - first) & last) < ((at - free) & last)) continue
      places[free] = places[at] as number
      free = at
    }
    places[free] = 0
  }

  /** The id stays: orders that are being built still compare it. */
  clear(): void {}

  isAbsent(): boolean {
    return false
  }

  value(slot: number): string {
    return this.#bytes.toString('hex', idBytes * slot, idBytes * (slot + 1))
  }

  compare(one: number, other: number): number {
    const bytes = this.#bytes
    const [left, right] = [idBytes * one, idBytes * other]
    for (let at = 0; at < idBytes; at++) {
      const order = (bytes[left + at] as number) - (bytes[right + at] as number)
      if (order !== 0) return order
    }
    return 0
  }

  equals(ids: readonly Scalar[]): Test {
    const slots = new Set(ids.flatMap((id) => this.slotOf(String(id)) ?? []))
    return (slot) => slots.has(slot)
  }

  passes(operator: string, limit: Scalar): Test {
    const passes = tests[operator]
    if (!passes) throw new Error(`${operator} compares no ids`)
    return (slot) => passes(this.value(slot), String(limit))
  }

  /** The place of an id, or the free one where it would be. */
  #placeOf(id: Uint32Array, at: number): number {
    const [words, places] = [this.#words, this.#places]
    const last = places.length - 1
    for (let place = hashOf(id, at) & last; ; place = (place + 1) & last) {
      const found = places[place] as number
      const other = wordsOfId * (found - 1)
      if (found === 0 || isSame(id, at, words, other)) return place
    }
  }

  #widenPlaces(): void {
    const slots = this.slots()
    this.#places = new Uint32Array(2 * this.#places.length)
    for (const slot of slots) this.#places[this.#placeOf(this.#words, wordsOfId * slot)] = slot + 1
  }
}

const tests: Record<string, (id: string, wanted: string) => boolean> = {
  $gt: (id, limit) => id > limit,
  $gte: (id, limit) => id >= limit,
  $lt: (id, limit) => id < limit,
  $lte: (id, limit) => id <= limit,
  $contains: (id, part) => id.includes(part),
  $startsWith: (id, start) => id.startsWith(start),
}

const idBytes = 12
const wordsOfId = idBytes / 4

/** An id that is looked up. */
const wanted = newId()
function newId() {
  const words = new Uint32Array(wordsOfId)
  return { words, bytes: Buffer.from(words.buffer) }
}

function isSame(one: Uint32Array, at: number, other: Uint32Array, otherAt: number): boolean {
  for (let part = 0; part < wordsOfId; part++) if (one[at + part] !== other[otherAt + part]) return false
  return true
}

/** Callers can choose ids, but no hashes: these differ between processes. */
const seeds = crypto.getRandomValues(new Uint32Array(wordsOfId))

function hashOf(words: Uint32Array, at: number): number {
  let hash = 0
  for (let part = 0; part < wordsOfId; part++) {
    hash = Math.imul(hash ^ (words[at + part] as number), (seeds[part] as number) | 1)
    hash ^= hash >>> 15
  }
  return hash >>> 0
}
