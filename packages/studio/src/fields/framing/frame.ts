import type { Crop } from '@marquee/model'

export interface Point {
  x: number
  y: number
}

/** A corner of the frame: 0 is left or top, 1 right or bottom. */
export type Corner = { x: 0 | 1; y: 0 | 1 }

export const whole: Crop = { x: 0, y: 0, width: 1, height: 1 }
/** Smaller frames cannot be grabbed. */
const least = 0.05

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high))

export const isWhole = ({ width, height }: Crop) => width >= 1 && height >= 1

export const pointAt = ({ x, y }: Point): Point => ({ x: rounded(within(x, 0, 1)), y: rounded(within(y, 0, 1)) })

export const moved = (crop: Crop, by: Point): Crop =>
  stored({ ...crop, x: within(crop.x + by.x, 0, 1 - crop.width), y: within(crop.y + by.y, 0, 1 - crop.height) })

/** Moves one corner; the opposite one stays. `ratio` is the width to the height, in shares of the picture. */
export function resized(crop: Crop, corner: Corner, by: Point, ratio?: number): Crop {
  const fixed = { x: corner.x ? crop.x : crop.x + crop.width, y: corner.y ? crop.y : crop.y + crop.height }
  const room = { width: corner.x ? 1 - fixed.x : fixed.x, height: corner.y ? 1 - fixed.y : fixed.y }
  let width = within(crop.width + (corner.x ? by.x : -by.x), least, room.width)
  let height = within(crop.height + (corner.y ? by.y : -by.y), least, room.height)
  if (ratio !== undefined) {
    width = Math.min(width, room.height * ratio)
    height = width / ratio
  }
  return stored({ x: corner.x ? fixed.x : fixed.x - width, y: corner.y ? fixed.y : fixed.y - height, width, height })
}

/** The largest frame of a ratio, as close to a point as possible. */
export function largest(ratio: number, { x, y }: Point): Crop {
  const [width, height] = [Math.min(1, ratio), Math.min(1, 1 / ratio)]
  return stored({ x: within(x - width / 2, 0, 1 - width), y: within(y - height / 2, 0, 1 - height), width, height })
}

/** Rounded down to what addresses contain, so that a frame never reaches beyond the picture. */
function stored({ x, y, width, height }: Crop): Crop {
  const [left, top] = [rounded(x), rounded(y)]
  return { x: left, y: top, width: rounded(Math.min(width, 1 - left)), height: rounded(Math.min(height, 1 - top)) }
}

const rounded = (share: number) => Math.floor(share * 10_000 + 1e-6) / 10_000
