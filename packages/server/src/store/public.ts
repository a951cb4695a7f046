import { allKinds, type Kind, publicKind, publicKinds } from '@marquee/model'
import type { Queryable } from './db.ts'
import { sql } from './sql.ts'
import { type Audience, anyVisibleSql, visibleSql } from './visible.ts'

export interface SiteRow {
  broadcast_id: string
  user_id: string
  /** The broadcast's own record. */
  body: string
}

export async function findBroadcastById(db: Queryable, id: string): Promise<SiteRow | undefined> {
  const [row] = await db.query<SiteRow>(sql`
    select b.id as broadcast_id, b.user_id, r.body
    from broadcasts b join records r on r.broadcast_id = b.id and r.kind = 'broadcast' and r.id = b.id
    where b.id = ${id}`)
  return row
}

/** The broadcast that is on the web under this name. */
export async function findBroadcastBySlug(db: Queryable, slug: string): Promise<SiteRow | undefined> {
  const [row] = await db.query<SiteRow>(sql`
    select b.id as broadcast_id, b.user_id, r.body
    from records d
      join broadcasts b on b.id = d.broadcast_id
      join records r on r.broadcast_id = b.id and r.kind = 'broadcast' and r.id = b.id
    where d.kind = 'broadcastDiffuser' and d.keys ->> 'slug' = ${slug}
      and d.keys ->> 'type' = 'web' and d.keys ->> 'status' = 'published'`)
  return row
}

/** The oldest published web diffuser with a name: the one that says how the broadcast wants to be found. */
export async function findWebDiffuser(db: Queryable, broadcastId: string): Promise<string | undefined> {
  const [row] = await db.query<{ body: string }>(sql`
    select body from records
    where broadcast_id = ${broadcastId} and kind = 'broadcastDiffuser' and keys ->> 'type' = 'web' and keys ->> 'status' = 'published'
    order by (keys ->> 'slug') is null, id limit 1`)
  return row?.body
}

/** Every record of a kind that the audience sees, oldest first. */
export async function listVisible(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  audience: Audience,
): Promise<string[]> {
  const rows = await db.query<{ body: string }>(
    sql`select body from records where broadcast_id = ${broadcastId} and kind = ${kind.name} and ${visibleSql(kind, audience)} order by id`,
  )
  return rows.map(({ body }) => body)
}

/** Which of these records the audience sees, whatever their kind. */
export async function findVisible(
  db: Queryable,
  broadcastId: string,
  ids: string[],
  audience: Audience,
): Promise<{ kind: string; body: string }[]> {
  return db.query(sql`
    select kind, body from records
    where broadcast_id = ${broadcastId} and kind = any (${publicKinds.map(({ name }) => name)}::text[]) and id = any (${ids}::text[])
      and ${anyVisibleSql(audience)} order by kind, id`)
}

/** The languages in which something can be read. */
export async function listLocales(db: Queryable, broadcastId: string, audience: Audience): Promise<string[]> {
  const texts = [...new Set(publicKinds.flatMap((kind) => publicKind(kind).localized))]
  const rows = await db.query<{ locale: string }>(sql`
    with shown as (
      select body from records
      where broadcast_id = ${broadcastId} and kind = any (${publicKinds.map(({ name }) => name)}::text[]) and ${anyVisibleSql(audience)}
    )
    select body ->> 'defaultLocale' as locale from shown where body ->> 'defaultLocale' is not null
    union
    select detail.key from shown, json_each(case json_typeof(body -> 'localeDetails') when 'object' then body -> 'localeDetails' end) detail
    where exists (select from json_object_keys(detail.value) name where name = any (${texts}::text[]))
    order by locale`)
  return rows.map(({ locale }) => locale)
}

/** When the next record becomes visible by the clock alone. */
export async function findNextDue(db: Queryable, broadcastId: string, after: Date): Promise<Date | undefined> {
  const [row] = await db.query<{ due_at: Date | null }>(
    sql`select min(due_at) as due_at from due_records where broadcast_id = ${broadcastId} and due_at > ${after}`,
  )
  return row?.due_at ?? undefined
}

/** Where the change log of a broadcast stands. */
export async function findLogState(
  db: Queryable,
  broadcastId: string,
): Promise<{ last: number; prunedThrough: number }> {
  const [row] = await db.query<{ last: number; pruned: number }>(
    sql`select last_sequence as last, pruned_through as pruned from broadcasts where id = ${broadcastId}`,
  )
  return { last: row?.last ?? 0, prunedThrough: row?.pruned ?? 0 }
}

