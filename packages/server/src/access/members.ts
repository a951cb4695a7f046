import type { Clock } from '../base/clock.ts'
import type { Db } from '../store/db.ts'
import type { Notifications } from '../store/notifications.ts'
import { findMembership, type Membership } from '../store/records/broadcasts.ts'
import { BriefCache } from './brief-cache.ts'

export interface Members {
  /** The membership of a person in a broadcast; undefined when they are not a member. */
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
  const cache = new BriefCache<Membership | undefined>({ clock, maxAgeMs: 1_000, maxEntries: 10_000 })
  notifications.subscribe((notification) => {
    if (notification.type === 'access') cache.clear()
  })
  return {
    find: (broadcastId, personId) =>
      cache.get(`${broadcastId}/${personId}`, () => findMembership(db, broadcastId, personId)),
  }
}
