import { buffer } from 'node:stream/consumers'
import { orientationOf } from '../image-facts.ts'
import { headBytes, sniff, svgType } from '../sniff.ts'
import { stripGif } from './gif.ts'
import { stripHeif } from './heif.ts'
import { stripJpeg } from './jpeg.ts'
import { stripMovie } from './movie.ts'
import { type Bytes, bytesIn, bytesOf, isWhole, joined, type Piece, Unreadable, windowOn } from './pieces.ts'
import { stripPng } from './png.ts'
import { stripSvgImages } from './svg-images.ts'
import { stripWebp } from './webp.ts'

/** A local file. */
export interface FileBytes extends Bytes {
  path: string
  readAll(): Promise<Buffer>
}

/**
 * The bytes of a file without metadata such as place, time, camera and author. Lossless: images are not encoded again, and
 * keep their colors and orientation. Undefined when there is nothing to remove. Throws `Unreadable` when the structure of the
 * file does not match its type.
 */
export async function stripped(file: FileBytes, mimeType: string): Promise<AsyncIterable<Buffer> | undefined> {
  if (mimeType === svgType) {
    const before = await file.readAll()
    const after = await stripSvgImages(before, stripEmbedded)
    return after === before ? undefined : bytesOf(bytesIn(after), [{ from: 0, to: after.length }])
  }
  const plan = planners[mimeType]
  if (!plan) return undefined
  const pieces = await planned(plan, windowOn(file), () => orientationOf(file.path))
  return isWhole(pieces, file) ? undefined : bytesOf(file, pieces)
}

async function planned(plan: Planner, source: Bytes, orientation: () => Promise<number>): Promise<Piece[]> {
  try {
    return joined(await plan(source, orientation))
  } catch (error) {
    // A read beyond the end of a buffer.
    throw error instanceof RangeError ? new Unreadable('a part ends too early', { cause: error }) : error
  }
}

/** Plans the pieces of a stripped file. The orientation is read only for formats that store it in metadata. */
type Planner = (source: Bytes, orientation: () => Promise<number>) => Promise<Piece[]>

const planners: Record<string, Planner> = {
  'image/jpeg': async (source, orientation) => stripJpeg(source, await orientation()),
  'image/png': async (source, orientation) => stripPng(source, await orientation()),
  'image/webp': async (source, orientation) => stripWebp(source, await orientation()),
  'image/gif': stripGif,
  'image/avif': stripHeif,
  'image/heic': stripHeif,
  'video/mp4': (source) => stripMovie(source, 'film'),
  'video/quicktime': (source) => stripMovie(source, 'film'),
  'audio/mp4': (source) => stripMovie(source, 'recording'),
}

/** Strips an image embedded in an SVG; the same buffer when there is nothing to remove, undefined when it is unreadable. */
async function stripEmbedded(picture: Buffer): Promise<Buffer | undefined> {
  const plan = planners[sniff(picture.subarray(0, headBytes))]
  if (!plan) return undefined
  const source = bytesIn(picture)
  try {
    const pieces = await planned(plan, source, () => orientationOf(picture))
    return isWhole(pieces, source) ? picture : await buffer(bytesOf(source, pieces))
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}
