/** Random choices that depend on a seed alone. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from 0 up to `limit`, exclusive. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  /** True with this probability. */
  chance(probability: number): boolean
}

/** A generator of the family of linear congruential ones with a mixed output (splitmix, 32 bits). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick(items) {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[below(items.length)] as (typeof items)[number]
    },
    chance: (probability) => next() < probability,
  }
}
