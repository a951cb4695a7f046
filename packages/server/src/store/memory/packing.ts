/**
 * Packs texts that resemble each other, such as the records of a kind in JSON: what is in the dictionary, or in the base of a text, is
 * copied from there. The dictionary is a number of these texts; the base is one that has much of what this one has.
 *
 * A packed text is a series of letters as they are, and of copies. A copy goes on where the last one ended, past as many letters as were
 * put in between, or says where it begins: records differ in values of the same length more often than not.
 */
export class Packing {
  /** The dictionary, and behind it the base. */
  readonly #window = new Uint8Array(2 * maxPackedBytes)
  #dictionaryLength = 0
  #baseEnd = maxPackedBytes
  readonly #inDictionary = new Uint16Array(hashes)

  get bytes(): number {
    return this.#window.byteLength + this.#inDictionary.byteLength
  }

  /** Adds a text to the dictionary. Returns whether there was room. */
  learn(text: Uint8Array): boolean {
    const from = this.#dictionaryLength
    if (from + text.length > maxPackedBytes) return false
    this.#window.set(text, from)
    this.#dictionaryLength += text.length
    index(this.#window, from, this.#dictionaryLength, this.#inDictionary)
    return true
  }

  /** Packs a text of at most `maxPackedBytes`, and as many of its base. The result is valid until the next call. */
  pack(text: Uint8Array, base: Uint8Array | undefined): Uint8Array {
    this.#setBase(base)
    inBase.fill(0)
    if (base) index(this.#window, maxPackedBytes, this.#baseEnd, inBase)
    const end = text.length
    let used = 0
    /** Up to here everything is packed, and the last copy ended. */
    let done = 0
    let copied = 0
    for (let at = 0; at < end; ) {
      let source = copied + at - done
      let length = this.#lengthOfMatch(source, text, at)
      let gain = length - 1
      if (length < longMatch && at + hashedBytes <= end) {
        const hash = hashOf(text, at)
        for (const place of [inBase[hash] as number, this.#inDictionary[hash] as number]) {
          if (place === 0) continue
          const other = this.#lengthOfMatch(place - 1, text, at)
          if (other - 3 <= gain) continue
          source = place - 1
          length = other
          gain = other - 3
        }
      }
      if (gain < leastGain) {
        at += 1
        continue
      }
      used = putLetters(text, done, at, used)
      used = putCopy(length, source === copied + at - done ? undefined : source, used)
      at += length
      done = at
      copied = source + length
    }
    used = putLetters(text, done, end, used)
    return packed.subarray(0, used)
  }

  /** Unpacks what is between two places of some bytes. `text` has the length that it had. */
  unpack(bytes: Uint8Array, from: number, to: number, text: Uint8Array, base: Uint8Array | undefined): void {
    this.#setBase(base)
    const window = this.#window
    let at = 0
    let source = 0
    for (let next = from; next < to; ) {
      const control = bytes[next++] as number
      if (control < copies) {
        source += control + 1
        for (const end = at + control + 1; at < end; ) text[at++] = bytes[next++] as number
        continue
      }
      let length = leastCopied + (control & mostShort)
      if ((control & mostShort) === mostShort) {
        length += (bytes[next] as number) | ((bytes[next + 1] as number) << 8)
        next += 2
      }
      if (control < goesOn) {
        source = (bytes[next] as number) | ((bytes[next + 1] as number) << 8)
        next += 2
      }
      if (length < longCopy) {
        for (const end = at + length; at < end; ) text[at++] = window[source++] as number
        continue
      }
      text.set(window.subarray(source, source + length), at)
      at += length
      source += length
    }
  }

  #setBase(base: Uint8Array | undefined): void {
    this.#baseEnd = maxPackedBytes + (base?.length ?? 0)
    if (base) this.#window.set(base, maxPackedBytes)
  }

  #lengthOfMatch(source: number, text: Uint8Array, at: number): number {
    const window = this.#window
    const room = (source < maxPackedBytes ? this.#dictionaryLength : this.#baseEnd) - source
    const most = Math.min(room, text.length - at)
    let length = 0
    while (length < most && window[source + length] === text[at + length]) length += 1
    return length
  }
}

/** The length of the dictionary, of a base, and of a text. Places in both are numbers of two bytes. */
export const maxPackedBytes = 32_768

/** A byte below says how many letters follow, less one; others begin a copy. */
const copies = 0x80
/** From here on copies go on where the last one ended, past the letters in between. */
const goesOn = 0xc0
const leastCopied = 2
/** The lower bits of a copy with a length of its own, in two more bytes. */
const mostShort = 0x3f
/** What a copy must save, since it also ends a series of letters. */
const leastGain = 1
/** From so many letters on, copying them together is faster than one by one. */
const longCopy = 40
/** No other match is looked for beside a long one. */
const longMatch = 32

const hashedBytes = 6
const hashes = 16_384

/** Used by one call after the other. */
const inBase = new Uint16Array(hashes)
const packed = new Uint8Array(2 * maxPackedBytes)

function putLetters(text: Uint8Array, from: number, to: number, used: number): number {
  for (let at = from; at < to; ) {
    const count = Math.min(copies, to - at)
    packed[used++] = count - 1
    for (const end = at + count; at < end; ) packed[used++] = text[at++] as number
  }
  return used
}

function putCopy(length: number, source: number | undefined, used: number): number {
  const more = length - leastCopied
  packed[used++] = (source === undefined ? goesOn : copies) + Math.min(more, mostShort)
  if (more >= mostShort) {
    packed[used++] = (more - mostShort) & 0xff
    packed[used++] = (more - mostShort) >> 8
  }
  if (source !== undefined) {
    packed[used++] = source & 0xff
    packed[used++] = source >> 8
  }
  return used
}

/** The first place of everything between two places, by its hash; one more than that, because zero is none. */
function index(window: Uint8Array, from: number, to: number, places: Uint16Array): void {
  for (let at = from; at + hashedBytes <= to; at++) {
    const hash = hashOf(window, at)
    if (places[hash] === 0) places[hash] = at + 1
  }
}

function hashOf(bytes: Uint8Array, at: number): number {
  const low =
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  const high = (bytes[at + 4] as number) | ((bytes[at + 5] as number) << 8)
  return (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 18
}
