import type { WorkflowNode } from '@marquee/model'
import type { NodeType, Route } from '../nodes/declaration.ts'
import { isLoop, nodeDeclarations } from '../nodes/index.ts'
import { fixedValue, writeAt } from './wrapper.ts'

export type { NodeType, Route, WorkflowNode }

/** The steps of a workflow and its entry. */
export interface Flow {
  entryNodeId: string | null
  nodes: WorkflowNode[]
}

export type Point = readonly [number, number]

export interface Link {
  id: string
  from: string
  route: Route
  to: string
}

export const routes: readonly Route[] = ['onSuccess', 'onError', 'body']

/** The flow in the values of a form. */
export function flowOf(values: Record<string, unknown>): Flow {
  const { entryNodeId, nodes } = values
  return {
    entryNodeId: typeof entryNodeId === 'string' ? entryNodeId : null,
    // The service validated them when they were stored, and only this screen edits them.
    nodes: Array.isArray(nodes) ? (nodes as WorkflowNode[]) : [],
  }
}

export function findNode(flow: Flow, id: string | null | undefined): WorkflowNode | undefined {
  return flow.nodes.find((node) => node.id === id)
}

/** The target of a route of a step, if any. */
export function nextOf(node: WorkflowNode, route: Route): string | null {
  const next = route === 'body' ? bodyOf(node) : node[route]
  return typeof next === 'string' && next !== '' ? next : null
}

export const routesOf = (node: WorkflowNode): Route[] =>
  isLoop(node) ? ['body', 'onSuccess', 'onError'] : ['onSuccess', 'onError']

/** Every connection between two existing steps. */
export function linksOf(flow: Flow): Link[] {
  const ids = new Set(flow.nodes.map(({ id }) => id))
  return flow.nodes.flatMap((node) =>
    routesOf(node).flatMap((route) => {
      const to = nextOf(node, route)
      return to !== null && ids.has(to) ? [{ id: linkId(node.id, route), from: node.id, route, to }] : []
    }),
  )
}

export const linkId = (from: string, route: Route) => `${from}:${route}`

/** Sets the target of a route of a step, or removes it. */
export function connect(flow: Flow, from: string, route: Route, to: string | null): Flow {
  return withNode(flow, from, (node) =>
    route === 'body'
      ? {
          ...node,
          config: writeAt(node.config ?? {}, ['entryNodeId'], to === null ? undefined : { type: 'string', value: to }),
        }
      : { ...node, [route]: to },
  )
}

export function withNode(flow: Flow, id: string, change: (node: WorkflowNode) => WorkflowNode): Flow {
  return { ...flow, nodes: flow.nodes.map((node) => (node.id === id ? change(node) : node)) }
}

/** Inserts a step after a route of another, before its old target. Without a route it is unconnected; the first step is the entry. */
export function addNode(flow: Flow, node: WorkflowNode, after?: { id: string; route: Route }): Flow {
  const before = findNode(flow, after?.id)
  const next = before && after ? nextOf(before, after.route) : null
  // The body of a loop ends with a connection back to the loop; an inserted step keeps it.
  const fresh: WorkflowNode = next === null ? node : { ...node, onSuccess: next }
  const grown: Flow = { entryNodeId: flow.entryNodeId ?? node.id, nodes: [...flow.nodes, fresh] }
  return after && before ? connect(grown, after.id, after.route, node.id) : grown
}

/** Removes steps. Connections to a removed step are redirected to its successor, so that a chain stays connected. */
export function removeNodes(flow: Flow, ids: readonly string[]): Flow {
  return ids.reduce(removeNode, flow)
}

function removeNode(flow: Flow, id: string): Flow {
  const gone = findNode(flow, id)
  if (!gone) return flow
  const onward = nextOf(gone, 'onSuccess')
  const heir = onward === id ? null : onward
  const rest: Flow = { ...flow, nodes: flow.nodes.filter((node) => node.id !== id) }
  const led = linksOf(flow).filter((link) => link.to === id && link.from !== id)
  const relinked = led.reduce(
    (known, { from, route }) => connect(known, from, route, heir === from ? null : heir),
    rest,
  )
  return { ...relinked, entryNodeId: flow.entryNodeId === id ? heir : flow.entryNodeId }
}

export function moveNodes(flow: Flow, positions: ReadonlyMap<string, Point>): Flow {
  return {
    ...flow,
    nodes: flow.nodes.map((node) => {
      const to = positions.get(node.id)
      return to ? { ...node, position: [Math.round(to[0]), Math.round(to[1])] } : node
    }),
  }
}

/** An unused id: `code`, then `code2`. Expressions contain ids, so they are short and valid identifiers. */
export function freeId(flow: Flow, type: NodeType): string {
  const base = nodeDeclarations[type].idBase
  const taken = new Set(flow.nodes.map(({ id }) => id))
  let id: string = base
  for (let number = 2; taken.has(id); number += 1) id = `${base}${number}`
  return id
}

/** The steps inside each loop: all that its body reaches without passing the loop again. */
export function loopBodies(flow: Flow): Map<string, Set<string>> {
  return new Map(
    flow.nodes.filter(isLoop).map((loop) => [loop.id, reached(flow, nextOf(loop, 'body'), new Set([loop.id]))]),
  )
}

/** The steps that are unreachable from the entry. */
export function unreachable(flow: Flow): Set<string> {
  const found = reached(flow, flow.entryNodeId, new Set())
  return new Set(flow.nodes.map(({ id }) => id).filter((id) => !found.has(id)))
}

/** The steps in the order of a run; unreachable ones are last. */
export function inOrder(flow: Flow): WorkflowNode[] {
  const found = [...reached(flow, flow.entryNodeId, new Set())]
  const place = new Map(found.map((id, index) => [id, index]))
  const rank = ({ id }: WorkflowNode) => place.get(id) ?? found.length
  return flow.nodes
    .map((node, index) => ({ node, index }))
    .sort((one, other) => rank(one.node) - rank(other.node) || one.index - other.index)
    .map(({ node }) => node)
}

function reached(flow: Flow, from: string | null, closed: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  const go = (id: string | null) => {
    const node = id === null || found.has(id) || closed.has(id) ? undefined : findNode(flow, id)
    if (!node) return
    found.add(node.id)
    for (const route of routesOf(node)) go(nextOf(node, route))
  }
  go(from)
  return found
}

function bodyOf(node: WorkflowNode): unknown {
  return isLoop(node) ? fixedValue(node.config?.entryNodeId) : null
}
