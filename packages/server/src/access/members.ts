import type { Clock } from '../base/clock.ts'
import { findMembership, type Membership } from '../store/broadcasts.ts'
import type { Db } from '../store/db.ts'
import type { Signals } from '../store/signals.ts'
import { BriefCache } from './brief-cache.ts'

export interface Members {
  /** What a person is in a broadcast, or undefined when they are nothing there. */
  find(broadcastId: string, personId: string): Promise<Membership | undefined>
}

export function createMembers({ db, clock, signals }: { db: Db; clock: Clock; signals: Signals }): Members {
  const known = new BriefCache<Membership | undefined>({ clock, maxAgeMs: 1_000, maxEntries: 10_000 })
  signals.subscribe((signal) => {
    if (signal.type === 'access') known.clear()
  })
  return {
    find: (broadcastId, personId) =>
      known.get(`${broadcastId}/${personId}`, () => findMembership(db, broadcastId, personId)),
  }
}
