import type { Condition, Kind, QueryField, Scalar, SortStep } from '@marquee/model'
import { Slices } from '../../base/turns.ts'
import type { ChangeLog, Logged } from '../changes/change-log.ts'
import type { Actor } from '../changes/changes.ts'
import type { RecordKey } from '../changes/versions.ts'
import type { Db, Queryable, Tx } from '../db.ts'
import { type Audience, fieldsOf, visibleRecords, visibleSql } from '../public/public-visibility.ts'
import { inStatements, keysSql, pairsSql, rowsSql } from '../rows-sql.ts'
import { plannedAnew, raw, type Sql, sql } from '../sql.ts'
import { boundedBody, requireBodies } from './bounded-bodies.ts'
import { byKeySql } from './by-key.ts'
import { conditionSql, sortValuesSql } from './filter-sql.ts'
import { type PageQuery, pageSql } from './page-sql.ts'
import { keyOf } from './record-cache.ts'
import { insertSqlFor, keptTextOf, type RecordWrite, type StoredRecord, updateSqlFor } from './record-rows.ts'
import { addToTrash, orReplaceTrashed, type TrashedRow } from './trash.ts'
import { bufferOf } from './write-buffer.ts'

export type { RecordWrite, StoredRecord } from './record-rows.ts'

export interface ListQuery extends PageQuery {
  where: Condition | null
  /** The audience; without one everything is visible. */
  audience?: Audience | undefined
}

export interface ListPage {
  bodies: string[]
  total: number
  hasMore: boolean
  sequence: number
}

export async function findRecord(
  db: Db | Queryable,
  broadcastId: string,
  kind: Kind,
  id: string,
  audience?: Audience,
): Promise<string | undefined> {
  const statementOn = (table: Sql) =>
    sql`select body from ${table} where broadcast_id = ${broadcastId} and kind = ${kind.name} and id = ${id}${seenBy(kind, audience)}`
  const [row] =
    'readRecords' in db && !kind.timeline
      ? await db.readRecords<{ body: string }>(statementOn)
      : await db.query<{ body: string }>(statementOn(homeOf(kind)))
  return row?.body
}

export async function findRecords(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  ids: string[],
  audience?: Audience,
): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; body: string | null }>(sql`
    select id, ${boundedBody(raw('id'))} from ${homeOf(kind)}
    where broadcast_id = ${broadcastId} and kind = ${kind.name} and id = any (${ids}::text[])${seenBy(kind, audience)} order by id`)
  return new Map(requireBodies(rows, smallerPage).map(({ id, body }) => [id, body]))
}

/** One page, the exact total and the sequence number they belong to, in one statement and so in one snapshot. */
export async function listRecords(db: Queryable, broadcastId: string, kind: Kind, query: ListQuery): Promise<ListPage> {
  const { audience, where } = query
  const source = sourceOf(broadcastId, kind, audience, [...fieldsOf(where), ...query.order.map(({ field }) => field)])
  const matching = matchingSql(broadcastId, kind, where)
  const isCounted = !where && !audience && (kind.timeline !== undefined || kind.logging === 'logged')
  const total = isCounted ? allOfSql(broadcastId, kind) : sql`(select count(*) from ${source} where ${matching})`
  const page = pageSql(source, matching, { ...query, limit: query.limit + 1 })
  const rows = await db.query<{ sequence: number; total: number; place: number | null; body: string | null }>(
    plannedAnew(sql`
      select b.last_sequence as sequence, ${total} as total, page.place, page.body
      from broadcasts b left join (select place, ${boundedBody(raw('place'))} from (${page}) picked) page on true
      where b.id = ${broadcastId}
      order by page.place`),
  )
  const found = rows.filter(({ place }) => place !== null)
  return {
    bodies: requireBodies(found.slice(0, query.limit), smallerPage).map(({ body }) => body),
    total: rows[0]?.total ?? 0,
    hasMore: found.length > query.limit,
    sequence: rows[0]?.sequence ?? 0,
  }
}

export const smallerPage = 'Request fewer records at once, with limit.'

