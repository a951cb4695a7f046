import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'

export interface PushKeysRow {
  public_key: string
  /** Encrypted. */
  private_key: string
}

export async function findPushKeys(db: Queryable, broadcastId: string): Promise<PushKeysRow | undefined> {
  const [row] = await db.query<PushKeysRow>(
    sql`select public_key, private_key from push_keys where broadcast_id = ${broadcastId}`,
  )
  return row
}

/** Stores the keys of a broadcast, unless a concurrent request already has. */
export async function insertPushKeys(db: Queryable, broadcastId: string, keys: PushKeysRow): Promise<void> {
  await db.query(sql`
    insert into push_keys (broadcast_id, public_key, private_key)
    values (${broadcastId}, ${keys.public_key}, ${keys.private_key}) on conflict (broadcast_id) do nothing`)
}
