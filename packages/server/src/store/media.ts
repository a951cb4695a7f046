import type { Queryable, Tx } from './db.ts'
import { sql } from './sql.ts'

/** What is known of the bytes of a file. */
export interface FileFacts {
  hash: string
  size: number
  mimeType: string
  width: number | null
  height: number | null
  frames: number
  color: string | null
}

/** Where the bytes of a file lie. */
export interface Place {
  broadcastId: string
  location: string
}

/** A file behind a public address, and what its record says of how to show it. */
export interface ServedFile extends FileFacts, Place {
  fileName: string
  focalPoint: { x: number; y: number } | null
}

interface FactsRow {
  broadcast_id: string
  location: string
  hash: string
  size: number
  mime_type: string
  width: number | null
  height: number | null
  frames: number
  color: string | null
}

const factsOf = (row: FactsRow): FileFacts => ({
  hash: row.hash,
  size: row.size,
  mimeType: row.mime_type,
  width: row.width,
  height: row.height,
  frames: row.frames,
  color: row.color,
})

/** The bytes that media of a broadcast take, those under way included. */
export async function readMediaBytes(db: Queryable, broadcastId: string, arrivingSince: Date): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(size), 0)::bigint as bytes from stored_files s
    where broadcast_id = ${broadcastId} and (
      (state = 'arriving' and created_at > ${arrivingSince})
      or (state = 'kept' and exists (
        select from media_files f join records r on r.broadcast_id = f.broadcast_id and r.kind = 'media' and r.id = f.media_id
        where f.broadcast_id = s.broadcast_id and f.location = s.location
      ))
    )`)
  return row?.bytes ?? 0
}

/** Notes files that are about to come, before any of their bytes do. */
export async function insertArriving(tx: Tx, files: (Place & FileFacts)[], at: Date): Promise<void> {
  const column = (value: (file: Place & FileFacts) => unknown) => files.map(value)
  await tx.query(sql`
    insert into stored_files (broadcast_id, location, state, hash, size, mime_type, width, height, frames, color, created_at)
    select broadcast_id, location, 'arriving', hash, size, mime_type, width, height, frames, color, ${at}
    from unnest(
      ${column(({ broadcastId }) => broadcastId)}::text[], ${column(({ location }) => location)}::text[],
      ${column(({ hash }) => hash)}::text[], ${column(({ size }) => size)}::bigint[],
      ${column(({ mimeType }) => mimeType)}::text[], ${column(({ width }) => width)}::integer[],
      ${column(({ height }) => height)}::integer[], ${column(({ frames }) => frames)}::integer[],
      ${column(({ color }) => color)}::text[]
    ) as f (broadcast_id, location, hash, size, mime_type, width, height, frames, color)`)
}

/** Keeps a file that has come, and tells where its content lies: there, or where the same content lay before. */
export async function keepFile(tx: Tx, { broadcastId, location, hash }: Place & { hash: string }): Promise<string> {
  // Of two who bring the same content at once, the second finds what the first has kept.
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`${broadcastId}/${hash}`}, 20))`)
  const [known] = await tx.query<{ location: string }>(sql`
    update stored_files set unused_since = null where broadcast_id = ${broadcastId} and hash = ${hash} and state = 'kept'
    returning location`)
  if (known) return known.location
  const [kept] = await tx.query<{ location: string }>(sql`
    update stored_files set state = 'kept' where broadcast_id = ${broadcastId} and location = ${location} and state = 'arriving'
    returning location`)
  if (!kept) throw new Error('the file that was to be kept is gone')
  return kept.location
}

/** Says which file a media shows. */
export async function linkFile(
  tx: Tx,
  link: Place & { mediaId: string; name: string; fileName: string },
): Promise<void> {
  await tx.query(sql`
    insert into media_files (broadcast_id, media_id, location, name, file_name)
    values (${link.broadcastId}, ${link.mediaId}, ${link.location}, ${link.name}, ${link.fileName})
    on conflict (broadcast_id, media_id) do update
      set location = excluded.location, name = excluded.name, file_name = excluded.file_name`)
}

/** The file of a media, held against being swept away until the transaction ends. */
export async function holdFileOf(
  tx: Tx,
  broadcastId: string,
  mediaId: string,
): Promise<(FileFacts & { name: string }) | undefined> {
  const [row] = await tx.query<FactsRow & { name: string }>(sql`
    update stored_files s set unused_since = null from media_files f
    where f.broadcast_id = ${broadcastId} and f.media_id = ${mediaId}
      and s.broadcast_id = f.broadcast_id and s.location = f.location and s.state = 'kept'
    returning s.*, f.name`)
  return row && { ...factsOf(row), name: row.name }
}

