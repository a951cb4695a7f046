import type { NodeDeclaration } from '../nodes/declaration.ts'
import { nodeDeclarations } from '../nodes/index.ts'
import type { Flow } from './flow.ts'
import { findNode, linkId, nextOf } from './flow.ts'

export type RunStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'timedOut'

/** One invocation of a step, as a run stores it. */
export interface NodeResult {
  executionId: string
  index: number
  nodeId: string
  nodeType: string
  routeTaken: 'onSuccess' | 'onError' | null
  durationMs: number
  status?: 'running' | 'succeeded' | 'failed'
  startedAt?: string
  attempts?: number
  iterations?: number[]
  error?: { code: string; message: string }
  output?: unknown
  outputCut?: boolean
  logs?: string[]
}

export interface Run {
  _id: string
  workflowId: string | null
  previousRunId?: string | null
  trigger: string | null
  status: RunStatus
  startedAt: string | null
  finishedAt: string | null
  durationMs?: number | null
  invokedNodeCount: number
  error: { code: string; message: string; nodeId?: string | null } | null
  context: Record<string, unknown>
  nodeResults: NodeResult[]
}

export const isUnderWay = ({ status }: Pick<Run, 'status'>) => status === 'queued' || status === 'running'

export interface NodeState {
  status: 'running' | 'succeeded' | 'failed'
  /** The number of invocations; more than one in a loop. */
  count: number
  failed: number
  durationMs: number
}

/** The state of each step so far. The current step is running, even when the stored run does not include it yet. */
export function nodeStates(run: Run, flow: Flow): Map<string, NodeState> {
  const states = new Map<string, NodeState>()
  for (const result of run.nodeResults) {
    const known = states.get(result.nodeId)
    const status = statusOf(result)
    states.set(result.nodeId, {
      status: known?.status === 'failed' && status !== 'running' ? 'failed' : status,
      count: (known?.count ?? 0) + 1,
      failed: (known?.failed ?? 0) + (status === 'failed' ? 1 : 0),
      durationMs: (known?.durationMs ?? 0) + result.durationMs,
    })
  }
  const current = run.status === 'running' ? currentNode(run, flow) : undefined
  if (current !== undefined) {
    const known = states.get(current)
    states.set(current, { count: 0, failed: 0, durationMs: 0, ...known, status: 'running' })
  }
  return states
}

export const statusOf = ({ status, error }: NodeResult): NodeState['status'] =>
  status ?? (error ? 'failed' : 'succeeded')

/** Undefined for a type that this studio does not know yet. */
const typeOf = ({ nodeType }: NodeResult): NodeDeclaration | undefined =>
  nodeDeclarations[nodeType as keyof typeof nodeDeclarations]

const isLoopResult = (result: NodeResult) => typeOf(result)?.isLoop === true

/** The current step of a run: one that is marked as running, else the target of the last step. */
export function currentNode(run: Run, flow: Flow): string | undefined {
  const last = run.nodeResults.at(-1)
  if (!last) return flow.entryNodeId ?? undefined
  const running = run.nodeResults.findLast(({ status }) => status === 'running')
  if (running && !isLoopResult(running)) return running.nodeId
  const node = findNode(flow, last.nodeId)
  if (isLoopResult(last) && statusOf(last) === 'running') return (node && nextOf(node, 'body')) ?? undefined
  const next = node && last.routeTaken ? nextOf(node, last.routeTaken) : null
  return next ?? running?.nodeId
}

/** The connections that a run followed. */
export function linksTaken(run: Run): Set<string> {
  const taken = run.nodeResults.flatMap(({ nodeId, routeTaken }) => (routeTaken ? [linkId(nodeId, routeTaken)] : []))
  const loops = run.nodeResults.filter(isLoopResult).map(({ nodeId }) => linkId(nodeId, 'body'))
  return new Set([...taken, ...loops])
}

/** The invocations of a step, in order. */
export function invocationsOf(run: Run, nodeId: string): NodeResult[] {
  return run.nodeResults.filter((result) => result.nodeId === nodeId)
}

/** The value of `last` in an invocation: the previous output, or the input of the run. Unknown at the start of a loop body. */
export function lastOf(run: Run, result: NodeResult): { value: unknown } | undefined {
  const at = run.nodeResults.indexOf(result)
  if (at === 0) return { value: run.context.input ?? {} }
  const rounds = (of: NodeResult | undefined) => (of?.iterations ?? []).join('.')
  for (let before = at - 1; before >= 0; before -= 1) {
    const one = run.nodeResults[before]
    if (!one || rounds(one) !== rounds(result) || isLoopResult(one)) return undefined
    // A condition passes on its input.
    if (!typeOf(one)?.isCondition) return { value: one.error && !('output' in one) ? { error: one.error } : one.output }
  }
  return { value: run.context.input ?? {} }
}

/** Formats milliseconds: `1,250` is 1.3 s. */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return ''
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}
