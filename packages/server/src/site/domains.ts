import { listDomains } from '../store/control/addresses.ts'
import type { Queryable } from '../store/db.ts'
import type { Notifications } from '../store/notifications.ts'
import { listShownDomains } from '../store/public/websites.ts'

/** The own domains of sites, in memory, because every request must know whether its Host is one. */
export interface Domains {
  has(domain: string): boolean
  close(): void
}

interface DomainParts {
  db: Queryable
  control: Queryable<'control'>
  notifications: Notifications
  onError(error: unknown): void
}

/** Those of a broadcast are read again soon after it changed, and all of them now and then in case a notification was lost. */
export function openDomains({ db, control, notifications, onError }: DomainParts): Domains {
  /** The broadcasts of domains. */
  let known: ReadonlyMap<string, string> = new Map()
  let changed = new Set<string>()
  let allDueMs = Number.NEGATIVE_INFINITY
  let isReading = false
  const unsubscribe = notifications.subscribe((notification) => {
    if (notification.type === 'gap') allDueMs = Number.NEGATIVE_INFINITY
    else if (notification.type !== 'access') changed.add(notification.broadcastId)
  })
  const read = async () => {
    const isAll = performance.now() >= allDueMs
    const some = changed
    if (!isAll && some.size === 0) return
    changed = new Set()
    if (isAll) allDueMs = performance.now() + oftenMs
    const broadcastIds = isAll ? new Set((await listDomains(control)).map(({ broadcastId }) => broadcastId)) : some
    const shown = broadcastIds.size > 0 ? await listShownDomains(db, [...broadcastIds]) : []
    const others = isAll ? [] : [...known].filter(([, broadcastId]) => !some.has(broadcastId))
    known = new Map([...others, ...shown.map(({ domain, broadcastId }) => [domain, broadcastId] as const)])
  }
  const tick = async () => {
    if (isReading) return
    isReading = true
    await read().catch((error: unknown) => {
      allDueMs = Number.NEGATIVE_INFINITY
      onError(error)
    })
    isReading = false
  }
  void tick()
  const timer = setInterval(() => void tick(), soonMs)
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
