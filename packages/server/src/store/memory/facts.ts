import type { Notifications } from '../notifications.ts'

/** Small facts about a broadcast that many requests need, in memory until the broadcast changes. */
export interface Facts {
  /** A fact by name; read when it is not in memory. */
  of<T>(broadcastId: string, name: string, read: () => Promise<T>): Promise<T>
  /** A fact that is in memory. */
  find<T>(broadcastId: string, name: string): T | undefined
  /** Reads a fact whose broadcast is known only afterwards. */
  learn<T>(name: string, read: () => Promise<T>, broadcastOf: (fact: T) => string | undefined): Promise<T>
  forget(broadcastId: string, name: string): void
}

/** As for cached responses, a write is notified before it is answered; while notifications cannot arrive, nothing is remembered. */
export function createFacts(notifications: Notifications, { isOn }: { isOn: boolean }): Facts {
  const known = new Map<string, Map<string, unknown>>()
  /** Counts notifications, so that a fact that may have changed while it was read is not kept. */
  let count = 0
  notifications.subscribe((notification) => {
    if (notification.type === 'access') return
    count += 1
    if (notification.type === 'gap') known.clear()
    else known.delete(notification.broadcastId)
  })
  const keep = (broadcastId: string, name: string, fact: unknown, since: number) => {
    if (!isOn || since !== count || !notifications.isLive()) return
    if (known.size >= maxBroadcasts) known.clear()
    const facts = known.get(broadcastId) ?? new Map<string, unknown>()
    if (facts.size >= maxFacts) facts.clear()
    known.set(broadcastId, facts.set(name, fact))
  }
  const find = <T>(broadcastId: string, name: string) =>
    notifications.isLive() ? (known.get(broadcastId)?.get(name) as T | undefined) : undefined
  return {
    find,
    async of<T>(broadcastId: string, name: string, read: () => Promise<T>) {
      const remembered = find<T>(broadcastId, name)
      if (remembered !== undefined) return remembered
      const since = count
      const fact = await read()
      if (fact !== undefined) keep(broadcastId, name, fact, since)
      return fact
    },
    async learn(name, read, broadcastOf) {
      const since = count
      const fact = await read()
      const broadcastId = broadcastOf(fact)
      if (broadcastId !== undefined) keep(broadcastId, name, fact, since)
      return fact
    },
    forget: (broadcastId, name) => void known.get(broadcastId)?.delete(name),
  }
}

const maxBroadcasts = 5_000
const maxFacts = 100
