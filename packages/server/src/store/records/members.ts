import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'

/** The number of active owners of a broadcast besides one member. They are locked, so that two cannot leave at once. */
export async function countActiveOwners(tx: Tx, broadcastId: string, kind: string, besides: string): Promise<number> {
  const rows = await tx.query(sql`
    select id from records
    where broadcast_id = ${broadcastId} and kind = ${kind} and keys ->> 'role' = 'owner' and keys ->> 'status' = 'active'
    order by id for update`)
  return rows.filter((row) => (row as { id: string }).id !== besides).length
}

/** The member record of a person in a broadcast. */
export async function findMemberId(db: Queryable, broadcastId: string, personId: string): Promise<string | undefined> {
  const [row] = await db.query<{ member_id: string }>(
    sql`select member_id from memberships where broadcast_id = ${broadcastId} and user_id = ${personId}`,
  )
  return row?.member_id
}