/** The file behind a public address; undefined as soon as its record is gone. */
export async function findServedFile(db: Queryable, mediaId: string, name: string): Promise<ServedFile | undefined> {
  const [row] = await db.query<FactsRow & { file_name: string; focal_point: string | null }>(sql`
    select s.*, f.file_name, r.body -> 'focalPoint' as focal_point
    from media_files f
      join records r on r.broadcast_id = f.broadcast_id and r.kind = 'media' and r.id = f.media_id
      join stored_files s on s.broadcast_id = f.broadcast_id and s.location = f.location and s.state = 'kept'
    where f.media_id = ${mediaId} and f.name = ${name} and (r.body ->> 'external') = 'false'`)
  return (
    row && {
      ...factsOf(row),
      broadcastId: row.broadcast_id,
      location: row.location,
      fileName: row.file_name,
      focalPoint: JSON.parse(row.focal_point ?? 'null'),
    }
  )
}

/** Notes which files no record shows any more nor can come back from a revision to show, and which are shown again. */
export async function markUnused(tx: Tx, at: Date): Promise<void> {
  const isUsed = sql`exists (
    select from media_files f
    where f.broadcast_id = s.broadcast_id and f.location = s.location and (
      exists (select from records r where r.broadcast_id = f.broadcast_id and r.kind = 'media' and r.id = f.media_id)
      or exists (
        select from changes c
          join records revision on revision.broadcast_id = c.broadcast_id and revision.kind = 'revision'
            and (revision.keys ->> 'sequence')::bigint >= c.sequence
        where c.broadcast_id = f.broadcast_id and c.record_id = f.media_id and c.kind = 'media' and c.operation <> 'delete')))`
  await tx.query(
    sql`update stored_files s set unused_since = ${at} where state = 'kept' and unused_since is null and not ${isUsed}`,
  )
  await tx.query(
    sql`update stored_files s set unused_since = null where state = 'kept' and unused_since is not null and ${isUsed}`,
  )
}

/** Gives up files that were unused or under way for too long, and tells of some that are given up. */
export async function takeLeaving(tx: Tx, before: { unused: Date; arriving: Date }, limit: number): Promise<Place[]> {
  await tx.query(sql`
    update stored_files set state = 'leaving'
    where (state = 'kept' and unused_since < ${before.unused}) or (state = 'arriving' and created_at < ${before.arriving})`)
  const rows = await tx.query<{ broadcast_id: string; location: string }>(
    sql`select broadcast_id, location from stored_files where state = 'leaving' order by created_at limit ${limit}`,
  )
  return rows.map(({ broadcast_id: broadcastId, location }) => ({ broadcastId, location }))
}

/** Gives up those of some files that were not kept after all, and tells which. */
export async function giveUpArriving(tx: Tx, broadcastId: string, locations: string[]): Promise<Place[]> {
  const rows = await tx.query<{ location: string }>(sql`
    update stored_files set state = 'leaving'
    where broadcast_id = ${broadcastId} and location = any (${locations}::text[]) and state = 'arriving'
    returning location`)
  return rows.map(({ location }) => ({ broadcastId, location }))
}

/** Forgets files whose bytes are gone. */
export async function forgetFiles(tx: Tx, places: Place[]): Promise<void> {
  const which = sql`(broadcast_id, location) in (
    select * from unnest(${places.map(({ broadcastId }) => broadcastId)}::text[], ${places.map(({ location }) => location)}::text[]))`
  await tx.query(sql`delete from media_files where ${which}`)
  await tx.query(sql`delete from stored_files where state = 'leaving' and ${which}`)
}

/** Some media kept here whose records name an address under another base than this one. */
export async function listMoved(
  db: Queryable,
  base: string,
  limit: number,
): Promise<{ broadcastId: string; userId: string; mediaId: string; name: string }[]> {
  return db.query(sql`
    select f.broadcast_id as "broadcastId", b.user_id as "userId", f.media_id as "mediaId", f.name
    from media_files f
      join broadcasts b on b.id = f.broadcast_id
      join records r on r.broadcast_id = f.broadcast_id and r.kind = 'media' and r.id = f.media_id
    where (r.body ->> 'external') = 'false' and not starts_with(r.body ->> 'mediaUrl', ${base})
    order by f.broadcast_id, f.media_id limit ${limit}`)
}
