import type { RecordFor } from '../../data/api.ts'

export type Place = RecordFor<'broadcastInterestPoint'>
export type VenueMap = RecordFor<'broadcastMap'>

/** Pixels of the background: x to the right, y down, from its upper left corner. */
export interface Position {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** A place on a map, as it is drawn. */
export interface Pin {
  id: string
  title: string
  position: Position
  color: string
  icon: string
  isDraft: boolean
}

/** The y axis of the library points up; that of pixels points down. */
export const toLatLng = ({ x, y }: Position): [lat: number, lng: number] => [-y, x]

/** A whole pixel on the map; a pin dragged over the edge stays at the edge. */
export function fromLatLng({ lat, lng }: { lat: number; lng: number }, size: Size): Position {
  return within({ x: lng, y: -lat }, size)
}

export function within({ x, y }: Position, { width, height }: Size): Position {
  const limit = (value: number, most: number) => Math.min(Math.max(Math.round(value), 0), Math.floor(most)) + 0
  return { x: limit(x, width), y: limit(y, height) }
}

/** The position of a pin after a key press: one pixel further, ten with Shift. */
export function nudged(
  position: Position,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  size: Size,
): Position | undefined {
  const step = shiftKey ? 10 : 1
  const [x, y] = steps[key] ?? []
  if (x === undefined || y === undefined) return undefined
  return within({ x: position.x + x * step, y: position.y + y * step }, size)
}

const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The places on a map, and those on no map yet. Places of other maps are in neither. */
export function sortedOut(places: readonly Place[], mapId: string): { placed: Place[]; unplaced: Place[] } {
  const placed = places.filter((place) => place.mapId === mapId && isPlaced(place))
  const unplaced = places.filter((place) => !isPlaced(place) || (place.mapId ?? null) === null)
  return { placed, unplaced }
}

const isPlaced = ({ position }: Place) => position !== null && position !== undefined

/** The grid of a geographic map: a round step, and the positions of the lines. */
export function graticule(from: number, to: number, most = 8): number[] {
  const span = Math.max(to - from, 1e-6)
  const rough = span / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? 10 * power
  const lines: number[] = []
  for (let at = Math.ceil(from / step); at * step <= to; at += 1) lines.push(Number((at * step).toPrecision(12)))
  return lines
}

/** The bounding box of some positions, with a margin. Longitude is x, latitude y. */
export function extentOf(positions: readonly Position[]): { west: number; east: number; south: number; north: number } {
  const xs = positions.map(({ x }) => x)
  const ys = positions.map(({ y }) => y)
  const range = (values: number[]) => {
    const [least, most] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [-1, 1]
    const margin = Math.max((most - least) * 0.12, 0.0005)
    return [least - margin, most + margin] as const
  }
  const [west, east] = range(xs)
  const [south, north] = range(ys)
  return { west, east, south, north }
}
