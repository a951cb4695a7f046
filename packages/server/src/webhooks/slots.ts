import type { Claimed, ClaimRequest, Finished } from '../store/queues/deliveries.ts'

/** The deliveries that a node holds, by receiver, and how many of them may be in flight. It decides; sending and storing are done by others. */
export interface Slots {
  /** Adds claimed deliveries and returns the receivers they are for. */
  hold(claimed: Claimed[]): Set<string>
  /** Takes the free slots of a receiver, for the deliveries that it returns. */
  take(webhookId: string): Claimed[]
  /** Takes note of how a receiver answered, and returns whether it is or was slow. The slot stays taken until the result is stored. */
  answered(finished: Finished): boolean
  /** Frees the slot of a delivery and lets go of it. */
  free(delivery: Claimed, isSuccess: boolean): void
  /** Drops deliveries that wait for a receiver, so that they can be claimed again, and returns their ids. */
  drop(webhookId: string): string[]
  /** Whether a claim may bring more for a receiver. */
  hasRoom(webhookId: string): boolean
  /** What the next claim may ask for. */
  room(): Pick<ClaimRequest, 'limit' | 'busy' | 'firstShare' | 'shareOfSlow' | 'slowLimit'>
  ids(): string[]
}

/**
 * A receiver has few slots, so that a slow or dead one delays nobody. A slot is taken from the moment a delivery is sent
 * until its result is stored: a process that is killed forgets at most that many answers of a receiver, and no more are
 * sent to it twice.
 */
export function createSlots(): Slots {
  const waiting = new Map<string, Claimed[]>()
  const inFlight = new Map<string, number>()
  /** How many deliveries of a receiver this node may hold. It doubles with every success, so that dead receivers take little room before they are known. */
  const shares = new Map<string, number>()
  /** Receivers whose last answer failed or took long: the database learns of it too late for deliveries that were claimed before. */
  const slow = new Set<string>()
  const held = new Set<string>()
  let slowInFlight = 0

  /** A claim costs the database more than the rows it brings, so a receiver gets many at once when it has few left. */
  const isLow = (webhookId: string) => (waiting.get(webhookId)?.length ?? 0) <= lowWater

  return {
    hold(claimed) {
      // A delivery in flight whose lease has ended can be claimed again by its own node.
      const added = claimed.filter(({ id }) => !held.has(id))
      for (const one of added) {
        held.add(one.id)
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
      const ids = (waiting.get(webhookId) ?? []).map(({ id }) => id)
      for (const id of ids) held.delete(id)
      waiting.delete(webhookId)
      shares.delete(webhookId)
      return ids
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
    ids: () => [...held],
  }
}

const maxHeld = 1_280
const maxSlowInFlight = 128
const slotsPerWebhook = 4
const slotsOfSlow = 1
const lowWater = 2 * slotsPerWebhook
const firstShare = 8
const fullShare = 64
