import type { Clock } from '../base/clock.ts'
import type { Db } from '../store/db.ts'
import type { Notifications } from '../store/notifications.ts'
import { findMembership, type Membership } from '../store/records/broadcasts.ts'
import { BriefCache } from './brief-cache.ts'

export interface Members {
  /** The role of a person in a broadcast, or undefined without a membership. */
  find(broadcastId: string, personId: string): Promise<Membership | undefined>
}

export function createMembers({
  db,
  clock,
  notifications,
}: {
  db: Db
  clock: Clock
  notifications: Notifications
}): Members {
  const known = new BriefCache<Membership | undefined>({ clock, maxAgeMs: 1_000, maxEntries: 10_000 })
  notifications.subscribe((notification) => {
    if (notification.type === 'access') known.clear()
  })
  return {
    find: (broadcastId, personId) =>
      known.get(`${broadcastId}/${personId}`, () => findMembership(db, broadcastId, personId)),
  }
}
