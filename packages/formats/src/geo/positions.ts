/** A place on the world: x is the longitude, y the latitude. */
export interface Position {
  x: number
  y: number
}

/** The position of a longitude and a latitude; undefined when they are none. */
export function positionOf(longitude: unknown, latitude: unknown): Position | undefined {
  const isDegrees = (value: unknown, limit: number): value is number =>
    typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= limit
  return isDegrees(longitude, 180) && isDegrees(latitude, 90) ? { x: longitude, y: latitude } : undefined
}

/** The middle of the box around an area or a line. */
export function middleOf(positions: Position[]): Position | undefined {
  const [first] = positions
  if (!first) return undefined
  const box = { left: first.x, right: first.x, low: first.y, high: first.y }
  for (const { x, y } of positions) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.low = Math.min(box.low, y)
    box.high = Math.max(box.high, y)
  }
  const rounded = (value: number) => Math.round(value * 1e7) / 1e7
  return { x: rounded((box.left + box.right) / 2), y: rounded((box.low + box.high) / 2) }
}
