import { type AnyRecord, kinds } from '@marquee/model'
import type { Lease, Leases } from '../../base/leased-worker.ts'
import type { Aged } from '../aged.ts'
import { type Db, inTransaction, type Queryable, type Tx } from '../db.ts'
import { insertSqlFor } from '../records/record-rows.ts'
import { insertRows, rowsSql } from '../rows-sql.ts'
import { raw, sql } from '../sql.ts'
import { leasesBy, leasesOf, leaseTo } from './leases.ts'

export type RunStatus = 'queued' | 'running' | EndStatus
export type EndStatus = 'succeeded' | 'failed' | 'cancelled' | 'timedOut'

export interface NewRun {
  broadcastId: string
  id: string
  workflowId: string
  /** As JSON: its definition, trigger and input, which stay fixed. */
  pinned: string
  /** The due time, if a clock trigger started it. */
  fireAt: Date | null
  /** The change or the call that started it, if one did. */
  startKey: string | null
  isSerial: boolean
  timeLimitMs: number
  /** Steps of another run to continue from. */
  steps: number
  at: Date
}

/** Queues a run, and creates its record; false when its due time or its key has already started one. */
export async function insertRun(db: Db | Tx, run: NewRun, record: AnyRecord): Promise<boolean> {
  await db.raise(run.broadcastId)
  const insertRecord = insertSqlFor(db)(run.broadcastId, [{ kind: kinds.workflowRun, record }])
  if (db.isDivided())
    return inTransaction(db, async (tx) => {
      const isNew = (await tx.query(insertRunSql(run))).length > 0
      if (isNew) await tx.query(insertRecord)
      return isNew
    })
  const rows = await db.query(sql`
    with run as (${insertRunSql(run)}), kept as (${insertRecord} where exists (select from run))
    select id from run`)
  return rows.length > 0
}

const insertRunSql = (run: NewRun) => sql`
  insert into workflow_runs (broadcast_id, id, workflow_id, status, pinned, fire_at, start_key, is_serial, time_limit_ms, steps, created_at)
  values (${run.broadcastId}, ${run.id}, ${run.workflowId}, 'queued', ${run.pinned}::json, ${run.fireAt}, ${run.startKey}, ${run.isSerial},
    ${run.timeLimitMs}, ${run.steps}, ${run.at})
  on conflict do nothing returning id`

/** Copies the first steps of another run. */
export async function copySteps(
  db: Queryable,
  broadcastId: string,
  from: string,
  to: string,
  count: number,
): Promise<void> {
  await db.query(sql`
    insert into run_steps (broadcast_id, run_id, index, result)
    select broadcast_id, ${to}, index, result from run_steps
    where broadcast_id = ${broadcastId} and run_id = ${from} and index < ${count}`)
}

/** A run that was claimed. */
export interface RunRow {
  broadcast_id: string
  /** The account that owns the broadcast. */
  user_id: string
  id: string
  workflow_id: string
  status: RunStatus
  pinned: string
  is_serial: boolean
  time_limit_ms: number
  steps: number
  attempt: number
  resume_at: Date | null
  created_at: Date
  started_at: Date | null
}

export interface RunClaim extends Lease {
  limit: number
  /** The maximum number of runs of a broadcast at once, on all nodes together. */
  perBroadcast: number
}

/** Claims queued runs of a broadcast, as far as its limit allows, and runs whose lease expired. With several nodes the caller locks claims first. */
export async function claimRuns(db: Queryable, request: RunClaim): Promise<RunRow[]> {
  const { broadcastId } = request
  const now = new Date(request.nowMs)
  return db.query(sql`
    with startable as (
      select r.id from workflow_runs r
      where r.broadcast_id = ${broadcastId} and r.status = 'queued' and (not r.is_serial or (
        not exists (select from workflow_runs o where o.broadcast_id = ${broadcastId} and o.workflow_id = r.workflow_id and o.status = 'running')
        and not exists (select from workflow_runs o where o.broadcast_id = ${broadcastId} and o.workflow_id = r.workflow_id and o.status = 'queued'
          -- Ids of one second sort by the node that made them.
          and (o.created_at, o.id) < (r.created_at, r.id))
      ))
      order by r.id limit greatest(0, (
        select ${request.perBroadcast}::integer
          - (select count(*) from workflow_runs r where r.broadcast_id = ${broadcastId} and r.status = 'running')
        from broadcasts where id = ${broadcastId} and plan = 'pro'
      ))
    ), picked as materialized (
      select id, 1 as rank from workflow_runs
      where broadcast_id = ${broadcastId} and status = 'running' and (lease_until is null or lease_until <= ${now})
      union all select id, 2 from startable
      order by rank, id limit ${request.limit}
    )
    update workflow_runs r set status = 'running', started_at = coalesce(r.started_at, ${now}), ${leaseTo(request)}
    where r.broadcast_id = ${broadcastId} and r.id = any (array(select id from picked))
      -- Skips a run that ended, or whose lease was renewed, while this waited for its lock.
      and (r.status = 'queued' or (r.status = 'running' and (r.lease_until is null or r.lease_until <= ${now})))
    returning r.broadcast_id, (select user_id from broadcasts where id = ${broadcastId}) as user_id, r.id, r.workflow_id, r.status, r.pinned,
      r.is_serial, r.time_limit_ms, r.steps, r.attempt, r.resume_at, r.created_at, r.started_at`)
}

