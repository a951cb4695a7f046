import { buffer } from 'node:stream/consumers'
import { notFound } from '../base/errors.ts'
import type { Gate } from '../base/gate.ts'
import type { Stored } from '../store/records/media.ts'
import { type FileStore, folderOf, originalOf, servedOf, strippedOf } from './files.ts'
import { careful, loadSharp, maxPixels } from './image-facts.ts'
import { type Rendition, renditionName } from './renditions.ts'

export interface RenditionMaker {
  /** A rendition, from storage or rendered now. Concurrent requests for the same one share the work. */
  give(file: Stored, rendition: Rendition): Promise<Buffer>
}

export function createRenditionMaker(files: FileStore, gate: Gate, onError: (error: unknown) => void): RenditionMaker {
  const inProgress = new Map<string, Promise<Buffer>>()

  const make = async (file: Stored, rendition: Rendition): Promise<Buffer> => {
    const served = await files.open(servedOf(file))
    // The file was deleted in the meantime.
    if (!served) throw notFound()
    return render(await buffer(served), rendition)
  }

  const keep = async (file: Stored, key: string, bytes: Buffer, mimeType: string) => {
    await files.put(key, { bytes }, mimeType)
    const own = [originalOf(file), strippedOf(file)]
    const all = (await files.list(folderOf(file))).filter((one) => !own.includes(one.key))
    for (const { key: old } of all.slice(0, Math.max(0, all.length - maxKept))) await files.remove(old)
  }

  const readOrRender = async (file: Stored, rendition: Rendition, key: string): Promise<Buffer> => {
    const kept = await files.open(key)
    if (kept) return buffer(kept)
    const bytes = await gate.run(() => make(file, rendition))
    // An error while storing must not prevent serving it.
    await keep(file, key, bytes, `image/${rendition.format}`).catch(onError)
    return bytes
  }

  return {
    give(file, rendition) {
      const key = `${folderOf(file)}/${renditionName(rendition)}`
      const known = inProgress.get(key)
      if (known) return known
      const rendering = readOrRender(file, rendition, key).finally(() => inProgress.delete(key))
      inProgress.set(key, rendering)
      return rendering
    },
  }
}

/** The maximum number of stored renditions per file; the oldest are deleted and rendered again on request. */
const maxKept = 64
const maxSeconds = 30

/** Renders an image without its metadata. */
export async function render(
  original: Buffer,
  { width, height, area, isCropped, focus, format, isAnimated }: Rendition,
): Promise<Buffer> {
  const sharp = await loadSharp()
  const options = { ...careful, animated: isAnimated, limitInputPixels: maxPixels }
  const picture = sharp(original, options).timeout({ seconds: maxSeconds })
  picture.autoOrient()
  if (!isCropped || isAnimated) {
    if (area) picture.extract(area)
    picture.resize(width, height, { fit: isCropped ? 'cover' : 'fill' })
  } else {
    const shown = area ?? (await sharp(original, options).metadata()).autoOrient
    const { left, top, ...size } = aroundFocus(shown, width / height, focus)
    picture
      .extract({ left: left + (area?.left ?? 0), top: top + (area?.top ?? 0), ...size })
      .resize(width, height, { fit: 'fill' })
  }
  if (format === 'jpeg') picture.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true })
  if (format === 'png') picture.png({ compressionLevel: 8 })
  if (format === 'webp') picture.webp({ quality: 78, effort: 3 })
  if (format === 'avif') picture.avif({ quality: 55, effort: 2 })
  if (format === 'gif') picture.gif()
  return picture.toBuffer()
}

/** The largest crop with this aspect ratio, as close to the focal point as possible. */
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
