import type { Lease, Leases } from '../../base/leased-worker.ts'
import { agedRows } from '../aged.ts'
import type { Db, Queryable, Tx } from '../db.ts'
import { type Columns, insertRows, rowsSql, unlessPresent } from '../rows-sql.ts'
import { raw, sql } from '../sql.ts'
import { leasesOf, leaseTo } from './leases.ts'

export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

export interface NewEvent {
  id: string
  type: string
  sequence: number | null
  body: string
}

export interface NewDelivery {
  id: string
  webhookId: string
  eventId: string
}

/** Stores events of one broadcast, and a delivery for each webhook that follows them. */
export async function insertDeliveries(
  tx: Tx,
  broadcastId: string,
  events: NewEvent[],
  deliveries: NewDelivery[],
  at: Date,
): Promise<void> {
  await tx.raise(broadcastId)
  const eventColumns: Columns<NewEvent> = {
    broadcast_id: ['text', () => broadcastId],
    id: ['text', ({ id }) => id],
    type: ['text', ({ type }) => type],
    sequence: ['bigint', ({ sequence }) => sequence],
    body: ['text', ({ body }) => body],
    created_at: ['timestamptz', () => at],
  }
  await insertRows(tx, 'webhook_events', events, eventColumns, unlessPresent)
  await insertRows(tx, 'deliveries', deliveries, {
    broadcast_id: ['text', () => broadcastId],
    id: ['text', ({ id }) => id],
    webhook_id: ['text', ({ webhookId }) => webhookId],
    event_id: ['text', ({ eventId }) => eventId],
    next_at: ['timestamptz', () => at],
    created_at: ['timestamptz', () => at],
  })
}

/** A delivery that is leased to this node. */
export interface Claimed {
  id: string
  webhook_id: string
  broadcast_id: string
  event_id: string
  attempts: number
  body: string
  url: string
  secret: string | null
  previous_secret: string | null
  previous_until: Date | null
  is_slow: boolean
  is_failing: boolean
}

export interface DeliveryClaim extends Lease {
  limit: number
  /** By webhook: how many this node has already claimed, and its limit, where that differs from the initial one. */
  busy: Map<string, { held: number; share: number }>
  firstShare: number
  shareOfSlow: number
  slowLimit: number
}

/**
 * Claims due deliveries of a broadcast, oldest first, and a share per webhook, so that a slow receiver delays no other. Leased and
 * locked rows are skipped.
 */
export async function claimDeliveries(db: Queryable, request: DeliveryClaim): Promise<Claimed[]> {
  const { broadcastId } = request
  const now = new Date(request.nowMs)
  const busy = [...request.busy.values()]
  return db.query(sql`
    with webhook as materialized (
      select w.id, w.is_slow,
        (case when w.is_slow then ${request.shareOfSlow}::integer else coalesce(busy.share, ${request.firstShare}::integer) end) - coalesce(busy.held, 0) as share
      from webhooks w
        join broadcasts b on b.id = w.broadcast_id and b.plan = 'pro'
        left join unnest(${[...request.busy.keys()]}::text[], ${busy.map(({ held }) => held)}::integer[], ${busy.map(({ share }) => share)}::integer[]) as busy (id, held, share) on busy.id = w.id
      where w.broadcast_id = ${broadcastId} and w.active
    ), due as materialized (
      select d.id, w.is_slow, d.next_at
      from webhook w cross join lateral (
        select id, next_at from deliveries d
        where d.broadcast_id = ${broadcastId} and d.webhook_id = w.id and d.status = 'pending' and d.next_at <= ${now}
          and (d.lease_until is null or d.lease_until <= ${now})
        order by d.next_at, d.id limit greatest(w.share, 0) for update skip locked
      ) d
    ), taken as (
      update deliveries set ${leaseTo(request)}
      where broadcast_id = ${broadcastId} and id = any (array(
        select id from (
          select due.*, row_number() over (partition by is_slow order by next_at, id) as place from due
        ) ranked where not is_slow or place <= ${request.slowLimit} order by next_at, id limit ${request.limit}
      ))
      returning id, webhook_id, broadcast_id, event_id, attempts, next_at
    )
    select t.id, t.webhook_id, t.broadcast_id, t.event_id, t.attempts, e.body, w.url, w.secret, w.previous_secret, w.previous_until, w.is_slow, w.is_failing
    from taken t
      cross join lateral (
        select url, secret, previous_secret, previous_until, is_slow, failing_since is not null as is_failing
        from webhooks w where w.broadcast_id = ${broadcastId} and w.id = t.webhook_id offset 0
      ) w
      cross join lateral (
        select body from webhook_events e where e.broadcast_id = ${broadcastId} and e.id = t.event_id offset 0
      ) e
    order by t.next_at, t.id`)
}

