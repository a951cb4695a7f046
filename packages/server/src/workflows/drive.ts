import type { AnyRecord, WorkflowNode } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { LeaseLost } from '../base/job.ts'
import type { Tracing } from '../base/tracing.ts'
import type { Db, Tx } from '../store/db.ts'
import { isUnavailable } from '../store/failures.ts'
import { lockRun, runLeases, saveAttempt, saveSteps } from '../store/queues/runs.ts'
import type { NodeOutcome } from './nodes/node.ts'
import type { StepError, StepResult } from './progress.ts'
import type { Ending, RunState } from './run-state.ts'
import type { Save, Saved } from './saving.ts'
import { addStep, deadlineMs } from './state.ts'
import { invokeNode, keptOutput, type StepParts, stepErrorOf } from './step.ts'

export interface DriveParts {
  db: Db
  clock: Clock
  tracing: Tracing
  steps: StepParts
  token: string
  save(save: Save): Promise<Saved>
  /** The service is stopping: the run is released between two steps. */
  isStopping(): boolean
  onError(error: unknown): void
}

/** Runs a run to its end, step by step. Returns its record, or undefined when the lease was lost or released. */
export async function driveRun(
  parts: DriveParts,
  state: RunState,
  signal: AbortSignal,
): Promise<AnyRecord | undefined> {
  for (;;) {
    const { ending, at } = state.progress
    if (ending || at === null) return end(parts, state, ending ?? { status: 'failed', error: null })
    if (isOutOfTime(parts, state) || signal.aborted) return endEarly(parts, state, signal)
    if (parts.isStopping()) return release(parts, state)
    const outcome = await step(parts, state, at, signal)
    if (outcome === 'aborted') return endEarly(parts, state, signal)
    if (outcome === 'lost') return undefined
    if (outcome !== 'saved') return outcome
  }
}

type StepOutcome = 'saved' | 'lost' | 'aborted' | AnyRecord

/** Invokes a node, with its retries, and saves the result. */
async function step(parts: DriveParts, state: RunState, nodeId: string, signal: AbortSignal): Promise<StepOutcome> {
  const node = state.pinned.definition.nodes.find(({ id }) => id === nodeId)
  if (!node) return (await end(parts, state, { status: 'failed', error: { ...unknownNode, nodeId } })) ?? 'lost'
  for (let attempt = state.row.attempt; ; attempt++) {
    if (!(await waitUntil(state.row.resume_at, parts.clock, signal))) return 'aborted'
    const tried = await tryTraced(parts, state, node, attempt, signal)
    if (tried === 'written') return 'saved'
    if (typeof tried === 'string') return tried
    if (!tried.error || attempt >= (node.retries ?? 0)) return saveStep(parts, state, tried)
    if (!(await postpone(parts, state, attempt + 1, node.retryDelayMs ?? defaultDelayMs))) return 'lost'
  }
}

function tryTraced(
  parts: DriveParts,
  state: RunState,
  node: WorkflowNode,
  attempt: number,
  signal: AbortSignal,
): Promise<Tried> {
  const { row, progress } = state
  const about = {
    broadcast_id: row.broadcast_id,
    run_id: row.id,
    step: progress.count,
    node_type: node.type,
    attempt: attempt + 1,
  }
  return parts.tracing.task('step', about, async (span) => {
    const tried = await tryNode(parts, state, node, attempt, signal)
    if (typeof tried !== 'string' && tried.error) span.fail(tried.error.code)
    return tried
  })
}

type Tried = StepResult | 'written' | 'lost' | 'aborted'

async function tryNode(
  parts: DriveParts,
  state: RunState,
  node: WorkflowNode,
  attempt: number,
  signal: AbortSignal,
): Promise<Tried> {
  const executionId = `${state.row.id}-${state.progress.count}`
  const startedMs = parts.clock.now()
  const began = performance.now()
  const done = (more: Partial<StepResult>): StepResult => ({
    nodeId: node.id,
    nodeType: node.type,
    executionId,
    startedAt: new Date(startedMs).toISOString(),
    durationMs: Math.round((performance.now() - began) * 100) / 100,
    attempts: attempt + 1,
    logs: [],
    ...more,
  })
  try {
    const remainingMs = deadlineMs(state) - startedMs
    const invoking = invokeNode(parts.steps, { state, node, executionId, remainingMs, signal })
    const outcome = await unlessAborted(invoking, signal)
    if (outcome === 'aborted') return outcome
    if (!('write' in outcome)) return done({ output: keptOutput(outcome.output), logs: outcome.logs ?? [] })
    await saveWrite(parts, state, outcome, done)
    return 'written'
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost'
    if (signal.aborted) return 'aborted'
    // The database is unavailable, which is not the node's failure. The run is claimed again when its lease expires.
    if (isUnavailable(error)) throw error
    return done(stepErrorOf(error, parts.onError))
  }
}