/** One page of a full read: as many records as fit into `maxBytes`, at least one. */
export async function pageOfRecords(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  { maxBytes, ...query }: Omit<ListQuery, 'audience'> & { maxBytes: number },
): Promise<{ bodies: string[]; hasMore: boolean }> {
  const page = pageSql(homeOf(kind), matchingSql(broadcastId, kind, query.where), { ...query, limit: query.limit + 1 })
  const rows = await db.query<{ body: string | null }>(
    plannedAnew(sql`
      select case when place = 1 or bytes <= ${maxBytes}::bigint then body end as body
      from (select body, place, sum(octet_length(body::text)) over (order by place) as bytes from (${page}) picked) weighed
      order by place`),
  )
  const bodies = rows.slice(0, query.limit).flatMap(({ body }) => body ?? [])
  return { bodies, hasMore: bodies.length < rows.length }
}

/** The distinct texts of a field among the matching records, or of a member of the objects in it; the earliest first. */
export async function findDistinct(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  where: Condition | null,
  { field, member }: { field: string; member?: string },
): Promise<string[]> {
  const matching = matchingSql(broadcastId, kind, where)
  const rows = await db.query<{ value: string }>(
    member === undefined
      ? sql`select distinct body ->> ${field}::text as value from ${homeOf(kind)} where ${matching} and body ->> ${field}::text is not null order by value`
      : sql`
        select element.value ->> ${member}::text as value
        from ${homeOf(kind)}, json_array_elements(body -> ${field}::text) with ordinality as element (value, place)
        where ${matching} group by 1 order by min(element.place), 1`,
  )
  return rows.map(({ value }) => value)
}

/** The sort values of a record, or undefined when it is deleted. */
export async function findSortValues(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  id: string,
  order: SortStep[],
  audience?: Audience,
): Promise<Scalar[] | undefined> {
  const source = sourceOf(
    broadcastId,
    kind,
    audience,
    order.map(({ field }) => field),
  )
  const [row] = await db.query<{ values: string }>(
    sql`select ${sortValuesSql(order)} as values from ${source} where broadcast_id = ${broadcastId} and kind = ${kind.name} and id = ${id}`,
  )
  return row ? JSON.parse(row.values) : undefined
}

/** A record by its id or its reference, locked until the transaction ends, or read optimistically (`optimistic-reads.ts`). */
export async function lockRecord(
  tx: Tx,
  broadcastId: string,
  kind: Kind,
  by: { id: string } | { reference: string },
): Promise<StoredRecord | undefined> {
  const buffer = bufferOf(tx)
  const known = 'id' in by ? buffer?.find(broadcastId, kind.name, by.id) : undefined
  if (known) return known
  const cached = 'id' in by ? buffer?.optimistic.read(keyOf(broadcastId, kind.name, by.id)) : undefined
  if (cached !== undefined) return { body: cached, secrets: null }
  const which = 'id' in by ? sql`id = ${by.id}` : sql`reference = ${by.reference}`
  const statement = sql`select id, body, secrets from records where broadcast_id = ${broadcastId} and kind = ${kind.name} and ${which} for update`
  // A record that waits to be inserted is found by its id above, and by its reference only once it is inserted.
  const isFree = 'id' in by || !buffer?.isInserting(kind.name)
  const [row] = await (isFree ? tx.aside<LockedRow>(statement) : tx.query<LockedRow>(statement))
  if (!row) return undefined
  // Its update may still wait.
  const newer = buffer?.find(broadcastId, kind.name, row.id)
  if (newer) return newer
  const stored = { body: row.body, secrets: row.secrets === null ? null : JSON.parse(row.secrets) }
  buffer?.remember(broadcastId, kind.name, row.id, stored)
  return stored
}

interface LockedRow {
  id: string
  body: string
  secrets: string | null
}

/** A record with its sealed secrets. */
export async function findRecordWithSecrets(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  id: string,
): Promise<StoredRecord | undefined> {
  const [row] = await db.query<{ body: string; secrets: string | null }>(
    sql`select body, secrets from records where broadcast_id = ${broadcastId} and kind = ${kind.name} and id = ${id}`,
  )
  return row && { body: row.body, secrets: row.secrets === null ? null : JSON.parse(row.secrets) }
}

