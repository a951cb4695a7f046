import type { QueryField, Scalar } from '@marquee/model'
import { compareText } from './compare-text.ts'
import { stringBytes } from './row.ts'
import { widened } from './widened.ts'

/** Whether the record in a slot matches. */
export type Test = (slot: number) => boolean

/** The values of one field, by slot: every record of a table has a slot. */
export interface Column {
  readonly bytes: number
  set(slot: number, value: unknown): void
  clear(slot: number): void
  isAbsent(slot: number): boolean
  /** The value as it was set; undefined where it is absent. */
  value(slot: number): unknown
  /** The order of two values that are present. */
  compare(one: number, other: number): number
  /** Whether a value that is present is one of these. */
  equals(wanted: readonly Scalar[]): Test
  /** Whether a value that is present passes a comparison that is no equality. */
  passes(operator: string, wanted: Scalar): Test
}

/** Descriptions, notes and the like are left to the database. */
export const isLongText = ({ type, isLong, sortable, choices, refersTo }: QueryField): boolean =>
  type === 'string' && isLong && !sortable && !choices && refersTo === undefined

/** Instants and numbers are numbers, texts are texts, and values that occur many times are stored once. */
export function columnFor({ type, isList, choices, refersTo }: QueryField, capacity: number): Column {
  const isShared = isList || type === 'boolean' || refersTo !== undefined || (type === 'string' && choices)
  if (isShared) return new SharedColumn(type, capacity)
  return type === 'string' ? new TextColumn() : new NumberColumn(type === 'instant', capacity)
}

/** Instants are in UTC with milliseconds and four digits of the year, so their numbers have the order of their texts. */
export class NumberColumn implements Column {
  readonly #isInstant: boolean
  #values: Float64Array<ArrayBuffer>

  constructor(isInstant: boolean, capacity: number) {
    this.#isInstant = isInstant
    this.#values = new Float64Array(capacity).fill(Number.NaN)
  }

  get bytes() {
    return this.#values.byteLength
  }

