import { sql } from '../sql.ts'
import type { Tx } from '../tx.ts'
import { byKeySql } from './by-key.ts'
import { lockCategoriesAhead, rememberCategory } from './categories.ts'
import { type KnownRows, keyOf } from './known-rows.ts'
import { bufferOf, type WriteBuffer } from './write-buffer.ts'

/** What a write is known to need before it runs. */
export interface Needs {
  /** The record that it will change. */
  target?: RecordTarget
  /** The category that it will refer to. */
  category?: { broadcastId: string; key: string }
  /** Its idempotency key, with its scope. Of two writes with the same, the later one must find what the earlier one has stored. */
  idempotencyKey?: string
}

export interface RecordTarget {
  broadcastId: string
  kind: string
  id: string
  /** Whether it may be taken for unchanged instead of being locked first: the write looks at nothing that its lock protects. */
  isAlone: boolean
}

/** What no two groups of writes may have at once: the later one waits for the outcome of the earlier one. */
export function exclusiveKeys({ target, idempotencyKey }: Needs): string[] {
  const record = target && `record ${keyOf(target.broadcastId, target.kind, target.id)}`
  return [record, idempotencyKey].filter((key) => key !== undefined)
}

/**
 * Provides what the next writes of the transaction need: what is known is taken for unchanged, and all the rest locked with one statement
 * for each kind of need.
 */
export async function lockAhead(tx: Tx, all: Needs[], known: KnownRows): Promise<void> {
  const buffer = bufferOf(tx)
  if (!buffer) return
  const isProvable = !tx.isDivided()
  tx.afterCommit(() => buffer.tell(known))
  const targets = all.flatMap(({ target }) => target ?? [])
  const unknown = isProvable ? targets.filter((target) => !assume(buffer, target, known)) : targets
  if (unknown.length > 1) await lockTargetsAhead(tx, buffer, unknown)
  const categories = all.flatMap(({ category }) => category ?? [])
  for (const [broadcastId, some] of Map.groupBy(categories, (category) => category.broadcastId)) {
    const keys = [...new Set(some.map(({ key }) => key))]
    const unheld = isProvable ? keys.filter((key) => !hold(buffer, broadcastId, key, known)) : keys
    if (unheld.length === 0) continue
    const rows = await lockCategoriesAhead(tx, buffer, broadcastId, unheld)
    for (const { id, key } of rows) known.keepCategory(broadcastId, key, id)
  }
}

/** Takes a record for unchanged, if it is known. */
function assume(buffer: WriteBuffer, { broadcastId, kind, id, isAlone }: RecordTarget, known: KnownRows): boolean {
  if (!isAlone) return false
  const key = keyOf(broadcastId, kind, id)
  if (buffer.assumptions.has(key)) return true
  const body = known.takeBody(broadcastId, kind, id)
  if (body === undefined) return false
  buffer.assumptions.assume(key, body)
  return true
}

/** Takes a category for what it is known as, if it is. */
function hold(buffer: WriteBuffer, broadcastId: string, key: string, known: KnownRows): boolean {
  const id = known.category(broadcastId, key)
  if (id === undefined) return false
  buffer.assumptions.hold({ broadcastId, id, key })
  rememberCategory(buffer, broadcastId, id, key)
  return true
}

/** Large records are left to their writes. */
async function lockTargetsAhead(tx: Tx, buffer: WriteBuffer, targets: RecordTarget[]): Promise<void> {
  for (const [broadcastId, some] of Map.groupBy(targets, (target) => target.broadcastId)) {
    const rest = sql`and octet_length(body::text) <= ${maxBytes} for update`
    const rows = await tx.aside<LockedRow>(byKeySql(broadcastId, some, 'kind, id, body, secrets', rest))
    for (const { kind, id, body, secrets } of rows)
      buffer.remember(broadcastId, kind, id, { body, secrets: secrets === null ? null : JSON.parse(secrets) })
  }
}

interface LockedRow {
  kind: string
  id: string
  body: string
  secrets: string | null
}

/** Those of all writes of a group are in memory at once. */
const maxBytes = 32_768
