import { sql } from '../sql.ts'
import type { Tx } from '../tx.ts'
import { byKeySql } from './by-key.ts'
import { lockCategoriesAhead, rememberCategory } from './categories.ts'
import { keyOf, type RecordCache } from './record-cache.ts'
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
  /** Whether a cached body will do instead of a lock: the write depends on nothing else that the lock protects. */
  isOptimistic: boolean
}

/** Keys that two open groups of writes never share: the later group waits for the outcome of the earlier one. */
export function exclusiveKeys({ target, idempotencyKey }: Needs): string[] {
  const record = target && `record ${keyOf(target.broadcastId, target.kind, target.id)}`
  return [record, idempotencyKey].filter((key) => key !== undefined)
}

/**
 * Reads the needs of the next writes of the transaction from the cache of the node, and locks the rest, with one statement for each kind
 * of need.
 */
export async function lockAhead(tx: Tx, all: Needs[], cache: RecordCache): Promise<void> {
  const buffer = bufferOf(tx)
  if (!buffer) return
  // On a cluster the statements of a group cannot verify each other's reads.
  const isOptimistic = !tx.isDivided()
  tx.afterCommit(() => buffer.fill(cache))
  const targets = all.flatMap(({ target }) => target ?? [])
  const uncached = isOptimistic ? targets.filter((target) => !readTarget(buffer, target, cache)) : targets
  if (uncached.length > 1) await lockTargetsAhead(tx, buffer, uncached)
  const categories = all.flatMap(({ category }) => category ?? [])
  for (const [broadcastId, some] of Map.groupBy(categories, (category) => category.broadcastId)) {
    const keys = [...new Set(some.map(({ key }) => key))]
    const missing = isOptimistic ? keys.filter((key) => !readCategory(buffer, broadcastId, key, cache)) : keys
    if (missing.length === 0) continue
    const rows = await lockCategoriesAhead(tx, buffer, broadcastId, missing)
    for (const { id, key } of rows) cache.addCategory(broadcastId, key, id)
  }
}

/** Returns whether the record is cached. */
function readTarget(
  buffer: WriteBuffer,
  { broadcastId, kind, id, isOptimistic }: RecordTarget,
  cache: RecordCache,
): boolean {
  if (!isOptimistic) return false
  const key = keyOf(broadcastId, kind, id)
  if (buffer.optimistic.has(key)) return true
  const body = cache.takeBody(key)
  if (body === undefined) return false
  buffer.optimistic.add(key, body)
  return true
}

/** Returns whether the category is cached. */
function readCategory(buffer: WriteBuffer, broadcastId: string, key: string, cache: RecordCache): boolean {
  const id = cache.categoryId(broadcastId, key)
  if (id === undefined) return false
  buffer.optimistic.addCategory({ broadcastId, id, key })
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
