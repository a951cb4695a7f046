import { instantOf } from '../../content/days.ts'
import { check } from '../../content/shape.ts'
import type { DeliveryRow } from '../../store/queues/deliveries.ts'
import { choice, integer, text } from '../params.ts'
import type { Route } from '../route.ts'
import { emptyBody } from './empty-body.ts'
import { scopeOf } from './kind-route-parts.ts'
import { tag, type WebhookEndpoint, webhookOf } from './webhook-endpoint.ts'
import * as schemas from './webhook-schemas.ts'

/** The deliveries of a webhook, and sending them again. */
export function deliveryRoutes(at: WebhookEndpoint): Route[] {
  return [recoverRoute(at), deliveriesRoute(at), deliveryRoute(at), redeliverRoute(at)]
}

function recoverRoute({ path, declare, subscriptions, runOnce }: WebhookEndpoint): Route {
  return declare('webhooks.write', {
    method: 'POST',
    path: `${path}/:webhookId/recover`,
    tag,
    summary: 'Send the missed events of a time span again',
    body: { schema: schemas.span, example: schemas.spanExample },
    answers: { 202: { description: 'The number of queued events.', schema: schemas.recovered } },
    handle: (call) => {
      const sent = check<{ since: string; until?: string }>('webhook recover', () => schemas.span, call.body)
      return runOnce(call, scopeOf(call), async (tx) => {
        const { broadcastId } = call.membership
        const since = await instantOf(tx, broadcastId, sent.since, '/since')
        const until = sent.until === undefined ? lastInstant : await instantOf(tx, broadcastId, sent.until, '/until')
        const recovered = await subscriptions.recover(tx, ...webhookOf(call), since, until)
        return { answer: { status: 202, json: { recovered } } }
      })
    },
  })
}

function deliveriesRoute({ path, declare, subscriptions }: WebhookEndpoint): Route {
  return declare('webhooks.read', {
    method: 'GET',
    path: `${path}/:webhookId/deliveries`,
    tag,
    summary: 'List the deliveries of one webhook',
    params: {
      status: choice(['pending', 'delivered', 'failed'], { default: null, description: 'Only those in this state.' }),
      limit: integer({ default: 50, min: 1, max: 200, description: 'How many, 1 to 200.' }),
      before: text('Only those older than this delivery.', 24),
    },
    answers: {
      200: { description: 'Deliveries of the last 30 days, newest first.', schema: schemas.list(schemas.delivery) },
    },
    async handle(call) {
      const rows = await subscriptions.deliveries(...webhookOf(call), call.query)
      return { status: 200, json: { data: rows.map(showDelivery) } }
    },
  })
}

function deliveryRoute({ path, declare, subscriptions }: WebhookEndpoint): Route {
  return declare('webhooks.read', {
    method: 'GET',
    path: `${path}/:webhookId/deliveries/:deliveryId`,
    tag,
    summary: 'Read one delivery with its attempts',
    answers: {
      200: {
        description: 'The delivery, the sent bytes, and the result of each attempt.',
        schema: schemas.delivery,
      },
    },
    async handle(call) {
      const row = await subscriptions.delivery(...webhookOf(call), call.params.deliveryId ?? '')
      return { status: 200, json: { ...showDelivery(row), body: row.body, tries: JSON.parse(row.tries) } }
    },
  })
}

function redeliverRoute({ path, declare, subscriptions, runOnce }: WebhookEndpoint): Route {
  return declare('webhooks.write', {
    method: 'POST',
    path: `${path}/:webhookId/deliveries/:deliveryId/redeliver`,
    tag,
    summary: 'Send one delivery again',
    body: { schema: emptyBody, optional: true },
    answers: {
      202: { description: 'The new delivery is queued, with the same event id and bytes.', schema: schemas.made },
    },
    handle: (call) =>
      runOnce(call, scopeOf(call), async (tx) => {
        check('webhook redeliver', () => emptyBody, call.body)
        const made = await subscriptions.redeliver(tx, ...webhookOf(call), call.params.deliveryId ?? '')
        return { answer: { status: 202, json: { delivery_id: made } } }
      }),
  })
}

function showDelivery(row: DeliveryRow) {
  return {
    id: row.id,
    event_id: row.event_id,
    type: row.type,
    sequence: row.sequence,
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: row.next_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

const lastInstant = new Date(8.64e15)
