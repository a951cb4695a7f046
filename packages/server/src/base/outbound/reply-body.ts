/**
 * Collects a body up to a limit. It copies, because a chunk of one byte can be a view of a buffer of 64 KiB, and a list of such
 * chunks would retain a thousand times its size.
 */
export class ReplyBody {
  readonly #maxBytes: number
  #bytes = Buffer.alloc(0)
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Adds as much as there is room for; false when that was not the whole chunk. */
  add(piece: Buffer): boolean {
    const taken = Math.min(piece.length, this.#maxBytes - this.#length)
    this.#makeRoom(this.#length + taken)
    piece.copy(this.#bytes, this.#length, 0, taken)
    this.#length += taken
    return taken === piece.length
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #makeRoom(needed: number): void {
    if (needed <= this.#bytes.length) return
    const roomier = Buffer.allocUnsafeSlow(Math.min(this.#maxBytes, Math.max(needed, this.#bytes.length * 2)))
    this.#bytes.copy(roomier, 0, 0, this.#length)
    this.#bytes = roomier
  }
}
