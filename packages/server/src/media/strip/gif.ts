import { type Bytes, type Piece, requireBytes, searchBytes, Unreadable } from './pieces.ts'

/** Keeps the frames, the loop count and the color profile of a GIF. Removes comments, XMP and application data. */
export async function stripGif(source: Bytes): Promise<Piece[]> {
  const flags = (await requireBytes(source, 0, 13)).readUInt8(10)
  let at = 13 + tableBytes(flags)
  const pieces: Piece[] = [{ from: 0, to: at }]
  for (let blocks = 0; blocks < maxBlocks; blocks++) {
    const head = await source.read(at, 14)
    const [kind] = head
    if (kind === trailer) return [...pieces, { from: at, to: at + 1 }]
    // Decoders accept a file without the trailer.
    if (kind === undefined) return [...pieces, { bytes: Buffer.from([trailer]) }]
    if (kind !== image && kind !== extension) throw new Unreadable('there is a block of an unknown kind')
    const body = kind === image ? at + 10 + tableBytes(head[9] ?? 0) + 1 : at + 2
    const end = await skipSubBlocks(source, body)
    if (kind === image || isKept(head)) pieces.push({ from: at, to: end })
    at = end
  }
  throw new Unreadable('there are too many blocks')
}

const maxBlocks = 100_000
const image = 0x2c
const extension = 0x21
const trailer = 0x3b

/** The size of the color table that a descriptor announces. */
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function isKept(head: Buffer): boolean {
  const label = head[1]
  if (label === 0xf9 || label === 0x01) return true
  return label === 0xff && ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'].includes(head.toString('latin1', 3, 14))
}

/** The end of a chain of sub-blocks, each prefixed with its length. Reads in large pieces. */
async function skipSubBlocks(source: Bytes, from: number): Promise<number> {
  let at = from
  while (at < source.size) {
    const piece = await source.read(at, searchBytes)
    let inside = 0
    while (inside < piece.length) {
      const length = piece[inside] ?? 0
      inside += 1 + length
      if (length === 0) return at + inside
    }
    at += inside
  }
  throw new Unreadable('a block has no end')
}
