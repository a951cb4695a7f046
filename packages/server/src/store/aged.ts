import type { Queryable, Tx } from './db.ts'
import type { Sql } from './sql.ts'

/** Rows past their time, which are deleted in one broadcast after the other. */
export interface Aged {
  /** Selects the broadcasts that have some; it may select more. */
  find: Sql
  /** Deletes some of a broadcast, and returns how many. */
  prune(tx: Tx, broadcastId: string, limit: number): Promise<number>
}

export async function findBroadcastsWith(db: Queryable, { find }: Aged): Promise<string[]> {
  const rows = await db.query<{ broadcast_id: string }>(find)
  return rows.map((row) => row.broadcast_id)
}
