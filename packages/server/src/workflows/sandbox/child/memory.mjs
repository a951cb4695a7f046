/**
 * The engine requests 256 pages initially and uses a third of them. Because all of them are compared after every program, it is patched to
 * request half: that number is in the import of its memory, the only one the module has.
 */
export function startSmall(wasm) {
  const at = wasm.indexOf(memoryImport)
  if (at < 0) throw new Error('The engine imports its memory in an unexpected way.')
  const small = Buffer.from(wasm)
  smallLimits.copy(small, at + memoryImport.length - smallLimits.length)
  return small
}

/** A memory for one WASM instance. The engine's own limit does not count its own allocations; V8 enforces the maximum of a memory. */
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
 * Takes a snapshot of a memory, and returns a function that restores every byte that a program can have changed. Only pieces that differ are
 * written, so untouched ones never use physical memory. It returns false when that is impossible: the memory has grown, and cannot shrink,
 * or the stack exceeded its limit.
 */
export function rememberMemory(memory, stackBytes) {
  const { buffer } = memory
  const zeros = Buffer.alloc(pieceBytes)
  const count = buffer.byteLength / pieceBytes
  const pieces = Array.from({ length: count }, (_, n) => Buffer.from(buffer, n * pieceBytes, pieceBytes))
  const saved = pieces.map((piece) => (piece.equals(zeros) ? zeros : Buffer.from(piece)))
  const { from, to } = belowStack(saved, zeros, stackBytes)
  return function restore() {
    if (memory.buffer !== buffer || !pieces[to].equals(zeros)) return false
    for (let n = 0; n < count; n++) {
      if (n === from) n = to
      if (!pieces[n].equals(saved[n])) saved[n].copy(pieces[n])
    }
    return true
  }
}

/**
 * The pieces that no stack reaches; comparing them would take as long as all others. The engine has 5 MiB for its stack, between
 * its data and its heap, and stops programs at `stackBytes`: four times that, from the heap down, is compared. A deeper stack passes
 * through the last of these pieces.
 */
function belowStack(saved, zeros, stackBytes) {
  let gap = { from: 0, to: 0 }
  let from = 0
  for (const [to, piece] of saved.entries()) {
    if (piece === zeros) continue
    if (to - from > gap.to - gap.from) gap = { from, to }
    from = to + 1
  }
  const to = gap.to - Math.ceil((4 * stackBytes) / pieceBytes)
  if (to <= gap.from) throw new Error('The stack of the engine is in an unexpected place.')
  return { from: gap.from, to }
}

const pageBytes = 65_536
const initialPages = 128
/** Module "a", name "a", a memory with a maximum, at least 256 pages; numbers are LEB128. */
const memoryImport = Buffer.from([1, 0x61, 1, 0x61, 2, 1, 0x80, 2])
/** The same limits with 128 pages. */
const smallLimits = Buffer.from([0x80, 1])
/** A piece and its zeros fit into the L1 cache together. */
const pieceBytes = 32_768
