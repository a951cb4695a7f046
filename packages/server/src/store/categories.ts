import type { Queryable } from './db.ts'
import { sql } from './sql.ts'

export async function findCategoryByKey(db: Queryable, broadcastId: string, key: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    sql`select id from records where broadcast_id = ${broadcastId} and kind = 'broadcastCategory' and keys ->> 'key' = ${key}`,
  )
  return row?.id
}

/** The keys of categories, by id. */
export async function findCategoryKeys(
  db: Queryable,
  broadcastId: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: string; key: string }>(
    sql`select id, keys ->> 'key' as key from records where broadcast_id = ${broadcastId} and kind = 'broadcastCategory' and id = any (${ids}::text[])`,
  )
  return new Map(rows.map(({ id, key }) => [id, key]))
}
