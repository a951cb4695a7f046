/** The part of a picture that is shown, in shares of its width and height. */
export interface Crop {
  x: number
  y: number
  width: number
  height: number
}

interface Point {
  x: number
  y: number
}

/** A crop as in the addresses of its pictures: four decimals are finer than a pixel. */
export const cropText = ({ x, y, width, height }: Crop): string =>
  [x, y, width, height].map((share) => Math.round(share * 10_000) / 10_000).join(',')

/** The address of a picture with its crop, so that a picture that is cropped again has another address. */
export const croppedUrl = (url: string, crop: Crop | null | undefined): string =>
  crop ? `${url}?crop=${cropText(crop)}` : url

/** A point of the whole picture in shares of the crop; outside of it, the nearest point of its edge. */
export function pointWithin({ x, y }: Point, crop: Crop | null | undefined): Point {
  if (!crop) return { x, y }
  const share = (value: number) => Math.min(1, Math.max(0, value))
  return { x: share((x - crop.x) / crop.width), y: share((y - crop.y) / crop.height) }
}

/** Whether a crop stays inside of the picture; sums of decimals may exceed 1 by an error of rounding. */
export const isWithinPicture = ({ x, y, width, height }: Crop): boolean =>
  x + width <= roundedOne && y + height <= roundedOne
const roundedOne = 1 + 1e-9
