import { editorialKinds, isRestorable, type Kind } from '@marquee/model'
import type { Queryable, Tx } from '../db.ts'
import { raw, type Sql, sql } from '../sql.ts'

/** A point in the history of a broadcast: after a change of its log, or at an instant. */
export type Point = { sequence: number } | { at: Date }

export interface RecordKey {
  kind: string
  id: string
}

/** A record at a point, as far as the log reaches back. */
export interface FoundVersion {
  /** The last kept change up to the point; null when there is none. */
  version: { sequence: number; operation: string; body: string | null } | null
  /** The next kept change after it. */
  nextSequence: number | null
  /** Whether a revision proves that nothing happened between the version and the point. */
  isFrozen: boolean
  /** When the record was created; null when the log does not contain it at all. */
  createdAt: string | null
  /** Changes up to this one have been pruned, except for some. */
  prunedThrough: number
}

export async function findVersion(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  id: string,
  point: Point,
): Promise<FoundVersion> {
  const ofRecord = sql`broadcast_id = ${broadcastId} and record_id = ${id} and kind = ${kind.name}`
  const isAfterPoint =
    'sequence' in point
      ? sql`${sequenceOf} >= ${point.sequence}`
      : sql`(keys ->> '_createdAt')::timestamptz >= ${point.at}`
  const [row] = await db.query<{
    sequence: number | null
    operation: string
    body: string | null
    next: number | null
    is_frozen: boolean
    created_at: string | null
    pruned_through: number
  }>(sql`
    select v.sequence, v.operation, v.body, n.next, b.pruned_through,
      ${kind.editorial}::boolean and exists (
        select from records where broadcast_id = ${broadcastId} and kind = 'revision'
          and ${sequenceOf} >= v.sequence and ${sequenceOf} < coalesce(n.next, 9007199254740991) and ${isAfterPoint}
      ) as is_frozen,
      coalesce(
        (select body ->> '_createdAt' from changes where ${ofRecord} and body is not null order by sequence limit 1),
        (select body ->> '_createdAt' from records where broadcast_id = ${broadcastId} and kind = ${kind.name} and id = ${id})
      ) as created_at
    from broadcasts b
      left join lateral (
        select sequence, operation, body from changes where ${ofRecord} and ${upTo(point)} order by sequence desc limit 1
      ) v on true
      left join lateral (select min(sequence) as next from changes where ${ofRecord} and sequence > v.sequence) n on true
    where b.id = ${broadcastId}`)
  if (!row) throw new Error('the broadcast was deleted')
  const { sequence, operation, body } = row
  return {
    version: sequence === null ? null : { sequence, operation, body },
    nextSequence: row.next,
    isFrozen: row.is_frozen,
    createdAt: row.created_at,
    prunedThrough: row.pruned_through,
  }
}

/** The given records that existed at a point, as far as the log reaches back. */
export async function findVersions(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  ids: string[],
  point: Point,
): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; operation: string; body: string | null }>(sql`
    select distinct on (record_id) record_id as id, operation, body from changes
    where broadcast_id = ${broadcastId} and record_id = any (${ids}::text[]) and kind = ${kind.name} and ${upTo(point)}
    order by record_id, sequence desc`)
  return new Map(
    rows.flatMap(({ id, operation, body }) => (operation === 'delete' || body === null ? [] : [[id, body]])),
  )
}

/** The editorial records that differ between two points of the log, in the order of their keys. */
export async function listDiffering(
  db: Queryable,
  broadcastId: string,
  { from, to }: { from: number; to: number },
  { after, limit }: { after: RecordKey | null; limit: number },
): Promise<RecordKey[]> {
  const isBeyond = after ? sql` and (kind, record_id) > (${after.kind}, ${after.id})` : raw('')
  return db.query(sql`
    select touched.kind, touched.id
    from (
      select distinct on (kind, record_id) kind, record_id as id from changes
      where broadcast_id = ${broadcastId} and sequence > ${Math.min(from, to)} and sequence <= ${Math.max(from, to)}
        and kind = any (${editorialKinds.map(({ name }) => name)}::text[])${isBeyond}
      order by kind, record_id
    ) touched
      left join lateral (${comparable(broadcastId, from)}) one on true
      left join lateral (${comparable(broadcastId, to)}) other on true
    where one.body is distinct from other.body
    order by touched.kind, touched.id limit ${limit}`)
}

/** Each of some records at two points of the log; null where it did not exist. */
export async function readVersions(
  db: Queryable,
  broadcastId: string,
  keys: RecordKey[],
  { from, to }: { from: number; to: number },
): Promise<(RecordKey & { from: string | null; to: string | null })[]> {
  return db.query(sql`
    select wanted.kind, wanted.id, one.body as "from", other.body as "to"
    from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ id }) => id)}::text[])
        with ordinality as wanted (kind, id, place)
      left join lateral (${standing(broadcastId, 'wanted', from)}) one on true
      left join lateral (${standing(broadcastId, 'wanted', to)}) other on true
    order by wanted.place`)
}

export async function findLastSequence(db: Queryable, broadcastId: string): Promise<number> {
  const [row] = await db.query<{ last_sequence: number }>(
    sql`select last_sequence from broadcasts where id = ${broadcastId}`,
  )
  return row?.last_sequence ?? 0
}

/** The last sequence number; other writers to the broadcast wait until the transaction ends. */
export async function holdLastSequence(tx: Tx, broadcastId: string): Promise<number> {
  const [row] = await tx.query<{ last_sequence: number }>(
    sql`select last_sequence from broadcasts where id = ${broadcastId} for no key update`,
  )
  return row?.last_sequence ?? 0
}

/** A condition: whether a change of an editorial record is its version at a revision. `change` is the alias in the statement. */
export function isFrozenSql(broadcastId: string, change: string): Sql {
  const c = raw(change)
  return sql`(${c}.kind = any (${editorialKinds.map(({ name }) => name)}::text[]) and exists (
    select from records where broadcast_id = ${broadcastId} and kind = 'revision' and ${sequenceOf} >= ${c}.sequence
      and ${sequenceOf} < (
        select min(next.sequence) from changes next
        where next.broadcast_id = ${broadcastId} and next.record_id = ${c}.record_id and next.sequence > ${c}.sequence
      )
  ))`
}

/** The sequence number of a revision. */
const sequenceOf = raw(`(keys ->> 'sequence')::bigint`)

const upTo = (point: Point) => ('sequence' in point ? sql`sequence <= ${point.sequence}` : sql`at <= ${point.at}`)

/** The body of a record at a point of the log, or null. */
const standing = (broadcastId: string, record: string, sequence: number) => sql`
  select case when operation <> 'delete' then body end as body from changes
  where broadcast_id = ${broadcastId} and record_id = ${raw(record)}.id and kind = ${raw(record)}.kind and sequence <= ${sequence}
  order by sequence desc limit 1`

/** The same without the fields that revisions do not cover, in a comparable form. */
const comparable = (broadcastId: string, sequence: number) => sql`
  select body::jsonb - string_to_array(${leftAlone}::jsonb ->> touched.kind, ' ') as body
  from (${standing(broadcastId, 'touched', sequence)}) stood`

const leftAlone = JSON.stringify(
  Object.fromEntries(
    editorialKinds.map(({ name, fields }) => [
      name,
      Object.entries(fields)
        .filter(([, field]) => !isRestorable(field))
        .map(([field]) => field)
        .join(' '),
    ]),
  ),
)