  set(slot: number, value: unknown) {
    if (slot >= this.#values.length) this.#values = widened(this.#values, slot, Number.NaN)
    const number = this.#numberOf(value as Scalar)
    if (this.#isInstant && new Date(number).toISOString() !== value)
      throw new Error(`${value} is not as instants are stored`)
    this.#values[slot] = number
  }

  clear(slot: number) {
    this.#values[slot] = Number.NaN
  }

  isAbsent(slot: number) {
    return !(slot < this.#values.length) || Number.isNaN(this.#values[slot])
  }

  value(slot: number) {
    if (this.isAbsent(slot)) return undefined
    const number = this.#values[slot] as number
    return this.#isInstant ? new Date(number).toISOString() : number
  }

  compare(one: number, other: number) {
    return (this.#values[one] as number) - (this.#values[other] as number)
  }

  equals(wanted: readonly Scalar[]): Test {
    const numbers = wanted.map((value) => this.#numberOf(value))
    const [only] = numbers
    if (numbers.length < 2) return (slot) => this.#values[slot] === only
    return (slot) => numbers.includes(this.#values[slot] as number)
  }

  passes(operator: string, wanted: Scalar): Test {
    const limit = this.#numberOf(wanted)
    if (operator === '$gt') return (slot) => (this.#values[slot] as number) > limit
    if (operator === '$gte') return (slot) => (this.#values[slot] as number) >= limit
    if (operator === '$lt') return (slot) => (this.#values[slot] as number) < limit
    return (slot) => (this.#values[slot] as number) <= limit
  }

  /** Leaves the first `count` slots in place that pass a bound, and returns how many these are. */
  select(operator: string, wanted: Scalar, slots: Uint32Array, count: number): number {
    const values = this.#values
    const limit = this.#numberOf(wanted)
    let kept = 0
    // A greatest value is a least one of the negative numbers.
    const sign = operator === '$gt' || operator === '$gte' ? 1 : -1
    const isIncluded = operator === '$gte' || operator === '$lte'
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number
      const distance = sign * ((values[slot] as number) - limit)
      slots[kept] = slot
      if (isIncluded ? distance >= 0 : distance > 0) kept += 1
    }
    return kept
  }

  #numberOf(value: Scalar): number {
    return this.#isInstant ? Date.parse(String(value)) : Number(value)
  }
}

export class TextColumn implements Column {
  readonly #texts: (string | undefined)[] = []
  /** Some texts, each of which is in memory once: of fields such as the time zone all of them. */
  readonly #once = new Map<string, string>()
  #textBytes = 0

  get bytes() {
    return 8 * this.#texts.length + this.#textBytes
  }

  set(slot: number, value: unknown) {
    // Holes would make the array slow.
    while (this.#texts.length < slot) this.#texts.push(undefined)
    const text = String(value)
    const known = this.#once.get(text)
    this.#texts[slot] = known ?? text
    if (known !== undefined) return
    this.#textBytes += textBytes(text)
    if (this.#once.size < mostOnce) this.#once.set(text, text)
  }

  clear(slot: number) {
    const text = this.#texts[slot]
    if (text === undefined) return
    if (!this.#once.has(text)) this.#textBytes -= textBytes(text)
    this.#texts[slot] = undefined
  }

  isAbsent(slot: number) {
    return this.#texts[slot] === undefined
  }

  value(slot: number) {
    return this.#texts[slot]
  }

  compare(one: number, other: number) {
    return compareText(this.#texts[one] ?? '', this.#texts[other] ?? '')
  }

  equals(wanted: readonly Scalar[]): Test {
    const isWanted = equalTo(wanted)
    return (slot) => isWanted(this.#texts[slot])
  }

  passes(operator: string, wanted: Scalar): Test {
    const isWanted = passing('string', operator, wanted)
    return (slot) => isWanted(this.#texts[slot])
  }
}

/** Choices, references and lists. The few different values are compared once for each test. */
export class SharedColumn implements Column {
  readonly #type: QueryField['type']
  /** The number of the value of a slot; zero where it is absent. As narrow as the numbers are. */
  #numbers: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>
  readonly #values: unknown[] = [undefined]
  readonly #numberOf = new Map<string, number>()
  #sharedBytes = 0

  constructor(type: QueryField['type'], capacity: number) {
    this.#type = type
    this.#numbers = new Uint8Array(capacity)
  }

  get bytes() {
    return this.#numbers.byteLength + this.#sharedBytes
  }

  set(slot: number, value: unknown) {
    if (slot >= this.#numbers.length) this.#numbers = widened(this.#numbers, slot)
    const name = typeof value === 'string' ? value : JSON.stringify(value)
    const known = this.#numberOf.get(name)
    if (known !== undefined) {
      this.#numbers[slot] = known
      return
    }
    const number = this.#values.length
    if (number === 2 ** 8) this.#numbers = Uint16Array.from(this.#numbers)
    if (number === 2 ** 16) this.#numbers = Uint32Array.from(this.#numbers)
    this.#numbers[slot] = number
    this.#numberOf.set(name, number)
    this.#values.push(value)
    this.#sharedBytes += 200 + 2 * name.length
  }

  clear(slot: number) {
    this.#numbers[slot] = 0
  }

  isAbsent(slot: number) {
    return (this.#numbers[slot] ?? 0) === 0
  }

  value(slot: number) {
    return this.#values[this.#numbers[slot] ?? 0]
  }

  compare(one: number, other: number) {
    const [left, right] = [this.#numbers[one] ?? 0, this.#numbers[other] ?? 0]
    return left === right ? 0 : compareText(String(this.#values[left]), String(this.#values[right]))
  }

  equals(wanted: readonly Scalar[]): Test {
    return this.#any(equalTo(wanted))
  }

  passes(operator: string, wanted: Scalar): Test {
    return this.#any(passing(this.#type, operator, wanted))
  }

  /** Whether the first element of a list is this value. */
  startsWith(wanted: string): Test {
    return this.#once((value) => Array.isArray(value) && value[0] === wanted)
  }

  /** A list matches when any of its elements does. */
  #any(isWanted: (value: unknown) => boolean): Test {
    return this.#once((value) => (Array.isArray(value) ? value.some(isWanted) : isWanted(value)))
  }

  #once(isWanted: (value: unknown) => boolean): Test {
    const results = new Uint8Array(this.#values.length)
    return (slot) => {
      const number = this.#numbers[slot] ?? 0
      const known = results[number]
      if (known) return known === yes
      const matches = isWanted(this.#values[number])
      // Values that came later are not remembered.
      results[number] = matches ? yes : no
      return matches
    }
  }
}

const no = 1
const yes = 2

function equalTo(wanted: readonly Scalar[]): (value: unknown) => boolean {
  const [only] = wanted
  if (wanted.length < 2) return (value) => value === only
  const all = new Set<unknown>(wanted)
  return (value) => all.has(value)
}

function passing(type: QueryField['type'], operator: string, wanted: Scalar): (value: unknown) => boolean {
  const text = String(wanted)
  if (operator === '$contains') return (value) => String(value).includes(text)
  if (operator === '$startsWith') return (value) => String(value).startsWith(text)
  const order = (value: unknown): number =>
    type === 'number' ? Number(value) - Number(wanted) : compareText(String(value), text)
  if (operator === '$gt') return (value) => order(value) > 0
  if (operator === '$gte') return (value) => order(value) >= 0
  if (operator === '$lt') return (value) => order(value) < 0
  return (value) => order(value) <= 0
}

const textBytes = (text: string) => 16 + stringBytes(text)
const mostOnce = 100
