import { isFollowed } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Tx } from '../store/db.ts'
import { abandonPending, countFailedEvents, type Finished, insertDeliveries } from '../store/queues/deliveries.ts'
import { findHealth, listFollowers, setSwitchedOff } from '../store/queues/webhook-health.ts'
import { envelope } from './envelope.ts'
import { isHopeless } from './retry.ts'

/** Disables a webhook whose receiver is gone or has failed for days, and sends an event about it to other webhooks. */
export async function switchOff(tx: Tx, finished: Finished, clock: Clock): Promise<void> {
  if (finished.next === 'delivered') return
  const { broadcastId, webhookId } = finished
  const isGone = finished.status === 410
  const health = await findHealth(tx, broadcastId, webhookId)
  if (!health?.active) return
  const isFailing =
    !isGone && health.failing_since !== null && (await hasFailedLong(tx, finished, health.failing_since))
  if (!isGone && !isFailing) return
  const at = new Date(clock.now())
  const reason = isGone ? 'gone' : 'failing'
  await setSwitchedOff(tx, broadcastId, webhookId, reason, at)
  await abandonPending(tx, broadcastId, webhookId, at)
  const followers = (await listFollowers(tx, broadcastId)).filter(
    ({ id, events }) => id !== webhookId && isFollowed(events, 'webhook.disabled'),
  )
  if (followers.length === 0) return
  const event = envelope({
    id: `evt_${newObjectId(clock.now())}`,
    type: 'webhook.disabled',
    sequence: null,
    broadcastId,
    at,
    data: { id: webhookId, url: health.url, reason },
    recordId: webhookId,
  })
  const deliveries = followers.map(({ id }) => ({ id: newObjectId(clock.now()), webhookId: id, eventId: event.id }))
  await insertDeliveries(tx, broadcastId, [event], deliveries, at)
}

async function hasFailedLong(tx: Tx, finished: Finished, failingSince: Date): Promise<boolean> {
  // Counted only in the rare case that the time is up.
  if (!isHopeless(failingSince.getTime(), finished.at.getTime(), Number.POSITIVE_INFINITY)) return false
  const failedEvents = await countFailedEvents(tx, finished.broadcastId, finished.webhookId, failingSince)
  return isHopeless(failingSince.getTime(), finished.at.getTime(), failedEvents)
}
