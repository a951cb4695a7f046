import type { EndStatus, RunRow } from '../store/queues/runs.ts'
import type { Definition, Progress, StepError } from './progress.ts'
import type { Trigger } from './schedule.ts'
import type { Showing } from './shown.ts'

/** The inputs of a run, unchanged when its workflow is edited. */
export interface Pinned {
  definition: Definition
  /** When the workflow was last changed. */
  version: string | null
  trigger: { type: Trigger['type']; at: string }
  input: Record<string, unknown>
  /** The run that this one repeats or continues. */
  previousRunId: string | null
  /** The workflows whose changes led to this run, oldest first. */
  chain?: string[]
}

/** A run and its progress. */
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
