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
 * Remembers a memory as it is, and returns a function that puts every byte of it back. Only pages that differ are written, so those that
 * no program has touched never become real. False when the memory has grown, as it cannot shrink.
 */
export function rememberMemory(memory) {
  const { buffer } = memory
  const zeros = Buffer.alloc(pageBytes)
  const pages = Array.from({ length: buffer.byteLength / pageBytes }, (_, n) =>
    Buffer.from(buffer, n * pageBytes, pageBytes),
  )
  const saved = pages.map((page) => (page.equals(zeros) ? zeros : Buffer.from(page)))
  return function restore() {
    if (memory.buffer !== buffer) return false
    for (const [n, page] of pages.entries()) if (!page.equals(saved[n])) saved[n].copy(page)
    return true
  }
}

const pageBytes = 65_536
/** What the engine is compiled to start with. */
const initialPages = 256
