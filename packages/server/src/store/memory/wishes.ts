import type { Kind } from '@marquee/model'
import type { Clock } from '../../base/clock.ts'

/** Decides which kinds are worth loading: those that are asked for twice within a minute, and were not too large just now. */
export function createWishes(clock: Clock) {
  const wishes = new Map<string, { atMs: number; isRefused: boolean }>()
  const nameOf = (broadcastId: string, kind: Kind) => `${broadcastId} ${kind.name}`
  return {
    isDue(broadcastId: string, kind: Kind): boolean {
      const name = nameOf(broadcastId, kind)
      const nowMs = clock.now()
      const known = wishes.get(name)
      if (known && nowMs - known.atMs < rememberedMs) {
        if (!known.isRefused) wishes.delete(name)
        return !known.isRefused
      }
      if (wishes.size >= maxWishes) wishes.clear()
      wishes.set(name, { atMs: nowMs, isRefused: false })
      return false
    },
    refuse(broadcastId: string, kind: Kind): void {
      wishes.set(nameOf(broadcastId, kind), { atMs: clock.now(), isRefused: true })
    },
  }
}

const rememberedMs = 60_000
const maxWishes = 10_000
