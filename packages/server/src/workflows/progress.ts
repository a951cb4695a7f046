import type { WorkflowNode } from '@marquee/model'

/** The part of a workflow that is fixed for a run. */
export interface Definition {
  name: string
  entryNodeId: string
  nodes: WorkflowNode[]
}

export interface StepError {
  code: string
  message: string
}

/** The saved result of one invocation of a node. A run is restored from these alone. */
export interface StepResult {
  nodeId: string
  nodeType: string
  executionId: string
  startedAt: string
  durationMs: number
  attempts: number
  logs: string[]
  /** For a loop, its items. */
  output?: unknown
  error?: StepError
}

export type Route = 'onSuccess' | 'onError' | null

/** A loop that is running. */
export interface Frame {
  nodeId: string
  /** The index of the step that began it. */
  index: number
  items: readonly unknown[]
  /** The index of the current item. */
  at: number
  /** The outputs of the rounds so far; null once they exceed the limit. */
  results: readonly unknown[] | null
  resultBytes: number
  failures: readonly { index: number; message: string }[]
}

export interface Progress {
  /** The node to invoke next; null when the run has ended. */
  at: string | null
  /** The number of invocations. */
  count: number
  frames: readonly Frame[]
  /** The last output of each node, by its id. */
  outputs: Readonly<Record<string, unknown>>
  /** The output of the node before. */
  last: unknown
  ending: { status: 'succeeded' | 'failed'; error: (StepError & { nodeId: string | null }) | null } | null
}

/** The outcome of a step: known at once, but for a loop after its last round. */
export interface Settled {
  index: number
  route: Route
  output: unknown
  error: StepError | null
}

export interface Advance {
  progress: Progress
  settled: Settled[]
}
