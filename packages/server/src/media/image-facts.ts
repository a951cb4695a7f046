import { invalid } from '@marquee/model'
import type { Sharp, SharpOptions } from 'sharp'

/** What a picture is like, as it is seen: turned the way its camera says. */
export interface ImageLook {
  width: number
  height: number
  frames: number
  color: string
}

/** Decodes a picture whole, so that one that is cut off or damaged is found out now rather than by visitors. */
export async function lookAtImage(path: string, pointer: string): Promise<ImageLook> {
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
      throw invalid(pointer, 'broken_image', 'is a picture that cannot be decoded: cut off, damaged or too costly')
    throw error
  }
}

/** How the metadata of a picture say that it is to be turned: from 1 to 8, and 1 where they say nothing. */
export async function orientationOf(picture: string | Buffer): Promise<number> {
  const sharp = await loadSharp()
  // One that cannot be read is not shown either.
  return sharp(picture, careful)
    .metadata()
    .then(
      ({ orientation = 1 }) => orientation,
      () => 1,
    )
}

export const maxPixels = 64_000_000
const maxSeconds = 20

/** Safe for what strangers send: no more pixels than we can bear, and nothing guessed where bytes are missing. */
export const careful: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true }

type SharpModule = (input: string | Buffer, options?: SharpOptions) => Sharp

let loaded: Promise<SharpModule> | undefined

/** Loaded when the first picture comes: a start should not wait for it. */
export function loadSharp(): Promise<SharpModule> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Pictures are worked on a few at a time; what one of them may take is one thread, so that requests keep theirs.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loaded
}

const tooManyPixels = (pointer: string) =>
  invalid(pointer, 'too_many_pixels', `has more than ${maxPixels / 1_000_000} million pixels`)
