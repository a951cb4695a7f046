import type { RecordFor } from '../../data/api.ts'

export type Place = RecordFor<'broadcastInterestPoint'>
export type VenueMap = RecordFor<'broadcastMap'>

/** Pixels of the background: x to the right, y down, from its upper left corner. On a geographic map, degrees of longitude and latitude. */
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
  const step = stepOf({ key, shiftKey })
  return step && within({ x: position.x + step.x, y: position.y + step.y }, size)
}

/** How far an arrow key moves a pin, in pixels. */
export function stepOf({ key, shiftKey }: { key: string; shiftKey: boolean }): Position | undefined {
  const [x, y] = steps[key] ?? []
  const size = shiftKey ? 10 : 1
  return x === undefined || y === undefined ? undefined : { x: x * size, y: y * size }
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
