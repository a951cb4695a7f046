import { eventTypes } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { checkWhole } from '../../content/all-errors.ts'
import { check } from '../../content/shape.ts'
import type { WebhookRow } from '../../store/queues/webhooks.ts'
import type { NewWebhook, WebhookPatch } from '../../webhooks/subscriptions.ts'
import { createBody, type EncodedBody } from '../encoded-body.ts'
import { forMembers, keyed, type Route } from '../route.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { emptyBody } from './empty-body.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'
import { tag, type WebhookEndpoint, type WebhookRouteParts, webhookOf } from './webhook-endpoint.ts'
import * as schemas from './webhook-schemas.ts'

/** Webhooks, for programs with a key on Surface A and for owners in the studio under the broadcast. */
export function webhookRoutes(parts: WebhookRouteParts): Route[] {
  return [
    ...routesAt({ ...parts, path: '/v1/webhooks', declare: keyed }),
    ...routesAt({ ...parts, path: `${broadcastPath}/webhooks`, declare: forMembers }),
  ]
}

function routesAt(at: WebhookEndpoint): Route[] {
  return [
    listRoute(at),
    createRoute(at),
    eventTypesRoute(at),
    readRoute(at),
    updateRoute(at),
    removeRoute(at),
    rotateRoute(at),
    testRoute(at),
    ...deliveryRoutes(at),
  ]
}

function listRoute({ path, declare, subscriptions }: WebhookEndpoint): Route {
  return declare('webhooks.read', {
    method: 'GET',
    path,
    tag,
    summary: 'List the webhooks',
    answers: { 200: { description: 'All of them, newest first.', schema: schemas.list(schemas.webhook) } },
    handle: async ({ membership }) => ({
      status: 200,
      json: { data: (await subscriptions.list(membership.broadcastId)).map(showWebhook) },
      etag: true,
    }),
  })
}

function createRoute({ path, declare, subscriptions, runOnce }: WebhookEndpoint): Route {
  return declare('webhooks.write', {
    method: 'POST',
    path,
    tag,
    summary: 'Register a webhook',
    body: { schema: schemas.newWebhook, example: schemas.newWebhookExample },
    answers: {
      201: {
        description: 'The webhook, with its `secret` this once when one was sent.',
        schema: schemas.webhook,
        headers: ['location'],
      },
    },
    async handle(call) {
      const { errorsOf } = subscriptions
      const sent = await checkWhole<NewWebhook>('webhook create', () => schemas.newWebhook, call.body, errorsOf)
      return runOnce(call, scopeOf(call), async (tx) => {
        const row = await subscriptions.create(tx, call.membership.broadcastId, sent, actorOf(call.principal))
        const shown = showWebhook(row)
        const location = `${path.replace(':userId', call.membership.userId).replace(':broadcastId', call.membership.broadcastId)}/${row.id}`
        const json = { ...shown, ...(sent.secret && { secret: sent.secret }) }
        return { answer: { status: 201, json, headers: { location }, isSensitive: true }, replay: shown }
      })
    },
  })
}

/** A megabyte that is the same for all, so it is made once. */
let eventTypesBody: Promise<EncodedBody> | undefined
const describeEventTypes = () =>
  createBody(JSON.stringify({ data: schemas.catalogue(eventTypes()).map(({ data: _, ...listed }) => listed) }), 'small')

function eventTypesRoute({ path, declare }: WebhookEndpoint): Route {
  return declare('webhooks.read', {
    method: 'GET',
    path: `${path}/event-types`,
    tag,
    summary: 'List the event types',
    answers: {
      200: {
        description: 'Every event type, with the JSON Schema of its body and an example.',
        schema: schemas.list(schemas.eventType),
      },
    },
    handle: async () => {
      eventTypesBody ??= describeEventTypes()
      return { status: 200, body: await eventTypesBody }
    },
  })
}

function readRoute({ path, declare, subscriptions }: WebhookEndpoint): Route {
  return declare('webhooks.read', {
    method: 'GET',
    path: `${path}/:webhookId`,
    tag,
    summary: 'Read one webhook',
    answers: { 200: { description: 'The webhook.', schema: schemas.webhook } },
    handle: async (call) => ({
      status: 200,
      json: showWebhook(await subscriptions.find(...webhookOf(call))),
      etag: true,
    }),
  })
}

function updateRoute({ path, declare, db, subscriptions }: WebhookEndpoint): Route {
  return declare('webhooks.write', {
    method: 'PUT',
    path: `${path}/:webhookId`,
    tag,
    summary: 'Change one webhook',
    body: { schema: schemas.webhookPatch, example: { active: true } },
    answers: { 200: { description: 'The webhook after the change.', schema: schemas.webhook, headers: ['etag'] } },
    async handle(call) {
      const { errorsOf } = subscriptions
      const patch = await checkWhole<WebhookPatch>('webhook patch', () => schemas.webhookPatch, call.body, errorsOf)
      await subscriptions.find(...webhookOf(call))
      const row = await db.transaction((tx) => subscriptions.update(tx, ...webhookOf(call), patch))
      return { status: 200, json: showWebhook(row), etag: true }
    },
  })
}

function removeRoute({ path, declare, db, subscriptions }: WebhookEndpoint): Route {
  return declare('webhooks.write', {
    method: 'DELETE',
    path: `${path}/:webhookId`,
    tag,
    summary: 'Remove one webhook',
    answers: { 204: { description: 'It was deleted, with its deliveries.' } },
    async handle(call) {
      await db.transaction((tx) => subscriptions.remove(tx, ...webhookOf(call), actorOf(call.principal)))
      return { status: 204 }
    },
  })
}

function rotateRoute({ path, declare, subscriptions, runOnce }: WebhookEndpoint): Route {
  return declare('webhooks.write', {
    method: 'POST',
    path: `${path}/:webhookId/rotate`,
    tag,
    summary: 'Rotate the secret of a webhook',
    body: { schema: schemas.rotation, example: schemas.rotationExample },
    answers: { 200: { description: 'The webhook, with the new `secret` this once.', schema: schemas.webhook } },
    async handle(call) {
      const sent = await checkWhole<{ secret: string; overlapSeconds?: number }>(
        'webhook rotate',
        () => schemas.rotation,
        call.body,
        subscriptions.errorsOf,
      )
      return runOnce(call, scopeOf(call), async (tx) => {
        const row = await subscriptions.rotate(
          tx,
          ...webhookOf(call),
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
  })
}

function testRoute({ path, declare, subscriptions, runOnce }: WebhookEndpoint): Route {
  return declare('webhooks.write', {
    method: 'POST',
    path: `${path}/:webhookId/test`,
    tag,
    summary: 'Send a test event',
    body: { schema: emptyBody, optional: true },
    answers: { 202: { description: 'The test event is queued.', schema: schemas.made } },
    handle: (call) =>
      runOnce(call, scopeOf(call), async (tx) => {
        check('webhook test', () => emptyBody, call.body)
        const made = await subscriptions.test(tx, ...webhookOf(call))
        return { answer: { status: 202, json: { delivery_id: made } } }
      }),
  })
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