/** Nodes claim runs of a broadcast one after the other, so that together they stay within its limit. */
export async function lockRunClaims(tx: Tx, broadcastId: string): Promise<void> {
  const lock = () => tx.query(sql`select broadcast_id from run_claims where broadcast_id = ${broadcastId} for update`)
  if ((await lock()).length > 0) return
  await tx.query(sql`
    insert into run_claims (broadcast_id) select id from broadcasts where id = ${broadcastId} on conflict (broadcast_id) do nothing`)
  await lock()
}

/** Rows are locked in the order of their ids, as every statement that locks several runs does: otherwise two could deadlock. */
export const runLeases = (db: Queryable): Leases => ({
  ...leasesOf(db, { name: 'workflow_runs', open: raw(`status = 'running'`) }),
  ...leasesBy((token, broadcastId, ids, until) =>
    db.query(sql`
      with mine as (
        select id from workflow_runs
        where broadcast_id = ${broadcastId} and id = any (${ids}::text[]) and lease_token = ${token} and status = 'running' order by id for update
      )
      update workflow_runs r set lease_until = ${until} from mine where r.broadcast_id = ${broadcastId} and r.id = mine.id returning r.id`),
  ),
})

export interface SavedStep {
  runId: string
  index: number
  /** The result of the step, as JSON; null: no step, only the end. */
  result: string | null
  /** The status the run ends with. */
  ends: EndStatus | null
}

/**
 * Saves steps of runs of a broadcast that are leased under the token, each after the one before it. Returns the runs that were saved.
 * Only running runs have a lease; a condition on the status would lead the planner to the index of all running runs.
 */
export async function saveSteps(
  db: Db | Tx,
  token: string,
  broadcastId: string,
  steps: SavedStep[],
): Promise<Set<string>> {
  if (db.isDivided()) return inTransaction(db, (tx) => saveStepsApart(tx, token, broadcastId, steps))
  const rows = await db.query<{ id: string }>(sql`
    with saved as (
      select * from ${stepRows(steps)}
    ), mine as (
      select r.id from workflow_runs r join saved s on r.id = s.run_id
      where r.broadcast_id = ${broadcastId} and r.lease_token = ${token} and r.steps = s.index order by r.id for update of r
    ), moved as (
      update workflow_runs r set ${movedOn} from mine join saved s on s.run_id = mine.id
      where r.broadcast_id = ${broadcastId} and r.id = mine.id
      returning r.id
    ), kept as (
      insert into run_steps (broadcast_id, run_id, index, result)
      select ${broadcastId}, s.run_id, s.index, s.result from saved s join moved on moved.id = s.run_id where s.result is not null
    )
    select id from moved`)
  return new Set(rows.map(({ id }) => id))
}

const stepRows = (steps: SavedStep[]) =>
  rowsSql('s', steps, {
    run_id: ['text', ({ runId }) => runId],
    index: ['integer', ({ index }) => index],
    result: ['json', ({ result }) => result],
    ends: ['text', ({ ends }) => ends],
  })

const movedOn = raw(`steps = r.steps + case when s.result is null then 0 else 1 end, attempt = 0, resume_at = null,
  status = coalesce(s.ends, r.status), lease_token = case when s.ends is null then r.lease_token end`)

