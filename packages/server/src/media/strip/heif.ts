import { type Box, boxesIn, type Overwrite, overwritten } from './boxes.ts'
import { emptyExif } from './exif.ts'
import { movieOverwrites } from './movie.ts'
import { type Bytes, bytesIn, type Piece, requireBytes, Unreadable } from './pieces.ts'

/**
 * Removes EXIF and XMP from an AVIF or HEIC. They are items like the image itself, located by a table of offsets; their bytes
 * are overwritten in place, so that no offset changes. The orientation is a property of the image and stays.
 */
export async function stripHeif(source: Bytes): Promise<Piece[]> {
  const meta = (await boxesIn(source, 0, source.size)).find(({ type }) => type === 'meta')
  const items = meta ? await itemOverwrites(source, meta) : []
  return overwritten(source, [...items, ...(await movieOverwrites(source, 'picture'))])
}

async function itemOverwrites(source: Bytes, meta: Box): Promise<Overwrite[]> {
  if (meta.end - meta.body > maxMetaBytes) throw new Unreadable('the table of items is too large')
  const bytes = bytesIn(await requireBytes(source, meta.body, meta.end - meta.body))
  const boxes = await boxesIn(bytes, 4, bytes.size)
  const [iinf, iloc, idat] = ['iinf', 'iloc', 'idat'].map((type) => boxes.find((box) => box.type === type))
  if (!iinf || !iloc) return []
  const notes = await noteItems(bytes, iinf)
  const places = placesOf(await requireBytes(bytes, iloc.body, iloc.end - iloc.body))
  const seen = new Set<number>()
  return places.flatMap(({ id, isInside, from, to }) => {
    const type = notes.get(id)
    if (type === undefined) return []
    if (from === to) throw new Unreadable('an item has no length')
    const base = isInside ? meta.body + (idat?.body ?? 0) : 0
    const isFirst = !seen.has(id)
    seen.add(id)
    return [{ from: base + from, to: base + to, bytes: replacement(type, to - from, isFirst) }]
  })
}

const maxMetaBytes = 4 * 1_048_576

/** The EXIF item begins with the offset of its header. XMP is text. */
function replacement(type: string, length: number, isFirst: boolean): Buffer {
  if (type !== 'Exif') return Buffer.alloc(length, ' ')
  const empty = Buffer.concat([Buffer.alloc(4), emptyExif])
  return isFirst && length >= empty.length ? empty : Buffer.alloc(0)
}

/** The metadata items, by their ids. */
async function noteItems(bytes: Bytes, iinf: Box): Promise<Map<number, string>> {
  const version = (await requireBytes(bytes, iinf.body, 4)).readUInt8(0)
  const found = new Map<number, string>()
  for (const { type, body, end } of await boxesIn(bytes, iinf.body + (version === 0 ? 6 : 8), iinf.end)) {
    if (type !== 'infe') continue
    const entry = await requireBytes(bytes, body, end - body)
    const wide = entry.readUInt8(0) >= 3
    const at = wide ? 10 : 8
    if (entry.readUInt8(0) < 2 || entry.length < at + 4) continue
    const itemType = entry.toString('latin1', at, at + 4)
    if (['Exif', 'mime', 'uri '].includes(itemType))
      found.set(wide ? entry.readUInt32BE(4) : entry.readUInt16BE(4), itemType)
  }
  return found
}

interface Extent {
  id: number
  /** The offset is relative to the `idat` box rather than to the file. */
  isInside: boolean
  from: number
  to: number
}

/** The extents of the items in the file. */
function placesOf(iloc: Buffer): Extent[] {
  let at = 0
  const number = (size: number): number => {
    if (at + size > iloc.length || size > 8 || size === 7) throw new Unreadable('the table of locations ends too early')
    at += size
    if (size === 8) return Number(iloc.readBigUInt64BE(at - 8))
    return size === 0 ? 0 : iloc.readUIntBE(at - size, size)
  }
  const version = number(1)
  number(3)
  const sizes = number(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version === 0 ? 0 : sizes & 15
  const extents: Extent[] = []
  for (let left = number(version < 2 ? 2 : 4); left > 0; left--) {
    const id = number(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : number(2) & 15
    number(2)
    const base = number(baseSize)
    for (let parts = number(2); parts > 0; parts--) {
      number(indexSize)
      const from = base + number(offsetSize)
      const length = number(lengthSize)
      if (extents.length >= maxExtents) throw new Unreadable('there are too many items')
      if (method < 2) extents.push({ id, isInside: method === 1, from, to: from + length })
    }
  }
  return extents
}

const maxExtents = 20_000
