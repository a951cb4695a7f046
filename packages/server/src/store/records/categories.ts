import type { Queryable, Tx } from '../db.ts'
import { waitForLockIn } from '../locks.ts'
import { sql } from '../sql.ts'
import { bufferOf, readKind, type WriteBuffer } from './write-buffer.ts'

export async function findCategoryByKey(db: Queryable, broadcastId: string, key: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    sql`select id from records where broadcast_id = ${broadcastId} and kind = 'broadcastCategory' and keys ->> 'key' = ${key}`,
  )
  return row?.id
}

/** The same for a record that will refer to the category, which is locked against deletion until the transaction ends. */
export async function lockCategoryByKey(tx: Tx, broadcastId: string, key: string): Promise<string | undefined> {
  const buffer = bufferOf(tx)
  const known = buffer?.value(broadcastId, 'broadcastCategory.id', key)
  if (known !== undefined) return known
  const [row] = await readKind<{ id: string }>(
    tx,
    'broadcastCategory',
    sql`select id from records where broadcast_id = ${broadcastId} and kind = 'broadcastCategory' and keys ->> 'key' = ${key} for key share`,
  )
  if (row && buffer) rememberCategory(buffer, broadcastId, row.id, key)
  return row?.id
}

/** Remembers a category that is locked against deletion, or will be by the statement that writes. */
export function rememberCategory(buffer: WriteBuffer, broadcastId: string, id: string, key: string): void {
  buffer.rememberLock(broadcastId, 'broadcastCategory', id)
  buffer.rememberValue(broadcastId, 'broadcastCategory.id', key, id)
  buffer.rememberValue(broadcastId, 'broadcastCategory.key', id, key)
}

/** The same for several keys, which the next writes of the transaction will refer to, all with one statement. */
export async function lockCategoriesAhead(
  tx: Tx,
  buffer: WriteBuffer,
  broadcastId: string,
  keys: string[],
): Promise<{ id: string; key: string }[]> {
  const rows = await tx.aside<{ id: string; key: string }>(sql`
    select id, keys ->> 'key' as key from records
    where broadcast_id = ${broadcastId} and kind = 'broadcastCategory' and keys ->> 'key' = any (${keys}::text[])
    order by id for key share`)
  for (const { id, key } of rows) rememberCategory(buffer, broadcastId, id, key)
  return rows
}

/** The keys of categories, by id. */
export async function findCategoryKeys(
  db: Queryable,
  broadcastId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const buffer = bufferOf(db)
  const keys = new Map<string, string>()
  for (const id of ids) {
    const known = buffer?.value(broadcastId, 'broadcastCategory.key', id)
    if (known !== undefined) keys.set(id, known)
  }
  const unknown = ids.filter((id) => !keys.has(id))
  if (unknown.length === 0) return keys
  const rows = await readKind<{ id: string; key: string }>(
    db,
    'broadcastCategory',
    sql`select id, keys ->> 'key' as key from records where broadcast_id = ${broadcastId} and kind = 'broadcastCategory' and id = any (${unknown}::text[])`,
  )
  for (const { id, key } of rows) {
    keys.set(id, key)
    buffer?.rememberValue(broadcastId, 'broadcastCategory.key', id, key)
  }
  return keys
}

/** The ancestors of a category, nearest first. Moves are serialized, so that two of them cannot create a cycle. */
export async function lockAncestors(tx: Tx, broadcastId: string, parentId: string): Promise<string[]> {
  await waitForLockIn(tx, broadcastId, 'categories')
  const rows = await tx.query<{ id: string }>(sql`
    with recursive above (id, parent_id, depth) as (
      select id, keys ->> 'parentId', 1 from records where broadcast_id = ${broadcastId} and kind = 'broadcastCategory' and id = ${parentId}
      union all
      select r.id, r.keys ->> 'parentId', depth + 1 from above join records r
        on r.broadcast_id = ${broadcastId} and r.kind = 'broadcastCategory' and r.id = above.parent_id where depth < 100
    ) select id from above order by depth`)
  return rows.map(({ id }) => id)
}
