import { randomUUID } from 'node:crypto'
import { createLeasedWorker, type LeasedWorker } from '../base/leased-worker.ts'
import type { Db } from '../store/db.ts'
import { type Claimed, claimDeliveries, deliveryLeases } from '../store/queues/deliveries.ts'
import { type AttemptParts, attempt } from './attempt.ts'
import { createResultWriter } from './results.ts'
import { createSlots } from './slots.ts'

export interface DeliveryParts extends AttemptParts {
  db: Db
  onError(error: unknown): void
}

/** Sends deliveries that are due, and stores their results. */
export function createDeliverer(parts: DeliveryParts, { isAlone }: { isAlone: boolean }): LeasedWorker {
  const { db, clock, onError } = parts
  const token = randomUUID()
  const leases = deliveryLeases(db)
  const slots = createSlots()
  const results = createResultWriter({ db, clock, token, onError })
  const inFlight = new Set<Promise<void>>()
  let isStopped = false

  const start = (webhookId: string) => {
    if (isStopped) return
    for (const delivery of slots.take(webhookId)) {
      const delivering = deliver(delivery).finally(() => inFlight.delete(delivering))
      inFlight.add(delivering)
    }
  }

  const attemptTraced = (delivery: Claimed) =>
    parts.tracing.task(
      'delivery',
      { broadcast_id: delivery.broadcast_id, delivery_id: delivery.id, attempt: delivery.attempts + 1 },
      async (span) => {
        const finished = await attempt(delivery, parts)
        span.set({ result: finished.next })
        return finished
      },
    )

  /** The slot is freed only when the result is stored, so that a crash sends few deliveries twice. */
  const deliver = async (delivery: Claimed) => {
    const { webhook_id: webhookId } = delivery
    const finished = await attemptTraced(delivery).catch(onError)
    if (finished) {
      const isSlow = slots.answered(finished)
      await results.store(finished, { changesHealth: isSlow || delivery.is_slow || delivery.is_failing })
    }
    slots.free(delivery, finished?.isSlow === false)
    if (finished?.isSlow) await releaseWaiting(webhookId)
    start(webhookId)
    if (slots.hasRoom(webhookId)) worker.wake(delivery.broadcast_id)
    worker.resume()
  }

  /** Deliveries that wait for a receiver that turned out slow are released, to be claimed one at a time. */
  const releaseWaiting = async (webhookId: string) => {
    const dropped = slots.drop(webhookId)
    if (dropped.length > 0) await leases.release(token, dropped).catch(onError)
  }

  const worker = createLeasedWorker({
    token,
    clock,
    leases,
    isAlone,
    async claim(lease) {
      const claimed = await claimDeliveries(db, { ...lease, ...slots.room() })
      for (const webhookId of slots.hold(claimed)) start(webhookId)
      return claimed.length > 0
    },
    hasRoom: () => !slots.isFull(),
    held: slots.held,
    drain: async () => void (await Promise.all(inFlight)),
    onError,
  })
  return {
    ...worker,
    stop() {
      isStopped = true
      results.stop()
      return worker.stop()
    },
  }
}
