import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'

/** Which of these slugs and domains channels of a broadcast have. */
export async function findHeld(db: Queryable, broadcastId: string, addresses: string[]): Promise<Set<string>> {
  const rows = await db.query<{ address: string }>(sql`
    select keys ->> 'slug' as address from records
    where broadcast_id = ${broadcastId} and kind = 'broadcastDiffuser' and keys ->> 'slug' = any (${addresses}::text[])
    union all
    select keys ->> 'domain' from records
    where broadcast_id = ${broadcastId} and kind = 'broadcastDiffuser' and keys ->> 'domain' = any (${addresses}::text[])`)
  return new Set(rows.map(({ address }) => address))
}

/** All slugs and domains that channels of some broadcasts have. */
export async function listHeld(
  db: Queryable,
  broadcastIds: string[],
): Promise<{ broadcastId: string; address: string }[]> {
  return db.query(sql`
    select r.broadcast_id as "broadcastId", a.address
    from records r, unnest(array[r.keys ->> 'slug', r.keys ->> 'domain']) a (address)
    where r.broadcast_id = any (${broadcastIds}::text[]) and r.kind = 'broadcastDiffuser' and a.address is not null`)
}
