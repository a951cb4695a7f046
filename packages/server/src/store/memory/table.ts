import { type Condition, type Kind, type QueryField, queryFields, queryValues, type SortStep } from '@marquee/model'
import { KeptJson } from '../../base/json-text.ts'
import { type Column, columnFor, isLongText } from './columns.ts'
import { IdColumn } from './id-column.ts'
import { Order } from './order.ts'
import { compareBy, nameOfOrder } from './ordering.ts'
import { PackedBodies } from './packed-bodies.ts'
import type { Bodies, NewText, Row, Text } from './row.ts'
import { all, costOf, nameOf, partsOf, select, testOf } from './selection.ts'
import { runLength, sortInSlices } from './sort-slots.ts'
import { WholeBodies } from './whole-bodies.ts'

export interface TablePage {
  ids: string[]
  /** Those of the records whose bodies are here. */
  rows: Row[]
  total: number
  hasMore: boolean
}

export interface TableQuery {
  where: Condition | null
  order: readonly SortStep[]
  /** The record to start after, which need not match; in an order by id alone it need not exist. */
  afterId: string | null
  limit: number
  skip: number
}

/** What happened to a table while one of its orders was being built. */
interface Building {
  added: Set<number>
  removed: Set<number>
}

/**
 * All records of one kind of a broadcast: the values that lists are filtered and sorted by, in columns, and their bodies. Where
 * these are too many, only those that were read are here. Orders and the filters that lists have in common are kept, and changed with every record.
 */
export class Table {
  readonly kind: Kind
  /** Whether all bodies are here. */
  readonly hasBodies: boolean
  /** The change that it is up to date with. */
  sequence: number
  readonly #ids: IdColumn
  readonly #columns = new Map<string, Column>()
  #bodies: Bodies
  readonly #orders = new Map<string, Order>()
  readonly #views = new Map<string, Order>()
  readonly #building = new Map<string, Building>()
  readonly #free: number[] = []
  #used = 0

  readonly #capacity: number

  /** `count` records are expected. */
  constructor(kind: Kind, sequence: number, { hasBodies, count }: { hasBodies: boolean; count: number }) {
    this.kind = kind
    this.sequence = sequence
    this.hasBodies = hasBodies
    this.#capacity = count
    this.#ids = new IdColumn(count)
    this.#columns.set('_id', this.#ids)
    this.#bodies = hasBodies ? new WholeBodies() : new PackedBodies(count)
  }

  get size(): number {
    return this.#ids.size
  }

