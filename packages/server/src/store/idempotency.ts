import { createHash } from 'node:crypto'
import type { Tx } from './db.ts'
import { sql } from './sql.ts'

export interface KeptAnswer {
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
): Promise<KeptAnswer | 'running' | undefined> {
  const lock = createHash('sha256').update(`${scope}\n${key}`).digest().readBigInt64BE()
  const [row] = await tx.query<{
    free: boolean
    request_hash: Buffer | null
    status: number
    headers: string
    body: string
  }>(sql`
    select pg_try_advisory_xact_lock(${lock}::bigint) as free, k.request_hash, k.status, k.headers, k.body
    from (select 1) one left join idempotency_keys k on k.scope = ${scope} and k.key = ${key}`)
  if (row?.request_hash)
    return { requestHash: row.request_hash, status: row.status, headers: JSON.parse(row.headers), body: row.body }
  return row?.free ? undefined : 'running'
}

/** Keeps the answer. Two requests that both found the key free meet here: the second one fails on the primary key and starts again. */
export async function keepAnswer(tx: Tx, scope: string, key: string, answer: KeptAnswer, at: string): Promise<void> {
  await tx.query(sql`
    insert into idempotency_keys (scope, key, request_hash, status, headers, body, created_at)
    values (${scope}, ${key}, ${answer.requestHash}, ${answer.status}, ${JSON.stringify(answer.headers)}::json, ${answer.body}, ${at}::timestamptz)`)
}

export async function pruneIdempotencyKeys(tx: Tx, olderThan: Date): Promise<void> {
  await tx.query(sql`delete from idempotency_keys where created_at < ${olderThan}`)
}
