import type { Aged } from '../aged.ts'
import type { Actor } from '../changes/changes.ts'
import type { RecordKey } from '../changes/versions.ts'
import type { Queryable, Tx } from '../db.ts'
import { type Columns, insertionSql, insertRows } from '../rows-sql.ts'
import { raw, type Sql, sql } from '../sql.ts'

/** A deleted record, as lists show it. */
export interface TrashRow {
  kind: string
  id: string
  title: string | null
  actor: Actor
  deletedAt: Date
  /** How many records referred to it. */
  referrers: number
}

/** A record that referred to a deleted one, and where. `places` is JSON. */
export interface Referrer extends RecordKey {
  places: string
}

export interface TrashQuery {
  kind: string | null
  /** Part of the title. */
  q: string | null
  /** Older entries have expired. */
  since: Date
  after: { deletedAt: Date; id: string } | null
  limit: number
}

/** Deleted records, the latest first. */
export async function listTrash(db: Queryable, broadcastId: string, query: TrashQuery): Promise<TrashRow[]> {
  const { kind, q, after } = query
  const ofKind = kind === null ? raw('') : sql` and kind = ${kind}`
  const named = q === null ? raw('') : sql` and strpos(lower(title), lower(${q}::text)) > 0`
  const beyond = after ? sql` and (deleted_at, record_id) < (${after.deletedAt}, ${after.id})` : raw('')
  const rows = await db.query<Shown>(sql`
    select ${shown(broadcastId)} from trash
    where broadcast_id = ${broadcastId} and deleted_at > ${query.since}${ofKind}${named}${beyond}
    order by deleted_at desc, record_id desc limit ${query.limit}`)
  return rows.map(rowOf)
}

/** One deleted record with its last version. */
export async function findTrashed(
  db: Queryable,
  broadcastId: string,
  id: string,
  since: Date,
): Promise<(TrashRow & { body: string }) | undefined> {
  const [row] = await db.query<Shown & { body: string }>(sql`
    select ${shown(broadcastId)}, body from trash where broadcast_id = ${broadcastId} and record_id = ${id} and deleted_at > ${since}`)
  return row && { ...rowOf(row), body: row.body }
}

/** The last versions of deleted records, locked. */
export async function lockTrashed(
  tx: Tx,
  broadcastId: string,
  ids: string[],
  since: Date,
): Promise<{ kind: string; id: string; body: string }[]> {
  return tx.query(sql`
    select kind, record_id as id, body from trash
    where broadcast_id = ${broadcastId} and record_id = any (${ids}::text[]) and deleted_at > ${since}
    order by record_id for update`)
}

/** The last version of the latest deleted record that had a reference, locked. */
export async function lockTrashedByReference(
  tx: Tx,
  broadcastId: string,
  kind: string,
  reference: string,
  since: Date,
): Promise<{ id: string; body: string } | undefined> {
  const [row] = await tx.query<{ id: string; body: string }>(sql`
    select record_id as id, body from trash
    where broadcast_id = ${broadcastId} and kind = ${kind} and body ->> '_reference' = ${reference} and deleted_at > ${since}
    order by deleted_at desc, record_id desc limit 1 for update`)
  return row
}

/** Replaces the last version of a deleted record. */
export async function updateTrashed(tx: Tx, broadcastId: string, id: string, body: string): Promise<void> {
  await tx.query(sql`update trash set body = ${body}::json where broadcast_id = ${broadcastId} and record_id = ${id}`)
}

/** A deleted record as its deletion returns it. */
export interface TrashedRow {
  id: string
  kind: string
  title: string | null
  body: string
  actor: string
  at: Date | null
}

export async function addToTrash(tx: Tx, broadcastId: string, rows: TrashedRow[]): Promise<void> {
  const columns: Columns<TrashedRow> = {
    broadcast_id: ['text', () => broadcastId],
    record_id: ['text', ({ id }) => id],
    kind: ['text', ({ kind }) => kind],
    title: ['text', ({ title }) => title],
    body: ['json', ({ body }) => body],
    actor: ['json', ({ actor }) => actor],
    deleted_at: ['timestamptz', ({ at }) => at],
  }
  await insertRows(tx, 'trash', rows, columns, orReplaceTrashed)
}

/** A record that was restored is deleted again. */
export const orReplaceTrashed = raw(`on conflict (broadcast_id, record_id) do update set
  kind = excluded.kind, title = excluded.title, body = excluded.body, actor = excluded.actor, deleted_at = excluded.deleted_at`)

