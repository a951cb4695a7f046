import type { Actor, AnyRecord, ChangeOperation, Kind } from '@marquee/model'
import type { Aged } from '../aged.ts'
import type { Queryable } from '../db.ts'
import { nameSql } from '../name-sql.ts'
import { raw, sql } from '../sql.ts'
import { isFrozenSql } from './versions.ts'

export type { Actor, ChangeOperation }

export interface Change {
  kind: Kind
  id: string
  operation: ChangeOperation
  /** The record after the write; for a delete, the last version, or null where it must not be kept. */
  record: AnyRecord | null
  fields: string[]
  eventTypes: string[]
}

export interface LoggedChange {
  sequence: number
  kind: string
  record_id: string
  operation: ChangeOperation
  body: string | null
  fields: string[]
  event_types: string[]
  actor: string
  at: Date
}

export interface Counters {
  sequence: number
  counts: Record<string, number>
}

/** A change as the API returns it, as JSON. */
export interface ShownChange {
  sequence: number
  shown: string
}

/** Built by the database, so that a page of changes is sent without parsing. Of a deleted record only the name is returned. */
const shown = sql`concat('{"sequence":', sequence, ',"kind":', to_json(kind), ',"id":', to_json(record_id), ',"operation":', to_json(operation),
  ',"fields":', to_json(fields), ',"at":', to_json(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), ',"actor":', actor,
  ',"record":', case when operation = 'delete' then concat('null,"title":', coalesce(to_json(${nameSql})::text, 'null'))
    else coalesce(body::text, 'null') end, '}')`

/** For a reader without access to some kinds: their changes as bare numbers, so that a missing number always means a lost change. */
const shownWithout = (hiddenKinds: string[]) =>
  hiddenKinds.length === 0
    ? shown
    : sql`case when kind = any (${hiddenKinds}::text[]) then concat('{"sequence":', sequence, ',"withheld":true}') else ${shown} end`

/** The first and last numbers of the log, for its readers. */
export interface LogEnds {
  /** Changes up to this one have been pruned. */
  prunedThrough: number
  lastSequence: number
}

/** The changes after a point of the log, oldest first. */
export async function readChanges(
  db: Queryable,
  broadcastId: string,
  since: number,
  limit: number,
  hiddenKinds: string[],
): Promise<LogEnds & { changes: ShownChange[]; hasMore: boolean }> {
  const rows = await db.query<Partial<WeighedChange> & { pruned_through: number; last_sequence: number }>(sql`
    select b.pruned_through, b.last_sequence, c.sequence, case when ${isWithin} then c.shown end as shown
    from broadcasts b left join lateral (${after(broadcastId, since, limit + 1, hiddenKinds)}) c on true
    where b.id = ${broadcastId} order by c.sequence`)
  const found = rows.filter((row): row is WeighedChange & (typeof rows)[number] => row.sequence != null)
  const changes = withinPage(found, limit)
  return {
    changes,
    hasMore: changes.length < found.length,
    prunedThrough: rows[0]?.pruned_through ?? 0,
    lastSequence: rows[0]?.last_sequence ?? 0,
  }
}

/** A change, without its text when the page is already full. */
interface WeighedChange {
  sequence: number
  shown: string | null
}

const withinPage = (changes: WeighedChange[], limit: number) =>
  changes.slice(0, limit).filter((change): change is ShownChange => change.shown !== null)

/** The same as one text: the members of a JSON array, the last number, and whether there are more. */
export async function readChangePage(
  db: Queryable,
  broadcastId: string,
  since: number,
  limit: number,
  hiddenKinds: string[],
): Promise<LogEnds & { members: string; lastShown: number | null; hasMore: boolean }> {
  const [row] = await db.query<{
    pruned_through: number
    last_sequence: number
    members: string | null
    last_shown: number | null
    has_more: boolean
  }>(sql`
    select b.pruned_through, b.last_sequence, page.*
    from broadcasts b cross join lateral (
      select string_agg(c.shown, ',' order by c.sequence) filter (where c.place <= ${limit} and ${isWithin}) as members,
        max(c.sequence) filter (where c.place <= ${limit} and ${isWithin}) as last_shown,
        coalesce(bool_or(c.place > ${limit} or not ${isWithin}), false) as has_more
      from (${after(broadcastId, since, limit + 1, hiddenKinds)}) c
    ) page
    where b.id = ${broadcastId}`)
  return {
    members: row?.members ?? '',
    lastShown: row?.last_shown ?? null,
    hasMore: row?.has_more ?? false,
    prunedThrough: row?.pruned_through ?? 0,
    lastSequence: row?.last_sequence ?? 0,
  }
}

/** Changes with their position and the cumulative bytes. */
const after = (broadcastId: string, since: number, limit: number, hiddenKinds: string[]) => sql`
  select sequence, shown, row_number() over (order by sequence) as place, sum(octet_length(shown)) over (order by sequence) as bytes
  from (
    select sequence, ${shownWithout(hiddenKinds)} as shown from changes
    where broadcast_id = ${broadcastId} and sequence > ${since}
    order by sequence limit ${limit}
  ) picked`

/** A page has at least one change, and otherwise at most this size. */
const isWithin = raw('(c.place = 1 or c.bytes <= 8388608)')

/** The changes of one record, newest first. */
export async function readHistory(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  id: string,
  before: number,
  limit: number,
): Promise<{ changes: ShownChange[]; hasMore: boolean }> {
  const found = await db.query<WeighedChange>(sql`
    select sequence, case when ${isWithin} then shown end as shown from (
      select sequence, shown, row_number() over (order by sequence desc) as place,
        sum(octet_length(shown)) over (order by sequence desc) as bytes
      from (
        select sequence, ${shown} as shown from changes
        where broadcast_id = ${broadcastId} and record_id = ${id} and kind = ${kind.name} and sequence < ${before}
          and sequence > (select pruned_through from broadcasts where id = ${broadcastId})
        order by sequence desc limit ${limit + 1}
      ) picked
    ) c order by sequence desc`)
  const changes = withinPage(found, limit)
  return { changes, hasMore: changes.length < found.length }
}

/**
 * Changes from before an instant; the last pruned number is stored. For every record that existed at that instant the newest of them is kept: it is the state of the record where the kept log begins.
 * The newest change at a revision is kept with it. A deletion is pruned last, so that the deleted record never reappears.
 */
export const oldChanges = (before: Date): Aged => ({
  find: sql`select distinct broadcast_id from changes where at < ${before}`,
  async prune(tx, broadcastId, limit) {
    const [latest] = await tx.query<{ sequence: number | null }>(sql`
      select max(sequence) as sequence from changes where broadcast_id = ${broadcastId} and at < ${before}`)
    const rows = await tx.query(sql`
      delete from changes where broadcast_id = ${broadcastId} and sequence = any (array(
        select sequence from changes old where broadcast_id = ${broadcastId} and at < ${before} and (
          case operation when 'delete' then not exists (
            select from changes older where older.broadcast_id = ${broadcastId} and older.record_id = old.record_id
              and older.sequence < old.sequence
          ) else exists (
            select from changes newer where newer.broadcast_id = ${broadcastId} and newer.record_id = old.record_id
              and newer.sequence > old.sequence and newer.at < ${before}
          ) and not ${isFrozenSql(broadcastId, 'old')} end
        ) order by sequence limit ${limit}
      )) returning 1`)
    await tx.query(sql`
      update broadcasts set pruned_through = ${latest?.sequence ?? 0}
      where id = ${broadcastId} and pruned_through < ${latest?.sequence ?? 0}`)
    return rows.length
  },
})
