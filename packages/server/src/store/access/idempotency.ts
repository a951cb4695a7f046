import { createHash } from 'node:crypto'
import type { Tx } from '../db.ts'
import { sql } from '../sql.ts'

export interface CachedResponse {
  requestHash: Buffer
  status: number
  headers: Record<string, string>
  body: string
}

/** Takes hold of a key until the transaction ends: the kept answer, `running` when another request holds it, or undefined when it is free. */
export async function claimIdempotencyKey(
  tx: Tx,
  scope: string,
  key: string,
): Promise<CachedResponse | 'running' | undefined> {
  const lock = createHash('sha256').update(`${scope}\n${key}`).digest().readBigInt64BE()
  const [claim] = await tx.query<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${lock}::bigint) as held`)
  // A statement of its own: it must see what the one who held the lock before has kept.
  const [row] = await tx.query<{ request_hash: Buffer; status: number; headers: string; body: string }>(
    sql`select request_hash, status, headers, body from idempotency_keys where scope = ${scope} and key = ${key}`,
  )
  if (row)
    return { requestHash: row.request_hash, status: row.status, headers: JSON.parse(row.headers), body: row.body }
  return claim?.held ? undefined : 'running'
}

/** Keeps the answer with its effect. */
export async function keepAnswer(
  tx: Tx,
  scope: string,
  key: string,
  answer: CachedResponse,
  at: string,
): Promise<void> {
  await tx.query(sql`
    insert into idempotency_keys (scope, key, request_hash, status, headers, body, created_at)
    values (${scope}, ${key}, ${answer.requestHash}, ${answer.status}, ${JSON.stringify(answer.headers)}::json, ${answer.body}, ${at}::timestamptz)`)
}

export async function pruneIdempotencyKeys(tx: Tx, olderThan: Date): Promise<void> {
  await tx.query(sql`delete from idempotency_keys where created_at < ${olderThan}`)
}