export const deliveryLeases = (db: Queryable): Leases =>
  leasesOf(db, { name: 'deliveries', open: raw(`status = 'pending'`) })

export interface Finished {
  broadcastId: string
  id: string
  webhookId: string
  number: number
  at: Date
  status: number | null
  latencyMs: number
  error: string | null
  reply: string | null
  next: DeliveryStatus
  nextAt: Date | null
  isSlow: boolean
}

/** Stores the results of attempts in one broadcast, and the health of their webhooks. An attempt whose lease was lost is not stored. */
export async function finishDeliveries(
  tx: Tx,
  token: string,
  broadcastId: string,
  finished: Finished[],
): Promise<void> {
  // Webhooks are locked before their deliveries everywhere, which rules out deadlocks.
  await tx.query(
    sql`select from webhooks where broadcast_id = ${broadcastId} and id = any (${finished.map(({ webhookId }) => webhookId)}::text[]) order by id for no key update`,
  )
  await storeAttempts(tx, token, broadcastId, finished)
  const health = rowsSql('h', [...Map.groupBy(finished, ({ webhookId }) => webhookId)].map(healthIn), {
    webhook_id: ['text', ({ webhookId }) => webhookId],
    is_slow: ['boolean', ({ isSlow }) => isSlow],
    is_well: ['boolean', ({ isWell }) => isWell],
    failed_at: ['timestamptz', ({ failedAt }) => failedAt],
  })
  await tx.query(sql`
    update webhooks w set
      is_slow = h.is_slow,
      failing_since = case when h.is_well then null else coalesce(w.failing_since, h.failed_at) end
    from ${health}
    where w.broadcast_id = ${broadcastId} and w.id = h.webhook_id and (w.is_slow <> h.is_slow or h.is_well = (w.failing_since is not null))`)
}

/** What attempts tell of a webhook: the last says how it is, the first failure since when it fails. */
function healthIn([webhookId, attempts]: [string, Finished[]]) {
  const inOrder = attempts.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const last = inOrder.at(-1)
  const failed = inOrder.find(({ next }) => next !== 'delivered')
  return { webhookId, isSlow: last?.isSlow, isWell: last?.next === 'delivered', failedAt: failed?.at ?? null }
}

