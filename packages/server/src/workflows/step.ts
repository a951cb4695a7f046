import type { WorkflowNode } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import type { RunSandbox } from './evaluate.ts'
import { ConfigError, planConfig } from './expression.ts'
import { findNodeType, type NodeRuns } from './nodes/index.ts'
import type { NodeCall, NodeOutcome } from './nodes/node.ts'
import { NodeError } from './nodes/node-error.ts'
import type { StepError } from './progress.ts'
import { walk } from './redact.ts'
import type { RunState } from './run-state.ts'

export interface StepCall {
  state: RunState
  node: WorkflowNode
  executionId: string
  remainingMs: number
  signal: AbortSignal
}

export interface StepParts {
  clock: Clock
  sandbox: RunSandbox
  nodes: NodeRuns
}

/** Invokes one node: evaluates its expressions together, then runs it. */
export async function invokeNode({ clock, sandbox, nodes }: StepParts, call: StepCall): Promise<NodeOutcome> {
  const { node } = call
  const type = findNodeType(node.type)
  if (!type) throw new NodeError('unknown_type', 'The type of the node is unknown.')
  const nowMs = clock.now()
  const plan = planConfig(type.prepare?.(node.config ?? {}) ?? node.config ?? {})
  const { values } =
    plan.sources.length > 0
      ? await sandbox.run('expressions', plan.sources, { ...call, nowMs }, plan.places)
      : { values: [] }
  const nodeCall: NodeCall = { ...call, config: plan.fill(values), nowMs }
  return nodes[node.type](nodeCall)
}

/** A failure as shown with the run. Unexpected errors are reported only to the operator. */
export function stepErrorOf(error: unknown, onError: (error: unknown) => void): { error: StepError; logs: string[] } {
  if (error instanceof NodeError)
    return { error: { code: error.code, message: error.message.slice(0, maxMessage) }, logs: error.logs }
  if (error instanceof ConfigError) return { error: { code: 'invalid_config', message: error.message }, logs: [] }
  onError(error)
  return { error: { code: 'internal', message: 'Something went wrong on our side.' }, logs: [] }
}

/** An output as it is stored: within the limit, and without characters that PostgreSQL refuses. */
export function keptOutput(output: unknown): unknown {
  const text = JSON.stringify(output) ?? 'null'
  const bytes = Buffer.byteLength(text)
  if (bytes > maxOutputBytes)
    throw new NodeError('output_too_large', `The output has ${bytes} bytes; at most ${maxOutputBytes} are allowed.`)
  return isStorable(text) ? output : walk(output, storable)
}

/** PostgreSQL stores no NUL, and a lone surrogate is invalid text. */
const isStorable = (text: string) => !/\\u(?:0000|d[89a-f])/i.test(text)
const storable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()

const maxOutputBytes = 1_048_576
const maxMessage = 2_000
