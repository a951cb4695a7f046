/** Remembers, in little memory, what was asked for recently. */
export function createRepeats() {
  let [current, previous] = [new Uint32Array(cells), new Uint32Array(cells)]
  let count = 0
  return {
    /** Whether the name was added before. */
    has(name: string): boolean {
      const hash = hashOf(name)
      return current[hash % cells] === hash || previous[hash % cells] === hash
    },
    /** Of two names for the same cell the later one is remembered. */
    add(name: string): void {
      const hash = hashOf(name)
      if (current[hash % cells] === hash) return
      current[hash % cells] = hash
      count += 1
      if (count <= cells / 8) return
      ;[current, previous] = [new Uint32Array(cells), current]
      count = 0
    },
  }
}

const cells = 65_536

/** FNV-1a. Not zero, which is an empty cell. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0 || 1
}
