import { type FieldError, isFollowed, isSubscription } from '@marquee/model'
import { type Clock, isoNow } from '../base/clock.ts'
import { AppError, notFound } from '../base/errors.ts'
import { newObjectId } from '../base/object-id.ts'
import { type Outbound, OutboundError } from '../base/outbound/index.ts'
import type { Vault } from '../base/vault.ts'
import { secretBytes } from '../base/webhook-signature.ts'
import { appendAudit } from '../store/access/audit.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import {
  abandonPending,
  type DeliveryRow,
  findDelivery,
  findRecoverable,
  insertDeliveries,
  listDeliveries,
} from '../store/queues/deliveries.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
} from '../store/queues/webhooks.ts'
import { lockBroadcast } from '../store/records/broadcasts.ts'
import { envelope } from './envelope.ts'
import { secretContext } from './sign.ts'

export interface SubscriptionParts {
  db: Db
  clock: Clock
  vault: Vault
  outbound: Outbound
  quota: number
  /** There is something to deliver. */
  onDeliveries(broadcastId: string): void
}

export interface NewWebhook {
  url: string
  events: string[]
  secret?: string | null
  active?: boolean
}

export interface WebhookPatch {
  url?: string
  events?: string[]
  active?: boolean
}

export interface Subscriptions {
  /** The errors of a URL that we would not call, of unknown event types and of an unusable secret. It resolves DNS, so it runs before any transaction. */
  errorsOf(webhook: Partial<NewWebhook>): Promise<FieldError[]>
  create(tx: Tx, broadcastId: string, webhook: NewWebhook, actor: Actor): Promise<WebhookRow>
  update(tx: Tx, broadcastId: string, id: string, patch: WebhookPatch): Promise<WebhookRow>
  remove(tx: Tx, broadcastId: string, id: string, actor: Actor): Promise<void>
  /** Sets a new secret; the old one also signs until the overlap ends. */
  rotate(
    tx: Tx,
    broadcastId: string,
    id: string,
    secret: string,
    overlapSeconds: number,
    actor: Actor,
  ): Promise<WebhookRow>
  /** Sends an event again, as a new delivery with the same event id and bytes. */
  redeliver(tx: Tx, broadcastId: string, id: string, deliveryId: string): Promise<string>
  /** Sends the events of a time span that a webhook subscribes to and has not received. Returns how many. */
  recover(tx: Tx, broadcastId: string, id: string, since: Date, until: Date): Promise<number>
  test(tx: Tx, broadcastId: string, id: string): Promise<string>
  /** Newest first, like the deliveries. */
  list(broadcastId: string): Promise<WebhookRow[]>
  find(broadcastId: string, id: string): Promise<WebhookRow>
  deliveries(broadcastId: string, id: string, page: DeliveryPage): Promise<DeliveryRow[]>
  delivery(broadcastId: string, id: string, deliveryId: string): Promise<FullDelivery>
}

export type DeliveryPage = Parameters<typeof listDeliveries>[3]
export type FullDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

