import { allKinds, type Kind, kinds as modelKinds, publicKind, publicKinds } from '@marquee/model'
import type { Queryable } from '../db.ts'
import { boundedBody, requireBodies } from '../records/bounded-bodies.ts'
import { raw, sql } from '../sql.ts'
import { type Audience, anyVisibleSql, visibleSql } from './public-visibility.ts'

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

/** A broadcast, if this is the slug of its published website. */
export async function findBroadcastBySlug(
  db: Queryable,
  broadcastId: string,
  slug: string,
): Promise<SiteRow | undefined> {
  const [row] = await db.query<SiteRow>(sql`
    select b.id as broadcast_id, b.user_id, r.body
    from records d
      join broadcasts b on b.id = d.broadcast_id
      join records r on r.broadcast_id = b.id and r.kind = 'broadcast' and r.id = b.id
    where d.broadcast_id = ${broadcastId} and d.kind = 'broadcastDiffuser' and d.keys ->> 'slug' = ${slug}
      and d.keys ->> 'type' = 'web' and d.keys ->> 'status' = 'published'`)
  return row
}

/** The oldest published web diffuser with a slug, which has the metadata for search engines. */
export async function findWebDiffuser(db: Queryable, broadcastId: string): Promise<string | undefined> {
  const [row] = await db.query<{ body: string }>(sql`
    select body from records
    where broadcast_id = ${broadcastId} and kind = 'broadcastDiffuser' and keys ->> 'type' = 'web' and keys ->> 'status' = 'published'
    order by (keys ->> 'slug') is null, id limit 1`)
  return row?.body
}

/** Every record of a kind that is visible to the audience, oldest first. */
export async function listVisible(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  audience: Audience,
): Promise<string[]> {
  const rows = await db.query<{ body: string | null }>(sql`
    select ${boundedBody(raw('id'))} from records
    where broadcast_id = ${broadcastId} and kind = ${kind.name} and ${visibleSql(kind, audience)} order by id`)
  return requireBodies(rows).map(({ body }) => body)
}

/** A page of them, within `maxBytes` but at least one record. `isLast` when nothing follows. */
export async function pageOfVisible(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  audience: Audience,
  page: { afterId: string; limit: number; maxBytes: number },
): Promise<{ rows: { id: string; body: string }[]; isLast: boolean }> {
  const rows = await db.query<{ id: string; body: string | null }>(sql`
    select id, case when before is null or before + bytes <= ${page.maxBytes}::bigint then body end as body
    from (
      select id, body, bytes, sum(bytes) over (order by id rows between unbounded preceding and 1 preceding) as before
      from (
        select id, body, octet_length(body::text) as bytes from records
        where broadcast_id = ${broadcastId} and kind = ${kind.name} and id > ${page.afterId} and ${visibleSql(kind, audience)}
        order by id limit ${page.limit + 1}
      ) picked
    ) weighed order by id`)
  const within = rows.slice(0, page.limit).filter((row): row is { id: string; body: string } => row.body !== null)
  return { rows: within, isLast: within.length === rows.length }
}

/** The newest published records of a kind that are visible to the audience, within `maxBytes` but at least one. */
export async function listNewestVisible(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  audience: Audience,
  { limit, maxBytes }: { limit: number; maxBytes: number },
): Promise<string[]> {
  const rows = await db.query<{ body: string | null }>(sql`
    select case when place = 1 or bytes <= ${maxBytes}::bigint then body end as body from (
      select body, place, sum(octet_length(body::text)) over (order by place) as bytes from (
        select body, row_number() over (order by (keys ->> 'publishedAt') collate "C" desc nulls last, id) as place
        from records where broadcast_id = ${broadcastId} and kind = ${kind.name} and ${visibleSql(kind, audience)}
        order by place limit ${limit}
      ) picked
    ) weighed order by place`)
  return rows.flatMap(({ body }) => body ?? [])
}

/** Which of these records are visible to the audience, of any kind. */
export async function findVisible(
  db: Queryable,
  broadcastId: string,
  ids: string[],
  audience: Audience,
): Promise<{ kind: string; body: string }[]> {
  const rows = await db.query<{ kind: string; body: string | null }>(sql`
    select kind, ${boundedBody(raw('kind, id'))} from records
    where broadcast_id = ${broadcastId} and kind = any (${publicKinds.map(({ name }) => name)}::text[]) and id = any (${ids}::text[])
      and ${anyVisibleSql(audience)} order by kind, id`)
  return requireBodies(rows)
}

