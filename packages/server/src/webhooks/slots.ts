import type { Held } from '../base/leased-worker.ts'
import type { Claimed, DeliveryClaim, Finished } from '../store/queues/deliveries.ts'

/** The claimed deliveries of a node, by receiver, and how many of them may be in flight. It decides; it neither sends nor stores. */
export interface Slots {
  /** Adds claimed deliveries and returns the receivers they are for. */
  hold(claimed: Claimed[]): Set<string>
  /** Takes the free slots of a receiver, for the deliveries that it returns. */
  take(webhookId: string): Claimed[]
  /** Records whether a receiver is slow, and returns whether it is or was. The slot stays taken until the result is stored. */
  answered(finished: Finished): boolean
  /** Frees the slot of a delivery and forgets it. */
  free(delivery: Claimed, isSuccess: boolean): void
  /** Drops deliveries that wait for a receiver, so that they can be claimed again, and returns them. */
  drop(webhookId: string): Held[]
  /** Whether the next claim may include deliveries of a receiver. */
  hasRoom(webhookId: string): boolean
  /** The limits of the next claim. */
  room(): Pick<DeliveryClaim, 'limit' | 'busy' | 'firstShare' | 'shareOfSlow' | 'slowLimit'>
  isFull(): boolean
  held(): Held[]
}

/**
 * A receiver has few slots, so that a slow or dead one delays no other. A slot is taken from the moment a delivery is sent
 * until its result is stored: a process that is killed loses at most that many results of a receiver, and no more
 * deliveries are sent to it twice.
 */
export function createSlots(): Slots {
  const waiting = new Map<string, Claimed[]>()
  const inFlight = new Map<string, number>()
  /** How many deliveries of a receiver this node may claim. It doubles with every success, so that unknown dead receivers take little capacity. */
  const shares = new Map<string, number>()
  /** Receivers whose last attempt failed or was slow: the database does not show it for deliveries that were claimed before. */
  const slow = new Set<string>()
  const held = new Map<string, Held>()
  let slowInFlight = 0

  /** A claim costs the database more than its rows, so a receiver gets many at once when it has few left. */
  const isLow = (webhookId: string) => (waiting.get(webhookId)?.length ?? 0) <= lowWater

  return {
    hold(claimed) {
      // A delivery in flight whose lease expired can be claimed again by its own node.
      const added = claimed.filter(({ id }) => !held.has(id))
      for (const one of added) {
        held.set(one.id, { broadcastId: one.broadcast_id, id: one.id })
        const queue = waiting.get(one.webhook_id)
        if (queue) queue.push(one)
        else waiting.set(one.webhook_id, [one])
      }
      return new Set(added.map(({ webhook_id: webhookId }) => webhookId))
    },
    take(webhookId) {
      const queue = waiting.get(webhookId) ?? []
      const running = inFlight.get(webhookId) ?? 0
      const free = (slow.has(webhookId) ? slotsOfSlow : slotsPerWebhook) - running
      const taken = queue.splice(0, Math.max(0, free))
      if (taken.length > 0) inFlight.set(webhookId, running + taken.length)
      if (queue.length === 0) waiting.delete(webhookId)
      slowInFlight += taken.filter((one) => one.is_slow).length
      return taken
    },
    answered({ webhookId, isSlow }) {
      const wasSlow = slow.delete(webhookId)
      if (isSlow) slow.add(webhookId)
      return isSlow || wasSlow
    },
    free(delivery, isSuccess) {
      const { id, webhook_id: webhookId } = delivery
      held.delete(id)
      const running = (inFlight.get(webhookId) ?? 1) - 1
      if (running > 0) inFlight.set(webhookId, running)
      else inFlight.delete(webhookId)
      if (delivery.is_slow) slowInFlight -= 1
      if (isSuccess) shares.set(webhookId, Math.min(2 * (shares.get(webhookId) ?? firstShare), fullShare))
      if (!inFlight.has(webhookId) && !waiting.has(webhookId)) shares.delete(webhookId)
    },
    drop(webhookId) {
      const dropped = (waiting.get(webhookId) ?? []).map(({ broadcast_id: broadcastId, id }) => ({ broadcastId, id }))
      for (const { id } of dropped) held.delete(id)
      waiting.delete(webhookId)
      shares.delete(webhookId)
      return dropped
    },
    hasRoom: (webhookId) => isLow(webhookId) || held.size === maxHeld - 1,
    room() {
      const busy = new Map<string, { held: number; share: number }>()
      for (const id of [...waiting.keys(), ...inFlight.keys()]) {
        const ofReceiver = (waiting.get(id)?.length ?? 0) + (inFlight.get(id) ?? 0)
        busy.set(id, { held: ofReceiver, share: isLow(id) ? (shares.get(id) ?? firstShare) : ofReceiver })
      }
      return {
        limit: Math.max(0, maxHeld - held.size),
        busy,
        firstShare,
        shareOfSlow: slotsOfSlow,
        slowLimit: Math.max(0, maxSlowInFlight - slowInFlight),
      }
    },
    isFull: () => held.size >= maxHeld,
    held: () => [...held.values()],
  }
}

const maxHeld = 1_280
const maxSlowInFlight = 128
const slotsPerWebhook = 4
const slotsOfSlow = 1
const lowWater = 2 * slotsPerWebhook
const firstShare = 8
const fullShare = 64
