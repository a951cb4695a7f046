import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'

export interface SavedViewRow {
  id: string
  /** Null for a view of everybody. */
  person_id: string | null
  kind: string
  name: string
  /** JSON text. */
  query: string
  created_at: Date
}

/** A person in a broadcast: their own views and those of everybody. */
export interface Viewer {
  broadcastId: string
  personId: string
}

export async function listViews(db: Queryable, { broadcastId, personId }: Viewer): Promise<SavedViewRow[]> {
  return db.query(sql`
    select id, person_id, kind, name, query::text as query, created_at from saved_views
    where broadcast_id = ${broadcastId} and (person_id is null or person_id = ${personId})
    order by created_at, id`)
}

export async function findView(
  db: Queryable,
  { broadcastId, personId }: Viewer,
  id: string,
): Promise<SavedViewRow | undefined> {
  const [row] = await db.query<SavedViewRow>(sql`
    select id, person_id, kind, name, query::text as query, created_at from saved_views
    where broadcast_id = ${broadcastId} and id = ${id} and (person_id is null or person_id = ${personId})`)
  return row
}

/** False when the person, or the broadcast, has as many views as allowed. */
export async function insertView(db: Queryable, broadcastId: string, row: SavedViewRow, max: number): Promise<boolean> {
  const rows = await db.query(sql`
    insert into saved_views (broadcast_id, id, person_id, kind, name, query, created_at)
    select ${broadcastId}, ${row.id}, ${row.person_id}::text, ${row.kind}, ${row.name}, ${row.query}::json, ${row.created_at}::timestamptz
    where (select count(*) from saved_views
      where broadcast_id = ${broadcastId} and person_id is not distinct from ${row.person_id}::text) < ${max}
    returning id`)
  return rows.length > 0
}

/** False when it is gone, or when those it would join are as many as allowed. */
export async function updateView(db: Queryable, broadcastId: string, row: SavedViewRow, max: number): Promise<boolean> {
  const rows = await db.query(sql`
    update saved_views set person_id = ${row.person_id}::text, name = ${row.name}, query = ${row.query}::json
    where broadcast_id = ${broadcastId} and id = ${row.id} and (
      person_id is not distinct from ${row.person_id}::text or
      (select count(*) from saved_views
        where broadcast_id = ${broadcastId} and person_id is not distinct from ${row.person_id}::text) < ${max})
    returning id`)
  return rows.length > 0
}

export async function deleteView(db: Queryable, broadcastId: string, id: string): Promise<void> {
  await db.query(sql`delete from saved_views where broadcast_id = ${broadcastId} and id = ${id}`)
}
