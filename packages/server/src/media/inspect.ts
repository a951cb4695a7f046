import { invalid } from '@marquee/model'
import type { Gate } from '../base/gate.ts'
import type { FileFacts, KnownFacts } from '../store/media.ts'
import { readImageFacts } from './image-facts.ts'
import type { Incoming, Received } from './incoming.ts'
import { requireNoBomb } from './png-bomb.ts'
import { requireSingleType } from './polyglot.ts'
import { headBytes, isRaster, sniff, svgType } from './sniff.ts'
import { Unreadable } from './strip/pieces.ts'
import { makeStrippedCopy } from './stripped-copy.ts'
import { cleanSvg } from './svg.ts'

/** An inspected file: its facts, and its bytes as they will be stored. */
export interface Inspected {
  file: Received
  /** The copy without metadata, where it differs from the file. */
  stripped: Received | null
  facts: KnownFacts
}

/** Inspects a received file, and refuses broken and deceptive ones. SVG is sanitized here. */
export async function inspect(
  received: Received,
  pointer: string,
  { gate, incoming }: { gate: Gate; incoming: Incoming },
): Promise<Inspected> {
  const { file, facts } = await readFacts(received, pointer, gate)
  const stripped = await gate
    .run(() => makeStrippedCopy(file, facts, incoming))
    .catch((error: unknown) => {
      throw error instanceof Unreadable ? invalid(pointer, 'broken_image', unreadable) : error
    })
  const { hash, size } = stripped ?? file
  return { file, stripped, facts: { ...facts, strippedHash: hash, strippedSize: size } }
}

const unreadable = 'has an unexpected structure for its type, so that its metadata cannot be removed'

async function readFacts(
  received: Received,
  pointer: string,
  gate: Gate,
): Promise<{ file: Received; facts: Omit<FileFacts, 'strippedHash' | 'strippedSize'> }> {
  if (received.size === 0) throw invalid(pointer, 'empty', 'has no bytes')
  const mimeType = sniff(await received.read(0, headBytes))
  await requireSingleType(received, mimeType, pointer)
  if (mimeType === svgType) {
    const { bytes, width, height } = await cleanSvg(await received.readAll(), pointer)
    return inspected(await received.replace(bytes), { mimeType, width, height })
  }
  if (!isRaster(mimeType)) return inspected(received, { mimeType })
  const imageFacts = await gate.run(async () => {
    if (mimeType === 'image/png') await requireNoBomb(received, pointer)
    return readImageFacts(received.path, pointer)
  })
  return inspected(received, { mimeType, ...imageFacts })
}

function inspected(file: Received, found: Partial<FileFacts> & { mimeType: string }) {
  const { hash, size } = file
  return { file, facts: { width: null, height: null, frames: 1, color: null, ...found, hash, size } }
}
