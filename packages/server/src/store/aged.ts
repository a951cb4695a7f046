import type { Queryable, Tx } from './db.ts'
import { raw, type Sql, sql } from './sql.ts'

/** Rows past their time, which are deleted in one broadcast after the other. */
export interface Aged {
  /** Selects the broadcasts that have some; it may select more. */
  find: Sql
  /** Deletes some of a broadcast, and returns how many. */
  prune(tx: Tx, broadcastId: string, limit: number): Promise<number>
}

/** The rows of a table for which a condition holds. `id` is its key, besides the broadcast. */
export function agedRows(table: string, id: string, condition: Sql): Aged {
  const [rows, key] = [raw(table), raw(id)]
  return {
    find: sql`select distinct broadcast_id from ${rows} where ${condition}`,
    async prune(tx, broadcastId, limit) {
      const gone = await tx.query(sql`
        delete from ${rows} where broadcast_id = ${broadcastId} and ${key} = any (array(
          select ${key} from ${rows} where broadcast_id = ${broadcastId} and ${condition} limit ${limit}
        )) returning 1`)
      return gone.length
    },
  }
}

export async function findBroadcastsWith(db: Queryable, { find }: Aged): Promise<string[]> {
  const rows = await db.query<{ broadcast_id: string }>(find)
  return rows.map((row) => row.broadcast_id)
}
