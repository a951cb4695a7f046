import { createHash } from 'node:crypto'
import type { Aged } from '../aged.ts'
import type { Plane, Tx } from '../db.ts'
import { raw, type Sql, sql } from '../sql.ts'

export interface StoredAnswer {
  requestHash: Buffer
  status: number
  headers: Record<string, string>
  body: string
}

/** Who sends a key, in which broadcast. Keys of different scopes have nothing in common. */
export interface KeyScope {
  broadcastId: string
  caller: string
}

/** Takes a key until the transaction ends; false when another request has it. Of a broadcast, where its rows are (`locks.ts`). */
export async function lockIdempotencyKey(
  tx: Tx<Plane>,
  scope: string,
  key: string,
  where: Sql = raw(''),
): Promise<boolean> {
  const lock = createHash('sha256').update(`${scope}\n${key}`).digest().readBigInt64BE()
  const [claim] = await tx.aside<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}::bigint) as held ${where}`,
  )
  return claim?.held ?? true
}

/** Locks a key until the transaction ends: the stored response, `running` when another request holds it, or undefined when it is free. */
export async function claimIdempotencyKey(
  tx: Tx,
  { broadcastId, caller }: KeyScope,
  key: string,
): Promise<StoredAnswer | 'running' | undefined> {
  const isHeld = await lockIdempotencyKey(tx, caller, key, sql`from broadcasts where id = ${broadcastId}`)
  // A separate statement: it must see what the previous holder of the lock has stored.
  const [row] = await tx.aside<{ request_hash: Buffer; status: number; headers: string; body: string }>(sql`
    select request_hash, status, headers, body from idempotency_keys
    where broadcast_id = ${broadcastId} and scope = ${caller} and key = ${key}`)
  if (row)
    return { requestHash: row.request_hash, status: row.status, headers: JSON.parse(row.headers), body: row.body }
  return isHeld ? undefined : 'running'
}

/** Stores the response with its effect. */
export async function keepAnswer(
  tx: Tx,
  { broadcastId, caller }: KeyScope,
  key: string,
  answer: StoredAnswer,
  at: string,
): Promise<void> {
  await tx.aside(sql`
    insert into idempotency_keys (broadcast_id, scope, key, request_hash, status, headers, body, created_at)
    values (${broadcastId}, ${caller}, ${key}, ${answer.requestHash}, ${answer.status}, ${JSON.stringify(answer.headers)}::json, ${answer.body}, ${at}::timestamptz)`)
}

export const oldIdempotencyKeys = (before: Date): Aged => ({
  find: sql`select distinct broadcast_id from idempotency_keys where created_at < ${before}`,
  async prune(tx, broadcastId) {
    await tx.query(sql`delete from idempotency_keys where broadcast_id = ${broadcastId} and created_at < ${before}`)
    return 0
  },
})