/** The languages of the public content, among those of the broadcast. */
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
    union
    select jsonb_object_keys(details) from records,
      jsonb_path_query(body::jsonb - '{metadata,capabilities}'::text[], '$.**.localeDetails ? (@.type() == "object")') details
    where broadcast_id = ${broadcastId} and kind = ${modelKinds.broadcast.name} and id = ${broadcastId}
    order by locale`)
  return rows.flatMap(({ locale }) => (audience.locales.includes(locale) ? [locale] : []))
}

/** When the next record becomes visible by the clock alone. */
export async function findNextDue(db: Queryable, broadcastId: string, after: Date): Promise<Date | undefined> {
  const [row] = await db.query<{ due_at: Date | null }>(
    sql`select min(due_at) as due_at from due_records where broadcast_id = ${broadcastId} and due_at > ${after}`,
  )
  return row?.due_at ?? undefined
}

/** The end of the change log of a broadcast. */
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

/** The latest changes of records of public kinds, newest first. */
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

/** Whether a field of the broadcast itself changed after a point of the log. */
export async function hasNewValue(db: Queryable, broadcastId: string, field: string, since: number): Promise<boolean> {
  const rows = await db.query(sql`
    select from changes
    where broadcast_id = ${broadcastId} and record_id = ${broadcastId} and sequence > ${since} and ${field} = any (fields) limit 1`)
  return rows.length > 0
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

/** The latest publication date in the past, among the records of a kind. */
export async function findLastDue(db: Queryable, broadcastId: string, kind: Kind, audience: Audience): Promise<number> {
  const [row] = await db.query<{ at: string | null }>(sql`
    select max((keys ->> 'publishedAt') collate "C") as at from records
    where broadcast_id = ${broadcastId} and kind = ${kind.name} and ${visibleSql(kind, audience)}`)
  return row?.at ? Date.parse(row.at) : 0
}

/** The records of a kind with a publication date in a time span. */
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

/** These records at a point of the log, without those that did not exist then. */
export async function readRecordsAt(
  db: Queryable,
  broadcastId: string,
  ids: string[],
  sequence: number,
): Promise<{ kind: string; id: string; body: string }[]> {
  const rows = await db.query<{ kind: string; id: string; body: string | null }>(sql`
    select kind, id, ${boundedBody(raw('id'))} from (
      select distinct on (record_id) kind, record_id as id, operation, body from changes
      where broadcast_id = ${broadcastId} and record_id = any (${ids}::text[]) and sequence <= ${sequence}
      order by record_id, sequence desc
    ) latest where operation <> 'delete' and body is not null order by id`)
  return requireBodies(rows)
}

/** These records after each change in a range of the log. */
export async function readRecordsBetween(
  db: Queryable,
  broadcastId: string,
  ids: string[],
  after: number,
  through: number,
): Promise<{ kind: string; id: string; body: string }[]> {
  const rows = await db.query<{ kind: string; id: string; body: string | null }>(sql`
    select kind, record_id as id, ${boundedBody(raw('sequence'))} from changes
    where broadcast_id = ${broadcastId} and record_id = any (${ids}::text[])
      and sequence > ${after} and sequence <= ${through} and operation <> 'delete' and body is not null
    order by sequence`)
  return requireBodies(rows)
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

/** The records of public kinds that contain one of these ids. */
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

/**
 * The changes since an instant of records that are no longer visible to the audience: each record's changes in order, and its version
 * just before. Beyond the maximum size of a response the changes have no body.
 */
export async function listDepartures(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  audience: Audience,
  since: Date,
): Promise<PastChange[]> {
  return db.query(sql`
    with touched as materialized (
      select record_id, min(sequence) as first from changes
      where broadcast_id = ${broadcastId} and kind = ${kind.name} and at >= ${since} group by record_id
    ), gone as materialized (
      select record_id, coalesce((
        select max(sequence) from changes b where b.broadcast_id = ${broadcastId} and b.record_id = t.record_id and b.sequence < t.first
      ), t.first) as first
      from touched t
      where not exists (
        select from records where broadcast_id = ${broadcastId} and kind = ${kind.name} and id = t.record_id and ${visibleSql(kind, audience)})
    )
    select c.record_id as id, c.operation, ${boundedBody(raw('c.record_id, c.sequence'))}, c.at
    from gone g join changes c on c.broadcast_id = ${broadcastId} and c.record_id = g.record_id and c.sequence >= g.first
    order by c.record_id, c.sequence`)
}

/** The changes of the broadcast itself since an instant, with some of its fields only, and the version just before. */
export async function listBroadcastChanges(
  db: Queryable,
  broadcastId: string,
  fields: string[],
  since: Date,
): Promise<PastChange[]> {
  return db.query(sql`
    select record_id as id, operation, at,
      (select json_object_agg(field, body -> field) from unnest(${fields}::text[]) field) as body
    from changes
    where broadcast_id = ${broadcastId} and record_id = ${broadcastId} and sequence >= coalesce((
      select max(sequence) from changes where broadcast_id = ${broadcastId} and record_id = ${broadcastId} and at < ${since}), 0)
    order by sequence`)
}
