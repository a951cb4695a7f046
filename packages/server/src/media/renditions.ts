import { type Crop, pointWithin } from '@marquee/model'

/** The available widths. Sizes in between are rounded up, so that the number of renditions is bounded. */
export const ladder = [64, 128, 192, 256, 384, 512, 640, 768, 1_024, 1_280, 1_600, 1_920, 2_560, 3_840] as const
export const maxSize = ladder[ladder.length - 1] ?? 0

export const fits = ['contain', 'cover'] as const
export const formats = ['auto', 'avif', 'webp', 'jpeg', 'png'] as const

export interface Asked {
  w: number | null
  h: number | null
  /** Default: `contain`. */
  fit: (typeof fits)[number] | null
  format: (typeof formats)[number] | null
  /** Any crop asks for the current one of the media; null for the whole picture. */
  crop: string | null
}

export interface Picture {
  width: number
  height: number
  frames: number
  mimeType: string
  crop: Crop | null
  focalPoint: { x: number; y: number } | null
}

/** The parameters that determine the bytes of a rendered image. */
export interface Rendition {
  width: number
  height: number
  /** The pixels of the picture that it is made of; null for all. */
  area: Area | null
  /** Whether it is cropped around the focal point. */
  isCropped: boolean
  focus: { x: number; y: number }
  format: 'avif' | 'webp' | 'jpeg' | 'png' | 'gif'
  isAnimated: boolean
}

/** A part of a picture, in pixels. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** The rendition closest to the request: not smaller where the image allows, and never enlarged. */
export function chooseRendition(whole: Picture, asked: Asked, accept: string): Rendition {
  const crop = asked.crop === null ? null : whole.crop
  const area = crop && areaOf(whole, crop)
  const picture = area ? { ...whole, width: area.width, height: area.height } : whole
  const size =
    asked.fit === 'cover' && asked.w !== null && asked.h !== null
      ? cover(picture, asked.w, asked.h)
      : contain(picture, asked)
  const format = chooseFormat(picture, asked.format ?? 'auto', accept)
  const isAnimated = picture.frames > 1 && (format === 'webp' || format === 'gif') && isSmallEnough(picture)
  const focus = size.isCropped && !isAnimated ? pointWithin(picture.focalPoint ?? middle, crop) : middle
  return { ...size, area, focus: { x: rounded(focus.x), y: rounded(focus.y) }, format, isAnimated }
}

/** The storage name of a rendition. Its leading number is a version: increase it when rendering changes. */
export function renditionName({ width, height, area, isCropped, focus, format, isAnimated }: Rendition): string {
  const part = area ? `-of-${area.left}.${area.top}.${area.width}.${area.height}` : ''
  const crop = isCropped ? `-${Math.round(focus.x * 100)}.${Math.round(focus.y * 100)}` : ''
  return `1-${width}x${height}${part}${crop}${isAnimated ? '-moving' : ''}.${format}`
}

/** Whether its format depends on the Accept header. */
export const isNegotiated = ({ format }: Asked) => format === null || format === 'auto'

/** Whole pixels, at least one, inside of the picture. */
function areaOf({ width, height }: Picture, crop: Crop): Area {
  const left = Math.min(width - 1, Math.round(crop.x * width))
  const top = Math.min(height - 1, Math.round(crop.y * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(crop.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(crop.height * height))),
  }
}

const middle = { x: 0.5, y: 0.5 }
const rounded = (share: number) => Math.round(share * 20) / 20

/** Fits inside the box, keeping its aspect ratio. */
function contain({ width, height }: Picture, { w, h }: Asked) {
  const scale = Math.min((w ?? Number.POSITIVE_INFINITY) / width, (h ?? Number.POSITIVE_INFINITY) / height)
  const wanted = Number.isFinite(scale) ? Math.ceil(width * scale) : width
  const step = Math.min(roundedUp(wanted), width)
  return { width: step, height: Math.max(1, Math.round((height * step) / width)), isCropped: false }
}

/** Fills the box, with the nearest common aspect ratio. */
function cover({ width, height }: Picture, w: number, h: number) {
  const ratio = nearest(ratios, w / h)
  const wide = roundedUp(Math.ceil(Math.max(w, h * ratio)))
  const high = wide / ratio
  const shrink = Math.min(1, width / wide, height / high)
  return {
    width: Math.max(1, Math.floor(wide * shrink)),
    height: Math.max(1, Math.floor(high * shrink)),
    isCropped: true,
  }
}

const ratios = [1 / 3, 9 / 21, 1 / 2, 9 / 16, 2 / 3, 3 / 4, 4 / 5, 1, 5 / 4, 4 / 3, 3 / 2, 16 / 9, 2, 21 / 9, 3]

const nearest = (all: readonly number[], wanted: number) =>
  all.reduce((best, one) => (Math.abs(Math.log(one / wanted)) < Math.abs(Math.log(best / wanted)) ? one : best))

const roundedUp = (size: number) => ladder.find((step) => step >= size) ?? maxSize

function chooseFormat(
  { mimeType, frames }: Picture,
  format: (typeof formats)[number],
  accept: string,
): Rendition['format'] {
  if (format !== 'auto') return format
  const accepts = (type: string) => new RegExp(`\\bimage/${type}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accept)
  const isMoving = frames > 1
  if (accepts('avif') && !isMoving) return 'avif'
  if (accepts('webp')) return 'webp'
  if (isMoving) return 'gif'
  return mimeType === 'image/jpeg' ? 'jpeg' : 'png'
}

/** All frames of an animation are decoded; one with too many pixels is shown as a still. */
const isSmallEnough = ({ width, height, frames }: Picture) => width * height * frames <= maxAnimatedPixels
const maxAnimatedPixels = 64_000_000
