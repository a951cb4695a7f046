import { subjectNames } from '@marquee/model'
import type { Tx } from '../db.ts'
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
    on conflict (broadcast_id, kind, day, type, about, subject, month, slot)
      do update set count = timeline_subject_counts.count + excluded.count`)
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
