import type { Lease, Leases } from '../../base/leased-worker.ts'
import { agedRows } from '../aged.ts'
import type { Queryable, Tx } from '../db.ts'
import { raw, sql } from '../sql.ts'
import { leasesOf, leaseTo } from './leases.ts'

export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

type JsonObject = Record<string, unknown>

/** A job as its handler sees it. After a crash it starts again with the state that was saved last. */
export interface Job {
  readonly id: string
  readonly broadcastId: string
  readonly payload: JsonObject
  /** The state saved last; empty at first. */
  readonly state: JsonObject
  /** From 1, since the last progress. */
  readonly attempt: number
  /** Aborted when the job was cancelled, the lease was lost, or the service stops. */
  readonly signal: AbortSignal
  /** Saves the state for resuming and the progress that people see. Throws LeaseLost when this node no longer holds the lease. */
  save(next: JobStep): Promise<void>
  /**
   * Like `save`, in one transaction with the writes of this step, so that they happen once. A long step locks the job only at its
   * end, because the lease cannot be renewed while the job is locked.
   */
  commit(step: (tx: Tx) => Promise<JobStep>, options?: { isLong?: boolean }): Promise<void>
  /** The job has saved progress elsewhere: earlier attempts no longer count. A save that changes the state does the same. */
  progressed(): Promise<void>
}

export interface JobStep {
  /** The state to resume from, for the handler. */
  state?: JsonObject
  /** The progress, for people. */
  progress?: JsonObject
}

/** Runs jobs of one type. It returns the result that people see. */
export interface JobHandler {
  run(job: Job): Promise<JsonObject>
  /** Called in the transaction that stores the failure. */
  onFailed?(tx: Tx, job: Pick<Job, 'id' | 'broadcastId' | 'payload' | 'state'>, reason: string): Promise<void>
}

export interface NewJob {
  broadcastId: string
  id: string
  type: string
  payload: JsonObject
  at: Date
  /** Not before this time; at once when absent. */
  dueAt?: Date
  /** At most one job with this key is queued or running. */
  key?: string
}

/** Queues a job in the caller's transaction; false when one with the same key has not ended. */
export async function addJob(tx: Tx, job: NewJob): Promise<boolean> {
  tx.raise(job.broadcastId)
  const rows = await tx.query(sql`
    insert into jobs (broadcast_id, id, type, status, payload, key, due_at, created_at)
    values (${job.broadcastId}, ${job.id}, ${job.type}, 'queued', ${JSON.stringify(job.payload)}::json, ${job.key ?? null}, ${job.dueAt ?? job.at}, ${job.at})
    on conflict (broadcast_id, key) where key is not null and ended_at is null do nothing returning id`)
  return rows.length > 0
}

