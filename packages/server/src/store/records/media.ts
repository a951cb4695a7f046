import type { Crop } from '@marquee/model'
import type { Queryable, Tx } from '../db.ts'
import { waitForLockIn } from '../locks.ts'
import { insertRows, pairsSql } from '../rows-sql.ts'
import { raw, type Sql, sql } from '../sql.ts'

/** Facts about the bytes of a file. `hash` and `size` are those of the original, which only editors can read. */
export interface FileFacts {
  hash: string
  size: number
  /** Those of the public copy without metadata: the same where nothing was removed, null until it was made. */
  strippedHash: string | null
  strippedSize: number | null
  mimeType: string
  width: number | null
  height: number | null
  frames: number
  color: string | null
}

/** A file whose copy without metadata is known. */
export type KnownFacts = FileFacts & { strippedHash: string; strippedSize: number }

/** The storage place of a file. */
export interface Place {
  broadcastId: string
  location: string
}

/** A file in storage, whether or not its public copy is known. */
export type Stored = Place & Pick<FileFacts, 'hash' | 'strippedHash'>

/** A file at a public URL, and the fields of its record that affect how it is shown. */
export interface FoundFile extends FileFacts, Place {
  fileName: string
  crop: Crop | null
  focalPoint: { x: number; y: number } | null
}

/** A file that may be served publicly. */
export type ServedFile = FoundFile & KnownFacts

interface FactsRow {
  broadcast_id: string
  location: string
  hash: string
  size: number
  stripped_hash: string | null
  stripped_size: number | null
  mime_type: string
  width: number | null
  height: number | null
  frames: number
  color: string | null
}

const factsOf = (row: FactsRow): FileFacts => ({
  hash: row.hash,
  size: row.size,
  strippedHash: row.stripped_hash,
  strippedSize: row.stripped_size,
  mimeType: row.mime_type,
  width: row.width,
  height: row.height,
  frames: row.frames,
  color: row.color,
})

/** A condition on a row `f` of media_files of a broadcast: its record exists, or can be restored from the trash. */
const isKept = (broadcastId: Sql) => sql`(
  exists (select from records r where r.broadcast_id = ${broadcastId} and r.kind = 'media' and r.id = f.media_id)
  or exists (select from trash t where t.broadcast_id = ${broadcastId} and t.record_id = f.media_id))`

