import { subjectNames } from '@marquee/model'
import type { Tx } from '../db.ts'
import { type Columns, insertRows } from '../rows-sql.ts'
import { raw, sql } from '../sql.ts'

export interface SubjectCount {
  broadcastId: string
  kind: string
  day: string
  type: string
  about: string
  subject: string
  month: string
  slot: number
  count: number
}

/**
 * Adds to the counts of subjects, in the order of the rows. Visitors choose the subjects, so their number is bounded: ids of missing
 * records are not counted, and neither are further texts, or further details of records, once a day has many.
 */
export async function addSubjectCounts(tx: Tx, rows: SubjectCount[]): Promise<void> {
  if (rows.length === 0) return
  if (tx.isDivided()) {
    for (const [broadcastId, some] of Map.groupBy(rows, (row) => row.broadcastId)) await addApart(tx, broadcastId, some)
    return
  }
  const column = (name: keyof SubjectCount) => rows.map((row) => row[name])
  const { screen, hour, text } = subjectNames
  // Scalar subqueries use the primary keys for each row; an `exists` may become a hash of the whole table.
  await tx.query(sql`
    with sent as materialized (
      select * from unnest(
        ${column('broadcastId')}::text[], ${column('kind')}::text[], ${column('day')}::date[], ${column('type')}::text[],
        ${column('about')}::text[], ${column('subject')}::text[], ${column('month')}::date[], ${column('slot')}::smallint[],
        ${column('count')}::bigint[]) as s (broadcast_id, kind, day, type, about, subject, month, slot, count)
    ), room as materialized (
      select d.*, ${textsPerDay} > (
        select count(*) from (
          select from timeline_subject_counts t
          where t.broadcast_id = d.broadcast_id and t.kind = d.kind and t.day = d.day and t.type = d.type and t.about = d.about
          limit ${textsPerDay}) t) as is_left
      from (select distinct broadcast_id, kind, day, type, about from sent where about = ${text} or ${isDetailed}) d
    )
    insert into timeline_subject_counts (broadcast_id, kind, day, type, about, subject, month, slot, count)
    select * from sent s
    where case
      when s.about in (${screen}, ${hour}) then true
      when s.about = ${text} then
        ${hasRoom}
      else (select true from records r where r.broadcast_id = s.broadcast_id and r.kind = s.about and r.id = left(s.subject, 24))
        and (not (${isDetailed}) or ${hasRoom})
    end
    ${addToCount}`)
}

const addToCount = raw(`on conflict (broadcast_id, kind, day, type, about, subject, month, slot)
  do update set count = timeline_subject_counts.count + excluded.count`)

/** The same in statements that a shard can run. */
async function addApart(tx: Tx, broadcastId: string, rows: SubjectCount[]): Promise<void> {
  const { screen, hour, text } = subjectNames
  const isBounded = ({ about, subject }: SubjectCount) =>
    about === text || (about !== screen && about !== hour && subject.length > 24)
  const isOfRecord = ({ about }: SubjectCount) => about !== screen && about !== hour && about !== text
  const present = await findSubjects(tx, broadcastId, rows.filter(isOfRecord))
  const room = await findRoom(tx, broadcastId, rows.filter(isBounded))
  const counted = rows.filter(
    (row) =>
      (!isOfRecord(row) || present.has(`${row.about}/${row.subject.slice(0, 24)}`)) && (!isBounded(row) || room(row)),
  )
  const columns: Columns<SubjectCount> = {
    broadcast_id: ['text', () => broadcastId],
    kind: ['text', ({ kind }) => kind],
    day: ['date', ({ day }) => day],
    type: ['text', ({ type }) => type],
    about: ['text', ({ about }) => about],
    subject: ['text', ({ subject }) => subject],
    month: ['date', ({ month }) => month],
    slot: ['smallint', ({ slot }) => slot],
    count: ['bigint', ({ count }) => count],
  }
  await insertRows(tx, 'timeline_subject_counts', counted, columns, addToCount)
}

/** The records among the subjects, as `kind/id`. */
async function findSubjects(tx: Tx, broadcastId: string, rows: SubjectCount[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const ids = [...new Set(rows.map(({ subject }) => subject.slice(0, 24)))]
  const found = await tx.query<{ kind: string; id: string }>(
    sql`select kind, id from records where broadcast_id = ${broadcastId} and id = any (${ids}::text[])`,
  )
  return new Set(found.map(({ kind, id }) => `${kind}/${id}`))
}

/** Whether a text or a detail is counted: it was before, or its day has room. */
async function findRoom(tx: Tx, broadcastId: string, rows: SubjectCount[]): Promise<(row: SubjectCount) => boolean> {
  const dayOf = ({ kind, day, type, about }: SubjectCount) => JSON.stringify([kind, day, type, about])
  const hasRoom = new Map<string, boolean>()
  const known = new Set<string>()
  for (const [key, some] of Map.groupBy(rows, dayOf)) {
    const [one] = some
    if (!one) continue
    const ofDay = sql`broadcast_id = ${broadcastId} and kind = ${one.kind} and day = ${one.day}::date and type = ${one.type} and about = ${one.about}`
    const [row] = await tx.query<{ count: number }>(sql`
      select count(*) as count from (select subject from timeline_subject_counts where ${ofDay} limit ${textsPerDay}) t`)
    hasRoom.set(key, (row?.count ?? 0) < textsPerDay)
    const subjects = some.map(({ subject }) => subject)
    const before = await tx.query<{ subject: string }>(
      sql`select distinct subject from timeline_subject_counts where ${ofDay} and subject = any (${subjects}::text[])`,
    )
    for (const { subject } of before) known.add(`${key}${subject}`)
  }
  return (row) => hasRoom.get(dayOf(row)) === true || known.has(`${dayOf(row)}${row.subject}`)
}

/** The id of a record is followed by details, such as the hour. */
const isDetailed = raw('length(subject) > 24')

const hasRoom = raw(`(
  (select r.is_left from room r
    where r.broadcast_id = s.broadcast_id and r.kind = s.kind and r.day = s.day and r.type = s.type and r.about = s.about)
  or (select true from timeline_subject_counts t
    where t.broadcast_id = s.broadcast_id and t.kind = s.kind and t.day = s.day and t.type = s.type and t.about = s.about
      and t.subject = s.subject limit 1))`)

/** Texts of one type that are counted on a day. */
const textsPerDay = 1_000
