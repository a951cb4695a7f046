import type { Tx } from '../../store/db.ts'
import type { RunState } from '../state.ts'

/** One invocation of a node, with its configuration worked out. */
export interface NodeCall {
  state: RunState
  config: Record<string, unknown>
  /** The same when it is tried again, also after a crash. */
  executionId: string
  nowMs: number
  /** How much of the run's time is left. */
  remainingMs: number
  /** Given up on: the run was cancelled or has run out of time. */
  signal: AbortSignal
}

/** What a node came to, or a write that is to be saved in one transaction with the step. */
export type NodeOutcome = { output: unknown; logs?: string[] } | { write(tx: Tx): Promise<unknown> }

export type NodeType = (call: NodeCall) => Promise<NodeOutcome>

/** A node failed, and the message is for whoever reads the run. */
export class NodeError extends Error {
  readonly code: string
  readonly logs: string[]

  constructor(code: string, message: string, logs: string[] = []) {
    super(message)
    this.code = code
    this.logs = logs
  }
}
