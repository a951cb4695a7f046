import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'

/** The first drawn map of a broadcast: the default map of a place. */
export async function findFirstImageMap(db: Queryable, broadcastId: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from records where broadcast_id = ${broadcastId} and kind = 'broadcastMap' and keys ->> 'type' = 'image' order by id limit 1`)
  return row?.id ?? null
}

/** Which of these maps are world maps rather than drawn ones. */
export async function findGeoMaps(db: Queryable, broadcastId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.query<{ id: string }>(sql`
    select id from records where broadcast_id = ${broadcastId} and kind = 'broadcastMap' and id = any (${ids}::text[]) and keys ->> 'type' = 'geo'`)
  return new Set(rows.map(({ id }) => id))
}
