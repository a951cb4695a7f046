import type { Kind } from '@marquee/model'
import type { Aged } from '../aged.ts'
import type { Plane, Queryable, Tx } from '../db.ts'
import { controlTables } from '../planes.ts'
import { join, raw, type Sql, sql } from '../sql.ts'

/** How an address is searched for: first by a cheap condition, then exactly. */
export interface Sought {
  local: string
  pattern: string
}

const holdsSql = (text: Sql, { local, pattern }: Sought) =>
  sql`(strpos(lower(${text}), ${local}) > 0 and ${text} ~* ${pattern})`

/** The records of some kinds that contain an address, in the order of their ids. */
export async function findHoldingAddress(
  db: Queryable,
  broadcastId: string,
  kinds: Kind[],
  sought: Sought,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<{ kind: string; id: string; body: string }[]> {
  return db.query(sql`
    select kind, id, body from records
    where broadcast_id = ${broadcastId} and kind = any (${kinds.map(({ name }) => name)}::text[]) and id > ${afterId}
      and ${holdsSql(raw('body::text'), sought)}
    order by id limit ${limit}`)
}

/** The records of a kind that refer to some records, or that those refer to. */
export async function findLinked(db: Queryable, broadcastId: string, kind: Kind, ids: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from records
    where broadcast_id = ${broadcastId} and kind = ${kind.name} and (
      refs && ${ids}::text[]
      or id in (select unnest(refs) from records where broadcast_id = ${broadcastId} and id = any (${ids}::text[]))
    ) order by id`)
  return rows.map(({ id }) => id)
}

/** Changes of some records stay in the log without their bodies. Stored answers with them are deleted. */
export async function forgetBodies(tx: Tx, broadcastId: string, ids: string[]): Promise<number> {
  const rows = await tx.query(
    sql`update changes set body = null where broadcast_id = ${broadcastId} and record_id = any (${ids}::text[]) and body is not null returning 1`,
  )
  await tx.query(sql`
    update idempotency_keys set body = '{}'
    where broadcast_id = ${broadcastId} and exists (select from unnest(${ids}::text[]) id where strpos(body, id) > 0)`)
  return rows.length
}

/** Records of some kinds that no longer exist, and whose changes contain an address. */
export async function findDeletedHolding(
  db: Queryable,
  broadcastId: string,
  kinds: Kind[],
  sought: Sought,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct c.record_id as id from changes c
    where c.broadcast_id = ${broadcastId} and c.kind = any (${kinds.map(({ name }) => name)}::text[])
      and ${holdsSql(raw('c.body::text'), sought)}
      and not exists (select from records r where r.broadcast_id = c.broadcast_id and r.kind = c.kind and r.id = c.record_id)
    order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Events of some clients stay, and so do their counts, but without what the apps said about the visitor. */
export async function forgetEventData(tx: Tx, broadcastId: string, kind: Kind, clientIds: string[]): Promise<void> {
  await tx.query(sql`
    update timeline set body = jsonb_set(body::jsonb, '{metadata}', '{}')::json, keys = keys - 'metadata'
    where broadcast_id = ${broadcastId} and kind = ${kind.name} and (keys ->> 'clientId') collate "C" = any (${clientIds}::text[])
      and json_typeof(body -> 'metadata') = 'object'`)
}

/** Search documents of rewritten records are rebuilt by the next search. */
export async function forgetDocuments(tx: Tx, broadcastId: string, ids: string[]): Promise<void> {
  await tx.query(
    sql`delete from search_documents where broadcast_id = ${broadcastId} and record_id = any (${ids}::text[])`,
  )
}

/** A table with texts of a broadcast, and the columns that contain them. */
export interface TextTable {
  name: string
  columns: { name: string; type: string; isUnique: boolean }[]
}

/** Every table of a plane with a broadcast column, from the catalog of the database: tables added later are included. */
export async function textTables(db: Queryable<Plane>): Promise<TextTable[]> {
  const rows = await db.query<{ table: string; column: string; type: string; isUnique: boolean }>(sql`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey)) as "isUnique"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('text'::regtype, 'json'::regtype, 'jsonb'::regtype) and a.attname <> 'broadcast_id'
      and exists (select from pg_attribute b where b.attrelid = c.oid and b.attname = 'broadcast_id')
    order by c.relname, a.attnum`)
  const ofPlane = rows.filter(({ table }) => controlTables.has(table) === (db.plane === 'control'))
  return [...Map.groupBy(ofPlane, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column, type, isUnique }) => ({ name: column, type, isUnique })),
  }))
}

/** Removes an address from some rows of a table; returns how many contained it. Members are left unchanged. */
export async function cleanRows(
  db: Queryable<Plane>,
  broadcastId: string,
  { name, columns }: TextTable,
  sought: Sought,
  { word, limit }: { word: string; limit: number },
): Promise<number> {
  const settings = columns.map(({ name: column, type, isUnique }) => {
    const text = raw(`${quoted(column)}::text`)
    // Values that must be unique stay unique, by a hash of the original.
    const instead = isUnique ? sql`${word} || left(md5(${text}), 12)` : sql`${word}::text`
    return sql`${raw(quoted(column))} = regexp_replace(${text}, ${sought.pattern}, ${instead}, 'gi')::${raw(type)}`
  })
  const rows = await db.query(sql`
    update ${raw(quoted(name))} set ${join(settings, ', ')}
    where broadcast_id = ${broadcastId} and ctid = any (array(select ctid from ${raw(quoted(name))} where ${rowsHolding(broadcastId, { name, columns }, sought)} limit ${limit}))
    returning 1`)
  return rows.length
}

/** The number of rows of a table that contain an address. */
export async function countRows(
  db: Queryable<Plane>,
  broadcastId: string,
  table: TextTable,
  sought: Sought,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count from ${raw(quoted(table.name))} where ${rowsHolding(broadcastId, table, sought)}`,
  )
  return row?.count ?? 0
}

