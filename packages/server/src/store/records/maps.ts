import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'
import { readKind } from './write-buffer.ts'

/** The first drawn map of a broadcast: the default map of a place. */
export async function findFirstImageMap(db: Queryable, broadcastId: string): Promise<string | null> {
  const [row] = await readKind<{ id: string }>(
    db,
    'broadcastMap',
    sql`
    select id from records where broadcast_id = ${broadcastId} and kind = 'broadcastMap' and keys ->> 'type' = 'image' order by id limit 1`,
  )
  return row?.id ?? null
}

/** Whether this is a drawn map; locks its type until the end of the transaction. */
export async function isImageMap(tx: Tx, broadcastId: string, id: string): Promise<boolean> {
  const [map] = await readKind<{ is_image: boolean }>(
    tx,
    'broadcastMap',
    sql`
    select keys ->> 'type' = 'image' as is_image from records
    where broadcast_id = ${broadcastId} and kind = 'broadcastMap' and id = ${id} for share`,
  )
  return map?.is_image ?? false
}

/** Whether a place on this map has a position between two pixels. */
export async function hasPlacesBetweenPixels(db: Queryable, broadcastId: string, mapId: string): Promise<boolean> {
  const [found] = await db.query(sql`
    select from records
    where broadcast_id = ${broadcastId} and kind = 'broadcastInterestPoint' and refs && ${[mapId]}::text[] and body ->> 'mapId' = ${mapId}
      and (mod((keys ->> 'position.x')::numeric, 1) <> 0 or mod((keys ->> 'position.y')::numeric, 1) <> 0)
    limit 1`)
  return found !== undefined
}

/** Which of these maps are world maps rather than drawn ones. */
export async function findGeoMaps(db: Queryable, broadcastId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await readKind<{ id: string }>(
    db,
    'broadcastMap',
    sql`
    select id from records where broadcast_id = ${broadcastId} and kind = 'broadcastMap' and id = any (${ids}::text[]) and keys ->> 'type' = 'geo'`,
  )
  return new Set(rows.map(({ id }) => id))
}
