import type { Table } from './table.ts'

/** The tables of one broadcast. */
export interface Shelf {
  broadcastId: string
  tables: Map<string, Table>
  /** The number of the last change that is known to exist. */
  wanted: number
  /** The records that changed since the shelf was made, with the number of their last change. */
  changed: Map<string, number>
  /** Counts them, also those that changed again. */
  changes: number
  catchingUp: Promise<void> | undefined
}

/** All shelves, within a number of bytes: the tables that were not used for the longest time are left out. */
export class Shelves {
  readonly #maxBytes: number
  readonly #shelves = new Map<string, Shelf>()
  /** Tables by last use, oldest first. */
  readonly #recent = new Map<Table, Shelf>()

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  find(broadcastId: string): Shelf | undefined {
    return this.#shelves.get(broadcastId)
  }

  has(shelf: Shelf): boolean {
    return this.#shelves.get(shelf.broadcastId) === shelf
  }

  /** Adds a table. `known` is the number of a change that it may not have yet. */
  add(broadcastId: string, table: Table, known: number): void {
    const shelf = this.#shelves.get(broadcastId) ?? newShelf(broadcastId)
    this.#shelves.set(broadcastId, shelf)
    const old = shelf.tables.get(table.kind.name)
    if (old) this.#recent.delete(old)
    // Tables are read together, so that all of them are brought to the newest.
    shelf.wanted = Math.max(shelf.wanted, table.sequence, known)
    shelf.tables.set(table.kind.name, table)
    this.#recent.set(table, shelf)
    this.makeRoom()
  }

  use(shelf: Shelf, table: Table): void {
    this.#recent.delete(table)
    this.#recent.set(table, shelf)
  }

  drop(shelf: Shelf): void {
    for (const table of shelf.tables.values()) this.#recent.delete(table)
    if (this.has(shelf)) this.#shelves.delete(shelf.broadcastId)
  }

  clear(): void {
    this.#shelves.clear()
    this.#recent.clear()
  }

  bytes(): number {
    let sum = 0
    for (const table of this.#recent.keys()) sum += table.bytes
    return sum
  }

  makeRoom(): void {
    let used = this.bytes()
    for (const drop of [dropTexts, dropBodies])
      for (const table of this.#recent.keys()) {
        if (used <= this.#maxBytes) return
        used -= table.bytes
        drop(table)
        used += table.bytes
      }
    for (const [table, shelf] of this.#recent) {
      if (used <= this.#maxBytes) return
      used -= table.bytes
      this.#recent.delete(table)
      shelf.tables.delete(table.kind.name)
      if (shelf.tables.size === 0) this.drop(shelf)
    }
  }
}

const dropTexts = (table: Table) => table.dropTexts()
const dropBodies = (table: Table) => table.dropBodies()

const newShelf = (broadcastId: string): Shelf => ({
  broadcastId,
  tables: new Map(),
  wanted: 0,
  changed: new Map(),
  changes: 0,
  catchingUp: undefined,
})
