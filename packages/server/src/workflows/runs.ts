import { type AnyRecord, Invalid, invalid, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError, notFound } from '../base/errors.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Db, Queryable, Tx } from '../store/db.ts'
import type { Notifications } from '../store/notifications.ts'
import { copySteps, endRun, findRunnable, insertRun, loadSteps, lockRun } from '../store/queues/runs.ts'
import { findRecord } from '../store/records/records.ts'
import { checkWorkflow, definitionOf } from './definition.ts'
import type { Pinned } from './run-state.ts'
import { writeEnds } from './saving.ts'
import { isSerial, type Trigger } from './schedule.ts'
import { recordOf, restoreRun } from './state.ts'

export interface RunsParts {
  clock: Clock
  notifications: Notifications
  /** A run was queued. */
  onQueued(broadcastId: string): void
  /** A run was ended that a node may be running. */
  onCancelled(record: AnyRecord): void
}

/** Starts, cancels and repeats runs. */
export interface Runs {
  /** Needs no transaction: only one of its two statements writes. */
  start(db: Db | Tx, broadcastId: string, workflowId: string, input: Record<string, unknown>): Promise<AnyRecord>
  cancel(tx: Tx, broadcastId: string, runId: string): Promise<AnyRecord>
  /** The current workflow, with the input of the run. */
  rerun(tx: Tx, broadcastId: string, runId: string): Promise<AnyRecord>
  /** A new run that continues where this one failed, with its definition. */
  resume(tx: Tx, broadcastId: string, runId: string): Promise<AnyRecord>
}

export function createRuns(parts: RunsParts): Runs {
  const queue = async (db: Db | Tx, run: NewRun) => {
    const record = await insertQueued(db, run, parts.clock)
    if (!record) throw new Error('a run without a due time is always new')
    if ('isTransaction' in db) db.afterCommit(() => parts.onQueued(run.broadcastId))
    else parts.onQueued(run.broadcastId)
    return record
  }

  return {
    async start(db, broadcastId, workflowId, input) {
      requireSmall(input)
      const workflow = await requireRunnable(db, broadcastId, workflowId)
      const trigger = { type: 'manual' as const, at: new Date(parts.clock.now()).toISOString() }
      return queue(db, newRun(broadcastId, workflow, { trigger, input, previousRunId: null }))
    },
    async cancel(tx, broadcastId, runId) {
      const { row, state } = await lockState(tx, broadcastId, runId)
      if (row.status !== 'queued' && row.status !== 'running') throw new AppError('run_ended', 'The run has ended.')
      await endRun(tx, broadcastId, runId, 'cancelled')
      const record = recordOf(state, parts.clock.now(), { status: 'cancelled', error: null })
      await writeEnds(tx, parts, broadcastId, [record])
      tx.afterCommit(() => parts.onCancelled(record))
      return record
    },
    async rerun(tx, broadcastId, runId) {
      const { row, state } = await lockState(tx, broadcastId, runId)
      const workflow = await requireRunnable(tx, broadcastId, row.workflow_id)
      const { trigger, input } = state.pinned
      return queue(tx, newRun(broadcastId, workflow, { trigger, input, previousRunId: runId }))
    },
    async resume(tx, broadcastId, runId) {
      const { row, state, steps } = await lockState(tx, broadcastId, runId)
      if (!['failed', 'timedOut', 'cancelled'].includes(row.status))
        throw new AppError('run_not_failed', 'Only a run that failed, timed out or was cancelled can be continued.')
      await requirePlan(tx, broadcastId, row.workflow_id)
      const kept = state.progress.ending ? steps.length - 1 : steps.length
      const run: NewRun = {
        broadcastId,
        workflowId: row.workflow_id,
        pinned: { ...state.pinned, previousRunId: runId },
        fireAt: null,
        startKey: null,
        isSerial: row.is_serial,
        timeLimitMs: row.time_limit_ms,
        copied: { from: runId, steps: steps.slice(0, Math.max(0, kept)) },
      }
      return queue(tx, run)
    },
  }
}

