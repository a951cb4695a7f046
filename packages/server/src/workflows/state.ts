import type { AnyRecord } from '@marquee/model'
import type { RunRow } from '../store/queues/runs.ts'
import { advance, begin } from './decide.ts'
import type { StepResult } from './progress.ts'
import type { Ending, Pinned, RunState } from './run-state.ts'
import { createShowing } from './shown.ts'

/** Restores a run from its saved steps. */
export function restoreRun(row: RunRow, steps: string[]): RunState {
  const pinned: Pinned = JSON.parse(row.pinned)
  const state: RunState = { row, pinned, progress: begin(pinned.definition), showing: createShowing() }
  for (const step of steps) addStep(state, JSON.parse(step))
  return state
}

/** Advances a run by a step. */
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

/** The record of a run, as it is shown. */
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

/** The record as it is logged. Outputs of nodes are stored with the run only. */
export function loggedRecord(record: AnyRecord): AnyRecord {
  return { ...record, context: {}, nodeResults: [] }
}

export const deadlineMs = ({ row }: RunState) =>
  (row.started_at?.getTime() ?? Number.POSITIVE_INFINITY) + row.time_limit_ms
