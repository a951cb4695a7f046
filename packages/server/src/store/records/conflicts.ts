import type { Kind, Occupies } from '@marquee/model'
import type { RecordKey } from '../changes/versions.ts'
import type { Queryable, Tx } from '../db.ts'
import { waitForLockIn } from '../locks.ts'
import { raw, type Sql, sql } from '../sql.ts'

/** The time and place of something, and its people. */
export interface OccupationRow {
  id: string
  status: string | null
  start: string
  end: string | null
  place: string | null
  people: string | null
}

/** Records that occupy time, a place or people in a broadcast. All-day records occupy no time. */
export async function findOccupations(db: Queryable, broadcastId: string, kind: Kind): Promise<OccupationRow[]> {
  return db.query(occupationsSql(broadcastId, kind, raw('true')))
}

/** Records that use one of these resources in a time span, found by their references. */
export async function findOccupationsNear(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  near: { resources: string[]; from: string; to: string },
): Promise<OccupationRow[]> {
  const { start, end } = namesOf(kind)
  return db.query(
    occupationsSql(
      broadcastId,
      kind,
      sql`refs && ${near.resources}::text[] and keys ->> ${text(start)} <= ${near.to}
        and coalesce(keys ->> ${text(end)}, keys ->> ${text(start)}) >= ${near.from}`,
    ),
  )
}

function occupationsSql(broadcastId: string, kind: Kind, near: Sql): Sql {
  const { start, end, allDay, cancelled, place, people } = namesOf(kind)
  return sql`
    select id, keys ->> 'status' as status, keys ->> ${text(start)} as start, keys ->> ${text(end)} as end,
      keys ->> ${text(place)} as place, keys -> ${text(people)} as people
    from records
    where broadcast_id = ${broadcastId} and kind = ${kind.name} and keys ->> ${text(start)} is not null
      and keys ->> ${text(allDay)} is distinct from 'true' and keys ->> ${text(cancelled)} is distinct from 'true' and ${near}
    order by (keys ->> ${text(start)}) collate "C", id`
}

/** The opening hours and capacity of places and people, from their `metadata`. */
export async function findAllowances(
  db: Queryable,
  broadcastId: string,
  ids: string[] | null,
): Promise<{ id: string; kind: string; hours: string | null; isShared: boolean }[]> {
  return db.query(sql`
    select id, kind, keys #> '{metadata,openingHours}' as hours, coalesce(keys #> '{metadata,allowsOverlap}' = 'true', false) as "isShared"
    from records
    where broadcast_id = ${broadcastId} and (keys -> 'metadata') ?| '{openingHours,allowsOverlap}'
      and (${ids}::text[] is null or id = any (${ids}::text[]))`)
}

/** The drafts of a broadcast, or those among some ids. */
export async function findDrafts(
  db: Queryable,
  broadcastId: string,
  kinds: Kind[],
  ids: string[] | null,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from records
    where broadcast_id = ${broadcastId} and kind = any (${namesIn(kinds)}::text[]) and keys ->> 'status' = 'draft'
      and (${ids}::text[] is null or id = any (${ids}::text[]))`)
  return rows.map(({ id }) => id)
}

/** The records of some kinds that are not drafts and contain one of these ids. */
export async function findHolding(
  db: Queryable,
  broadcastId: string,
  kinds: Kind[],
  ids: string[],
): Promise<RecordKey[]> {
  return db.query(sql`
    select kind, id from records
    where broadcast_id = ${broadcastId} and kind = any (${namesIn(kinds)}::text[])
      and keys ->> 'status' is distinct from 'draft' and refs && ${ids}::text[]
    order by kind, id`)
}

/** The records of some kinds that contain a navigator. */
export async function findWithNavigators(db: Queryable, broadcastId: string, kinds: Kind[]): Promise<RecordKey[]> {
  return db.query(sql`
    select kind, id from records
    where broadcast_id = ${broadcastId} and kind = any (${namesIn(kinds)}::text[]) and strpos(body::text, 'avigator":{') > 0
    order by kind, id`)
}

/** Which of these ids are records of the broadcast. */
export async function findPresent(db: Queryable, broadcastId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.query<{ id: string }>(
    sql`select id from records where broadcast_id = ${broadcastId} and id = any (${ids}::text[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Serializes checked writes, so that two conflicting ones cannot both pass. */
export async function lockConflicts(tx: Tx, broadcastId: string): Promise<void> {
  await waitForLockIn(tx, broadcastId, 'conflicts')
}

const namesIn = (kinds: Kind[]) => kinds.map(({ name }) => name)
const text = (name: string) => raw(`'${name}'`)

function namesOf({ occupies }: Kind): Occupies {
  if (!occupies) throw new Error('the kind has no time slots')
  return occupies
}
