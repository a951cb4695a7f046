import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'

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

/** The ancestors of a category, nearest first. Moves are serialized, so that two of them cannot create a cycle. */
export async function lockAncestors(tx: Tx, broadcastId: string, parentId: string): Promise<string[]> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`categories of ${broadcastId}`}, 0))`)
  const rows = await tx.query<{ id: string }>(sql`
    with recursive above (id, parent_id, depth) as (
      select id, keys ->> 'parentId', 1 from records where broadcast_id = ${broadcastId} and kind = 'broadcastCategory' and id = ${parentId}
      union all
      select r.id, r.keys ->> 'parentId', depth + 1 from above join records r
        on r.broadcast_id = ${broadcastId} and r.kind = 'broadcastCategory' and r.id = above.parent_id where depth < 100
    ) select id from above order by depth`)
  return rows.map(({ id }) => id)
}
