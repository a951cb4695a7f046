import { crc32 } from 'node:zlib'
import { isTurned, orientationExif } from './exif.ts'
import { type Bytes, type Piece, requireBytes, Unreadable } from './pieces.ts'

/** Keeps the chunks of a PNG that affect its appearance. Removes texts, EXIF, times, private chunks and trailing data. */
export async function stripPng(source: Bytes, orientation: number): Promise<Piece[]> {
  const pieces: Piece[] = [{ from: 0, to: 8 }]
  let at = 8
  for (let chunks = 0; chunks < maxChunks; chunks++) {
    const head = await requireBytes(source, at, 8)
    const type = head.toString('latin1', 4, 8)
    const end = at + 12 + head.readUInt32BE(0)
    if (end > source.size) throw new Unreadable('a chunk is longer than the file')
    if (keptChunks.has(type)) pieces.push({ from: at, to: end })
    if (type === 'IHDR' && isTurned(orientation)) pieces.push({ bytes: chunkOf('eXIf', orientationExif(orientation)) })
    if (type === 'IEND') return pieces
    at = end
  }
  throw new Unreadable('there are too many chunks')
}

const maxChunks = 20_000

/** Image data, colors and animation. */
const keptChunks = new Set(
  `IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI mDCv cLLi bKGD hIST pHYs sPLT acTL fcTL fdAT`.split(
    ' ',
  ),
)

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
