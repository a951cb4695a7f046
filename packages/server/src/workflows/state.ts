import type { AnyRecord } from '@marquee/model'
import type { EndStatus, RunRow } from '../store/queues/runs.ts'
import { advance, begin, type Progress, type StepError, type StepResult } from './decide.ts'
import type { Definition } from './definition.ts'
import { createShowing, type Showing } from './shown.ts'

/** What a run keeps to, whatever becomes of its workflow. */
export interface Pinned {
  definition: Definition
  /** When the workflow got the form it has here. */
  version: string | null
  trigger: { type: 'manual' | 'interval' | 'schedule' | 'once'; at: string }
  input: Record<string, unknown>
  /** The run that this one repeats or goes on from. */
  previousRunId: string | null
}

/** A run as far as it has come. */
export interface RunState {
  row: RunRow
  pinned: Pinned
  progress: Progress
  showing: Showing
}

export interface Ending {
  status: EndStatus
  error: (StepError & { nodeId: string | null }) | null
}

/** A run from what was saved of it. */
export function restoreRun(row: RunRow, steps: string[]): RunState {
  const pinned: Pinned = JSON.parse(row.pinned)
  const state: RunState = { row, pinned, progress: begin(pinned.definition), showing: createShowing() }
  for (const step of steps) addStep(state, JSON.parse(step))
  return state
}

/** Moves a run on by a step. */
export function addStep(state: RunState, result: StepResult): void {
  const { frames } = state.progress
  const { progress, settled } = advance(state.pinned.definition, state.progress, result)
  state.showing.add(
    result,
    frames.map(({ at }) => at),
  )
  for (const one of settled) state.showing.settle(one)
  state.progress = progress
}

/** What readers see of a run. */
export function recordOf(state: RunState, atMs: number, ending?: Ending): AnyRecord {
  const { row, pinned, progress, showing } = state
  const isStarted = row.started_at !== null
  const finishedAt = ending ? new Date(atMs).toISOString() : null
  return {
    _id: row.id,
    workflowId: row.workflow_id,
    workflowVersion: pinned.version,
    previousRunId: pinned.previousRunId,
    trigger: pinned.trigger.type,
    status: ending?.status ?? (isStarted ? 'running' : 'queued'),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt,
    ...(ending && row.started_at && { durationMs: Math.max(0, atMs - row.started_at.getTime()) }),
    invokedNodeCount: progress.count,
    error: ending?.error ?? null,
    context: { trigger: pinned.trigger, input: pinned.input },
    nodeResults: showing.results(ending !== undefined),
    metadata: {},
    _createdAt: row.created_at.toISOString(),
    _updatedAt: (ending ? new Date(atMs) : row.created_at).toISOString(),
    _reference: null,
  }
}

/** What the change log tells of a run that has ended: how it went. What its nodes said is kept with the run alone. */
export function loggedRecord(record: AnyRecord): AnyRecord {
  return { ...record, context: {}, nodeResults: [] }
}

export const deadlineMs = ({ row }: RunState) =>
  (row.started_at?.getTime() ?? Number.POSITIVE_INFINITY) + row.time_limit_ms
