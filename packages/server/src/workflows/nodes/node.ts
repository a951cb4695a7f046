import type { FieldError } from '@marquee/model'
import type { Tx } from '../../store/db.ts'
import type { Checking } from '../config-checks.ts'
import type { RunState } from '../run-state.ts'
import type { NodeServices } from './services.ts'

/** A type of node: its checks, how it runs and where its output goes. The fields of its configuration are declared in the model. */
export interface NodeType {
  /** Errors in a configuration, which keep a workflow from being enabled or run. */
  check(checking: Checking): FieldError[]
  createRun(services: NodeServices): RunNode
  /** The configuration whose expressions are evaluated, where it differs from the stored one. */
  prepare?(config: Record<string, unknown>): Record<string, unknown>
  /** The output is a condition: unless it is true, the run continues at `onError`. */
  isBranch?: true
  /** The output is a list, and the run executes the nodes after this one for each item. */
  loopBody?(config: Record<string, unknown>): unknown
  /** It works only where the service has a mail server. */
  needsMail?: true
  /** The output is not passed on: `last` stays that of the node before. */
  keepsLast?: true
}

export type RunNode = (call: NodeCall) => Promise<NodeOutcome>

/** One invocation of a node, with its expressions evaluated. */
export interface NodeCall {
  state: RunState
  config: Record<string, unknown>
  /** The same for every retry, also after a crash. */
  executionId: string
  nowMs: number
  /** Time until the deadline of the run. */
  remainingMs: number
  /** Aborted when the run was cancelled or timed out. */
  signal: AbortSignal
}

/** An output, or a write to be committed in one transaction with the step. */
export type NodeOutcome = { output: unknown; logs?: string[] } | { write(tx: Tx): Promise<unknown> }