export interface NewRun {
  broadcastId: string
  workflowId: string
  pinned: Pinned
  fireAt: Date | null
  startKey: string | null
  isSerial: boolean
  timeLimitMs: number
  /** Steps of another run that it begins with. */
  copied?: { from: string; steps: string[] }
}

export function newRun(
  broadcastId: string,
  workflow: AnyRecord,
  start: Omit<Pinned, 'definition' | 'version'> & { fireAt?: Date; startKey?: string },
): NewRun {
  const { fireAt = null, startKey = null, ...pinned } = start
  const limitSeconds = typeof workflow.timeLimitSeconds === 'number' ? workflow.timeLimitSeconds : defaultLimitSeconds
  return {
    broadcastId,
    workflowId: workflow._id,
    pinned: { definition: definitionOf(workflow), version: workflow._updatedAt, ...pinned },
    fireAt,
    startKey,
    isSerial: isSerial(triggerOf(workflow)),
    timeLimitMs: limitSeconds * 1_000,
  }
}

// A stored record was validated when it was written.
export const triggerOf = ({ trigger }: Record<string, unknown>) => trigger as Trigger

/** Inserts a run and its record; undefined when its due time or its key has already started one. */
export async function insertQueued(db: Db | Tx, run: NewRun, clock: Clock): Promise<AnyRecord | undefined> {
  const { broadcastId, workflowId, copied } = run
  const at = new Date(clock.now())
  const id = newObjectId(clock.now())
  const pinned = JSON.stringify(run.pinned)
  const steps = copied?.steps ?? []
  const { fireAt, startKey, isSerial, timeLimitMs } = run
  const row = {
    broadcast_id: broadcastId,
    user_id: '',
    id,
    workflow_id: workflowId,
    status: 'queued' as const,
    pinned,
    is_serial: isSerial,
    time_limit_ms: timeLimitMs,
    steps: steps.length,
    attempt: 0,
    resume_at: null,
    created_at: at,
    started_at: null,
  }
  const record = recordOf(restoreRun(row, steps), at.getTime())
  const queued = {
    broadcastId,
    id,
    workflowId,
    pinned,
    fireAt,
    startKey,
    isSerial,
    timeLimitMs,
    steps: steps.length,
    at,
  }
  if (!(await insertRun(db, queued, record))) return undefined
  if (copied) await copySteps(db, broadcastId, copied.from, id, steps.length)
  return record
}

async function requireRunnable(db: Queryable, broadcastId: string, workflowId: string): Promise<AnyRecord> {
  const body = await requirePlan(db, broadcastId, workflowId)
  if (body === undefined) throw notFound()
  const workflow: AnyRecord = JSON.parse(body)
  const { errors } = checkWorkflow(workflow)
  if (errors.length > 0) throw new Invalid(errors)
  return workflow
}

/** The body of the workflow, if there still is one. */
async function requirePlan(db: Queryable, broadcastId: string, workflowId: string): Promise<string | undefined> {
  const found = await findRunnable(db, broadcastId, workflowId)
  if (found?.plan === 'free') throw new AppError('plan_required', 'Running workflows needs the Pro plan.')
  return found?.body
}

async function lockState(tx: Tx, broadcastId: string, runId: string) {
  const row = await lockRun(tx, broadcastId, runId)
  if (!row) {
    // A record without a row in the queue has ended long ago.
    if (await findRecord(tx, broadcastId, kinds.workflowRun, runId))
      throw new AppError('run_ended', 'The run has ended.')
    throw notFound()
  }
  const steps = await loadSteps(tx, broadcastId, runId)
  return { row, steps, state: restoreRun(row, steps) }
}

/** The input of a run is stored with it. */
export function requireSmall(input: Record<string, unknown>): void {
  if (Buffer.byteLength(JSON.stringify(input)) > maxInputBytes)
    throw invalid('/input', 'too_large', `must have at most ${maxInputBytes} bytes as JSON`)
}

const defaultLimitSeconds = 60
const maxInputBytes = 262_144
