import { invalid } from '@marquee/model'
import type { Sharp, SharpOptions } from 'sharp'

/** The facts of an image after applying its EXIF orientation. */
export interface ImageFacts {
  width: number
  height: number
  frames: number
  color: string
}

/** Decodes the whole image, so that truncated and damaged ones are refused now. */
export async function readImageFacts(path: string, pointer: string): Promise<ImageFacts> {
  const sharp = await loadSharp()
  try {
    const { autoOrient, pages = 1, width, height } = await sharp(path, careful).metadata()
    if (width * height > maxPixels) throw tooManyPixels(pointer)
    const [red = 0, green = 0, blue = 0] = await sharp(path, careful)
      .timeout({ seconds: maxSeconds })
      .flatten({ background: '#ffffff' })
      .resize(1, 1, { fit: 'fill' })
      .toColourspace('srgb')
      .raw()
      .toBuffer()
    const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
    return { width: autoOrient.width, height: autoOrient.height, frames: pages, color }
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooManyPixels(pointer)
    if (error instanceof Error && !('fieldErrors' in error))
      throw invalid(pointer, 'broken_image', 'is an image that cannot be decoded: truncated, damaged or too complex')
    throw error
  }
}

/** The EXIF orientation of an image, 1 to 8; 1 when it has none. */
export async function orientationOf(picture: string | Buffer): Promise<number> {
  const sharp = await loadSharp()
  // An unreadable image is not shown either.
  return sharp(picture, careful)
    .metadata()
    .then(
      ({ orientation = 1 }) => orientation,
      () => 1,
    )
}

export const maxPixels = 64_000_000
const maxSeconds = 20

/** Options for untrusted input: limited pixels, and no guessing where bytes are missing. */
export const careful: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true }

type SharpModule = (input: string | Buffer, options?: SharpOptions) => Sharp

let loaded: Promise<SharpModule> | undefined

/** Loaded lazily with the first image, so that the start is fast. */
export function loadSharp(): Promise<SharpModule> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // One thread per image, so that requests keep theirs.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loaded
}

const tooManyPixels = (pointer: string) =>
  invalid(pointer, 'too_many_pixels', `has more than ${maxPixels / 1_000_000} million pixels`)
