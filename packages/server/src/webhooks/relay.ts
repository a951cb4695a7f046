import { createHash } from 'node:crypto'
import { type AnyRecord, isFollowed, type View } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { createRoundRobin, type RoundRobin } from '../base/round-robin.ts'
import { spaced } from '../base/spaced.ts'
import type { Tracing } from '../base/tracing.ts'
import { Slices } from '../base/turns.ts'
import type { Db, Tx } from '../store/db.ts'
import { insertDeliveries, type NewDelivery, type NewEvent } from '../store/queues/deliveries.ts'
import { isRelayed, moveCursor, takeUnrelayed } from '../store/queues/relay.ts'
import { eventsOf } from './envelope.ts'

export interface RelayParts {
  db: Db
  clock: Clock
  tracing: Tracing
  /** Records as Surface A. */
  showPlain(tx: Tx, broadcastId: string, view: View, records: AnyRecord[]): Promise<Record<string, unknown>[]>
  /** Deliveries were created. */
  onDeliveries(broadcastId: string): void
  onError(error: unknown): void
}

/** Turns each change into one delivery per subscribed webhook. The cursor is advanced in the same transaction, so that none is lost or created twice. */
export function createRelay(parts: RelayParts): RoundRobin {
  const relay = createRoundRobin({
    serve: (broadcastId) =>
      parts.tracing.task('relay', { broadcast_id: broadcastId }, () => relayOnce(broadcastId, parts)),
    onError: parts.onError,
  })
  return { ...relay, wake: spaced(relay.wake, pauseMs) }
}

/** While a broadcast is written to all the time, its changes are relayed some at a time. */
const pauseMs = 20

/** Relays a page of changes; true when there may be more. */
async function relayOnce(broadcastId: string, parts: RelayParts): Promise<boolean> {
  // Most broadcasts have no webhooks.
  if (!(await isRelayed(parts.db, broadcastId))) return false
  return parts.db.transaction(async (tx) => {
    const unrelayed = await takeUnrelayed(tx, broadcastId, { limit: pageSize, maxBytes: pageBytes })
    if (!unrelayed) return false
    const { changes, webhooks, lastSequence } = unrelayed
    const nowMs = parts.clock.now()
    const events: NewEvent[] = []
    const deliveries: NewDelivery[] = []
    const slices = new Slices()
    for (const change of changes) {
      await slices.spend(change.body?.length ?? 0)
      const followers = webhooks.filter(
        ({ events: patterns, sinceSequence }) =>
          sinceSequence < change.sequence && change.event_types.some((type) => isFollowed(patterns, type)),
      )
      if (followers.length === 0) continue
      const showPlain = (view: View, records: AnyRecord[]) => parts.showPlain(tx, broadcastId, view, records)
      for (const event of await eventsOf(change, { broadcastId, showPlain })) {
        const told = followers.filter(({ events: patterns }) => isFollowed(patterns, event.type))
        if (told.length > 0) events.push(event)
        // Changes are stored while a webhook is disabled, so that they can be recovered.
        deliveries.push(
          ...told
            .filter(({ active }) => active)
            .map(({ id }) => ({ id: deliveryId(id, event.id, nowMs), webhookId: id, eventId: event.id })),
        )
      }
    }
    if (events.length > 0) await insertDeliveries(tx, broadcastId, events, deliveries, new Date(nowMs))
    if (deliveries.length > 0) tx.afterCommit(() => parts.onDeliveries(broadcastId))
    const sequence = changes.at(-1)?.sequence ?? lastSequence
    await moveCursor(tx, broadcastId, sequence)
    return sequence < lastSequence
  })
}

const pageSize = 500
const pageBytes = 1_048_576

/** An id that sorts by time, and is the same when the relay creates the delivery again. */
function deliveryId(webhookId: string, eventId: string, nowMs: number): string {
  const tail = createHash('sha256').update(`${webhookId}\n${eventId}`).digest('hex').slice(0, 16)
  return `${Math.floor(nowMs / 1_000)
    .toString(16)
    .padStart(8, '0')}${tail}`
}
