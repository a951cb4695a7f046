import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'

/** The oldest source with this address; or with this title, if it has no address. */
export async function findSourceBy(
  db: Queryable,
  broadcastId: string,
  by: { url: string } | { title: string },
): Promise<string | undefined> {
  const which =
    'url' in by ? sql`body ->> 'url' = ${by.url}` : sql`body ->> 'title' = ${by.title} and body ->> 'url' is null`
  const [row] = await db.query<{ id: string }>(
    sql`select id from records where broadcast_id = ${broadcastId} and kind = 'importSource' and ${which} order by id limit 1`,
  )
  return row?.id
}
