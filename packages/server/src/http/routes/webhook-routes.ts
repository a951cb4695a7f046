import { eventTypes } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { notFound } from '../../base/errors.ts'
import { instantOf } from '../../content/days.ts'
import { check } from '../../content/shape.ts'
import type { Db } from '../../store/db.ts'
import { type DeliveryRow, findDelivery, listDeliveries } from '../../store/queues/deliveries.ts'
import { findWebhook, listWebhooks, type WebhookRow } from '../../store/queues/webhooks.ts'
import type { NewWebhook, Subscriptions, WebhookPatch } from '../../webhooks/subscriptions.ts'
import type { RunOnce } from '../idempotent.ts'
import { choice, integer, text } from '../params.ts'
import { forMembers, keyed, type MemberCall, type Route } from '../route.ts'
import { emptyBody } from './empty-body.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'
import * as schemas from './webhook-schemas.ts'

export interface WebhookRouteParts {
  db: Db
  subscriptions: Subscriptions
  runOnce: RunOnce
}

/** Webhooks, for programs with a key on Surface A and for owners in the studio under the broadcast. */
export function webhookRoutes(parts: WebhookRouteParts): Route[] {
  return [...routesAt('/v1/webhooks', keyed, parts), ...routesAt(`${broadcastPath}/webhooks`, forMembers, parts)]
}

