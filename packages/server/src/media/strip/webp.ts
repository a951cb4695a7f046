import { isTurned, orientationExif } from './exif.ts'
import { type Bytes, lengthOf, type Piece, requireBytes, Unreadable } from './pieces.ts'

/** Keeps the image, frames, color profile and orientation of a WebP. Removes other EXIF, XMP and unknown chunks. */
export async function stripWebp(source: Bytes, orientation: number): Promise<Piece[]> {
  const riffEnd = 8 + (await requireBytes(source, 4, 4)).readUInt32LE(0)
  const pieces: Piece[] = []
  let isExtended = false
  let at = 12
  for (let chunks = 0; at + 8 <= Math.min(riffEnd, source.size); chunks++) {
    if (chunks > maxChunks) throw new Unreadable('there are too many chunks')
    const head = await requireBytes(source, at, 8)
    const type = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    const end = at + 8 + length + (length % 2)
    if (at + 8 + length > source.size) throw new Unreadable('a chunk is longer than the file')
    if (type === 'VP8X' && length >= 10) {
      isExtended = true
      pieces.push({ bytes: await extendedHeader(source, at, length, isTurned(orientation)) })
    } else if (keptChunks.has(type)) {
      pieces.push({ from: at, to: Math.min(end, source.size) })
      if (end > source.size) pieces.push({ zeros: 1 })
    }
    at = end
  }
  // Only an extended file can contain EXIF, so one with an orientation has that header.
  if (isExtended && isTurned(orientation)) pieces.push({ bytes: chunkOf('EXIF', orientationExif(orientation)) })
  return withHeader(pieces, riffEnd, source)
}

const maxChunks = 20_000
const keptChunks = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const exifFlag = 0x08
const xmpFlag = 0x04

/** The VP8X header, whose flags list the optional chunks. */
async function extendedHeader(source: Bytes, at: number, length: number, hasExif: boolean): Promise<Buffer> {
  const chunk = Buffer.from(await requireBytes(source, at, 8 + Math.min(length, 10)))
  chunk.writeUInt32LE(10, 4)
  const flags = chunk.readUInt8(8) & ~(exifFlag | xmpFlag)
  chunk.writeUInt8(hasExif ? flags | exifFlag : flags, 8)
  return chunk
}

function chunkOf(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

async function withHeader(pieces: Piece[], riffEnd: number, source: Bytes): Promise<Piece[]> {
  const length = lengthOf(pieces)
  const isSame = pieces.every((piece) => 'from' in piece) && 12 + length === source.size && riffEnd === source.size
  if (isSame) return [{ from: 0, to: 12 }, ...pieces]
  const size = Buffer.alloc(4)
  size.writeUInt32LE(4 + length)
  return [{ from: 0, to: 4 }, { bytes: size }, { from: 8, to: 12 }, ...pieces]
}