function rowsHolding(broadcastId: string, { name, columns }: TextTable, sought: Sought): Sql {
  const any = columns.map(({ name: column }) => holdsSql(raw(`${quoted(column)}::text`), sought))
  const isMember = name === 'records' ? raw(`and kind <> 'broadcastMember'`) : raw('')
  return sql`broadcast_id = ${broadcastId} ${isMember} and (${join(any, ' or ')})`
}

/** Changes that contain an address or some records, without the bodies; newest first. */
export async function findHistory(
  db: Queryable,
  broadcastId: string,
  sought: Sought,
  ids: string[],
  limit: number,
): Promise<{ sequence: number; kind: string; record_id: string; operation: string; fields: string[]; at: Date }[]> {
  return db.query(sql`
    select sequence, kind, record_id, operation, fields, at from changes
    where broadcast_id = ${broadcastId} and (record_id = any (${ids}::text[]) or ${holdsSql(raw('body::text'), sought)})
    order by sequence desc limit ${limit}`)
}

/** Events of some clients, and those that contain an address; newest first. */
export async function findEventsOf(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  sought: Sought,
  clientIds: string[],
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ body: string }>(sql`
    select body from timeline
    where broadcast_id = ${broadcastId} and kind = ${kind.name}
      and ((keys ->> 'clientId') collate "C" = any (${clientIds}::text[]) or ${holdsSql(raw('body::text'), sought)})
    order by id desc limit ${limit}`)
  return rows.map(({ body }) => body)
}

export async function putPeopleFile(
  tx: Tx,
  file: { broadcastId: string; jobId: string; sealed: string; expiresAt: Date },
): Promise<void> {
  await tx.query(sql`
    insert into people_files (broadcast_id, job_id, sealed, expires_at)
    values (${file.broadcastId}, ${file.jobId}, ${file.sealed}, ${file.expiresAt})
    on conflict (broadcast_id, job_id) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`)
}

/** Takes the file of an export, and deletes it. */
export async function takePeopleFile(
  tx: Tx,
  broadcastId: string,
  jobId: string,
  at: Date,
): Promise<string | undefined> {
  const [row] = await tx.query<{ sealed: string }>(sql`
    delete from people_files where broadcast_id = ${broadcastId} and job_id = ${jobId} and expires_at > ${at} returning sealed`)
  return row?.sealed
}

/** Export files of an address, which jobs identify by its digest. */
export async function deletePeopleFiles(tx: Tx, broadcastId: string, digest: string): Promise<number> {
  const rows = await tx.query(sql`
    delete from people_files f using jobs j
    where f.broadcast_id = ${broadcastId} and j.broadcast_id = f.broadcast_id and j.id = f.job_id and j.result ->> 'address' = ${digest}
    returning 1`)
  return rows.length
}

export const expiredPeopleFiles = (at: Date): Aged => ({
  find: sql`select distinct broadcast_id from people_files where expires_at <= ${at}`,
  async prune(tx, broadcastId) {
    await tx.query(sql`delete from people_files where broadcast_id = ${broadcastId} and expires_at <= ${at}`)
    return 0
  },
})

/** A name from the catalog of the database. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
