import type { Condition, Kind, QueryField, SortStep } from '@marquee/model'
import { type Compare, compareBy, nameOfOrder } from './ordering.ts'
import { fieldValue, type Row, rowBytes, rowOf, stringBytes, type Text } from './row.ts'
import { type Column, select } from './selection.ts'

export interface TablePage {
  rows: Row[]
  total: number
  hasMore: boolean
}

export interface TableQuery {
  where: Condition | null
  /** Replaces the values of a field, for readers who do not see all of them. */
  read?: ((row: Row, field: QueryField) => unknown) | undefined
  order: SortStep[]
  /** The row to start after, which need not be in the table. */
  after: Row | undefined
  limit: number
  skip: number
}

/** All records of one kind of a broadcast, in the orders that were asked for. */
export class Table {
  readonly kind: Kind
  /** The change that it is up to date with. */
  sequence: number
  bytes = 0
  readonly #rows = new Map<string, Row>()
  readonly #orders = new Map<string, Order>()

  constructor(kind: Kind, sequence: number) {
    this.kind = kind
    this.sequence = sequence
  }

  get size(): number {
    return this.#rows.size
  }

  find(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  /** Stores a record after a write, or removes it. */
  put(id: string, body: string | null): void {
    const old = this.#rows.get(id)
    if (old) {
      this.bytes -= rowBytes(old) + textBytes(old)
      for (const order of this.#orders.values()) order.remove(old)
      this.#rows.delete(id)
    }
    if (body === null) return
    const row = rowOf(this.kind, id, body)
    this.#rows.set(id, row)
    this.bytes += rowBytes(row)
    for (const order of this.#orders.values()) order.insert(row)
  }

  keep(row: Row, form: string, text: Text): void {
    if (this.#rows.get(row.id) !== row) return
    row.texts ??= new Map()
    this.bytes += bytesOf(text) - bytesOf(row.texts.get(form))
    row.texts.set(form, text)
  }

  /** Texts can be made again; they are left out before records are. */
  dropTexts(): void {
    for (const row of this.#rows.values()) {
      this.bytes -= textBytes(row)
      row.texts = undefined
    }
  }

  page({ where, read, order, after, limit, skip }: TableQuery): TablePage {
    const sorted = this.#inOrder(order)
    const { rows: all } = sorted
    const from = after ? sorted.placeAfter(after) : 0
    if (!where) {
      const rows = all.slice(from + skip, from + skip + limit)
      return { rows, total: all.length, hasMore: all.length > from + skip + limit }
    }
    const found = select(where, read ? sorted.columnsThrough(read) : sorted.column, sorted.places())
    const first = (from === 0 ? 0 : found.findLastIndex((place) => place < from) + 1) + skip
    const rows = found.slice(first, first + limit).map((place) => all[place] as Row)
    return { rows, total: found.length, hasMore: found.length > first + limit }
  }

  #inOrder(steps: SortStep[]): Order {
    const name = nameOfOrder(steps)
    const known = this.#orders.get(name)
    if (known) return known
    const order = new Order(steps, this.#rows.values())
    const [oldest] = this.#orders.keys()
    if (this.#orders.size >= maxOrders && oldest !== undefined) this.#orders.delete(oldest)
    this.#orders.set(name, order)
    return order
  }
}

/** The rows of a table in one order, with the columns that filters have asked for. */
class Order {
  readonly rows: Row[]
  readonly #compare: Compare
  readonly #columns = new Map<string, { field: QueryField; values: unknown[] }>()
  #places: number[] = []

  constructor(steps: SortStep[], rows: Iterable<Row>) {
    this.#compare = compareBy(steps)
    this.rows = [...rows].sort(this.#compare)
  }

  readonly column: Column = (field) => {
    const known = this.#columns.get(field.name)
    if (known) return known.values
    const values = this.rows.map((row) => fieldValue(row, field))
    this.#columns.set(field.name, { field, values })
    return values
  }

  /** Columns whose references are read through a function, at the places that are looked at. */
  columnsThrough(read: (row: Row, field: QueryField) => unknown): Column {
    return (field, places) => {
      if (field.refersTo === undefined) return this.column(field, places)
      const values: unknown[] = new Array(this.rows.length)
      for (const place of places) values[place] = read(this.rows[place] as Row, field)
      return values
    }
  }

  places(): readonly number[] {
    if (this.#places.length !== this.rows.length) this.#places = this.rows.map((_, place) => place)
    return this.#places
  }

  placeAfter(row: Row): number {
    return placeOf(this.rows, this.#compare, row, true)
  }

  insert(row: Row): void {
    const place = placeOf(this.rows, this.#compare, row)
    this.rows.splice(place, 0, row)
    for (const { field, values } of this.#columns.values()) values.splice(place, 0, fieldValue(row, field))
  }

  remove(row: Row): void {
    const place = placeOf(this.rows, this.#compare, row)
    this.rows.splice(place, 1)
    for (const { values } of this.#columns.values()) values.splice(place, 1)
  }
}

/** Where a row is, or belongs, in an order; with `isAfter` the place after it. Orders are total, so equal rows are the same. */
function placeOf(rows: Row[], compare: Compare, row: Row, isAfter = false): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compare(rows[middle] as Row, row)
    if (order < 0 || (isAfter && order === 0)) low = middle + 1
    else high = middle
  }
  return low
}

const bytesOf = (text: Text | undefined) => (text ? stringBytes(text.json) + 200 : 0)
const textBytes = ({ texts }: Row) => [...(texts?.values() ?? [])].reduce((sum, text) => sum + bytesOf(text), 0)

/** Lists are asked for in a few orders; each takes a pointer for each record. */
const maxOrders = 8

/** A row with an id only, to start a list by id after a record that is gone. */
export const idRow = (id: string): Row => ({ id, body: '', values: {}, texts: undefined })
