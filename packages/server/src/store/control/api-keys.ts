import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'

export interface ApiKeyRow {
  id: string
  broadcast_id: string
  name: string
  last_four: string
  scopes: string[]
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  replaced_until: Date | null
  last_used_at: Date | null
}

/** The key of a request, with its owner. */
export interface KeyOwner {
  id: string
  digest: Buffer
  broadcast_id: string
  user_id: string
  plan: 'free' | 'pro'
  scopes: string[]
  expires_at: Date | null
  revoked_at: Date | null
  replaced_until: Date | null
  last_used_at: Date | null
}

export async function findKeyOwner(db: Queryable<'control'>, digests: Buffer[]): Promise<KeyOwner | undefined> {
  const [row] = await db.query<KeyOwner>(sql`
    select k.id, k.digest, k.broadcast_id, d.user_id, u.plan, k.scopes, k.expires_at, k.revoked_at, k.replaced_until, k.last_used_at
    from api_keys k join directory d on d.broadcast_id = k.broadcast_id and d.leaving_at is null join users u on u.id = d.user_id
    where k.digest = any (${digests}::bytea[])`)
  return row
}

export async function insertKey(
  tx: Tx<'control'>,
  key: ApiKeyRow & { digest: Buffer; created_by: string | null },
): Promise<void> {
  await tx.query(sql`
    insert into api_keys (id, broadcast_id, name, digest, last_four, scopes, created_by, created_at, expires_at)
    values (${key.id}, ${key.broadcast_id}, ${key.name}, ${key.digest}, ${key.last_four}, ${key.scopes}::text[], ${key.created_by}, ${key.created_at}, ${key.expires_at})`)
}

export async function listKeys(db: Queryable<'control'>, broadcastId: string): Promise<ApiKeyRow[]> {
  return db.query(sql`
    select id, broadcast_id, name, last_four, scopes, created_at, expires_at, revoked_at, replaced_until, last_used_at
    from api_keys where broadcast_id = ${broadcastId} order by created_at desc, id desc`)
}

export async function lockKey(tx: Tx<'control'>, broadcastId: string, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await tx.query<ApiKeyRow>(sql`
    select id, broadcast_id, name, last_four, scopes, created_at, expires_at, revoked_at, replaced_until, last_used_at
    from api_keys where broadcast_id = ${broadcastId} and id = ${id} for update`)
  return row
}

export async function countLiveKeys(db: Queryable<'control'>, broadcastId: string, at: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from api_keys
    where broadcast_id = ${broadcastId} and revoked_at is null and (expires_at is null or expires_at > ${at})
      and (replaced_until is null or replaced_until > ${at})`)
  return row?.count ?? 0
}

export async function revokeKey(tx: Tx<'control'>, id: string, at: Date): Promise<void> {
  await tx.query(sql`update api_keys set revoked_at = coalesce(revoked_at, ${at}) where id = ${id}`)
}

export async function replaceKey(tx: Tx<'control'>, id: string, until: Date): Promise<void> {
  await tx.query(sql`update api_keys set replaced_until = least(replaced_until, ${until}) where id = ${id}`)
}

export async function touchKey(db: Queryable<'control'>, id: string, at: Date): Promise<void> {
  await db.query(
    sql`update api_keys set last_used_at = greatest(coalesce(last_used_at, ${at}), ${at}) where id = ${id}`,
  )
}
