import { type Bytes, type Piece, requireBytes, Unreadable } from './pieces.ts'

/** A box of the ISO base media file format (MP4, HEIC, AVIF): a type of four letters, and its content. */
export interface Box {
  type: string
  start: number
  /** The offset of its content. */
  body: number
  end: number
}

/** Replaces bytes in place, so that all offsets in the file stay valid. */
export interface Overwrite {
  from: number
  to: number
  /** The replacement, padded with zeros. */
  bytes?: Buffer
}

/** The boxes between two offsets. A truncated box ends the list: no player could read it. */
export async function boxesIn(source: Bytes, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    if (boxes.length >= maxBoxes) throw new Unreadable('there are too many boxes')
    const head = await requireBytes(source, at, 8)
    const short = head.readUInt32BE(0)
    const isLong = short === 1
    if (isLong && at + 16 > to) break
    const length = isLong ? Number((await requireBytes(source, at + 8, 8)).readBigUInt64BE(0)) : short
    const end = short === 0 ? to : at + length
    const body = at + (isLong ? 16 : 8)
    if (end < body || end > to) break
    boxes.push({ type: head.toString('latin1', 4, 8), start: at, body, end })
    at = end
  }
  return boxes
}

const maxBoxes = 10_000

/** Turns a box into a `free` box of the same length. */
export const blanked = ({ start, body, end }: Box): Overwrite[] => [
  { from: start + 4, to: start + 8, bytes: Buffer.from('free', 'latin1') },
  { from: body, to: end },
]

/** A file with some of its bytes replaced. */
export function overwritten(source: Bytes, overwrites: Overwrite[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { from, to, bytes = Buffer.alloc(0) } of overwrites.toSorted((one, other) => one.from - other.from)) {
    if (from < at || to > source.size || bytes.length > to - from) throw new Unreadable('metadata overlaps')
    pieces.push({ from: at, to: from }, { bytes }, { zeros: to - from - bytes.length })
    at = to
  }
  return [...pieces, { from: at, to: source.size }]
}
