import { buffer } from 'node:stream/consumers'
import { notFound } from '../base/errors.ts'
import type { Gate } from '../base/gate.ts'
import type { Stored } from '../store/records/media.ts'
import { type FileStore, folderOf, originalOf, servedOf, strippedOf } from './files.ts'
import { careful, loadSharp, maxPixels } from './look-at-image.ts'
import { type Rendition, renditionName } from './renditions.ts'

export interface RenditionMaker {
  /** A rendition, from where it is kept or made now. All who ask for the same one at a time get the same. */
  give(file: Stored, rendition: Rendition): Promise<Buffer>
}

export function createRenditionMaker(files: FileStore, gate: Gate, onError: (error: unknown) => void): RenditionMaker {
  const underWay = new Map<string, Promise<Buffer>>()

  const make = async (file: Stored, rendition: Rendition): Promise<Buffer> => {
    const served = await files.open(servedOf(file))
    // Its record went between the question and this line.
    if (!served) throw notFound()
    return render(await buffer(served), rendition)
  }

  const keep = async (file: Stored, key: string, bytes: Buffer, mimeType: string) => {
    await files.put(key, { bytes }, mimeType)
    const own = [originalOf(file), strippedOf(file)]
    const all = (await files.list(folderOf(file))).filter((one) => !own.includes(one.key))
    for (const { key: old } of all.slice(0, Math.max(0, all.length - maxKept))) await files.remove(old)
  }

  const giveOnce = async (file: Stored, rendition: Rendition, key: string): Promise<Buffer> => {
    const kept = await files.open(key)
    if (kept) return buffer(kept)
    const bytes = await gate.run(() => make(file, rendition))
    // That it cannot be kept is no reason not to show it.
    await keep(file, key, bytes, `image/${rendition.format}`).catch(onError)
    return bytes
  }

  return {
    give(file, rendition) {
      const key = `${folderOf(file)}/${renditionName(rendition)}`
      const known = underWay.get(key)
      if (known) return known
      const giving = giveOnce(file, rendition, key).finally(() => underWay.delete(key))
      underWay.set(key, giving)
      return giving
    },
  }
}

/** How many renditions of a file are kept; the oldest go first, and are made anew when somebody asks. */
const maxKept = 64
const maxSeconds = 30

/** Made without anything that came with the picture: where it was taken, with what, by whom. */
export async function render(
  original: Buffer,
  { width, height, isCropped, focus, format, isAnimated }: Rendition,
): Promise<Buffer> {
  const sharp = await loadSharp()
  const options = { ...careful, animated: isAnimated, limitInputPixels: maxPixels }
  const picture = sharp(original, options).timeout({ seconds: maxSeconds })
  if (!isCropped || isAnimated) picture.autoOrient().resize(width, height, { fit: isCropped ? 'cover' : 'fill' })
  else {
    const { autoOrient } = await sharp(original, options).metadata()
    picture
      .autoOrient()
      .extract(aroundFocus(autoOrient, width / height, focus))
      .resize(width, height, { fit: 'fill' })
  }
  if (format === 'jpeg') picture.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true })
  if (format === 'png') picture.png({ compressionLevel: 8 })
  if (format === 'webp') picture.webp({ quality: 78, effort: 3 })
  if (format === 'avif') picture.avif({ quality: 55, effort: 2 })
  if (format === 'gif') picture.gif()
  return picture.toBuffer()
}

/** The largest part of a picture that has these proportions, as near to the focus as it fits. */
export function aroundFocus(
  { width, height }: { width: number; height: number },
  ratio: number,
  focus: { x: number; y: number },
): { left: number; top: number; width: number; height: number } {
  const wide = Math.max(1, Math.min(width, Math.round(height * ratio)))
  const high = Math.max(1, Math.min(height, Math.round(width / ratio)))
  const start = (whole: number, part: number, share: number) =>
    Math.round(Math.min(Math.max(whole * share - part / 2, 0), whole - part))
  return { left: start(width, wide, focus.x), top: start(height, high, focus.y), width: wide, height: high }
}
