import { isLoop } from '../nodes/index.ts'
import {
  addNode,
  type Flow,
  findNode,
  freeId,
  type NodeType,
  nextOf,
  type Point,
  type Route,
  type WorkflowNode,
} from './flow.ts'
import { placeFor, withRoomAfter } from './layout.ts'

export interface After {
  id: string
  route: Route
}

/** Adds a step with the initial settings of its type; returns the flow and the new id. */
export function grown(
  flow: Flow,
  type: NodeType,
  config: Record<string, unknown>,
  { after, at }: { after?: After | undefined; at?: Point | undefined },
): { flow: Flow; id: string } {
  const id = freeId(flow, type)
  const before = findNode(flow, after?.id)
  const isBetween = before !== undefined && after !== undefined && nextOf(before, after.route) !== null
  const isBelow = after?.route === 'body'
  const roomy = isBetween && !isBelow && !at ? withRoomAfter(flow, before.id) : flow
  const [x, y] = at ?? placeFor(roomy, after?.id, isBelow)
  const node: WorkflowNode = { id, type, config, position: [Math.round(x), Math.round(y)] }
  return { flow: addNode(roomy, node, after), id }
}

/** The default position of a new step: after the selected one, else at the end of the success path. */
export function endOf(flow: Flow, selectedId: string | undefined): After | undefined {
  const selected = findNode(flow, selectedId)
  if (selected) return openRoute(selected)
  const seen = new Set<string>()
  let last: WorkflowNode | undefined
  for (
    let node = findNode(flow, flow.entryNodeId);
    node && !seen.has(node.id);
    node = findNode(flow, nextOf(node, 'onSuccess'))
  ) {
    seen.add(node.id)
    last = node
  }
  return last && openRoute(last)
}

/** The body of a loop is filled first. */
function openRoute(node: WorkflowNode): After {
  const isBodyOpen = isLoop(node) && nextOf(node, 'body') === null
  return { id: node.id, route: isBodyOpen ? 'body' : 'onSuccess' }
}

/** A copy of a step, beside it and unconnected. */
export function duplicated(flow: Flow, id: string, name: string): { flow: Flow; id: string } | undefined {
  const node = findNode(flow, id)
  if (!node) return undefined
  const copyId = freeId(flow, node.type)
  const { onSuccess: _next, onError: _aside, ...rest } = node
  const [x, y] = placeFor(flow, id, true)
  const copy: WorkflowNode = { ...rest, id: copyId, name, position: [x, y] }
  return { flow: { ...flow, nodes: [...flow.nodes, copy] }, id: copyId }
}
