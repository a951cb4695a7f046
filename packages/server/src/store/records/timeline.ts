import { type AnyRecord, type Kind, queryValues, type Subject } from '@marquee/model'
import type { Db, Deferred, Queryable, Tx } from '../db.ts'
import { waitForLock } from '../locks.ts'
import { perTransaction } from '../per-transaction.ts'
import { type Columns, insertRows } from '../rows-sql.ts'
import { raw, sql } from '../sql.ts'
import { addSubjectCounts, type SubjectCount } from './subject-counts.ts'

/** An appended record, its instant, and the day of the broadcast that it counts for. */
export interface TimelineEntry {
  kind: Kind
  record: AnyRecord
  at: string
  type: string
  day: string
  subjects: Subject[]
}

/** Storage of append-only records. One instance per database, because it caches which months have a table. */
export interface Timeline {
  /** Older records, in days, are neither accepted nor kept. */
  keptDays: number
  append(tx: Tx, broadcastId: string, entries: TimelineEntry[]): Promise<void>
}

export function createTimeline({ db, keptDays }: { db: Db; keptDays: number }): Timeline {
  const known = new Set<string>()
  /** Only the coordinator of a cluster makes tables, and so in a transaction of its own. */
  const ensure = (tx: Tx, month: string) =>
    tx.isDivided() ? db.transaction((own) => ensureMonth(own, month)) : ensureMonth(tx, month)
  /** The counts of each process are separate rows, so that nodes do not wait for each other. */
  const slot = Math.floor(Math.random() * slots)

  return {
    keptDays,
    async append(tx, broadcastId, entries) {
      const missing = [...new Set(entries.map(({ at }) => monthOf(at)))].filter((month) => !known.has(month))
      for (const month of missing.toSorted()) {
        await ensure(tx, month)
        tx.afterCommit(() => known.add(month))
      }
      await insertEntries(tx, broadcastId, entries)
      countBeforeCommit(tx, { broadcastId, slot, entries })
    },
  }
}

async function insertEntries(tx: Tx, broadcastId: string, entries: TimelineEntry[]): Promise<void> {
  await insertRows(tx, 'timeline', entries, {
    broadcast_id: ['text', () => broadcastId],
    kind: ['text', ({ kind }) => kind.name],
    id: ['text', ({ record }) => record._id],
    occurred_at: ['timestamptz', ({ at }) => at],
    body: ['json', ({ record }) => JSON.stringify(record)],
    keys: ['jsonb', ({ kind, record }) => JSON.stringify(queryValues(kind, record))],
    reference: ['text', ({ record }) => record._reference],
  })
  const referred = entries.filter(({ record }) => record._reference !== null)
  await insertRows(tx, 'timeline_references', referred, {
    broadcast_id: ['text', () => broadcastId],
    kind: ['text', ({ kind }) => kind.name],
    reference: ['text', ({ record }) => record._reference],
    month: ['date', ({ at }) => monthOf(at)],
  })
}

interface Uncounted {
  broadcastId: string
  slot: number
  entries: TimelineEntry[]
}

const waiting = perTransaction<{ uncounted: Uncounted; deferred: Deferred }[]>()

/** Counting comes last and is shared by all writes of the transaction, so that a count is locked only during the commit. */
function countBeforeCommit(tx: Tx, uncounted: Uncounted): void {
  const all = waiting.get(tx) ?? []
  waiting.set(tx, all)
  const deferred = tx.beforeCommit(async () => {
    const due = all.splice(0).flatMap((one) => (one.deferred.isCalledOff ? [] : [one.uncounted]))
    if (due.length === 0) return
    await addCounts(tx, due)
    await addSubjectCounts(tx, subjectCountsOf(due))
  })
  all.push({ uncounted, deferred })
}

type Tally = Omit<SubjectCount, 'about' | 'subject'>

async function addCounts(tx: Tx, all: Uncounted[]): Promise<void> {
  const tallies = new Map<string, Tally>()
  for (const { broadcastId, slot, entries } of all)
    for (const { kind, day, type, at } of entries) {
      const key = JSON.stringify([broadcastId, kind.name, day, type, monthOf(at), slot])
      const tally = tallies.get(key)
      if (tally) tally.count += 1
      else tallies.set(key, { broadcastId, kind: kind.name, day, type, month: monthOf(at), slot, count: 1 })
    }
  // All writers lock the rows in the same order, which avoids deadlocks.
  const rows = [...tallies].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, tally]) => tally)
  const columns: Columns<Tally> = {
    broadcast_id: ['text', ({ broadcastId }) => broadcastId],
    kind: ['text', ({ kind }) => kind],
    day: ['date', ({ day }) => day],
    type: ['text', ({ type }) => type],
    month: ['date', ({ month }) => month],
    slot: ['smallint', ({ slot }) => slot],
    count: ['bigint', ({ count }) => count],
  }
  await insertRows(
    tx,
    'timeline_counts',
    rows,
    columns,
    raw(
      `on conflict (broadcast_id, kind, day, type, month, slot) do update set count = timeline_counts.count + excluded.count`,
    ),
  )
}

