import type { Condition, SortStep } from '@marquee/model'
import type { Test } from './columns.ts'
import { type Compare, compareBy } from './ordering.ts'
import { type ColumnOf, isBound } from './selection.ts'

/** The slots of a table in one order: all of them, or those that pass a test. */
export class Order {
  readonly steps: readonly SortStep[]
  readonly #columnOf: ColumnOf
  readonly #compare: Compare
  readonly #test: Test | undefined
  #slots: Uint32Array
  length: number

  /** The slots must be in order. */
  constructor(steps: readonly SortStep[], columnOf: ColumnOf, slots: Uint32Array, test?: Test) {
    this.steps = steps
    this.#columnOf = columnOf
    this.#compare = compareBy(steps, columnOf)
    this.#slots = slots
    this.#test = test
    this.length = slots.length
  }

  get bytes() {
    return this.#slots.byteLength
  }

  slots(): Uint32Array {
    return this.#slots.subarray(0, this.length)
  }

  insert(slot: number): void {
    if (this.#test && !this.#test(slot)) return
    if (this.length === this.#slots.length) {
      const wider = new Uint32Array(Math.max(64, Math.ceil(this.length * 1.5)))
      wider.set(this.#slots)
      this.#slots = wider
    }
    const place = this.#firstPlace((other) => this.#compare(other, slot) > 0)
    this.#slots.copyWithin(place + 1, place, this.length)
    this.#slots[place] = slot
    this.length += 1
  }

  remove(slot: number): void {
    if (this.#test && !this.#test(slot)) return
    const place = this.#firstPlace((other) => this.#compare(other, slot) >= 0)
    this.#slots.copyWithin(place, place + 1, this.length)
    this.length -= 1
  }

  /** The place after a slot, which need not be in the order itself. */
  placeAfter(slot: number): number {
    return this.#firstPlace((other) => this.#compare(other, slot) > 0)
  }

  /** The place after an id, in an order by id alone. */
  placeAfterId(id: string): number {
    const [step] = this.steps
    if (!step) return 0
    const ids = this.#columnOf(step.field)
    const isAfter = step.descending
      ? (slot: number) => String(ids.value(slot)) < id
      : (slot: number) => String(ids.value(slot)) > id
    return this.#firstPlace(isAfter)
  }

  /** The places that match a bound of the value that they are sorted by; undefined when a part of a filter is no such bound. */
  rangeOf(part: Condition): { from: number; to: number } | undefined {
    const [step] = this.steps
    if (!('field' in part) || part.field.name !== step?.field.name || part.field.isList) return undefined
    const { operator, value } = part
    if (!isBound(operator) || value === null || Array.isArray(value)) return undefined
    const column = this.#columnOf(part.field)
    const matches = column.passes(operator, value)
    // Absent values are last, and match no bound.
    const isFromStart = operator.startsWith('$lt') !== step.descending
    if (isFromStart) return { from: 0, to: this.#firstPlace((slot) => column.isAbsent(slot) || !matches(slot)) }
    return {
      from: this.#firstPlace((slot) => column.isAbsent(slot) || matches(slot)),
      to: this.#firstPlace((slot) => column.isAbsent(slot)),
    }
  }

  /** The first place from which on a test holds. */
  #firstPlace(test: Test): number {
    let [low, high] = [0, this.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (test(this.#slots[middle] as number)) high = middle
      else low = middle + 1
    }
    return low
  }
}
