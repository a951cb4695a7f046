/** A pin on the screen, and the width of its name. */
export interface Labelled {
  id: string
  x: number
  y: number
  width: number
}

/** The height of a name below its pin, and half the size of a pin. */
const [labelHeight, pinRadius] = [20, 15]

/** The pins whose names fit without covering another name or pin; the first in the list go first. */
export function labelsThatFit(pins: readonly Labelled[]): Set<string> {
  const taken = pins.map(({ x, y }) => boxAround(x, y, pinRadius))
  const fitting = new Set<string>()
  for (const [at, { id, x, y, width }] of pins.entries()) {
    const top = y + pinRadius + 1
    const label = { left: x - width / 2, right: x + width / 2, top, bottom: top + labelHeight }
    if (taken.some((box, other) => other !== at && isOverlap(box, label))) continue
    taken.push(label)
    fitting.add(id)
  }
  return fitting
}

/** The width of a name in pixels, as it is drawn; a long one is cut. */
export const labelWidth = (title: string) => Math.min(title.length * 6.6 + 12, 150)

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const boxAround = (x: number, y: number, radius: number): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
})

const isOverlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
