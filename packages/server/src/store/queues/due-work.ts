import type { Queryable } from '../db.ts'
import { raw, type Sql, sql } from '../sql.ts'

/** When the first work of each queue of a broadcast is due, as a time in milliseconds; null when there is none. Work that a node has taken is due when its lease expires. */
export interface DueWork {
  /** Changes that are not made into deliveries. */
  relay: number | null
  /** Changes that the triggers of workflows have not seen. */
  changes: number | null
  /** Changes that reminders have not followed. */
  following: number | null
  deliveries: number | null
  runs: number | null
  jobs: number | null
  triggers: number | null
  publishing: number | null
  polls: number | null
  reminders: number | null
}

/** All in one statement, each part of which uses an index and reads few rows however much waits. */
export async function findDueWork(db: Queryable, broadcastId: string, now: Date): Promise<DueWork | undefined> {
  const isPro = sql`exists (select from broadcasts where id = ${broadcastId} and plan = 'pro')`
  const behind = (cursors: string) => sql`
    (select 0 from ${raw(cursors)} c join broadcasts b on b.id = c.broadcast_id and c.sequence < b.last_sequence where c.broadcast_id = ${broadcastId})`
  const pending = sql`
    from deliveries d where d.broadcast_id = ${broadcastId} and d.webhook_id = w.id and d.status = 'pending'`
  const [row] = await db.query<DueWork>(sql`
    select
      ${behind('relay_cursors')} as relay,
      ${behind('workflow_cursors')} as changes,
      ${behind('reminder_cursors')} as following,
      (
        select ${msOf(sql`min(coalesce(
          (select d.next_at ${pending} and (d.lease_until is null or d.lease_until <= ${now}) order by d.next_at, d.id limit 1),
          (select d.lease_until ${pending} order by d.next_at, d.id limit 1)
        ))`)}
        from webhooks w where w.broadcast_id = ${broadcastId} and w.active and ${isPro}
      ) as deliveries,
      coalesce(
        (select 0 from workflow_runs r where r.broadcast_id = ${broadcastId} and r.status = 'queued' and ${isPro} limit 1),
        (select ${msOf(sql`min(coalesce(lease_until, created_at))`)} from workflow_runs r
          where r.broadcast_id = ${broadcastId} and r.status = 'running')
      ) as runs,
      (select ${msOf(sql`min(greatest(due_at, lease_until))`)} from jobs where broadcast_id = ${broadcastId} and ended_at is null) as jobs,
      (select ${msOf(sql`min(coalesce(next_at, since))`)} from workflow_triggers where broadcast_id = ${broadcastId} and ${isPro}) as triggers,
      (select ${msOf(sql`min(due_at)`)} from due_records where broadcast_id = ${broadcastId}) as publishing,
      (select ${msOf(sql`min(next_at)`)} from import_polls where broadcast_id = ${broadcastId} and ${isPro}) as polls,
      (select ${msOf(sql`greatest(due_at, lease_until)`)} from reminder_leases where broadcast_id = ${broadcastId}) as reminders
    from broadcasts where id = ${broadcastId}`)
  return row
}

const msOf = (instant: Sql): Sql => sql`(extract(epoch from ${instant}) * 1000)::float8`

/** Every broadcast with work in a queue, now or later. It reads all broadcasts, so it is asked seldom: tickets tell where work is. */
export async function listWithWork(db: Queryable): Promise<string[]> {
  const behind = (cursors: string) =>
    sql`select c.broadcast_id from ${raw(cursors)} c join broadcasts b on b.id = c.broadcast_id and b.last_sequence > c.sequence`
  const rows = await db.query<{ broadcast_id: string }>(sql`
    ${behind('relay_cursors')} union ${behind('workflow_cursors')} union ${behind('reminder_cursors')}
    union select w.broadcast_id from webhooks w where w.active and exists (
      select from deliveries d where d.broadcast_id = w.broadcast_id and d.webhook_id = w.id and d.status = 'pending'
    )
    union select broadcast_id from workflow_runs where status = 'queued'
    union select broadcast_id from workflow_runs where status = 'running'
    union select broadcast_id from jobs where ended_at is null
    union select broadcast_id from workflow_triggers
    union select broadcast_id from due_records
    union select broadcast_id from import_polls
    union select broadcast_id from reminder_leases`)
  return rows.map((row) => row.broadcast_id)
}