/** Inserts which records referred to a deleted one. */
export function referrersSql(tx: Tx, broadcastId: string, id: string, referrers: Referrer[]): Sql {
  const columns: Columns<Referrer> = {
    broadcast_id: ['text', () => broadcastId],
    record_id: ['text', () => id],
    referrer_kind: ['text', ({ kind }) => kind],
    referrer_id: ['text', (referrer) => referrer.id],
    places: ['json', ({ places }) => places],
  }
  return sql`
    ${insertionSql(tx, 'trash_references', referrers, columns)}
    on conflict (broadcast_id, record_id, referrer_kind, referrer_id) do update set places = excluded.places`
}

/** Stores which records referred to a deleted one. */
export async function addReferrers(tx: Tx, broadcastId: string, id: string, referrers: Referrer[]): Promise<void> {
  await tx.query(referrersSql(tx, broadcastId, id, referrers))
}

/** Records that referred to a deleted one, in the common lock order. */
export async function listReferrers(
  tx: Tx,
  broadcastId: string,
  id: string,
  after: RecordKey | null,
  limit: number,
): Promise<Referrer[]> {
  const beyond = after ? sql` and (referrer_kind, referrer_id) > (${after.kind}, ${after.id})` : raw('')
  return tx.query(sql`
    select referrer_kind as kind, referrer_id as id, places from trash_references
    where broadcast_id = ${broadcastId} and record_id = ${id}${beyond}
    order by referrer_kind, referrer_id limit ${limit}`)
}

/** Removes records from the trash, because they exist again. */
export async function leaveTrash(tx: Tx, broadcastId: string, ids: string[]): Promise<void> {
  await tx.query(sql`delete from trash where broadcast_id = ${broadcastId} and record_id = any (${ids}::text[])`)
  await tx.query(
    sql`delete from trash_references where broadcast_id = ${broadcastId} and record_id = any (${ids}::text[])`,
  )
}

/** Purges some or all deleted records of a broadcast. Their files are deleted by the next sweep unless others use them. */
export async function purgeTrash(tx: Tx, broadcastId: string, id: string | null): Promise<RecordKey[]> {
  const which = id === null ? raw('') : sql` and record_id = ${id}`
  return tx.query(purging(broadcastId, sql`select record_id from trash where broadcast_id = ${broadcastId}${which}`))
}

/** Records that were deleted before an instant, and all but the latest `kept` of each broadcast. */
export const expiredTrash = (before: Date, kept: number): Aged => ({
  find: sql`select distinct broadcast_id from trash`,
  async prune(tx, broadcastId, limit) {
    const expired = sql`
      select record_id from trash where broadcast_id = ${broadcastId} and deleted_at < ${before} order by deleted_at limit ${limit}`
    const surplus = sql`
      select record_id from trash where broadcast_id = ${broadcastId}
      order by deleted_at desc, record_id desc offset ${kept} limit ${limit}`
    const gone = [
      ...(await tx.query(purging(broadcastId, expired))),
      ...(await tx.query(purging(broadcastId, surplus))),
    ]
    return gone.length
  },
})

const purging = (broadcastId: string, which: Sql) => sql`
  with due as materialized (${which}), gone as (
    delete from trash where broadcast_id = ${broadcastId} and record_id = any (array(select record_id from due))
    returning record_id, kind
  ), cleared as (
    delete from trash_references where broadcast_id = ${broadcastId} and record_id = any (array(select record_id from due))
  ), unused as (
    update stored_files s set unused_since = '-infinity' from media_files f, gone
    where gone.kind = 'media' and f.broadcast_id = ${broadcastId} and f.media_id = gone.record_id
      and s.broadcast_id = ${broadcastId} and s.location = f.location and s.state = 'kept'
  )
  select kind, record_id as id from gone`

interface Shown {
  kind: string
  record_id: string
  title: string | null
  actor: string
  deleted_at: Date
  referrers: number
}

const shown = (broadcastId: string) => sql`kind, record_id, title, actor, deleted_at, (
  select count(*) from trash_references r where r.broadcast_id = ${broadcastId} and r.record_id = trash.record_id) as referrers`

const rowOf = ({ kind, record_id: id, title, actor, deleted_at: deletedAt, referrers }: Shown): TrashRow => ({
  kind,
  id,
  title,
  actor: JSON.parse(actor),
  deletedAt,
  referrers,
})