/** The counts by subject, in the same order for all writers. */
function subjectCountsOf(all: Uncounted[]): SubjectCount[] {
  const tallies = new Map<string, SubjectCount>()
  for (const { broadcastId, slot, entries } of all)
    for (const { kind, day, type, at, subjects } of entries)
      for (const { about, subject } of subjects) {
        const month = monthOf(at)
        const key = JSON.stringify([broadcastId, kind.name, day, type, about, subject, month])
        const tally = tallies.get(key)
        if (tally) tally.count += 1
        else tallies.set(key, { broadcastId, kind: kind.name, day, type, about, subject, month, slot, count: 1 })
      }
  return [...tallies].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, tally]) => tally)
}

/**
 * Creates the table of a month, as the owner of the timeline. Concurrent callers wait and find it: the catalog is queried, because
 * `to_regclass` would answer the second time from the session's cache, which does not know yet of the table.
 */
async function ensureMonth(tx: Tx, month: string): Promise<void> {
  const isThere = async () => {
    const [row] = await tx.query<{ found: boolean }>(sql`
      select exists (
        select from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = 'timeline'::regclass and relname = ${tableOfMonth(month)}
      ) as found`)
    return row?.found ?? false
  }
  if (await isThere()) return
  await waitForLock(tx, 'months')
  if (await isThere()) return
  await tx.query(sql`select create_timeline_month(${month}::date)`)
}

export interface TypeCounts {
  type: string
  total: number
  days: { day: string; count: number }[]
}

/** The counts of each type by day, the most frequent types first; and the number of types. */
export async function readCounts(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  { from, to, type, limit }: { from: string; to: string; type: string | null; limit: number },
): Promise<{ types: number; counts: TypeCounts[] }> {
  const rows = await db.query<{ types: number; type: string; total: number; days: string }>(sql`
    select count(*) over () as types, type, sum(count)::bigint as total, json_agg(json_build_object('day', day, 'count', count) order by day) as days
    from (
      select type, day::text, sum(count)::bigint as count from timeline_counts
      where broadcast_id = ${broadcastId} and kind = ${kind.name} and day between ${from}::date and ${to}::date
        and (${type}::text is null or type = ${type}::text)
      group by type, day
    ) by_day
    group by type order by total desc, type limit ${limit}`)
  return {
    types: rows[0]?.types ?? 0,
    counts: rows.map(({ type: name, total, days }) => ({ type: name, total, days: JSON.parse(days) })),
  }
}

/** The timeline records that contain an id in a field, locked, in batches. */
export async function lockTimelineHolding(
  tx: Tx,
  broadcastId: string,
  kind: Kind,
  field: string,
  id: string,
  limit: number,
): Promise<AnyRecord[]> {
  const rows = await tx.query<{ body: string }>(sql`
    select body from timeline
    where broadcast_id = ${broadcastId} and kind = ${kind.name} and (keys ->> ${raw(`'${field}'`)}) collate "C" = ${id}
    limit ${limit} for update`)
  return rows.map(({ body }) => JSON.parse(body))
}

/** Rewrites timeline records. Their instants and counts stay the same. */
export async function rewriteTimeline(tx: Tx, broadcastId: string, kind: Kind, records: AnyRecord[]): Promise<void> {
  await tx.query(sql`
    update timeline set body = r.body, keys = r.keys
    from unnest(
      ${records.map(({ _id }) => _id)}::text[],
      ${records.map((record) => JSON.stringify(record))}::json[],
      ${records.map((record) => JSON.stringify(queryValues(kind, record)))}::jsonb[]) as r (id, body, keys)
    where timeline.broadcast_id = ${broadcastId} and timeline.kind = ${kind.name} and timeline.id = r.id`)
}

/** Nothing can be appended once the broadcast itself is deleted. */
export async function deleteTimeline(tx: Tx, broadcastId: string): Promise<void> {
  await tx.query(sql`delete from timeline where broadcast_id = ${broadcastId}`)
}

/** Drops the oldest month that ended before an instant, with its counts. False when there is none. */
export async function dropOldMonth(tx: Tx, olderThan: Date): Promise<boolean> {
  const [oldest] = await tx.query<{ name: string }>(sql`
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'timeline'::regclass order by child.relname limit 1`)
  const month = oldest?.name.replace('timeline_', '').replace('_', '-').concat('-01')
  if (!month || new Date(`${monthAfter(month)}T00:00:00Z`) > olderThan) return false
  // Readers and writers are blocked briefly at most; if they do not finish, the next run retries.
  await tx.query(sql`select drop_timeline_month(${month}::date)`)
  await tx.query(sql`delete from timeline_counts where month <= ${month}::date`)
  await tx.query(sql`delete from timeline_subject_counts where month <= ${month}::date`)
  await tx.query(sql`delete from timeline_references where month <= ${month}::date`)
  return true
}

const monthOf = (instant: string) => `${instant.slice(0, 7)}-01`
const tableOfMonth = (month: string) => `timeline_${month.slice(0, 7).replace('-', '_')}`

function monthAfter(month: string): string {
  const first = new Date(`${month}T00:00:00Z`)
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}

const slots = 16