/** The same in two statements, each of which a shard can run. */
async function saveStepsApart(tx: Tx, token: string, broadcastId: string, steps: SavedStep[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(sql`
    update workflow_runs r set ${movedOn} from ${stepRows(steps)}
    where r.broadcast_id = ${broadcastId} and r.id = s.run_id and r.lease_token = ${token} and r.steps = s.index returning r.id`)
  const saved = new Set(rows.map(({ id }) => id))
  const kept = steps.filter(({ runId, result }) => result !== null && saved.has(runId))
  await insertRows(tx, 'run_steps', kept, {
    broadcast_id: ['text', () => broadcastId],
    run_id: ['text', ({ runId }) => runId],
    index: ['integer', ({ index }) => index],
    result: ['json', ({ result }) => result],
  })
  return saved
}

/** Stores that a node failed and when it is retried; false when the lease was lost. */
export async function saveAttempt(
  db: Queryable,
  token: string,
  run: { broadcastId: string; id: string; index: number; attempt: number; resumeAt: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update workflow_runs set attempt = ${run.attempt}, resume_at = ${run.resumeAt}
    where broadcast_id = ${run.broadcastId} and id = ${run.id} and lease_token = ${token} and status = 'running' and steps = ${run.index}
    returning id`)
  return rows.length > 0
}

/** Locks a run until the transaction ends. Writes of content for it lock it first, so that all lock in one order. */
export async function lockRun(tx: Tx, broadcastId: string, id: string): Promise<(RunRow & LeaseToken) | undefined> {
  const [row] = await tx.query<RunRow & LeaseToken>(sql`
    select r.broadcast_id, b.user_id, r.id, r.workflow_id, r.status, r.pinned, r.is_serial, r.time_limit_ms, r.steps, r.attempt, r.resume_at,
      r.created_at, r.started_at, r.lease_token
    from workflow_runs r join broadcasts b on b.id = r.broadcast_id
    where r.broadcast_id = ${broadcastId} and r.id = ${id} for update of r`)
  return row
}

interface LeaseToken {
  lease_token: string | null
}

/** Ends a run that is locked. */
export async function endRun(tx: Tx, broadcastId: string, id: string, status: EndStatus): Promise<void> {
  await tx.query(
    sql`update workflow_runs set status = ${status}, lease_token = null where broadcast_id = ${broadcastId} and id = ${id}`,
  )
}

/** The saved steps of a run in order, as JSON. */
export async function loadSteps(db: Queryable, broadcastId: string, id: string): Promise<string[]> {
  const rows = await db.query<{ result: string }>(
    sql`select result from run_steps where broadcast_id = ${broadcastId} and run_id = ${id} order by index`,
  )
  return rows.map(({ result }) => result)
}

/** Which of these runs have ended or were deleted. */
export async function findEnded(db: Queryable, runs: { broadcastId: string; id: string }[]): Promise<Set<string>> {
  const ended = new Set<string>()
  for (const [broadcastId, some] of Map.groupBy(runs, (run) => run.broadcastId)) {
    const rows = await db.query<{ id: string }>(sql`
      select id from workflow_runs
      where broadcast_id = ${broadcastId} and id = any (${some.map(({ id }) => id)}::text[]) and status in ('queued', 'running')`)
    const open = new Set(rows.map(({ id }) => id))
    for (const { id } of some) if (!open.has(id)) ended.add(id)
  }
  return ended
}

/** Deletes a run from the queue; the node that runs it loses its lease. */
export async function deleteRun(tx: Tx, broadcastId: string, id: string): Promise<void> {
  await tx.query(sql`delete from workflow_runs where broadcast_id = ${broadcastId} and id = ${id}`)
}

/** The current version of a workflow, and the plan of its account. */
export async function findRunnable(
  db: Queryable,
  broadcastId: string,
  workflowId: string,
): Promise<{ body: string; plan: 'free' | 'pro' } | undefined> {
  const [row] = await db.query<{ body: string; plan: 'free' | 'pro' }>(sql`
    select r.body, b.plan from records r join broadcasts b on b.id = r.broadcast_id
    where r.broadcast_id = ${broadcastId} and r.kind = 'workflow' and r.id = ${workflowId}`)
  return row
}

/** The plan of the account of a broadcast, and the number of its queued runs, counted up to `most`. */
export async function findQueueOf(
  db: Queryable,
  broadcastId: string,
  most: number,
): Promise<{ plan: 'free' | 'pro'; queued: number }> {
  const [row] = await db.query<{ plan: 'free' | 'pro'; queued: number }>(sql`
    select b.plan, (
      select count(*) from (select from workflow_runs where broadcast_id = ${broadcastId} and status = 'queued' limit ${most}) q
    ) as queued
    from broadcasts b where b.id = ${broadcastId}`)
  return row ?? { plan: 'free', queued: 0 }
}

/** The run of a workflow that a key has started. */
export async function findStarted(
  db: Queryable,
  broadcastId: string,
  workflowId: string,
  startKey: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from workflow_runs where broadcast_id = ${broadcastId} and workflow_id = ${workflowId} and start_key = ${startKey}`)
  return row?.id
}

/** Ended runs from before an instant, and those with `perWorkflow` newer ones, with their records. */
export const oldRuns = (before: Date, perWorkflow: number): Aged => ({
  find: sql`select distinct broadcast_id from workflow_runs`,
  async prune(tx, broadcastId, limit) {
    const rows = await tx.query<{ id: string }>(sql`
      delete from workflow_runs where broadcast_id = ${broadcastId} and id = any (array(
        select id from (
          select id, created_at, status, row_number() over (partition by workflow_id order by id desc) as place
          from workflow_runs where broadcast_id = ${broadcastId}
        ) ranked where status not in ('queued', 'running') and (created_at < ${before} or place > ${perWorkflow})
        limit ${limit}
      )) returning id`)
    if (rows.length > 0)
      await tx.query(sql`
        delete from records
        where broadcast_id = ${broadcastId} and kind = 'workflowRun' and id = any (${rows.map(({ id }) => id)}::text[])`)
    return rows.length
  },
})