function routesAt(path: string, declare: typeof forMembers, parts: WebhookRouteParts): Route[] {
  const tag = 'webhooks'
  const { db, subscriptions, runOnce } = parts
  const requireWebhook = async ({ membership, params }: MemberCall) => {
    const row = await findWebhook(db, membership.broadcastId, params.webhookId ?? '')
    if (!row) throw notFound()
    return row
  }
  return [
    declare('webhooks.read', {
      method: 'GET',
      path,
      tag,
      summary: 'List the webhooks',
      answers: { 200: { description: 'All of them, newest first.', schema: schemas.list(schemas.webhook) } },
      handle: async ({ membership }) => ({
        status: 200,
        json: { data: (await listWebhooks(db, membership.broadcastId)).map(showWebhook) },
        etag: true,
      }),
    }),
    declare('webhooks.write', {
      method: 'POST',
      path,
      tag,
      summary: 'Register a webhook',
      body: { schema: schemas.newWebhook, example: schemas.newWebhookExample },
      answers: {
        201: { description: 'The webhook, with its `secret` this once when one was sent.', schema: schemas.webhook },
      },
      async handle(call) {
        const sent = check<NewWebhook>('webhook create', () => schemas.newWebhook, call.body)
        await subscriptions.checkUrl(sent.url)
        return runOnce(call, scopeOf(call), async (tx) => {
          const row = await subscriptions.create(tx, call.membership.broadcastId, sent, actorOf(call.principal))
          const shown = showWebhook(row)
          const location = `${path.replace(':userId', call.membership.userId).replace(':broadcastId', call.membership.broadcastId)}/${row.id}`
          const json = { ...shown, ...(sent.secret && { secret: sent.secret }) }
          return { answer: { status: 201, json, headers: { location }, isSensitive: true }, replay: shown }
        })
      },
    }),
    declare('webhooks.read', {
      method: 'GET',
      path: `${path}/event-types`,
      tag,
      summary: 'List the event types',
      answers: {
        200: {
          description: 'Every type that can be followed, with the JSON Schema of its body and a sample.',
          schema: schemas.list(schemas.eventType),
        },
      },
      handle: async () => ({ status: 200, json: { data: schemas.catalogue(eventTypes()) }, etag: true }),
    }),
    declare('webhooks.read', {
      method: 'GET',
      path: `${path}/:webhookId`,
      tag,
      summary: 'Read one webhook',
      answers: { 200: { description: 'The webhook.', schema: schemas.webhook } },
      handle: async (call) => ({ status: 200, json: showWebhook(await requireWebhook(call)), etag: true }),
    }),
    declare('webhooks.write', {
      method: 'PUT',
      path: `${path}/:webhookId`,
      tag,
      summary: 'Change one webhook',
      body: { schema: schemas.webhookPatch, example: { active: true } },
      answers: { 200: { description: 'The webhook after the change.', schema: schemas.webhook } },
      async handle(call) {
        const patch = check<WebhookPatch>('webhook patch', () => schemas.webhookPatch, call.body)
        await requireWebhook(call)
        if (patch.url !== undefined) await subscriptions.checkUrl(patch.url)
        const row = await db.transaction((tx) =>
          subscriptions.update(tx, call.membership.broadcastId, call.params.webhookId ?? '', patch),
        )
        return { status: 200, json: showWebhook(row), etag: true }
      },
    }),
    declare('webhooks.write', {
      method: 'DELETE',
      path: `${path}/:webhookId`,
      tag,
      summary: 'Remove one webhook',
      answers: { 204: { description: 'It is gone, with its deliveries.' } },
      async handle(call) {
        await db.transaction((tx) =>
          subscriptions.remove(tx, call.membership.broadcastId, call.params.webhookId ?? '', actorOf(call.principal)),
        )
        return { status: 204 }
      },
    }),
    declare('webhooks.write', {
      method: 'POST',
      path: `${path}/:webhookId/rotate`,
      tag,
      summary: 'Give a webhook a new secret',
      body: { schema: schemas.rotation, example: schemas.rotationExample },
      answers: { 200: { description: 'The webhook, with the new `secret` this once.', schema: schemas.webhook } },
      async handle(call) {
        const sent = check<{ secret: string; overlapSeconds?: number }>(
          'webhook rotate',
          () => schemas.rotation,
          call.body,
        )
        return runOnce(call, scopeOf(call), async (tx) => {
          const row = await subscriptions.rotate(
            tx,
            call.membership.broadcastId,
            call.params.webhookId ?? '',
            sent.secret,
            sent.overlapSeconds ?? 86_400,
            actorOf(call.principal),
          )
          return {
            answer: { status: 200, json: { ...showWebhook(row), secret: sent.secret }, isSensitive: true },
            replay: showWebhook(row),
          }
        })
      },
    }),
    declare('webhooks.write', {
      method: 'POST',
      path: `${path}/:webhookId/test`,
      tag,
      summary: 'Send a test event',
      body: { schema: emptyBody, optional: true },
      answers: { 202: { description: 'It is on its way.', schema: schemas.made } },
      handle: (call) =>
        runOnce(call, scopeOf(call), async (tx) => {
          check('webhook test', () => emptyBody, call.body)
          return {
            answer: {
              status: 202,
              json: {
                delivery_id: await subscriptions.test(tx, call.membership.broadcastId, call.params.webhookId ?? ''),
              },
            },
          }
        }),
    }),
    declare('webhooks.write', {
      method: 'POST',
      path: `${path}/:webhookId/recover`,
      tag,
      summary: 'Send again what was missed in a span of time',
      body: { schema: schemas.span, example: schemas.spanExample },
      answers: { 202: { description: 'How many events are on their way.', schema: schemas.recovered } },
      handle: (call) => {
        const sent = check<{ since: string; until?: string }>('webhook recover', () => schemas.span, call.body)
        return runOnce(call, scopeOf(call), async (tx) => {
          const [since, until] = [
            await instantOf(tx, call.membership.broadcastId, sent.since, '/since'),
            sent.until === undefined
              ? new Date(8.64e15)
              : await instantOf(tx, call.membership.broadcastId, sent.until, '/until'),
          ]
          return {
            answer: {
              status: 202,
              json: {
                recovered: await subscriptions.recover(
                  tx,
                  call.membership.broadcastId,
                  call.params.webhookId ?? '',
                  since,
                  until,
                ),
              },
            },
          }
        })
      },
    }),
    declare('webhooks.read', {
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
        const { id } = await requireWebhook(call)
        const rows = await listDeliveries(db, id, {
          status: call.query.status,
          before: call.query.before,
          limit: call.query.limit,
        })
        return { status: 200, json: { data: rows.map(showDelivery) } }
      },
    }),
    declare('webhooks.read', {
      method: 'GET',
      path: `${path}/:webhookId/deliveries/:deliveryId`,
      tag,
      summary: 'Read one delivery with its tries',
      answers: {
        200: {
          description: 'The delivery, the bytes that were sent, and what came of each try.',
          schema: schemas.delivery,
        },
      },
      async handle(call) {
        const { id } = await requireWebhook(call)
        const row = await findDelivery(db, id, call.params.deliveryId ?? '')
        if (!row) throw notFound()
        return { status: 200, json: { ...showDelivery(row), body: row.body, tries: JSON.parse(row.tries) } }
      },
    }),
    declare('webhooks.write', {
      method: 'POST',
      path: `${path}/:webhookId/deliveries/:deliveryId/redeliver`,
      tag,
      summary: 'Send one delivery again',
      body: { schema: emptyBody, optional: true },
      answers: { 202: { description: 'It is on its way, with the same id and bytes.', schema: schemas.made } },
      handle: (call) =>
        runOnce(call, scopeOf(call), async (tx) => {
          check('webhook redeliver', () => emptyBody, call.body)
          const made = await subscriptions.redeliver(
            tx,
            call.membership.broadcastId,
            call.params.webhookId ?? '',
            call.params.deliveryId ?? '',
          )
          return { answer: { status: 202, json: { delivery_id: made } } }
        }),
    }),
  ]
}

function showWebhook(row: WebhookRow) {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    active: row.active,
    disabled_reason: row.disabled_reason,
    has_secret: row.secret !== null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
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
