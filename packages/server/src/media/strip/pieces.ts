/** Bytes with random access: a received file, or an image within another file. */
export interface Bytes {
  size: number
  read(from: number, length: number): Promise<Buffer>
}

/** A part of a stripped file: a range of the source (`to` is exclusive), new bytes, or zeros. */
export type Piece = { from: number; to: number } | { bytes: Buffer } | { zeros: number }

/** The container does not have the structure of its type, so its metadata cannot be found. */
export class Unreadable extends Error {}

/** Merges adjacent ranges, and drops empty ones. */
export function joined(pieces: Piece[]): Piece[] {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if ('from' in piece && piece.from >= piece.to) continue
    if (last && 'from' in last && 'from' in piece && last.to === piece.from) last.to = piece.to
    else result.push({ ...piece })
  }
  return result
}

/** Whether the pieces are identical to the source. */
export function isWhole(pieces: Piece[], { size }: Bytes): boolean {
  const [only, ...others] = pieces
  return others.length === 0 && only !== undefined && 'from' in only && only.from === 0 && only.to === size
}

/** The total size of the pieces. */
export const lengthOf = (pieces: Piece[]) =>
  pieces.reduce(
    (sum, piece) =>
      sum + ('from' in piece ? piece.to - piece.from : 'bytes' in piece ? piece.bytes.length : piece.zeros),
    0,
  )

/** Streams the bytes of the pieces. */
export async function* bytesOf(source: Bytes, pieces: Piece[]): AsyncIterable<Buffer> {
  for (const piece of pieces) {
    if ('bytes' in piece) yield piece.bytes
    else if ('zeros' in piece) {
      for (let left = piece.zeros; left > 0; left -= copyBytes) yield Buffer.alloc(Math.min(left, copyBytes))
    } else {
      for (let at = piece.from; at < piece.to; at += copyBytes) {
        const bytes = await source.read(at, Math.min(copyBytes, piece.to - at))
        if (bytes.length === 0) throw new Unreadable('the file ends too early')
        yield bytes
      }
    }
  }
}

const copyBytes = 262_144

/** Buffered sequential reads, so that small reads do not each cost a system call. */
export function windowOn(source: Bytes): Bytes {
  let start = 0
  let window: Buffer = Buffer.alloc(0)
  return {
    size: source.size,
    async read(from, length) {
      const isInside = from >= start && Math.min(from + length, source.size) <= start + window.length
      if (!isInside) {
        window = await source.read(from, Math.max(length, windowBytes))
        start = from
      }
      return window.subarray(from - start, from - start + length)
    },
  }
}

const windowBytes = 262_144
/** The bytes searched at once: few enough not to block the event loop, and less than the buffer, so that most are already read. */
export const searchBytes = 32_768

/** Exactly these bytes; throws when the file ends before. */
export async function requireBytes(source: Bytes, from: number, length: number): Promise<Buffer> {
  const bytes = await source.read(from, length)
  if (bytes.length < length) throw new Unreadable('the file ends too early')
  return bytes
}

/** Random access to a buffer. */
export const bytesIn = (buffer: Buffer): Bytes => ({
  size: buffer.length,
  read: async (from, length) => buffer.subarray(from, from + length),
})