/** Stores attempts that are leased under the token, and returns the ids of their deliveries. */
async function storeAttempts(tx: Tx, token: string, broadcastId: string, finished: Finished[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(sql`
    update deliveries d set status = t.next, attempts = t.number, next_at = t.next_at, lease_token = null, lease_until = null,
      finished_at = case when t.next = 'pending' then null else t.at end
    from ${rowsSql('t', finished, {
      id: ['text', ({ id }) => id],
      number: ['integer', ({ number }) => number],
      at: ['timestamptz', ({ at }) => at],
      next: ['text', ({ next }) => next],
      next_at: ['timestamptz', ({ nextAt }) => nextAt],
    })}
    where d.broadcast_id = ${broadcastId} and d.id = t.id and d.lease_token = ${token} returning d.id`)
  const stored = new Set(rows.map(({ id }) => id))
  await insertRows(
    tx,
    'delivery_attempts',
    finished.filter(({ id }) => stored.has(id)),
    {
      broadcast_id: ['text', () => broadcastId],
      delivery_id: ['text', ({ id }) => id],
      number: ['integer', ({ number }) => number],
      at: ['timestamptz', ({ at }) => at],
      status: ['integer', ({ status }) => status],
      latency_ms: ['integer', ({ latencyMs }) => latencyMs],
      error: ['text', ({ error }) => error],
      reply: ['text', ({ reply }) => reply],
    },
    unlessPresent,
  )
  return stored
}

/**
 * Stores successes in one broadcast that change nothing about their webhooks, and returns the ids that were stored. It is one
 * statement and waits for no lock: rows that are locked, and rows whose lease was lost, are skipped.
 */
export async function storeDelivered(
  db: Db,
  token: string,
  broadcastId: string,
  finished: Finished[],
): Promise<Set<string>> {
  if (db.isDivided()) return db.transaction((tx) => storeAttempts(tx, token, broadcastId, finished))
  const column = <T>(value: (one: Finished) => T) => finished.map(value)
  const rows = await db.query<{ id: string }>(sql`
    with tries as (
      select * from unnest(
        ${column(({ id }) => id)}::text[], ${column(({ number }) => number)}::integer[], ${column(({ at }) => at)}::timestamptz[],
        ${column(({ status }) => status)}::integer[], ${column(({ latencyMs }) => latencyMs)}::integer[], ${column(({ reply }) => reply)}::text[]
      ) as t (id, number, at, status, latency_ms, reply)
    ), free as materialized (
      select id from deliveries
      where broadcast_id = ${broadcastId} and id = any (${column(({ id }) => id)}::text[]) and lease_token = ${token} for update skip locked
    ), done as (
      update deliveries d set status = 'delivered', attempts = t.number, next_at = null, lease_token = null, lease_until = null, finished_at = t.at
      from tries t where d.broadcast_id = ${broadcastId} and d.id = t.id and d.id = any (array(select id from free)) returning d.id
    ), logged as (
      insert into delivery_attempts (broadcast_id, delivery_id, number, at, status, latency_ms, error, reply)
      select ${broadcastId}, t.id, t.number, t.at, t.status, t.latency_ms, null, t.reply from tries t join done on done.id = t.id
      on conflict do nothing
    )
    select id from done`)
  return new Set(rows.map(({ id }) => id))
}

/** The number of events that failed to reach a webhook since an instant. */
export async function countFailedEvents(tx: Tx, broadcastId: string, webhookId: string, since: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(distinct d.event_id) as count from deliveries d
      join delivery_attempts a on a.broadcast_id = d.broadcast_id and a.delivery_id = d.id
    where d.broadcast_id = ${broadcastId} and d.webhook_id = ${webhookId} and a.at >= ${since} and (a.status is null or a.status not between 200 and 299)`)
  return row?.count ?? 0
}

/** Fails all pending deliveries of a webhook. */
export async function abandonPending(tx: Tx, broadcastId: string, webhookId: string, at: Date): Promise<void> {
  await tx.query(sql`
    update deliveries set status = 'failed', next_at = null, lease_token = null, lease_until = null, finished_at = ${at}
    where broadcast_id = ${broadcastId} and webhook_id = ${webhookId} and status = 'pending'`)
}

export interface DeliveryRow {
  id: string
  event_id: string
  type: string
  sequence: number | null
  status: DeliveryStatus
  attempts: number
  next_at: Date | null
  created_at: Date
  finished_at: Date | null
}

export async function listDeliveries(
  db: Queryable,
  broadcastId: string,
  webhookId: string,
  filter: { status: DeliveryStatus | null; before: string | null; limit: number },
): Promise<DeliveryRow[]> {
  return db.query(sql`
    select d.id, d.event_id, e.type, e.sequence, d.status, d.attempts, d.next_at, d.created_at, d.finished_at
    from deliveries d join webhook_events e on e.broadcast_id = d.broadcast_id and e.id = d.event_id
    where d.broadcast_id = ${broadcastId} and d.webhook_id = ${webhookId} and (${filter.status}::text is null or d.status = ${filter.status})
      and (${filter.before}::text is null or d.id < ${filter.before})
    order by d.id desc limit ${filter.limit}`)
}

export async function findDelivery(
  db: Queryable,
  broadcastId: string,
  webhookId: string,
  id: string,
): Promise<(DeliveryRow & { body: string; tries: string }) | undefined> {
  const [row] = await db.query<DeliveryRow & { body: string; tries: string }>(sql`
    select d.id, d.event_id, e.type, e.sequence, d.status, d.attempts, d.next_at, d.created_at, d.finished_at, e.body,
      coalesce((
        select json_agg(json_build_object('number', number, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', status,
          'latency_ms', latency_ms, 'error', error, 'reply', reply) order by number)
        from delivery_attempts where broadcast_id = ${broadcastId} and delivery_id = d.id
      ), '[]') as tries
    from deliveries d join webhook_events e on e.broadcast_id = d.broadcast_id and e.id = d.event_id
    where d.broadcast_id = ${broadcastId} and d.webhook_id = ${webhookId} and d.id = ${id}`)
  return row
}

/** Events in a time span that a webhook has not received, whether it subscribes to them or not. Test events are never recovered. */
export async function findRecoverable(
  tx: Tx,
  broadcastId: string,
  webhookId: string,
  since: Date,
  until: Date,
): Promise<{ id: string; type: string }[]> {
  return tx.query(sql`
    select e.id, e.type from webhook_events e
    where e.broadcast_id = ${broadcastId} and e.created_at >= ${since} and e.created_at < ${until} and e.type <> 'webhook.test'
      and not exists (
        select from deliveries d where d.broadcast_id = e.broadcast_id and d.event_id = e.id and d.webhook_id = ${webhookId} and d.status in ('pending', 'delivered')
      )
    order by e.sequence, e.id limit 10000`)
}

/** Events from before an instant, with their deliveries. */
export const oldEvents = (before: Date) => agedRows('webhook_events', 'id', sql`created_at < ${before}`)
