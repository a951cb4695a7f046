import type { FileFacts } from '../store/records/media.ts'
import { type Incoming, once, type Received } from './incoming.ts'
import { render } from './rendition-maker.ts'
import { isRaster } from './sniff.ts'
import { Unreadable } from './strip/pieces.ts'
import { stripped } from './strip/strip.ts'

/** Makes the public copy of a file, without metadata. Null when it is identical to the file. */
export async function makeStrippedCopy(
  file: Received,
  facts: Pick<FileFacts, 'mimeType' | 'width' | 'height' | 'frames'>,
  incoming: Incoming,
): Promise<Received | null> {
  const copy = await stripInto(file, facts.mimeType, incoming).catch((error: unknown) => {
    if (error instanceof Unreadable && isRaster(facts.mimeType)) return reencode(file, facts, incoming)
    throw error
  })
  if (copy?.hash !== file.hash) return copy
  await copy.discard()
  return null
}

async function stripInto(file: Received, mimeType: string, incoming: Incoming): Promise<Received | null> {
  const bytes = await stripped(file, mimeType)
  return bytes ? incoming.receive(bytes) : null
}

/** Encodes an image again whose container cannot be parsed although it decodes. Only its pixels are kept. */
async function reencode(
  file: Received,
  { mimeType, width, height, frames }: Pick<FileFacts, 'mimeType' | 'width' | 'height' | 'frames'>,
  incoming: Incoming,
): Promise<Received> {
  const format = mimeType.slice('image/'.length) as 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'
  const picture = { width: width ?? 1, height: height ?? 1, area: null, isCropped: false, focus: { x: 0.5, y: 0.5 } }
  return incoming.receive(once(await render(await file.readAll(), { ...picture, format, isAnimated: frames > 1 })))
}
