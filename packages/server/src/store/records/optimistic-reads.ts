import { BufferedWriteFailed } from '../failures.ts'
import { textsSql } from '../rows-sql.ts'
import { type Sql, sql } from '../sql.ts'
import { byKeySql } from './by-key.ts'

export interface CategoryRead {
  broadcastId: string
  id: string
  key: string
}

/** What a transaction has read from the cache of the node without a lock (decision 0194). The statements that write verify it. */
export class OptimisticReads {
  /** Bodies by the keys of their records. */
  readonly #bodies = new Map<string, string>()
  /** Records that a write has read and not updated, so that no statement verifies them. */
  readonly #unverified = new Set<string>()
  #categories: CategoryRead[] = []

  add(key: string, body: string): void {
    this.#bodies.set(key, body)
  }

  has(key: string): boolean {
    return this.#bodies.has(key)
  }

  read(key: string): string | undefined {
    const body = this.#bodies.get(key)
    if (body !== undefined) this.#unverified.add(key)
    return body
  }

  /** The body that the update of a record verifies. */
  expect(key: string): string | undefined {
    const body = this.#bodies.get(key)
    if (body !== undefined) this.#unverified.delete(key)
    this.#bodies.delete(key)
    return body
  }

  /** The record is locked from now on. */
  drop(key: string): void {
    this.#bodies.delete(key)
  }

  /** Drops the records that were read and not updated, so that the next read locks them. Returns whether there were any. */
  dropUnverified(): boolean {
    const hasSome = this.#unverified.size > 0
    for (const key of this.#unverified) this.#bodies.delete(key)
    this.#unverified.clear()
    return hasSome
  }

  /** Drops all bodies, because another statement may have changed the records. Those that were read stay unverified. */
  dropBodies(): void {
    this.#bodies.clear()
  }

  /** Adds a category, which the statement that writes verifies and locks against deletion. */
  addCategory(category: CategoryRead): void {
    this.#categories.push(category)
  }

  get categories(): readonly CategoryRead[] {
    return this.#categories
  }

  takeCategories(): CategoryRead[] {
    const taken = this.#categories
    this.#categories = []
    return taken
  }
}

/** Locks categories against deletion, if they still have their keys. */
export function lockCategoriesSql(broadcastId: string, categories: CategoryRead[]): Sql {
  const records = categories.map(({ id }) => ({ kind: 'broadcastCategory', id }))
  const expected = textsSql(categories.map(({ id, key }) => `${id} ${key}`))
  const rest = sql`and records.id || ' ' || (records.keys ->> 'key') = any (${expected}) for key share`
  return byKeySql(broadcastId, records, 'id', rest)
}

/** Fails unless a statement returned a row for each record that it verifies. */
export function requireAll(rows: readonly unknown[], expected: readonly unknown[]): void {
  if (rows.length < expected.length)
    throw new BufferedWriteFailed(new Error('a record has changed since it was cached'))
}