  get bytes(): number {
    let sum = this.#bodies.bytes + bytesOf(this.#orders) + bytesOf(this.#views)
    for (const column of this.#columns.values()) sum += column.bytes
    return sum
  }

  has(id: string): boolean {
    return this.#ids.slotOf(id) !== undefined
  }

  /** A record whose body is here. */
  find(id: string): Row | undefined {
    const slot = this.#ids.slotOf(id)
    return slot === undefined ? undefined : this.#bodies.row(slot, id)
  }

  /** A value of a record; undefined when it is absent. */
  value(id: string, name: string): unknown {
    const slot = this.#ids.slotOf(id)
    return slot === undefined ? undefined : this.#columns.get(name)?.value(slot)
  }

  /** Stores a record after a write. */
  put(id: string, body: string, json = new KeptJson(Buffer.from(body))): void {
    this.add(id, queryValues(this.kind, JSON.parse(body)), json)
  }

  /** Stores a record with the values of its fields. */
  add(id: string, values: Record<string, unknown>, body?: KeptJson): void {
    this.remove(id)
    const slot = this.#free.pop() ?? this.#used++
    this.#ids.set(slot, id)
    const fields = queryFields(this.kind)
    for (const [name, value] of Object.entries(values)) {
      const field = fields.get(name)
      if (field && !isLongText(field)) this.#column(field).set(slot, value)
    }
    if (body) this.#bodies.set(slot, id, body)
    for (const order of this.#orders.values()) order.insert(slot)
    for (const view of this.#views.values()) view.insert(slot)
    for (const { added } of this.#building.values()) added.add(slot)
  }

  remove(id: string): void {
    const slot = this.#ids.slotOf(id)
    if (slot === undefined) return
    for (const order of this.#orders.values()) order.remove(slot)
    for (const view of this.#views.values()) view.remove(slot)
    this.#ids.remove(slot)
    this.#bodies.delete(slot)
    for (const { added, removed } of this.#building.values()) if (!added.delete(slot)) removed.add(slot)
    // An order that is being built still compares it.
    if (this.#building.size > 0) return
    for (const column of this.#columns.values()) column.clear(slot)
    this.#free.push(slot)
  }

  /** Keeps the body of a record that was read, as it is after the last change, and returns the record. */
  keepBody(id: string, body: string): Row | undefined {
    const slot = this.#ids.slotOf(id)
    if (slot === undefined) return undefined
    this.#bodies.set(slot, id, new KeptJson(Buffer.from(body)))
    return this.#bodies.row(slot, id)
  }

  /** What was made from a record that is here. */
  text(row: Row, form: string): Text | undefined {
    return this.#bodies.text(row, form)
  }

  keepText(row: Row, text: NewText): void {
    const slot = this.#ids.slotOf(row.id)
    if (slot !== undefined) this.#bodies.keep(slot, row, text)
  }

  /** Texts can be made again; they are left out before records are. */
  dropTexts(): void {
    this.#bodies.dropTexts()
  }

  /** What can be read again without the rest of the table. */
  dropBodies(): void {
    if (!this.hasBodies) this.#bodies = new PackedBodies(this.#capacity)
  }

  /** Undefined when the database has to be asked: the order is not ready yet, or the filter takes too long here. */
  page({ where, order: steps, afterId, limit, skip }: TableQuery): TablePage | undefined {
    if (steps.some(({ field }) => isLongText(field))) return undefined
    const { common, own } = partsOf(where)
    const order = this.#order(steps)
    const base = order && this.#view(order, common)
    if (!base) return undefined
    let [low, high] = [0, base.length]
    const others: Condition[] = []
    for (const part of own) {
      const range = base.rangeOf(part)
      if (!range) others.push(part)
      else [low, high] = [Math.max(low, range.from), Math.min(high, range.to)]
    }
    const inRange = base.slots().subarray(low, Math.max(low, high))
    if (!isQuick(others, inRange.length)) return undefined
    const found = others.length === 0 ? inRange : this.#passing(inRange, others)
    const first = afterId === null ? 0 : this.#placeAfter(new Order(steps, this.#column, found), afterId)
    const ids: string[] = []
    const rows: Row[] = []
    for (const slot of found.subarray(first + skip, first + skip + limit)) {
      const id = this.#ids.value(slot)
      ids.push(id)
      const row = this.#bodies.row(slot, id)
      if (row) rows.push(row)
    }
    return { ids, rows, total: found.length, hasMore: found.length > first + skip + limit }
  }

  /** The slots that match, in memory that the next call uses again. */
  #passing(slots: Uint32Array, parts: Condition[]): Uint32Array {
    if (scratch.length < slots.length) scratch = new Uint32Array(slots.length)
    scratch.set(slots)
    let count = slots.length
    for (const part of parts) count = select(part, this.#column, scratch, count)
    return scratch.subarray(0, count)
  }

  #placeAfter(order: Order, id: string): number {
    const slot = this.#ids.slotOf(id)
    return slot === undefined ? order.placeAfterId(id) : order.placeAfter(slot)
  }

  readonly #column = (field: QueryField): Column => {
    const known = this.#columns.get(field.name)
    if (known) return known
    const column = columnFor(field, this.#capacity)
    this.#columns.set(field.name, column)
    return column
  }

  #order(steps: readonly SortStep[]): Order | undefined {
    const name = nameOfOrder(steps)
    const known = this.#orders.get(name)
    if (known || this.#building.has(name)) return known
    const slots = this.#ids.slots()
    const compare = compareBy(steps, this.#column)
    if (slots.length > 2 * runLength) {
      void this.#build(name, steps, sortInSlices(slots, compare))
      return undefined
    }
    return this.#addOrder(name, new Order(steps, this.#column, slots.sort(compare)))
  }

  /** What changes meanwhile is put in or left out at the end. */
  async #build(name: string, steps: readonly SortStep[], sorting: Promise<Uint32Array>): Promise<void> {
    const building = { added: new Set<number>(), removed: new Set<number>() }
    this.#building.set(name, building)
    const sorted = await sorting
    this.#building.delete(name)
    const { added, removed } = building
    const order = new Order(
      steps,
      this.#column,
      removed.size === 0 ? sorted : sorted.filter((slot) => !removed.has(slot)),
    )
    for (const slot of added) order.insert(slot)
    this.#addOrder(name, order)
  }

  #addOrder(name: string, order: Order): Order {
    if (this.#orders.size >= maxOrders) evictOldest(this.#orders)
    this.#orders.set(name, order)
    return order
  }

  #view(order: Order, common: Condition[]): Order | undefined {
    if (common.length === 0) return order
    const name = `${nameOfOrder(order.steps)} ${common.map(nameOf).sort().join()}`
    const known = this.#views.get(name)
    if (known) {
      this.#views.delete(name)
      this.#views.set(name, known)
      return known
    }
    if (!isQuick(common, order.length)) return undefined
    const test = all(common.map((part) => testOf(part, this.#column)))
    const view = new Order(order.steps, this.#column, order.slots().filter(test), test)
    this.#views.set(name, view)
    while (this.#views.size > maxViews || (this.#views.size > 1 && bytesOf(this.#views) > viewBytes * this.size))
      evictOldest(this.#views)
    return view
  }
}

let scratch = new Uint32Array(0)

const isQuick = (parts: Condition[], count: number): boolean =>
  parts.reduce((sum, part) => sum + costOf(part), 0) * Math.max(1, count) <= maxComparisons

function evictOldest(orders: Map<string, Order>): void {
  const [oldest] = orders.keys()
  if (oldest !== undefined) orders.delete(oldest)
}

function bytesOf(orders: Map<string, Order>): number {
  let sum = 0
  for (const { bytes } of orders.values()) sum += bytes
  return sum
}

/** Each takes four bytes for a record, and a binary search for every change. */
const maxOrders = 8
const maxViews = 64
/** Views together may take so many bytes for each record. */
const viewBytes = 32
/** Some milliseconds; the database answers what takes longer. */
const maxComparisons = 500_000
