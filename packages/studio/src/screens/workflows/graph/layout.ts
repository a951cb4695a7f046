import { type Flow, linksOf, loopBodies, type Point } from './flow.ts'

/** The size of a step on the canvas. It is fixed, so that frames and layouts need not wait for the browser to measure. */
export const nodeSize = { width: 212, height: 96 }
const gap = { x: 120, y: 64 }

/** Positions for all steps: from left to right in the order of the run, branches below each other, loop bodies below their loop. */
export function layOut(flow: Flow): Map<string, Point> {
  const columns = columnsOf(flow)
  const lanes = lanesOf(flow, columns)
  return new Map(
    flow.nodes.map(({ id }) => [
      id,
      [
        (columns.get(id) ?? 0) * (nodeSize.width + gap.x),
        (lanes.get(id) ?? 0) * (nodeSize.height + gap.y),
      ] satisfies Point,
    ]),
  )
}

/** The positions of the steps: stored ones, and the others laid out below. */
export function placesOf(flow: Flow): Map<string, Point> {
  const placed = flow.nodes.flatMap(({ id, position }): [string, Point][] => {
    const [x, y] = position ?? []
    return x !== undefined && y !== undefined ? [[id, [x, y]]] : []
  })
  if (placed.length === flow.nodes.length) return new Map(placed)
  const laid = layOut(flow)
  if (placed.length === 0) return laid
  const left = Math.min(...placed.map(([, [x]]) => x))
  const below = Math.max(...placed.map(([, [, y]]) => y)) + nodeSize.height + gap.y
  const known = new Map(placed)
  return new Map(
    flow.nodes.map(({ id }) => {
      const [x, y] = laid.get(id) ?? [0, 0]
      return [id, known.get(id) ?? [left + x, below + y]]
    }),
  )
}

/** A free position for a new step: right of the step it follows, else right of all. */
export function placeFor(flow: Flow, afterId?: string, isBelow = false): Point {
  const places = placesOf(flow)
  const after = afterId === undefined ? undefined : places.get(afterId)
  const all = [...places.values()]
  const start: Point = after
    ? [after[0] + (isBelow ? 0 : nodeSize.width + gap.x), after[1] + (isBelow ? nodeSize.height + gap.y : 0)]
    : [all.length === 0 ? 0 : Math.max(...all.map(([x]) => x)) + nodeSize.width + gap.x, all[0]?.[1] ?? 0]
  let [x, y] = start
  const isTaken = () =>
    all.some(([ox, oy]) => Math.abs(ox - x) < nodeSize.width + 16 && Math.abs(oy - y) < nodeSize.height + 16)
  while (isTaken()) y += nodeSize.height + gap.y
  return [x, y]
}

export interface Frame {
  loopId: string
  x: number
  y: number
  width: number
  height: number
}

/** A frame around the steps of each loop. */
export function framesOf(flow: Flow, places: ReadonlyMap<string, Point>): Frame[] {
  return [...loopBodies(flow)].flatMap(([loopId, body]) => {
    const corners = [...body].map((id) => places.get(id)).filter((point) => point !== undefined)
    if (corners.length === 0) return []
    const x = Math.min(...corners.map(([left]) => left)) - padding
    const y = Math.min(...corners.map(([, top]) => top)) - padding
    const right = Math.max(...corners.map(([left]) => left)) + nodeSize.width + padding
    const bottom = Math.max(...corners.map(([, top]) => top)) + nodeSize.height + padding + frameFoot
    return [{ loopId, x, y, width: right - x, height: bottom - y }]
  })
}

const padding = 22
const frameFoot = 16

/** The longest path to each step; back edges do not count. */
function columnsOf(flow: Flow): Map<string, number> {
  const links = linksOf(flow)
  const columns = new Map<string, number>()
  const onWay = new Set<string>()
  const go = (id: string, column: number) => {
    if (onWay.has(id) || (columns.get(id) ?? -1) >= column) return
    columns.set(id, column)
    onWay.add(id)
    for (const { from, route, to } of links) {
      if (from === id) go(to, column + (route === 'body' ? 0 : 1))
    }
    onWay.delete(id)
  }
  const led = new Set(links.map(({ to }) => to))
  const starts = [flow.entryNodeId, ...flow.nodes.map(({ id }) => id).filter((id) => !led.has(id))]
  for (const start of starts) if (start !== null && flow.nodes.some(({ id }) => id === start)) go(start, 0)
  for (const { id } of flow.nodes) if (!columns.has(id)) go(id, 0)
  return columns
}

/** Success stays in the lane of its step; errors and loop bodies take the first free lane below. */
function lanesOf(flow: Flow, columns: ReadonlyMap<string, number>): Map<string, number> {
  const links = linksOf(flow)
  const lanes = new Map<string, number>()
  const taken = new Set<string>()
  const isFree = (column: number, lane: number) => !taken.has(`${column}:${lane}`)
  const put = (id: string, wanted: number) => {
    if (lanes.has(id)) return
    const column = columns.get(id) ?? 0
    let lane = wanted
    while (!isFree(column, lane)) lane += 1
    lanes.set(id, lane)
    taken.add(`${column}:${lane}`)
    const onward = (route: string) => links.find((link) => link.from === id && link.route === route)?.to
    const [straight, aside, inside] = [onward('onSuccess'), onward('onError'), onward('body')]
    if (straight !== undefined) put(straight, lane)
    if (inside !== undefined) put(inside, lane + 1)
    if (aside !== undefined) put(aside, lane + 1)
  }
  if (flow.entryNodeId !== null && columns.has(flow.entryNodeId)) put(flow.entryNodeId, 0)
  for (const { id } of flow.nodes) put(id, lanes.size === 0 ? 0 : Math.max(...lanes.values()) + 1)
  return lanes
}

/** Moves the steps right of a step further, to make room for another after it. */
export function withRoomAfter(flow: Flow, id: string): Flow {
  const places = placesOf(flow)
  const after = places.get(id)
  if (!after) return flow
  const [x, y] = after
  const step = nodeSize.width + gap.x
  const isInTheWay = ([ox, oy]: Point) => ox > x && Math.abs(oy - y) < nodeSize.height
  const isTight = [...places.values()].some((place) => isInTheWay(place) && place[0] < x + 2 * step - gap.x / 2)
  if (!isTight) return flow
  return {
    ...flow,
    nodes: flow.nodes.map((node) => {
      const place = places.get(node.id)
      return place && isInTheWay(place) ? { ...node, position: [place[0] + step, place[1]] } : node
    }),
  }
}
