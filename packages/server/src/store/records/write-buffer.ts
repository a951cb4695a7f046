import type { Lists } from '../binary-list.ts'
import { BufferedWriteFailed, isRetryable, isUnavailable } from '../failures.ts'
import { perTransaction } from '../per-transaction.ts'
import { inStatements, maxStatementBytes } from '../rows-sql.ts'
import { type Sql, sql } from '../sql.ts'
import type { Buffered, Queryable, Tx } from '../tx.ts'
import { lockCategoriesSql, OptimisticReads, requireAll } from './optimistic-reads.ts'
import { keyOf, type RecordCache } from './record-cache.ts'
import {
  insertSqlFor,
  keptTextOf,
  type RecordsSql,
  type RecordWrite,
  type StoredRecord,
  updateSqlFor,
} from './record-rows.ts'

/**
 * The writes of a transaction that wait to share a statement, and the rows that it has locked. They are locked until its end, so that
 * what it remembers of them stays true as long as it changes them only through this. Every other statement that writes forgets it.
 */
export function bufferOf(db: Queryable): WriteBuffer | undefined {
  const tx = 'isTransaction' in db ? (db as Tx) : undefined
  if (!tx?.mayBuffer()) return undefined
  const known = buffers.get(tx)
  if (known) return known
  const buffer = new WriteBuffer(tx)
  buffers.set(tx, buffer)
  tx.attach(buffer)
  return buffer
}

const buffers = perTransaction<WriteBuffer>()

interface Row {
  broadcastId: string
  write: RecordWrite
  bytes: number
}

/** The parts of a statement that executes the waiting writes. */
export interface WaitingSql {
  inserts: Sql | undefined
  updates: VerifiedSql | undefined
  /** Locks categories. */
  categories: VerifiedSql | undefined
}

/** A part that returns fewer rows than `count` when a record has changed since it was cached. */
export interface VerifiedSql {
  sql: Sql
  count: number
}

export class WriteBuffer implements Buffered {
  readonly optimistic = new OptimisticReads()
  readonly #tx: Tx
  readonly #insert: RecordsSql
  readonly #update: RecordsSql
  readonly #inserts = new Map<string, Row>()
  readonly #updates = new Map<string, Row>()
  /** Records that are locked for update, as they are after the writes that wait. */
  readonly #stored = new Map<string, StoredRecord>()
  /** Bodies of records that were updated here and by no other statement of the transaction. */
  readonly #updated = new Map<string, { broadcastId: string; body: string }>()
  /** The counters of broadcasts before and after this transaction. */
  readonly #counters = new Map<string, { before: number; after: number }>()
  /** Records that are locked against deletion. */
  readonly #locked = new Set<string>()
  /** Values of records of some kinds, by which others are found or shown: the id of a category by its key, and the reverse. */
  readonly #values = new Map<string, string>()

  constructor(tx: Tx) {
    this.#tx = tx
    this.#insert = insertSqlFor(tx)
    this.#update = updateSqlFor(tx)
  }

  async insert(broadcastId: string, write: RecordWrite): Promise<void> {
    const body = keptTextOf(write.record)
    if (body.length > maxBufferedBytes) {
      await this.#tx.query(this.#insert(broadcastId, [write]))
      return
    }
    const key = keyOf(broadcastId, write.kind.name, write.record._id)
    await this.#add(this.#inserts, key, { broadcastId, write, bytes: body.length })
    this.#stored.set(key, { body, secrets: write.secrets ?? null })
  }

  /** Updates a locked record without changing a unique value. */
  async update(broadcastId: string, write: RecordWrite): Promise<void> {
    const body = keptTextOf(write.record)
    const key = keyOf(broadcastId, write.kind.name, write.record._id)
    const isLarge = body.length > maxBufferedBytes
    const expected = isLarge ? undefined : this.optimistic.expect(key)
    const before = this.#stored.get(key) ?? (expected === undefined ? undefined : { body: expected, secrets: null })
    if (!before || isLarge) {
      await this.#tx.query(this.#update(broadcastId, [write]))
      return
    }
    const rows = this.#inserts.has(key) ? this.#inserts : this.#updates
    const waiting = rows.get(key)?.write
    const secrets = write.secrets === undefined ? waiting?.secrets : write.secrets
    const merged = { ...write, secrets, expected: expected ?? waiting?.expected }
    await this.#add(rows, key, { broadcastId, write: merged, bytes: body.length + (expected?.length ?? 0) })
    this.#stored.set(key, { body, secrets: write.secrets === undefined ? before.secrets : write.secrets })
    this.#updated.set(key, { broadcastId, body })
  }

  async #add(rows: Map<string, Row>, key: string, row: Row): Promise<void> {
    this.#tx.countWrite()
    rows.set(key, row)
    if (this.#inserts.size + this.#updates.size >= maxWaiting) await this.#tx.runWaiting()
  }

  hasWaiting(): boolean {
    return this.#inserts.size > 0 || this.#updates.size > 0 || this.optimistic.categories.length > 0
  }

