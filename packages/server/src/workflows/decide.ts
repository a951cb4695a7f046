import type { WorkflowNode } from '@marquee/model'
import { findNodeType } from './nodes/index.ts'
import type { Advance, Definition, Frame, Progress, Route, Settled, StepError, StepResult } from './progress.ts'

export const maxInvocations = 10_000

export function begin(definition: Definition): Progress {
  const start: Progress = { at: null, count: 0, frames: [], outputs: {}, last: null, ending: null }
  return new Move(definition, start).go(definition.entryNodeId).done().progress
}

/** The progress of a run after one more step. Deterministic: the same steps lead to the same progress. */
export function advance(definition: Definition, before: Progress, result: StepResult): Advance {
  const move = new Move(definition, { ...before, count: before.count + 1 })
  const node = move.node(result.nodeId)
  const index = before.count
  if (!node) return move.fail(null, { code: 'unknown_node', message: 'The node is not in the workflow.' }).done()
  if (result.error) return move.stumble(node, index, result.error).done()
  if (findNodeType(node.type)?.loopBody) return move.enter(node, index, result.output).done()
  return move.succeed(node, index, result.output).done()
}

/** One move through the graph, which may close loops on its way. */
class Move {
  readonly #definition: Definition
  readonly #settled: Settled[] = []
  #progress: Progress

  constructor(definition: Definition, progress: Progress) {
    this.#definition = definition
    this.#progress = progress
  }

  node(id: string | null | undefined): WorkflowNode | undefined {
    return this.#definition.nodes.find((node) => node.id === id)
  }

  done(): Advance {
    const { at, count } = this.#progress
    if (at !== null && count >= maxInvocations)
      this.#end('failed', {
        code: 'too_many_invocations',
        message: `A run can invoke at most ${maxInvocations} nodes.`,
        nodeId: at,
      })
    return { progress: this.#progress, settled: this.#settled }
  }

  succeed(node: WorkflowNode, index: number, output: unknown): this {
    const isFalse = isBranch(node) && output !== true
    const route = isFalse ? 'onError' : 'onSuccess'
    this.#settle(node, index, route, output, null)
    return this.go(isFalse ? node.onError : node.onSuccess)
  }

  /** A node failed: continues at its `onError`, or fails the enclosing loop or run. A failed branch does not take the route of false. */
  stumble(node: WorkflowNode, index: number, error: StepError): this {
    const onError = isBranch(node) ? null : node.onError
    if (onError) {
      this.#settle(node, index, 'onError', { error }, error)
      return this.go(onError)
    }
    if (node.errorBehavior === 'continue') {
      this.#settle(node, index, 'onSuccess', { error }, error)
      return this.go(node.onSuccess)
    }
    this.#settle(node, index, null, { error }, error)
    return this.fail(node.id, error)
  }

  /** An error without a handler ends the round, the loop, or the run. */
  fail(nodeId: string | null, error: StepError): this {
    for (let frame = this.#frame(); frame; frame = this.#frame()) {
      const loop = this.node(frame.nodeId)
      if (loop?.errorBehavior === 'continue') {
        const failures = [...frame.failures, { index: frame.at, message: error.message }]
        return this.#nextRound({ ...frame, failures }, null)
      }
      this.#leave()
      if (!loop) continue
      const route = loop.onError ? 'onError' : null
      this.#settle(loop, frame.index, route, { error }, error)
      if (loop.onError) return this.go(loop.onError)
    }
    return this.#end('failed', { ...error, nodeId })
  }

  /** A loop begins. */
  enter(node: WorkflowNode, index: number, items: unknown): this {
    const frame: Frame = {
      nodeId: node.id,
      index,
      items: Array.isArray(items) ? items : [],
      at: -1,
      results: [],
      resultBytes: 0,
      failures: [],
    }
    this.#progress = { ...this.#progress, frames: [...this.#progress.frames, frame] }
    return this.#nextRound(frame, undefined)
  }

  /** Continues at a node. Without one, or at an enclosing loop, the round ends; outside of loops, the run ends. */
  go(target: string | null | undefined): this {
    const { frames, last } = this.#progress
    if (target === null || target === undefined) {
      const frame = this.#frame()
      return frame ? this.#nextRound(frame, last) : this.#end('succeeded', null)
    }
    const around = frames.findLastIndex(({ nodeId }) => nodeId === target)
    const frame = frames[around]
    if (frame) {
      this.#abandon(around + 1)
      return this.#nextRound(frame, last)
    }
    if (!this.node(target))
      return this.#end('failed', {
        code: 'unknown_node',
        message: 'The next node is not in the workflow.',
        nodeId: null,
      })
    this.#progress = { ...this.#progress, at: target }
    return this
  }

  /** Continues with the next item of the innermost loop, or leaves it. `result` is the output of the previous round, if there was one. */
  #nextRound(before: Frame, result: unknown): this {
    const frame = withResult({ ...before, at: before.at + 1 }, result)
    const loop = this.node(frame.nodeId)
    if (frame.at < frame.items.length) {
      const last = frame.items[frame.at]
      this.#progress = { ...this.#progress, frames: [...this.#progress.frames.slice(0, -1), frame], last }
      return this.go(loop ? String(bodyOf(loop)) : null)
    }
    this.#leave()
    if (!loop) return this.go(null)
    const { items, results, failures } = frame
    const output = { count: items.length, failed: failures.length, errors: failures.slice(0, maxErrors), results }
    this.#settle(loop, frame.index, 'onSuccess', output, null)
    return this.go(loop.onSuccess)
  }

  #frame(): Frame | undefined {
    return this.#progress.frames.at(-1)
  }

  #leave(): void {
    this.#progress = { ...this.#progress, frames: this.#progress.frames.slice(0, -1) }
  }

  /** Inner loops that were left by a jump to an outer one. */
  #abandon(depth: number): void {
    for (let frame = this.#frame(); frame && this.#progress.frames.length > depth; frame = this.#frame()) {
      this.#leave()
      this.#settled.push({ index: frame.index, route: null, output: null, error: null })
    }
  }

  #settle(node: WorkflowNode, index: number, route: Route, output: unknown, error: StepError | null): void {
    this.#settled.push({ index, route, output, error })
    const outputs = { ...this.#progress.outputs, [node.id]: output }
    const last = findNodeType(node.type)?.keepsLast && !error ? this.#progress.last : output
    this.#progress = { ...this.#progress, outputs, last }
  }

  #end(status: 'succeeded' | 'failed', error: NonNullable<Progress['ending']>['error']): this {
    this.#progress = { ...this.#progress, at: null, ending: { status, error } }
    return this
  }
}

/** Adds the output of a round to those of its loop, within a limit. */
function withResult(frame: Frame, result: unknown): Frame {
  if (result === undefined || frame.results === null) return frame
  const resultBytes = frame.resultBytes + Buffer.byteLength(JSON.stringify(result) ?? 'null')
  return { ...frame, resultBytes, results: resultBytes > maxResultBytes ? null : [...frame.results, result] }
}

const isBranch = ({ type }: WorkflowNode) => findNodeType(type)?.isBranch === true

/** The first node in the rounds of a loop. */
const bodyOf = ({ type, config }: WorkflowNode) => findNodeType(type)?.loopBody?.(config ?? {})

const maxResultBytes = 262_144
const maxErrors = 100
