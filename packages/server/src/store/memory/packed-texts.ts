import { digestBytes, KeptJson } from '../../base/json-text.ts'
import { maxPackedBytes, Packing } from './packing.ts'
import { widened } from './widened.ts'

/** JSON texts that resemble each other, packed, by the slots of a table. */
export class PackedTexts {
  readonly #packing = new Packing()
  /** The first texts are the dictionary, and later ones that have little in common with these. */
  #learned = 0
  readonly #pages: Page[] = []
  #page = newPage()
  /** Where the text of a slot is: a number of all bytes of all pages, and one more, because zero is none. */
  #places: Uint32Array<ArrayBuffer>

  constructor(capacity: number) {
    this.#places = new Uint32Array(capacity)
    this.#pages.push(this.#page)
  }

  get bytes(): number {
    return this.#packing.bytes + this.#places.byteLength + this.#pages.length * pageBytes
  }

  has(slot: number): boolean {
    return this.#placeOf(slot) !== undefined
  }

  /** Stores a text, unless it is too long. */
  set(slot: number, json: KeptJson, base?: KeptJson): void {
    this.delete(slot)
    const text = json.bytes
    if (text.length > maxPackedBytes || (base && base.length > maxPackedBytes)) return
    const packed = this.#packing.pack(text, base?.bytes)
    const isUnlike = packed.length > text.length / 2
    if ((this.#learned < mostAlike || isUnlike) && this.#packing.learn(text)) this.#learned += 1
    const place = this.#reserve(headBytes + packed.length)
    const { bytes, from } = this.#page
    const at = place - from
    bytes.writeUInt16LE(text.length, at)
    bytes.writeUInt16LE(packed.length, at + 2)
    bytes.write(json.digest, at + 4, 'base64url')
    bytes.set(packed, at + headBytes)
    if (slot >= this.#places.length) this.#places = widened(this.#places, slot)
    this.#places[slot] = place + 1
  }

  /** The text of a slot, which needs the same base as before. */
  get(slot: number, base?: KeptJson): KeptJson | undefined {
    const { page, at } = this.#placeOf(slot) ?? {}
    if (!page || at === undefined) return undefined
    const { bytes } = page
    const from = at + headBytes
    const text = Buffer.allocUnsafe(bytes.readUInt16LE(at))
    this.#packing.unpack(bytes, from, at + sizeAt(page, at), text, base?.bytes)
    return new KeptJson(text, bytes.toString('base64url', at + 4, from))
  }

  delete(slot: number): void {
    const { page, at } = this.#placeOf(slot) ?? {}
    if (!page || at === undefined) return
    this.#places[slot] = 0
    page.live -= sizeAt(page, at)
    if (page !== this.#page && page.live < pageBytes / 2) this.#clear(page)
  }

  /** Moves what is left on a page to the last one, so that its memory can be used again. */
  #clear(page: Page): void {
    const { from, used } = page
    const left = { ...page, bytes: Buffer.from(page.bytes.subarray(0, used)) }
    page.used = 0
    page.live = 0
    const places = this.#places
    for (let slot = 0; slot < places.length; slot++) {
      const at = (places[slot] as number) - 1 - from
      if (at < 0 || at >= used) continue
      const size = sizeAt(left, at)
      const place = this.#reserve(size)
      left.bytes.copy(this.#page.bytes, place - this.#page.from, at, at + size)
      places[slot] = place + 1
    }
  }

  #reserve(size: number): number {
    if (this.#page.used + size > pageBytes) this.#page = this.#emptyPage()
    const place = this.#page.from + this.#page.used
    this.#page.used += size
    this.#page.live += size
    return place
  }

  #emptyPage(): Page {
    const empty = this.#pages.find(({ used }) => used === 0)
    if (empty) return empty
    const page = newPage(this.#pages.length * pageBytes)
    this.#pages.push(page)
    return page
  }

  #placeOf(slot: number): { page: Page; at: number } | undefined {
    const place = (this.#places[slot] ?? 0) - 1
    const page = this.#pages[Math.floor(place / pageBytes)]
    return page && { page, at: place - page.from }
  }
}

/** A piece of memory that is filled from the start. */
interface Page {
  bytes: Buffer
  /** The number of its first byte. */
  from: number
  used: number
  /** The bytes of texts that were neither stored again nor deleted. */
  live: number
}

const newPage = (from = 0): Page => ({ bytes: Buffer.allocUnsafeSlow(pageBytes), from, used: 0, live: 0 })

/** The length of the text, that of the packed text, and the digest of the text. */
const headBytes = 4 + digestBytes
const sizeAt = ({ bytes }: Page, at: number) => headBytes + bytes.readUInt16LE(at + 2)

/** More than the longest packed text takes. */
const pageBytes = 4 * maxPackedBytes
/** So many texts are the dictionary without a reason. */
const mostAlike = 16