  async run(query: Queryable['query']): Promise<void> {
    const inserts = this.#taken(this.#inserts)
    const updates = this.#taken(this.#updates)
    const categories = this.optimistic.takeCategories()
    try {
      for (const [broadcastId, some] of Map.groupBy(categories, (category) => category.broadcastId))
        requireAll(await query(lockCategoriesSql(broadcastId, some)), some)
      for (const [broadcastId, some] of Map.groupBy(inserts, (row) => row.broadcastId))
        for await (const chunk of inStatements(some, ({ bytes }) => bytes))
          await query(this.#insert(broadcastId, chunk.map(writeOf)))
      for (const [broadcastId, some] of Map.groupBy(updates, (row) => row.broadcastId))
        for await (const chunk of inStatements(some, ({ bytes }) => bytes))
          requireAll(await query(sql`${this.#update(broadcastId, chunk.map(writeOf))} returning records.id`), chunk)
    } catch (error) {
      throw bufferedFailure(error)
    }
  }

  /** The writes that wait as parts of another statement, unless they are too large for one, or of another broadcast too. */
  take(broadcastId: string, lists: Lists): WaitingSql | undefined {
    const rows = [...this.#inserts.values(), ...this.#updates.values()]
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
    if (rows.length === 0 || bytes > maxStatementBytes) return undefined
    if ([...rows, ...this.optimistic.categories].some((one) => one.broadcastId !== broadcastId)) return undefined
    const inserts = this.#taken(this.#inserts).map(writeOf)
    const updates = this.#taken(this.#updates).map(writeOf)
    const categories = this.optimistic.takeCategories()
    return {
      inserts: inserts.length > 0 ? this.#insert(broadcastId, inserts, lists) : undefined,
      updates:
        updates.length > 0 ? { sql: this.#update(broadcastId, updates, lists), count: updates.length } : undefined,
      categories:
        categories.length > 0
          ? { sql: lockCategoriesSql(broadcastId, categories), count: categories.length }
          : undefined,
    }
  }

  /** In the order in which all transactions lock records. */
  #taken(rows: Map<string, Row>): Row[] {
    const taken = [...rows].sort(byKey).map(([, row]) => row)
    rows.clear()
    return taken
  }

  find(broadcastId: string, kind: string, id: string): StoredRecord | undefined {
    return this.#stored.get(keyOf(broadcastId, kind, id))
  }

  /** Remembers a record that was locked for update. */
  remember(broadcastId: string, kind: string, id: string, stored: StoredRecord): void {
    const key = keyOf(broadcastId, kind, id)
    this.optimistic.drop(key)
    if (stored.body.length > maxBufferedBytes) return
    if (this.#stored.size >= maxRemembered) {
      if (this.hasWaiting()) return
      this.#stored.clear()
    }
    this.#stored.set(key, stored)
  }

  /** Records that the transaction moved the counter of a broadcast. */
  movedCounter(broadcastId: string, before: number, after: number): void {
    this.#counters.set(broadcastId, { before: this.#counters.get(broadcastId)?.before ?? before, after })
  }

  /** Fills the cache of the node after the commit. */
  fill(cache: RecordCache): void {
    for (const [broadcastId, { before, after }] of this.#counters) cache.committed(broadcastId, before, after)
    for (const [key, { broadcastId, body }] of this.#updated) cache.addBody(broadcastId, key, body)
  }

  isLocked(broadcastId: string, kind: string, id: string): boolean {
    const key = keyOf(broadcastId, kind, id)
    return this.#locked.has(key) || this.#stored.has(key)
  }

  /** Remembers a record that was locked against deletion. */
  rememberLock(broadcastId: string, kind: string, id: string): void {
    if (this.#locked.size < maxRemembered) this.#locked.add(keyOf(broadcastId, kind, id))
  }

  value(broadcastId: string, kind: string, name: string): string | undefined {
    return this.#values.get(keyOf(broadcastId, kind, name))
  }

  rememberValue(broadcastId: string, kind: string, name: string, value: string): void {
    if (this.#values.size < maxRemembered) this.#values.set(keyOf(broadcastId, kind, name), value)
  }

  forget(): void {
    this.#stored.clear()
    this.optimistic.dropBodies()
    this.#updated.clear()
    this.#locked.clear()
    this.#values.clear()
  }

  /** Whether a record of this kind waits to be inserted. */
  isInserting(kind: string): boolean {
    return isAmong(this.#inserts, kind)
  }

  /** Whether a record of this kind waits to be written. */
  isWriting(kind: string): boolean {
    return isAmong(this.#inserts, kind) || isAmong(this.#updates, kind)
  }
}

/** Reads records of one kind. Writes that wait run before only if they are of that kind. */
export function readKind<R>(db: Queryable, kind: string, statement: Sql): Promise<R[]> {
  return 'isTransaction' in db && !bufferOf(db)?.isWriting(kind)
    ? (db as Tx).aside<R>(statement)
    : db.query<R>(statement)
}

/** A statement of several writes failed: it says nothing about which of them, so they have to run one by one. */
export function bufferedFailure(error: unknown): unknown {
  return isUnavailable(error) || isRetryable(error) ? error : new BufferedWriteFailed(error)
}

const isAmong = (rows: Map<string, Row>, kind: string) => rows.values().some(({ write }) => write.kind.name === kind)

const writeOf = ({ write }: Row) => write

const byKey = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

/** A larger record is written at once. */
const maxBufferedBytes = 32_768
const maxWaiting = 64
const maxRemembered = 256