export interface LatestChange {
  sequence: number
  kind: string
  id: string
  operation: string
  body: string | null
  fields: string[]
}

/** The latest changes of records that the public may come to see, newest first. */
export async function listLatestChanges(
  db: Queryable,
  broadcastId: string,
  before: number,
  limit: number,
): Promise<LatestChange[]> {
  return db.query(sql`
    select sequence, kind, record_id as id, operation, body, fields from changes
    where broadcast_id = ${broadcastId} and sequence < ${before}
      and kind = any (${allKinds.filter((kind) => kind.public).map(({ name }) => name)}::text[])
    order by sequence desc limit ${limit}`)
}

/** The records of some kinds that changed after a point of the log. */
export async function listChangedIds(
  db: Queryable,
  broadcastId: string,
  kinds: Kind[],
  since: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ record_id: string }>(sql`
    select distinct record_id from changes
    where broadcast_id = ${broadcastId} and sequence > ${since} and kind = any (${kinds.map(({ name }) => name)}::text[])
    limit ${limit}`)
  return rows.map(({ record_id: id }) => id)
}

/** The latest date of publication that has come, among the records of a kind. */
export async function findLastDue(db: Queryable, broadcastId: string, kind: Kind, audience: Audience): Promise<number> {
  const [row] = await db.query<{ at: string | null }>(sql`
    select max((keys ->> 'publishedAt') collate "C") as at from records
    where broadcast_id = ${broadcastId} and kind = ${kind.name} and ${visibleSql(kind, audience)}`)
  return row?.at ? Date.parse(row.at) : 0
}

/** The records of a kind whose date of publication came in a span of time. */
export async function listBecameDue(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  after: Date,
  until: Date,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from records
    where broadcast_id = ${broadcastId} and kind = ${kind.name}
      and (keys ->> 'publishedAt') collate "C" > ${after.toISOString()} and (keys ->> 'publishedAt') collate "C" <= ${until.toISOString()}`)
  return rows.map(({ id }) => id)
}

/** Each of these records as it stood at a point of the log; those that did not exist then are not among them. */
export async function readRecordsAt(
  db: Queryable,
  broadcastId: string,
  ids: string[],
  sequence: number,
): Promise<{ kind: string; id: string; body: string }[]> {
  const rows = await db.query<{ kind: string; id: string; operation: string; body: string | null }>(sql`
    select distinct on (record_id) kind, record_id as id, operation, body from changes
    where broadcast_id = ${broadcastId} and record_id = any (${ids}::text[]) and sequence <= ${sequence}
    order by record_id, sequence desc`)
  return rows.flatMap(({ kind, id, operation, body }) =>
    operation === 'delete' || body === null ? [] : [{ kind, id, body }],
  )
}

/** Which of these ids are, or were, media. */
export async function listMediaIds(db: Queryable, broadcastId: string, ids: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from records where broadcast_id = ${broadcastId} and kind = 'media' and id = any (${ids}::text[])
    union
    select record_id from changes where broadcast_id = ${broadcastId} and kind = 'media' and record_id = any (${ids}::text[])
    order by id`)
  return rows.map(({ id }) => id)
}

/** The records of public kinds that hold one of these ids. */
export async function listReferringIds(db: Queryable, broadcastId: string, ids: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from records
    where broadcast_id = ${broadcastId} and refs && ${ids}::text[] and kind = any (${publicKinds.map(({ name }) => name)}::text[])`)
  return rows.map(({ id }) => id)
}

export interface PastChange {
  id: string
  operation: string
  body: string | null
  at: Date
}

/** What happened to the records of a kind since an instant, each record's changes in order, and what it was just before. */
export async function listRecentChanges(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  since: Date,
): Promise<PastChange[]> {
  return db.query(sql`
    with touched as (
      select record_id, min(sequence) as first from changes
      where broadcast_id = ${broadcastId} and kind = ${kind.name} and at >= ${since} group by record_id
    )
    select c.record_id as id, c.operation, c.body, c.at
    from touched t join changes c on c.broadcast_id = ${broadcastId} and c.record_id = t.record_id and c.sequence >= coalesce((
      select max(sequence) from changes b where b.broadcast_id = ${broadcastId} and b.record_id = t.record_id and b.sequence < t.first
    ), t.first)
    order by c.record_id, c.sequence`)
}
