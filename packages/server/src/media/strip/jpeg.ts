import { isTurned, orientationExif } from './exif.ts'
import { type Bytes, type Piece, requireBytes, searchBytes, Unreadable } from './pieces.ts'

/**
 * Keeps the image data, color profile and orientation of a JPEG. Removes EXIF, XMP, IPTC, maker notes, thumbnails, comments
 * and trailing data, without decoding the image.
 */
export async function stripJpeg(source: Bytes, orientation: number): Promise<Piece[]> {
  const pieces: Piece[] = [{ from: 0, to: 2 }]
  let exif = isTurned(orientation)
    ? segmentOf(0xe1, Buffer.concat([exifName, orientationExif(orientation)]))
    : undefined
  let at = 2
  for (let segments = 0; segments < maxSegments; segments++) {
    const marker = await findMarker(source, at)
    // Decoders accept a file without the end marker.
    if (!marker) return [...pieces, { bytes: Buffer.from([0xff, endOfImage]) }]
    const { code } = marker
    if (code === endOfImage) return [...pieces, { from: marker.at, to: marker.at + 2 }]
    if (isAlone(code)) {
      at = marker.at + 2
      continue
    }
    const length = (await requireBytes(source, marker.at + 2, 2)).readUInt16BE(0)
    if (length < 2) throw new Unreadable('a segment has no length')
    const end = marker.at + 2 + length
    const head = await source.read(marker.at + 4, Math.min(length - 2, headBytes))
    const isJfif = code === 0xe0 && isNamed(head, 'JFIF\0')
    if (exif && !isJfif) {
      pieces.push({ bytes: exif })
      exif = undefined
    }
    if (isJfif && length > jfifBytes + 2) pieces.push({ bytes: withoutThumbnail(head) })
    else if (isKept(code, head)) pieces.push({ from: marker.at, to: end })
    at = end
    if (code === startOfScan) {
      at = await findScanEnd(source, end)
      pieces.push({ from: end, to: at })
    }
  }
  throw new Unreadable('there are too many segments')
}

const startOfScan = 0xda
const endOfImage = 0xd9
const maxSegments = 20_000
const headBytes = 16
const jfifBytes = 14
const exifName = Buffer.from('Exif\0\0', 'latin1')

const isNamed = (head: Buffer, name: string) => head.toString('latin1', 0, name.length) === name

/** Frames, tables and scans, and the application segments that affect colors. */
function isKept(code: number, head: Buffer): boolean {
  if (code >= 0xc0 && code <= 0xcf) return code !== 0xc8
  if (code >= 0xda && code <= 0xdf) return true
  if (code === 0xe0) return isNamed(head, 'JFIF\0')
  if (code === 0xe2) return isNamed(head, 'ICC_PROFILE\0')
  return code === 0xee ? isNamed(head, 'Adobe') : code === 0xdb
}

/** Markers without a length: restart markers, and TEM. */
const isAlone = (code: number) => code === 0x01 || (code >= 0xd0 && code <= 0xd8)

function segmentOf(code: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

function withoutThumbnail(head: Buffer): Buffer {
  const data = Buffer.from(head.subarray(0, jfifBytes))
  data.fill(0, 12)
  return segmentOf(0xe0, data)
}

interface Marker {
  at: number
  code: number
}

/** The next marker. Padding and other bytes are skipped, as decoders do. Reads in large pieces. */
async function findMarker(
  source: Bytes,
  from: number,
  isWanted: (code: number) => boolean = () => true,
): Promise<Marker | undefined> {
  for (let at = from; at < source.size - 1; ) {
    const piece = await source.read(at, searchBytes)
    let found = piece.indexOf(0xff)
    for (; found >= 0 && found + 1 < piece.length; found = piece.indexOf(0xff, found + 1)) {
      const code = piece[found + 1] ?? 0
      if (code !== 0x00 && code !== 0xff && isWanted(code)) return { at: at + found, code }
    }
    if (piece.length < 2) return undefined
    // A marker may span two pieces.
    at += found < 0 ? piece.length : found
  }
  return undefined
}

/** The end of the entropy-coded data: the next marker other than a restart. */
async function findScanEnd(source: Bytes, from: number): Promise<number> {
  return (await findMarker(source, from, (code) => !isAlone(code)))?.at ?? source.size
}