/** The records that contain one of the given ids, locked. */
export async function lockReferring(tx: Tx, broadcastId: string, ids: string[]): Promise<RecordKey[]> {
  return tx.query(
    sql`select kind, id from records where broadcast_id = ${broadcastId} and refs && ${ids}::text[] order by kind, id for update`,
  )
}

/** The bodies of some records, a few at a time, with pauses for other requests. */
export async function* readInChunks(
  db: Queryable,
  broadcastId: string,
  keys: readonly RecordKey[],
): AsyncGenerator<{ kind: string; body: string }> {
  const slices = new Slices()
  for (let at = 0; at < keys.length; at += readChunk) {
    const some = keys.slice(at, at + readChunk)
    const rows = await db.query<{ kind: string; body: string }>(byKeySql(broadcastId, some, 'kind, body'))
    for (const row of rows) {
      await slices.spend(row.body.length)
      yield row
    }
  }
}

const readChunk = 50

/** Which of these records exist, each locked against deletion until the transaction ends. */
export async function lockTargets(
  tx: Tx,
  broadcastId: string,
  targets: { kind: string; id: string }[],
): Promise<Set<string>> {
  const buffer = bufferOf(tx)
  const isKnown = ({ kind, id }: { kind: string; id: string }) => buffer?.isLocked(broadcastId, kind, id) ?? false
  const unknown = buffer ? targets.filter((target) => !isKnown(target)) : targets
  const known = buffer ? targets.filter(isKnown) : []
  const rows =
    unknown.length === 0
      ? []
      : await tx.aside<RecordKey>(byKeySql(broadcastId, unknown, 'kind, id', raw('for key share')))
  for (const { kind, id } of rows) buffer?.rememberLock(broadcastId, kind, id)
  return new Set([...known, ...rows].map(({ kind, id }) => `${kind}/${id}`))
}

/** The ids of records by their references, as `kind/reference`. */
export async function findIdsByReference(
  db: Queryable,
  broadcastId: string,
  named: { kind: string; reference: string }[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ kind: string; reference: string; id: string }>(sql`
    select kind, reference, id from records
    where broadcast_id = ${broadcastId}
      and ${pairsSql(
        'kind, reference',
        named.map(({ kind }) => kind),
        named.map(({ reference }) => reference),
      )}`)
  return new Map(rows.map(({ kind, reference, id }) => [`${kind}/${reference}`, id]))
}

