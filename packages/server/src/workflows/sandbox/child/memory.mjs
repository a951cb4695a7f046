/**
 * The engine asks for 256 pages to begin with and uses a third of them. As all of them are looked at after every program, it is made to ask
 * for half: that number is written in the import of its memory, the only one the module has.
 */
export function startSmall(wasm) {
  const at = wasm.indexOf(memoryImport)
  if (at < 0) throw new Error('The engine asks for its memory in another way than it used to.')
  const small = Buffer.from(wasm)
  smallLimits.copy(small, at + memoryImport.length - smallLimits.length)
  return small
}

/** A memory for one WASM instance. The engine's own limit does not count what it allocates; the maximum of a memory is kept by V8. */
export function cappedMemory(maxBytes, onRefused) {
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: Math.floor(maxBytes / pageBytes) })
  const grow = memory.grow.bind(memory)
  const growOrTell = (pages) => {
    try {
      return grow(pages)
    } catch (error) {
      onRefused()
      throw error
    }
  }
  return Object.defineProperty(memory, 'grow', { value: growOrTell })
}

/**
 * Remembers a memory as it is, and returns a function that puts every byte of it back. Only pieces that differ are written, so those that
 * no program has touched never become real. False when the memory has grown, as it cannot shrink.
 */
export function rememberMemory(memory) {
  const { buffer } = memory
  const zeros = Buffer.alloc(pieceBytes)
  const count = buffer.byteLength / pieceBytes
  const pieces = Array.from({ length: count }, (_, n) => Buffer.from(buffer, n * pieceBytes, pieceBytes))
  const saved = pieces.map((piece) => (piece.equals(zeros) ? zeros : Buffer.from(piece)))
  return function restore() {
    if (memory.buffer !== buffer) return false
    for (const [n, piece] of pieces.entries()) if (!piece.equals(saved[n])) saved[n].copy(piece)
    return true
  }
}

const pageBytes = 65_536
const initialPages = 128
/** Module "a", name "a", a memory with a maximum, at least 256 pages; numbers are LEB128. */
const memoryImport = Buffer.from([1, 0x61, 1, 0x61, 2, 1, 0x80, 2])
/** The same limits with 128 pages. */
const smallLimits = Buffer.from([0x80, 1])
/** A piece and its zeros fit into the first cache together. */
const pieceBytes = 32_768
