import { binaryList } from '../binary-list.ts'
import { BufferedWriteFailed } from '../failures.ts'
import { type Sql, sql } from '../sql.ts'
import { byKeySql } from './by-key.ts'

/** A category that was found by its key without asking. */
export interface HeldCategory {
  broadcastId: string
  id: string
  key: string
}

/** What a transaction takes for unchanged without a lock (decision 0194). The statements that write prove it. */
export class Assumptions {
  /** Bodies of records by their keys. */
  readonly #bodies = new Map<string, string>()
  /** Records that a write has looked at and not updated: nothing proves what it found out. */
  readonly #unproven = new Set<string>()
  #held: HeldCategory[] = []

  assume(key: string, body: string): void {
    this.#bodies.set(key, body)
  }

  has(key: string): boolean {
    return this.#bodies.has(key)
  }

  /** The body of a record, for a write that must update it, or is not proven. */
  look(key: string): string | undefined {
    const body = this.#bodies.get(key)
    if (body !== undefined) this.#unproven.add(key)
    return body
  }

  /** The body that the update of a record proves. */
  prove(key: string): string | undefined {
    const body = this.#bodies.get(key)
    if (body !== undefined) this.#unproven.delete(key)
    this.#bodies.delete(key)
    return body
  }

  /** The record was locked after all. */
  drop(key: string): void {
    this.#bodies.delete(key)
  }

  /** Whether a record was looked at and not updated. From now on it is locked when it is asked for. */
  dropUnproven(): boolean {
    const hasSome = this.#unproven.size > 0
    for (const key of this.#unproven) this.#bodies.delete(key)
    this.#unproven.clear()
    return hasSome
  }

  /** Other statements may have changed the records. */
  forget(): void {
    this.#bodies.clear()
  }

  /** Takes a category for what it is known as. The statement that writes locks it against deletion. */
  hold(category: HeldCategory): void {
    this.#held.push(category)
  }

  get held(): readonly HeldCategory[] {
    return this.#held
  }

  takeHeld(): HeldCategory[] {
    const taken = this.#held
    this.#held = []
    return taken
  }
}

/** Locks categories against deletion, if they still have their keys. */
export function heldSql(broadcastId: string, held: HeldCategory[]): Sql {
  const records = held.map(({ id }) => ({ kind: 'broadcastCategory', id }))
  const known = binaryList(
    'text',
    held.map(({ id, key }) => `${id} ${key}`),
  )
  const rest = sql`and records.id || ' ' || (records.keys ->> 'key') = any (${known}::text[]) for key share`
  return byKeySql(broadcastId, records, 'id', rest)
}

/** The rows that a statement returned, for each that it was about. */
export function requireAll(rows: readonly unknown[], all: readonly unknown[]): void {
  if (rows.length < all.length) throw new BufferedWriteFailed(new Error('a record was not as it was taken to be'))
}