/** Saves when the node is retried; false when the lease was lost. */
async function postpone(
  { db, clock, token }: DriveParts,
  { row, progress }: RunState,
  attempt: number,
  firstDelayMs: number,
): Promise<boolean> {
  const resumeAt = new Date(clock.now() + Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs))
  Object.assign(row, { attempt, resume_at: resumeAt })
  return saveAttempt(db, token, { broadcastId: row.broadcast_id, id: row.id, index: progress.count, attempt, resumeAt })
}

async function saveStep(parts: DriveParts, state: RunState, result: StepResult): Promise<StepOutcome> {
  const index = state.progress.count
  addStep(state, result)
  Object.assign(state.row, { attempt: 0, resume_at: null })
  const { ending } = state.progress
  const saved = await parts.save({ state, index, result: JSON.stringify(result), ending })
  if (!saved) return 'lost'
  return saved.record ?? 'saved'
}

/** Commits the write and its step in one transaction, so that a crash cannot repeat the write. */
async function saveWrite(
  { db, token }: DriveParts,
  state: RunState,
  outcome: Extract<NodeOutcome, { write: unknown }>,
  done: (more: Partial<StepResult>) => StepResult,
): Promise<void> {
  const { broadcast_id: broadcastId, id: runId } = state.row
  const index = state.progress.count
  const result = await db.transaction(async (tx: Tx) => {
    const row = await lockRun(tx, broadcastId, runId)
    if (row?.lease_token !== token || row.status !== 'running' || row.steps !== index)
      throw new LeaseLost('this node no longer holds the lease')
    const step = done({ output: keptOutput(await outcome.write(tx)) })
    await saveSteps(tx, token, broadcastId, [{ runId, index, result: JSON.stringify(step), ends: null }])
    return step
  })
  addStep(state, result)
  Object.assign(state.row, { attempt: 0, resume_at: null })
}

async function end(parts: DriveParts, state: RunState, ending: Ending): Promise<AnyRecord | undefined> {
  const saved = await parts.save({ state, index: state.progress.count, result: null, ending })
  return saved ? (saved.record ?? undefined) : undefined
}

/** A run that was aborted: at its deadline it ends here, otherwise it was ended elsewhere or another node continues it. */
async function endEarly(parts: DriveParts, state: RunState, signal: AbortSignal): Promise<AnyRecord | undefined> {
  if (signal.aborted && signal.reason !== 'timedOut') return undefined
  const seconds = Math.round(state.row.time_limit_ms / 1_000)
  const error: StepError = { code: 'timed_out', message: `The run did not end within its ${seconds} seconds.` }
  return end(parts, state, { status: 'timedOut', error: { ...error, nodeId: state.progress.at } })
}

/** Other nodes can claim it at once. */
async function release({ db, token }: DriveParts, { row }: RunState): Promise<undefined> {
  await runLeases(db).release(token, [{ broadcastId: row.broadcast_id, id: row.id }])
}

const isOutOfTime = ({ clock }: DriveParts, state: RunState) => clock.now() >= deadlineMs(state)

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | 'aborted'> {
  const { promise, resolve, reject } = Promise.withResolvers<T | 'aborted'>()
  const onAbort = () => resolve('aborted')
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  return promise
}

/** False when the signal was aborted before. */
async function waitUntil(at: Date | null, clock: Clock, signal: AbortSignal): Promise<boolean> {
  while (at !== null && clock.now() < at.getTime() && !signal.aborted) {
    const ms = Math.min(at.getTime() - clock.now(), clockLookMs)
    await new Promise((resolve) => setTimeout(resolve, ms))
  }
  return !signal.aborted
}

const unknownNode = { code: 'unknown_node', message: 'The node is not in the workflow.' }
const defaultDelayMs = 1_000
const maxDelayMs = 60_000
const clockLookMs = 100