/** Ends the unfinished job with this key, if there is one. Its worker notices with its next save. */
export async function cancelJob(tx: Tx, broadcastId: string, key: string, at: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update jobs set status = 'cancelled', ended_at = ${at}, lease_token = null, payload = '{}', state = '{}'
    where broadcast_id = ${broadcastId} and key = ${key} and ended_at is null returning id`)
  return rows.length > 0
}

/** A job as people see it. */
export interface JobRow {
  id: string
  type: string
  status: JobStatus
  progress: string
  result: string | null
  reason: string | null
  due_at: Date
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

const shown = sql`id, type, status, progress, result, reason, due_at, created_at, started_at, ended_at`

export async function findJob(db: Queryable, broadcastId: string, id: string): Promise<JobRow | undefined> {
  const [row] = await db.query<JobRow>(
    sql`select ${shown} from jobs where broadcast_id = ${broadcastId} and id = ${id}`,
  )
  return row
}

/** Newest first. */
export async function listJobs(
  db: Queryable,
  broadcastId: string,
  type: string | null,
  limit: number,
): Promise<JobRow[]> {
  return db.query(sql`
    select ${shown} from jobs where broadcast_id = ${broadcastId} and (${type}::text is null or type = ${type})
    order by id desc limit ${limit}`)
}

/** A job that is leased to this node. */
export interface ClaimedJob {
  broadcast_id: string
  id: string
  type: string
  payload: string
  state: string
  attempt: number
}

export interface JobClaim extends Lease {
  limit: number
  /** The maximum number of jobs of a broadcast at once. */
  perBroadcast: number
  types: string[]
}

/** Claims due jobs of a broadcast, and jobs whose lease expired. Locked rows are skipped. */
export async function claimJobs(db: Queryable, claim: JobClaim): Promise<ClaimedJob[]> {
  const now = new Date(claim.nowMs)
  return db.query(sql`
    with free as materialized (
      select id from jobs
      where broadcast_id = ${claim.broadcastId} and ended_at is null and due_at <= ${now} and type = any (${claim.types}::text[])
        and (lease_until is null or lease_until <= ${now})
      order by due_at, id for update skip locked
      limit least(${claim.limit}::bigint, greatest(0, ${claim.perBroadcast}::integer - (
        select count(*) from jobs where broadcast_id = ${claim.broadcastId} and ended_at is null and lease_until > ${now}
      )))
    )
    update jobs j set status = 'running', attempt = j.attempt + 1, started_at = coalesce(j.started_at, ${now}), ${leaseTo(claim)}
    from free f where j.broadcast_id = ${claim.broadcastId} and j.id = f.id
    returning j.broadcast_id, j.id, j.type, j.payload, j.state, j.attempt`)
}

export const jobLeases = (db: Queryable): Leases => leasesOf(db, { name: 'jobs', open: raw('ended_at is null') })

/** Locks a job for one of its steps; false when the lease was lost. */
export async function lockJob(tx: Tx, token: string, job: { broadcastId: string; id: string }): Promise<boolean> {
  const rows = await tx.query(sql`
    select id from jobs where broadcast_id = ${job.broadcastId} and id = ${job.id} and lease_token = ${token} and ended_at is null for update`)
  return rows.length > 0
}

export async function saveJob(tx: Tx, job: { broadcastId: string; id: string }, step: JobStep): Promise<void> {
  const json = (value: JsonObject | undefined) => (value === undefined ? null : JSON.stringify(value))
  await tx.query(sql`
    update jobs set state = coalesce(${json(step.state)}::json, state), progress = coalesce(${json(step.progress)}::json, progress),
      attempt = case when ${json(step.state)} <> state::text then 0 else attempt end
    where broadcast_id = ${job.broadcastId} and id = ${job.id}`)
}

/** Earlier attempts of a job no longer count. */
export async function resetAttempts(
  db: Queryable,
  token: string,
  job: { broadcastId: string; id: string },
): Promise<void> {
  await db.query(sql`
    update jobs set attempt = 0 where broadcast_id = ${job.broadcastId} and id = ${job.id} and lease_token = ${token}`)
}

/** Queues a job again, due at a time, after a number of attempts that count. */
export async function postponeJob(
  db: Queryable,
  token: string,
  job: { broadcastId: string; id: string },
  again: { at: Date; attempts: number },
): Promise<void> {
  await db.query(sql`
    update jobs set status = 'queued', due_at = ${again.at}, attempt = ${again.attempts}, lease_token = null, lease_until = null
    where broadcast_id = ${job.broadcastId} and id = ${job.id} and lease_token = ${token} and ended_at is null`)
}

/** Ends a locked job. Its payload and state are deleted; its result is kept for people. */
export async function endJob(
  tx: Tx,
  job: { broadcastId: string; id: string },
  end: { status: 'succeeded' | 'failed'; result: JsonObject | null; reason: string | null; at: Date },
): Promise<void> {
  await tx.query(sql`
    update jobs set status = ${end.status}, result = ${end.result && JSON.stringify(end.result)}::json, reason = ${end.reason}, ended_at = ${end.at},
      lease_token = null, lease_until = null, payload = '{}', state = '{}'
    where broadcast_id = ${job.broadcastId} and id = ${job.id}`)
}

/** Jobs that ended before an instant. */
export const endedJobs = (before: Date) => agedRows('jobs', 'id', sql`ended_at < ${before}`)
