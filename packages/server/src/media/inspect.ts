import { invalid } from '@marquee/model'
import type { Gate } from '../base/gate.ts'
import type { FileFacts, KnownFacts } from '../store/records/media.ts'
import type { Incoming, Received } from './incoming.ts'
import { lookAtImage } from './look-at-image.ts'
import { requireNoBomb } from './png-bomb.ts'
import { headBytes, isRaster, sniff, svgType } from './sniff.ts'
import { Unreadable } from './strip/pieces.ts'
import { makeStrippedCopy } from './stripped-copy.ts'
import { cleanSvg } from './svg.ts'
import { requireOneFace } from './two-faced.ts'

/** A file that has been looked at: what it is, and its bytes as they will be kept. */
export interface Inspected {
  file: Received
  /** The copy without metadata, where it differs from the file. */
  stripped: Received | null
  facts: KnownFacts
}

/** Looks at a file that has come, and refuses one that is not what it seems. Drawings are made harmless here. */
export async function inspect(
  received: Received,
  pointer: string,
  { gate, incoming }: { gate: Gate; incoming: Incoming },
): Promise<Inspected> {
  const { file, facts } = await lookAt(received, pointer, gate)
  const stripped = await gate
    .run(() => makeStrippedCopy(file, facts, incoming))
    .catch((error: unknown) => {
      throw error instanceof Unreadable ? invalid(pointer, 'broken_image', unreadable) : error
    })
  const { hash, size } = stripped ?? file
  return { file, stripped, facts: { ...facts, strippedHash: hash, strippedSize: size } }
}

const unreadable =
  'is not built as files of its type are, so that what it tells of its maker cannot be found and left out'

async function lookAt(
  received: Received,
  pointer: string,
  gate: Gate,
): Promise<{ file: Received; facts: Omit<FileFacts, 'strippedHash' | 'strippedSize'> }> {
  if (received.size === 0) throw invalid(pointer, 'empty', 'has no bytes')
  const mimeType = sniff(await received.read(0, headBytes))
  await requireOneFace(received, mimeType, pointer)
  if (mimeType === svgType) {
    const { bytes, width, height } = await cleanSvg(await received.readAll(), pointer)
    return inspected(await received.replace(bytes), { mimeType, width, height })
  }
  if (!isRaster(mimeType)) return inspected(received, { mimeType })
  const look = await gate.run(async () => {
    if (mimeType === 'image/png') await requireNoBomb(received, pointer)
    return lookAtImage(received.path, pointer)
  })
  return inspected(received, { mimeType, ...look })
}

function inspected(file: Received, found: Partial<FileFacts> & { mimeType: string }) {
  const { hash, size } = file
  return { file, facts: { width: null, height: null, frames: 1, color: null, ...found, hash, size } }
}
