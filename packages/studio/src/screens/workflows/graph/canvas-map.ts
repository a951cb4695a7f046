import type { Edge, Node } from '@xyflow/react'
import { type Flow, type Link, linksOf, type Route, routesOf, unreachable, type WorkflowNode } from './flow.ts'
import { framesOf, nodeSize, placesOf } from './layout.ts'
import type { NodeProblem } from './problems.ts'
import type { NodeState } from './run-state.ts'

export interface StepData extends Record<string, unknown> {
  node: WorkflowNode
  isEntry: boolean
  isUnreached: boolean
  routes: Route[]
  problems: NodeProblem[]
  state: NodeState | undefined
}

export interface FrameData extends Record<string, unknown> {
  loop: WorkflowNode
}

export interface LinkData extends Record<string, unknown> {
  link: Link
  from: WorkflowNode | undefined
  isTaken: boolean
}

export type StepNode = Node<StepData, 'step'>
export type FrameNode = Node<FrameData, 'frame'>
export type CanvasNode = StepNode | FrameNode
export type CanvasEdge = Edge<LinkData, 'link'>

export interface Shown {
  flow: Flow
  selectedId: string | undefined
  problems: ReadonlyMap<string, NodeProblem[]>
  states: ReadonlyMap<string, NodeState>
  taken: ReadonlySet<string>
}

/** The steps and the frames of loops as nodes of the canvas. Frames come first, so that they are below. */
export function canvasNodes({ flow, selectedId, problems, states }: Shown): CanvasNode[] {
  const places = placesOf(flow)
  const unreached = unreachable(flow)
  const frames = framesOf(flow, places).flatMap(({ loopId, x, y, width, height }): FrameNode[] => {
    const loop = flow.nodes.find(({ id }) => id === loopId)
    if (!loop) return []
    const passive = { draggable: false, selectable: false, focusable: false, deletable: false, connectable: false }
    return [
      {
        ...passive,
        id: `frame:${loopId}`,
        type: 'frame',
        position: { x, y },
        width,
        height,
        zIndex: -1,
        data: { loop },
      },
    ]
  })
  const steps = flow.nodes.map((node): StepNode => {
    const [x, y] = places.get(node.id) ?? [0, 0]
    return {
      id: node.id,
      type: 'step',
      position: { x, y },
      ...nodeSize,
      selected: node.id === selectedId,
      data: {
        node,
        isEntry: node.id === flow.entryNodeId,
        isUnreached: unreached.has(node.id),
        routes: routesOf(node),
        problems: problems.get(node.id) ?? [],
        state: states.get(node.id),
      },
    }
  })
  return [...frames, ...steps]
}

export function canvasEdges({ flow, taken }: Shown): CanvasEdge[] {
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]))
  return linksOf(flow).map((link) => ({
    id: link.id,
    type: 'link',
    source: link.from,
    sourceHandle: link.route,
    target: link.to,
    // The body of a loop is below it, so it is entered from above.
    targetHandle: link.route === 'body' ? 'top' : 'left',
    data: { link, from: nodes.get(link.from), isTaken: taken.has(link.id) },
  }))
}

/** The meaning of a connection that was drawn by hand; undefined when it leads to its own start. */
export function drawnLink(drawn: {
  source: string
  sourceHandle?: string | null
  target: string
}): { from: string; route: Route; to: string } | undefined {
  const { source, sourceHandle, target } = drawn
  const route = sourceHandle === 'onError' || sourceHandle === 'body' ? sourceHandle : 'onSuccess'
  return source === target ? undefined : { from: source, route, to: target }
}
