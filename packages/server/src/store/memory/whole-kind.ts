import { type Kind, queryFields } from '@marquee/model'
import { logPageSql } from '../changes/log-page.ts'
import type { Queryable } from '../db.ts'
import { boundedBody, requireBodies } from '../records/bounded-bodies.ts'
import { smallerPage } from '../records/records.ts'
import { raw, sql } from '../sql.ts'
import { isLongText } from './columns.ts'

/** How many records of a kind a broadcast has, and the number of its last change. */
export async function findKindSize(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
): Promise<{ sequence: number; count: number } | undefined> {
  const [row] = await db.query<{ sequence: number; count: number }>(sql`
    select last_sequence as sequence, coalesce((counts ->> ${kind.name})::bigint, 0) as count
    from broadcasts where id = ${broadcastId}`)
  return row
}

/** Records of a kind by id, after a given one: their bodies, or only the values that lists are filtered and sorted by. */
export async function readKindPage(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  { afterId, limit, hasBodies }: { afterId: string; limit: number; hasBodies: boolean },
): Promise<{ id: string; json: string }[]> {
  const long = [...queryFields(kind).values()].filter(isLongText).map(({ name }) => name)
  const json = hasBodies ? raw('body') : sql`(keys - ${['metadata', ...long]}::text[])::text`
  return db.query(sql`
    select id, ${json} as json from records
    where broadcast_id = ${broadcastId} and kind = ${kind.name} and id > ${afterId} order by id limit ${limit}`)
}

/** The bodies of records of a kind, in the order of their ids, and the last change of the broadcast, in one snapshot. */
export async function readBodies(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  ids: string[],
): Promise<{ sequence: number; bodies: Map<string, string> }> {
  const rows = await db.query<{ sequence: number; id: string | null; body: string | null }>(sql`
    select b.last_sequence as sequence, r.id, r.body
    from broadcasts b left join (
      select id, ${boundedBody(raw('id'))} from records
      where broadcast_id = ${broadcastId} and kind = ${kind.name} and id = any (${ids}::text[])
    ) r on true where b.id = ${broadcastId}`)
  const found = rows.flatMap(({ id, body }) => (id === null ? [] : [{ id, body }]))
  const bodies = requireBodies(found, smallerPage).map(({ id, body }): [string, string] => [id, body])
  return { sequence: rows[0]?.sequence ?? 0, bodies: new Map(bodies) }
}

export interface ChangedRecord {
  sequence: number
  kind: string
  record_id: string
  operation: string
  /** Only of the kinds that were asked for. */
  body: string | null
}

/** What has changed since, up to a limit, with the records of some kinds. Undefined when the log does not reach back that far. */
export async function readChangedRecords(
  db: Queryable,
  broadcastId: string,
  { since, kinds, limit, maxBytes }: { since: number; kinds: string[]; limit: number; maxBytes: number },
): Promise<{ last: number; changes: ChangedRecord[] } | undefined> {
  const needsBody = sql`kind = any (${kinds}::text[]) and operation <> 'delete'`
  const rows = await db.query<ChangedRecord & { last: number; pruned: number }>(sql`
    select b.last_sequence as last, b.pruned_through as pruned, c.sequence, c.kind, c.record_id, c.operation, c.body
    from broadcasts b left join lateral (${logPageSql({ broadcastId, since, limit, maxBytes }, raw('true'), needsBody)}) c on true
    where b.id = ${broadcastId} order by c.sequence`)
  const [first] = rows
  if (!first || first.pruned > since || first.last < since) return undefined
  return { last: first.last, changes: rows.filter(({ sequence }) => sequence !== null) }
}