/** The total size of these records in bytes. */
export async function weighRecords(db: Queryable, broadcastId: string, keys: RecordKey[]): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(octet_length(body::text)), 0)::bigint as bytes from records
    where broadcast_id = ${broadcastId}
      and ${keysSql('kind, id', keys)}`)
  return row?.bytes ?? 0
}

/** The existing ones of some records, locked in the common lock order. */
export async function lockRecords(tx: Tx, broadcastId: string, keys: RecordKey[]): Promise<Map<string, string>> {
  const rows = await tx.query<RecordKey & { body: string }>(
    byKeySql(broadcastId, keys, 'kind, id, body', raw('for update')),
  )
  return new Map(rows.map(({ kind, id, body }) => [`${kind}/${id}`, body]))
}

/** Clears the unique values of locked records from the indexes, so that they can be exchanged. Updating the records sets them again. */
export async function setUniqueAside(log: ChangeLog, keys: RecordKey[], fields: string[]): Promise<void> {
  await log.tx.query(sql`
    update records set reference = null, keys = keys - ${fields}::text[]
    where broadcast_id = ${log.broadcastId}
      and ${keysSql('kind, id', keys)}`)
}

export async function insertRecords(log: ChangeLog, writes: { write: RecordWrite; change: Logged }[]): Promise<void> {
  const buffer = bufferOf(log.tx)
  const [first, ...others] = writes
  if (buffer && first && others.length === 0) await buffer.insert(log.broadcastId, first.write)
  else
    for await (const some of chunksOf(writes.map(({ write }) => write)))
      await log.tx.query(insertSqlFor(log.tx)(log.broadcastId, some))
  for (const { change } of writes) log.add(change)
}

/** `beside` is another statement, executed in the same round trip. */
export async function updateRecords(
  log: ChangeLog,
  writes: { write: RecordWrite; change: Logged }[],
  beside?: Sql,
): Promise<void> {
  let first = raw('')
  if (beside && log.tx.isDivided()) await log.tx.query(beside)
  else if (beside) first = sql`with beside as (${beside})`
  for await (const some of chunksOf(writes.map(({ write }) => write))) {
    await log.tx.query(sql`${first}${updateSqlFor(log.tx)(log.broadcastId, some)}`)
    first = raw('')
  }
  for (const { change } of writes) log.add(change)
}

/**
 * Updates one locked record, if possible together with others. Unique values are written at once: in one statement, records could
 * exchange them, which one after the other would be refused.
 */
export async function updateRecord(
  log: ChangeLog,
  { write, change, isUniqueKept }: { write: RecordWrite; change: Logged; isUniqueKept: boolean },
): Promise<void> {
  const buffer = isUniqueKept ? bufferOf(log.tx) : undefined
  if (!buffer) return updateRecords(log, [{ write, change }])
  await buffer.update(log.broadcastId, write)
  log.add(change)
}

/** The text of each is needed for the record and for the change log. */
const chunksOf = (writes: RecordWrite[]) => inStatements(writes, ({ record }) => keptTextOf(record).length)

/** A record to delete. One with `trashed` can be restored from the trash. */
export interface Removal {
  kind: Kind
  id: string
  change: Logged
  trashed: { title: string | null; actor: Actor; at: Date } | null
}

/** Deletes records of any kinds, and moves them to the trash. */
export async function deleteRecords(log: ChangeLog, removals: Removal[]): Promise<void> {
  const gone = rowsSql('g', removals, {
    kind: ['text', ({ kind }) => kind.name],
    id: ['text', ({ id }) => id],
    title: ['text', ({ trashed }) => trashed?.title],
    actor: ['json', ({ trashed }) => trashed && JSON.stringify(trashed.actor)],
    at: ['timestamptz', ({ trashed }) => trashed?.at],
  })
  const deletion = sql`
    delete from records using ${gone}
    where records.broadcast_id = ${log.broadcastId} and records.kind = g.kind and records.id = g.id`
  const returning = raw('returning records.id, records.kind, g.title, records.body, g.actor, g.at')
  if (!removals.some(({ trashed }) => trashed)) await log.tx.query(deletion)
  else if (log.tx.isDivided()) {
    const rows = await log.tx.query<TrashedRow>(sql`${deletion} ${returning}`)
    await addToTrash(
      log.tx,
      log.broadcastId,
      rows.filter(({ at }) => at !== null),
    )
  } else
    await log.tx.query(sql`
      with gone as (${deletion} ${returning})
      insert into trash (broadcast_id, record_id, kind, title, body, actor, deleted_at)
      select ${log.broadcastId}, id, kind, title, body, actor, at from gone where at is not null
      ${orReplaceTrashed}`)
  for (const { change } of removals) log.add(change)
}

const seenBy = (kind: Kind, audience: Audience | undefined) =>
  audience ? sql` and ${visibleSql(kind, audience)}` : raw('')

/** The source of records: the table, or the part of it that an audience sees. */
function sourceOf(broadcastId: string, kind: Kind, audience: Audience | undefined, lookedAt: QueryField[]): Sql {
  return audience ? visibleRecords(broadcastId, kind, audience, lookedAt) : homeOf(kind)
}

const matchingSql = (broadcastId: string, kind: Kind, where: Condition | null) =>
  sql`broadcast_id = ${broadcastId} and kind = ${kind.name}${where ? sql` and ${conditionSql(where)}` : raw('')}`

/** The table that holds the records of a kind. */
const homeOf = (kind: Kind) => raw(kind.timeline ? 'timeline' : 'records')

/** The number of records of a kind, from the counters that every write updates. */
const allOfSql = (broadcastId: string, kind: Kind) =>
  kind.timeline
    ? sql`(select coalesce(sum(count), 0)::bigint from timeline_counts where broadcast_id = ${broadcastId} and kind = ${kind.name})`
    : sql`coalesce((b.counts ->> ${kind.name})::bigint, 0)`
