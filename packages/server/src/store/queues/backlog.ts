import type { Queryable } from '../db.ts'
import { type Sql, sql } from '../sql.ts'

/** Work that is due and not taken by any node. */
export interface Backlog {
  /** At most `maxCounted`. */
  due: number
  /** How long the oldest of it has been due; null where that is not known. */
  oldestMs: number | null
}

export type Queue = 'deliveries' | 'runs' | 'jobs' | 'changes'

/** The backlog of every queue, of all nodes together. Changes are those that are not made into deliveries yet. */
export async function readBacklogs(db: Queryable, nowMs: number): Promise<Record<Queue, Backlog>> {
  const now = new Date(nowMs)
  const rows = await db.query<{ queue: Queue; due: number; oldest: Date | null }>(sql`
    select 'deliveries' as queue, count(*) as due, min(since) as oldest from (${dueDeliveries(now)}) d
    union all select 'runs', count(*), min(since) from (${dueRuns(now)}) r
    union all select 'jobs', count(*), min(since) from (${dueJobs(now)}) j
    union all select 'changes', coalesce(sum(b.last_sequence - c.sequence), 0)::bigint, null
      from relay_cursors c join broadcasts b on b.id = c.broadcast_id where b.last_sequence > c.sequence`)
  const backlogs = rows.map(({ queue, due, oldest }) => [
    queue,
    { due, oldestMs: queue === 'changes' ? null : oldest ? Math.max(0, nowMs - oldest.getTime()) : 0 },
  ])
  return Object.fromEntries(backlogs)
}

const dueDeliveries = (now: Date): Sql => sql`
  select d.next_at as since from deliveries d join webhooks w on w.broadcast_id = d.broadcast_id and w.id = d.webhook_id and w.active
  where d.status = 'pending' and d.next_at <= ${now} and (d.lease_until is null or d.lease_until <= ${now}) limit ${maxCounted}`

const dueRuns = (now: Date): Sql => sql`
  (select created_at as since from workflow_runs where status = 'queued' limit ${maxCounted})
  union all (select lease_until from workflow_runs where status = 'running' and lease_until <= ${now} limit ${maxCounted})`

const dueJobs = (now: Date): Sql => sql`
  select due_at as since from jobs
  where ended_at is null and due_at <= ${now} and (lease_until is null or lease_until <= ${now}) limit ${maxCounted}`

/** So that a scrape stays cheap when everything is behind. */
const maxCounted = 10_000
