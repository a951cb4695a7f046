import type { Tx } from './db.ts'
import { sql } from './sql.ts'

/** How many active owners a broadcast has beside one member. They are locked, so that two cannot leave at once. */
export async function countActiveOwners(tx: Tx, broadcastId: string, kind: string, besides: string): Promise<number> {
  const rows = await tx.query(sql`
    select id from records
    where broadcast_id = ${broadcastId} and kind = ${kind} and keys ->> 'role' = 'owner' and keys ->> 'status' = 'active'
    order by id for update`)
  return rows.filter((row) => (row as { id: string }).id !== besides).length
}
