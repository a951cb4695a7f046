/** Remembers, roughly and in little memory, what was asked for recently. */
export function createRepeats() {
  let [current, previous] = [new Uint8Array(cells), new Uint8Array(cells)]
  let count = 0
  return {
    /** Whether the name was asked for before. Two names with the same cell count as one. */
    isRepeated(name: string): boolean {
      const cell = hashOf(name) % cells
      const isKnown = current[cell] === 1 || previous[cell] === 1
      if (current[cell] === 0) {
        current[cell] = 1
        count += 1
      }
      if (count > cells / 8) {
        ;[current, previous] = [new Uint8Array(cells), current]
        count = 0
      }
      return isKnown
    },
  }
}

const cells = 65_536

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
