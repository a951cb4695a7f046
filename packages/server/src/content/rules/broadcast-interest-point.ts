import { isDeepStrictEqual } from 'node:util'
import { type AnyRecord, type FieldError, Invalid, kinds } from '@marquee/model'
import { findFirstImageMap, isImageMap } from '../../store/records/maps.ts'
import type { Writing } from '../writing.ts'
import type { Rule } from './rule.ts'

interface Position {
  x: number
  y: number
}

/** A place that gets a position and names no map is on the first drawn one, where positions are whole pixels. */
export const interestPointRule: Rule = {
  async prepare({ writing, before, after }) {
    const isPlaced =
      !writing.copying && after.position !== null && !before?.position && after.mapId === null && !before?.mapId
    const placed = isPlaced ? { ...after, mapId: await findFirstImageMap(writing.tx, writing.broadcastId) } : after
    const isMoved = !isDeepStrictEqual([before?.position, before?.mapId], [placed.position, placed.mapId])
    if (isMoved && (await isBetweenPixels(writing, placed))) throw new Invalid(pixelErrors(placed.position as Position))
    return placed
  },
  /** A revision can hold a position from before they were checked. */
  async saved({ writing, after, rewrite }) {
    if (!(await isBetweenPixels(writing, after))) return
    await rewrite(writing, kinds.broadcastInterestPoint, after._id, (record) => {
      const { x, y } = record.position as Position
      return { ...record, position: { x: Math.round(x), y: Math.round(y) } }
    })
  },
}

async function isBetweenPixels({ tx, broadcastId }: Writing, { position, mapId }: AnyRecord): Promise<boolean> {
  if (position === null || typeof mapId !== 'string') return false
  const { x, y } = position as Position
  return !(Number.isInteger(x) && Number.isInteger(y)) && (await isImageMap(tx, broadcastId, mapId))
}

const pixelErrors = (position: Position) =>
  (['x', 'y'] as const)
    .filter((axis) => !Number.isInteger(position[axis]))
    .map(
      (axis): FieldError => ({
        pointer: `/position/${axis}`,
        code: 'type',
        message: 'must be a whole number of pixels, because the place is on an image map',
      }),
    )
