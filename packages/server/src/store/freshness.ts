import { findLastSequence } from './changes/versions.ts'
import type { Db } from './db.ts'
import { allAreas, type Notifications } from './notifications.ts'

/** How far this node knows the changes of a broadcast. Caches and memory have at least these. */
export interface Freshness {
  /** A number at or after every change that this node made; undefined when it knows of no change. */
  known(broadcastId: string): number | undefined
  /** The number of the last change, from the database. */
  last(broadcastId: string): Promise<number>
  /**
   * Makes the next read include a change. `isNew` when it was not notified yet, and `isAhead` when there is none with this number;
   * `last` is the last one then.
   */
  reach(broadcastId: string, sequence: number): Promise<Reached>
}

export interface Reached {
  isNew: boolean
  isAhead: boolean
  last: number
}

/**
 * A change that was committed on another node is in the database before its notification arrives. A reader who knows its number
 * does not wait for that: the node asks for the number of the last change, and notifies itself.
 */
export function createFreshness({ db, notifications }: { db: Db; notifications: Notifications }): Freshness {
  /** By last change, oldest first. A gap clears the caches and not this: what is read afterwards is no older. */
  const sequences = new Map<string, number>()
  notifications.subscribe((notification) => {
    if (notification.type === 'gone') sequences.delete(notification.broadcastId)
    if (notification.type !== 'changes') return
    const { broadcastId, sequence } = notification
    const known = sequences.get(broadcastId) ?? 0
    sequences.delete(broadcastId)
    sequences.set(broadcastId, Math.max(known, sequence))
    if (sequences.size <= maxBroadcasts) return
    for (const oldest of sequences.keys()) {
      sequences.delete(oldest)
      return
    }
  })
  return {
    known: (broadcastId) => sequences.get(broadcastId),
    last: (broadcastId) => findLastSequence(db, broadcastId),
    async reach(broadcastId, sequence) {
      const known = sequences.get(broadcastId) ?? 0
      if (sequence <= known) return { isNew: false, isAhead: false, last: known }
      const last = await findLastSequence(db, broadcastId)
      // It may have arrived meanwhile.
      const isNew = last > (sequences.get(broadcastId) ?? 0)
      if (isNew) notifications.tell({ type: 'changes', broadcastId, sequence: last, areas: allAreas })
      return { isNew, isAhead: sequence > last, last }
    },
  }
}

const maxBroadcasts = 10_000