export function createSubscriptions(parts: SubscriptionParts): Subscriptions {
  const { db, clock, vault, outbound } = parts
  const find = async (broadcastId: string, id: string) => {
    const found = await findWebhook(db, broadcastId, id)
    if (!found) throw notFound()
    return found
  }
  const requireSubscription = async (tx: Tx, broadcastId: string, id: string) => {
    const found = await lockWebhook(tx, broadcastId, id)
    if (!found) throw notFound()
    return found
  }
  const audit = (tx: Tx, action: string, broadcastId: string, id: string, actor: Actor) =>
    appendAudit(tx, { action, broadcastId, actor, details: { webhookId: id }, at: isoNow(clock) })
  const deliver = async (
    tx: Tx,
    broadcastId: string,
    webhookId: string,
    eventIds: string[],
    events: Parameters<typeof insertDeliveries>[2] = [],
  ) => {
    const deliveries = eventIds.map((eventId) => ({ id: newObjectId(clock.now()), webhookId, eventId }))
    await insertDeliveries(tx, broadcastId, events, deliveries, new Date(clock.now()))
    tx.afterCommit(() => parts.onDeliveries(broadcastId))
    return deliveries.map(({ id }) => id)
  }

  return {
    async errorsOf({ url, events = [], secret }) {
      const ofUrl = url === undefined ? [] : await urlErrors(outbound, url)
      return [...ofUrl, ...eventErrors(events), ...secretErrors(secret)]
    },
    async create(tx, broadcastId, webhook, actor) {
      const id = newObjectId(clock.now())
      const secret = webhook.secret ? seal(vault, id, webhook.secret) : null
      const row = {
        id,
        broadcast_id: broadcastId,
        url: webhook.url,
        events: webhook.events,
        secret,
        active: webhook.active ?? true,
        created_at: new Date(clock.now()),
      }
      await lockBroadcast(tx, broadcastId)
      await insertWebhook(tx, row)
      if ((await countWebhooks(tx, broadcastId)) > parts.quota)
        throw new AppError('quota_exceeded', `A broadcast can have at most ${parts.quota} webhooks.`)
      await audit(tx, 'webhook.created', broadcastId, id, actor)
      return requireSubscription(tx, broadcastId, id)
    },
    async update(tx, broadcastId, id, patch) {
      const before = await requireSubscription(tx, broadcastId, id)
      const after: WebhookRow = {
        ...before,
        ...patch,
        ...(patch.active === true && { disabled_reason: null, failing_since: null }),
        updated_at: new Date(clock.now()),
      }
      await updateWebhook(tx, after)
      if (before.active && !after.active) await abandonPending(tx, broadcastId, id, after.updated_at)
      return after
    },
    async remove(tx, broadcastId, id, actor) {
      await requireSubscription(tx, broadcastId, id)
      await deleteWebhook(tx, broadcastId, id)
      await audit(tx, 'webhook.deleted', broadcastId, id, actor)
    },
    async rotate(tx, broadcastId, id, secret, overlapSeconds, actor) {
      const before = await requireSubscription(tx, broadcastId, id)
      const after: WebhookRow = {
        ...before,
        secret: seal(vault, id, secret),
        previous_secret: overlapSeconds > 0 ? before.secret : null,
        previous_until: overlapSeconds > 0 ? new Date(clock.now() + overlapSeconds * 1_000) : null,
        updated_at: new Date(clock.now()),
      }
      await updateWebhook(tx, after)
      await audit(tx, 'webhook.secret_rotated', broadcastId, id, actor)
      return after
    },
    async redeliver(tx, broadcastId, id, deliveryId) {
      await requireActive(await requireSubscription(tx, broadcastId, id))
      const found = await findDelivery(tx, broadcastId, id, deliveryId)
      if (!found) throw notFound()
      const [made = ''] = await deliver(tx, broadcastId, id, [found.event_id])
      return made
    },
    async recover(tx, broadcastId, id, since, until) {
      const webhook = await requireSubscription(tx, broadcastId, id)
      await requireActive(webhook)
      const missed = (await findRecoverable(tx, broadcastId, id, since, until)).filter(({ type }) =>
        isFollowed(webhook.events, type),
      )
      if (missed.length > 0)
        await deliver(
          tx,
          broadcastId,
          id,
          missed.map(({ id: eventId }) => eventId),
        )
      return missed.length
    },
    async test(tx, broadcastId, id) {
      await requireActive(await requireSubscription(tx, broadcastId, id))
      const at = new Date(clock.now())
      const event = envelope({
        id: `evt_${newObjectId(clock.now())}`,
        type: 'webhook.test',
        sequence: null,
        broadcastId,
        at,
        data: { id },
        recordId: id,
      })
      const [made = ''] = await deliver(tx, broadcastId, id, [event.id], [event])
      return made
    },
    list: (broadcastId) => listWebhooks(db, broadcastId),
    find,
    async deliveries(broadcastId, id, page) {
      await find(broadcastId, id)
      return listDeliveries(db, broadcastId, id, page)
    },
    async delivery(broadcastId, id, deliveryId) {
      await find(broadcastId, id)
      const found = await findDelivery(db, broadcastId, id, deliveryId)
      if (!found) throw notFound()
      return found
    },
  }
}

async function requireActive({ active }: WebhookRow): Promise<void> {
  if (!active) throw new AppError('webhook_inactive', 'The webhook is disabled; enable it first.')
}

async function urlErrors(outbound: Outbound, url: string): Promise<FieldError[]> {
  try {
    await outbound.check(url)
    return []
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const message = `must be a public https URL, such as https://receiver.example/marquee; ${error.message}`
    return [{ pointer: '/url', code: 'forbidden_url', message }]
  }
}

const eventErrors = (events: string[]): FieldError[] =>
  events.flatMap((pattern, index) =>
    isSubscription(pattern) ? [] : [{ pointer: `/events/${index}`, code: 'unknown_event_type', message: unknownType }],
  )

const unknownType = 'is no event type, such as event.created; GET /v1/webhooks/event-types lists them'

const secretErrors = (secret: string | null | undefined): FieldError[] =>
  secret && !secretBytes(secret)
    ? [{ pointer: '/secret', code: 'format', message: 'must be whsec_ followed by base64, or any other text' }]
    : []

function seal(vault: Vault, webhookId: string, secret: string): string {
  return vault.seal(secret, secretContext(webhookId))
}
