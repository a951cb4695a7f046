import type { Memory } from './memory/memory.ts'

/** How often tables were asked for: found, found but first brought up to date, or not in memory. */
export interface MemoryCounts {
  hit: number
  updated: number
  miss: number
}

/** The same memory, whose lookups are counted. */
export function countLookups(memory: Memory): { memory: Memory; counts: MemoryCounts } {
  const counts = { hit: 0, updated: 0, miss: 0 }
  const open: Memory['open'] = (broadcastId, kinds) => {
    const found = memory.open(broadcastId, kinds)
    counts[found === undefined ? 'miss' : found instanceof Promise ? 'updated' : 'hit'] += 1
    return found
  }
  return { memory: { ...memory, open }, counts }
}
