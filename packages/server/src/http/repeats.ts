/** Remembers, in little memory, what was asked for recently. */
export function createRepeats() {
  let [current, previous] = [new Uint32Array(cells), new Uint32Array(cells)]
  let count = 0
  return {
    /** Whether the name was asked for before. Of two names for the same cell the later one is remembered. */
    isRepeated(name: string): boolean {
      const hash = hashOf(name)
      const cell = hash % cells
      const isKnown = current[cell] === hash || previous[cell] === hash
      if (current[cell] !== hash) {
        current[cell] = hash
        count += 1
      }
      if (count > cells / 8) {
        ;[current, previous] = [new Uint32Array(cells), current]
        count = 0
      }
      return isKnown
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