/** The bytes used by media of a broadcast, including those in the trash and uploads in progress. */
export async function readMediaBytes(db: Queryable, broadcastId: string, arrivingSince: Date): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(size + case when stripped_hash <> hash then stripped_size else 0 end), 0)::bigint as bytes from stored_files s
    where broadcast_id = ${broadcastId} and (
      (state = 'arriving' and created_at > ${arrivingSince})
      or (state = 'kept' and exists (
        select from media_files f
        where f.broadcast_id = ${broadcastId} and f.location = s.location and ${isKept(sql`${broadcastId}`)}
      ))
    )`)
  return row?.bytes ?? 0
}

/** Inserts rows for expected files, before any of their bytes are stored. */
export async function insertArriving(tx: Tx, files: (Place & KnownFacts)[], at: Date): Promise<void> {
  await insertRows(tx, 'stored_files', files, {
    broadcast_id: ['text', ({ broadcastId }) => broadcastId],
    location: ['text', ({ location }) => location],
    state: ['text', () => 'arriving'],
    hash: ['text', ({ hash }) => hash],
    size: ['bigint', ({ size }) => size],
    stripped_hash: ['text', ({ strippedHash }) => strippedHash],
    stripped_size: ['bigint', ({ strippedSize }) => strippedSize],
    mime_type: ['text', ({ mimeType }) => mimeType],
    width: ['integer', ({ width }) => width],
    height: ['integer', ({ height }) => height],
    frames: ['integer', ({ frames }) => frames],
    color: ['text', ({ color }) => color],
    created_at: ['timestamptz', () => at],
  })
}

/** Keeps an uploaded file, and returns the location of its content: its own, or that of the same content uploaded before. */
export async function keepFile(tx: Tx, { broadcastId, location, hash }: Place & { hash: string }): Promise<string> {
  // Of two concurrent uploads of the same content, the second finds the first.
  await waitForLockIn(tx, broadcastId, `file ${hash}`)
  const [known] = await tx.query<{ location: string; stripped_hash: string | null }>(sql`
    update stored_files set unused_since = null where broadcast_id = ${broadcastId} and hash = ${hash} and state = 'kept'
    returning location, stripped_hash`)
  if (known && known.stripped_hash !== null) return known.location
  if (known) await replaceFile(tx, broadcastId, known.location, location)
  const [kept] = await tx.query<{ location: string }>(sql`
    update stored_files set state = 'kept' where broadcast_id = ${broadcastId} and location = ${location} and state = 'arriving'
    returning location`)
  if (!kept) throw new Error('the file to keep was deleted')
  return kept.location
}

/** Replaces a file from an earlier version, which had no stripped copy, by one that has it. */
async function replaceFile(tx: Tx, broadcastId: string, old: string, fresh: string): Promise<void> {
  await tx.query(
    sql`update stored_files set state = 'leaving' where broadcast_id = ${broadcastId} and location = ${old}`,
  )
  await tx.query(
    sql`update media_files set location = ${fresh} where broadcast_id = ${broadcastId} and location = ${old}`,
  )
}

/** Links a media to its file. */
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

/** The file of a media, locked against sweeping until the transaction ends. */
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

/**
 * The file at a public URL; undefined as soon as its record is deleted. The URL does not name the broadcast, so on a cluster all workers
 * are asked, unless the broadcast is given.
 */
export async function findServedFile(
  db: Queryable,
  mediaId: string,
  name: string,
  broadcastId?: string,
): Promise<FoundFile | undefined> {
  const inBroadcast = broadcastId === undefined ? raw('') : sql`f.broadcast_id = ${broadcastId} and`
  const [row] = await db.query<FoundRow>(sql`
    ${found} where ${inBroadcast} f.media_id = ${mediaId} and f.name = ${name} and (r.body ->> 'external') = 'false'`)
  return row && foundOf(row)
}

/** The file of a media of a broadcast; undefined as soon as its record is deleted. */
export async function findFileOf(db: Queryable, broadcastId: string, mediaId: string): Promise<FoundFile | undefined> {
  const [row] = await db.query<FoundRow>(
    sql`${found} where f.broadcast_id = ${broadcastId} and f.media_id = ${mediaId} and (r.body ->> 'external') = 'false'`,
  )
  return row && foundOf(row)
}

/** The uploaded files of a broadcast, by the id of their media, after a cursor. */
export async function pageOfFiles(
  db: Queryable,
  broadcastId: string,
  after: string,
  limit: number,
): Promise<(Place & { mediaId: string; fileName: string; hash: string; size: number })[]> {
  return db.query(sql`
    select f.broadcast_id as "broadcastId", f.media_id as "mediaId", f.file_name as "fileName", s.location, s.hash, s.size
    from media_files f
      join records r on r.broadcast_id = f.broadcast_id and r.kind = 'media' and r.id = f.media_id
      join stored_files s on s.broadcast_id = f.broadcast_id and s.location = f.location and s.state = 'kept'
    where f.broadcast_id = ${broadcastId} and f.media_id > ${after} and (r.body ->> 'external') = 'false'
    order by f.media_id limit ${limit}`)
}

/** Whether a broadcast has one of these media with an uploaded file. The addresses of files do not name their broadcast. */
export async function isMediaIdTaken(db: Queryable, ids: string[]): Promise<boolean> {
  const rows = await db.query(sql`select from media_files where media_id = any (${ids}::text[]) limit 1`)
  return rows.length > 0
}

type FoundRow = FactsRow & { file_name: string; crop: string | null; focal_point: string | null }

const found = sql`
  select s.*, f.file_name, r.body -> 'crop' as crop, r.body -> 'focalPoint' as focal_point
  from media_files f
    join records r on r.broadcast_id = f.broadcast_id and r.kind = 'media' and r.id = f.media_id
    join stored_files s on s.broadcast_id = f.broadcast_id and s.location = f.location and s.state = 'kept'`

const foundOf = (row: FoundRow): FoundFile => ({
  ...factsOf(row),
  broadcastId: row.broadcast_id,
  location: row.location,
  fileName: row.file_name,
  crop: JSON.parse(row.crop ?? 'null'),
  focalPoint: JSON.parse(row.focal_point ?? 'null'),
})

/** Marks files that no record uses and that neither the trash nor a revision can restore, and unmarks those that are used again. */
export async function markUnused(tx: Tx, at: Date): Promise<void> {
  const isUsed = sql`exists (
    select from media_files f
    where f.broadcast_id = s.broadcast_id and f.location = s.location and (
      ${isKept(raw('f.broadcast_id'))} or exists (
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

/** Marks files that were unused or incomplete for too long as abandoned, and returns some abandoned ones. */
export async function takeLeaving(tx: Tx, before: { unused: Date; arriving: Date }, limit: number): Promise<Place[]> {
  await tx.query(sql`
    update stored_files set state = 'leaving'
    where (state = 'kept' and unused_since < ${before.unused}) or (state = 'arriving' and created_at < ${before.arriving})`)
  const rows = await tx.query<{ broadcast_id: string; location: string }>(
    sql`select broadcast_id, location from stored_files where state = 'leaving' order by created_at limit ${limit}`,
  )
  return rows.map(({ broadcast_id: broadcastId, location }) => ({ broadcastId, location }))
}

/** Marks files that were not kept as abandoned, and returns them. */
export async function giveUpArriving(tx: Tx, broadcastId: string, locations: string[]): Promise<Place[]> {
  const rows = await tx.query<{ location: string }>(sql`
    update stored_files set state = 'leaving'
    where broadcast_id = ${broadcastId} and location = any (${locations}::text[]) and state = 'arriving'
    returning location`)
  return rows.map(({ location }) => ({ broadcastId, location }))
}

/** Deletes the rows of files whose bytes are deleted. */
export async function forgetFiles(tx: Tx, places: Place[]): Promise<void> {
  const which = pairsSql(
    'broadcast_id, location',
    places.map(({ broadcastId }) => broadcastId),
    places.map(({ location }) => location),
  )
  await tx.query(sql`delete from media_files where ${which}`)
  await tx.query(sql`delete from stored_files where state = 'leaving' and ${which}`)
}

/** Some uploaded media whose records have a URL with another base. */
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

/** Kept files without a stripped copy, after a cursor; only files that records use. */
export async function listUnstripped(db: Queryable, after: Place, limit: number): Promise<(Place & FileFacts)[]> {
  const rows = await db.query<FactsRow>(sql`
    select * from stored_files
    where stripped_hash is null and state = 'kept' and unused_since is null
      and (broadcast_id, location) > (${after.broadcastId}, ${after.location})
    order by broadcast_id, location limit ${limit}`)
  return rows.map((row) => ({ ...factsOf(row), broadcastId: row.broadcast_id, location: row.location }))
}

/** Stores the facts of the public copy. False when the file is not kept any more. */
export async function saveStripped(
  db: Queryable,
  { broadcastId, location }: Place,
  { hash, size }: { hash: string; size: number },
): Promise<boolean> {
  const rows = await db.query(sql`
    update stored_files set stripped_hash = ${hash}, stripped_size = ${size}
    where broadcast_id = ${broadcastId} and location = ${location} and state = 'kept' returning location`)
  return rows.length > 0
}

/** Some media whose records have another size than the public file, after a cursor. */
export async function listMissized(
  db: Queryable,
  after: { broadcastId: string; mediaId: string },
  limit: number,
): Promise<{ broadcastId: string; userId: string; mediaId: string; size: number }[]> {
  return db.query(sql`
    select f.broadcast_id as "broadcastId", b.user_id as "userId", f.media_id as "mediaId", s.stripped_size as size
    from media_files f
      join broadcasts b on b.id = f.broadcast_id
      join records r on r.broadcast_id = f.broadcast_id and r.kind = 'media' and r.id = f.media_id
      join stored_files s on s.broadcast_id = f.broadcast_id and s.location = f.location and s.state = 'kept'
    where (r.body ->> 'external') = 'false' and (r.body ->> 'size')::bigint is distinct from s.stripped_size
      and s.stripped_size is not null and (f.broadcast_id, f.media_id) > (${after.broadcastId}, ${after.mediaId})
    order by f.broadcast_id, f.media_id limit ${limit}`)
}
