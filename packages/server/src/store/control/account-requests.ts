import type { StoredAnswer } from '../access/idempotency.ts'
import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'

/** A request with an idempotency key that concerns an account, as it was first made. */
export interface AccountRequest {
  requestHash: Buffer
  /** The broadcast that it creates. */
  broadcastId: string | null
  /** Where the effect is in this plane, or was made by an earlier version. */
  answer: Omit<StoredAnswer, 'requestHash'> | undefined
}

interface RequestRow {
  request_hash: Buffer
  broadcast_id: string | null
  status: number | null
  headers: string | null
  body: string | null
}

/** Reserves a key for the creation of a broadcast; returns the first request with this key, which may be this one. */
export async function reserveRequest(
  control: Queryable<'control'>,
  request: { scope: string; key: string; hash: Buffer; broadcastId: string; at: Date },
): Promise<AccountRequest> {
  const { scope, key, hash, broadcastId, at } = request
  await control.query(sql`
    insert into account_requests (scope, key, request_hash, broadcast_id, created_at)
    values (${scope}, ${key}, ${hash}, ${broadcastId}, ${at}) on conflict do nothing`)
  const found = await findRequest(control, scope, key)
  if (!found) throw new Error('a request that was just stored is gone')
  return found
}

export async function findRequest(
  control: Queryable<'control'>,
  scope: string,
  key: string,
): Promise<AccountRequest | undefined> {
  const [row] = await control.query<RequestRow>(sql`
    select request_hash, broadcast_id, status, headers, body from account_requests where scope = ${scope} and key = ${key}`)
  if (!row) return undefined
  const { request_hash: requestHash, broadcast_id: broadcastId, status, headers, body } = row
  const answer = status === null ? undefined : { status, headers: JSON.parse(headers ?? '{}'), body: body ?? '' }
  return { requestHash, broadcastId, answer }
}

/** Stores an answer with its effect in this plane. */
export async function keepAccountAnswer(
  tx: Tx<'control'>,
  { scope, key, hash }: { scope: string; key: string; hash: Buffer },
  answer: Omit<StoredAnswer, 'requestHash'>,
  at: string,
): Promise<void> {
  await tx.query(sql`
    insert into account_requests (scope, key, request_hash, status, headers, body, created_at)
    values (${scope}, ${key}, ${hash}, ${answer.status}, ${JSON.stringify(answer.headers)}::json, ${answer.body}, ${at}::timestamptz)`)
}

export async function pruneAccountRequests(tx: Tx<'control'>, olderThan: Date): Promise<void> {
  await tx.query(sql`delete from account_requests where created_at < ${olderThan}`)
}
