import type { Db } from '../store/db.ts'
import type { Notifications } from '../store/notifications.ts'
import { listDomains } from '../store/public/websites.ts'

/** The own domains of sites, in memory, because every request must know whether its Host is one. */
export interface Domains {
  has(domain: string): boolean
  close(): void
}

/** They are read again soon after a change of content, and now and then in case a notification was lost. */
export function openDomains(db: Db, notifications: Notifications, onError: (error: unknown) => void): Domains {
  let known: ReadonlySet<string> = new Set()
  let isStale = true
  let lastMs = Number.NEGATIVE_INFINITY
  const unsubscribe = notifications.subscribe(({ type }) => {
    if (type !== 'access') isStale = true
  })
  const refresh = async () => {
    if (!isStale && performance.now() - lastMs < oftenMs) return
    isStale = false
    lastMs = performance.now()
    known = new Set(await listDomains(db))
  }
  const tick = () => void refresh().catch(onError)
  tick()
  const timer = setInterval(tick, soonMs)
  timer.unref()
  return {
    has: (domain) => known.has(domain),
    close() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}

const soonMs = 1_000
const oftenMs = 30_000
