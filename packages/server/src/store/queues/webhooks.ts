import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'

export interface WebhookRow {
  id: string
  broadcast_id: string
  url: string
  events: string[]
  secret: string | null
  previous_secret: string | null
  previous_until: Date | null
  active: boolean
  disabled_reason: string | null
  failing_since: Date | null
  created_at: Date
  updated_at: Date
}

export async function listWebhooks(db: Queryable, broadcastId: string): Promise<WebhookRow[]> {
  return db.query(sql`select * from webhooks where broadcast_id = ${broadcastId} order by id desc`)
}

export async function findWebhook(db: Queryable, broadcastId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db.query<WebhookRow>(
    sql`select * from webhooks where broadcast_id = ${broadcastId} and id = ${id}`,
  )
  return row
}

export async function lockWebhook(tx: Tx, broadcastId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.query<WebhookRow>(
    sql`select * from webhooks where broadcast_id = ${broadcastId} and id = ${id} for update`,
  )
  return row
}

/** A new webhook receives changes from now on. The first of a broadcast starts its relay. Creation is serialized, so that the quota is exact. */
export async function insertWebhook(
  tx: Tx,
  webhook: Pick<WebhookRow, 'id' | 'broadcast_id' | 'url' | 'events' | 'secret' | 'active' | 'created_at'>,
): Promise<void> {
  await tx.query(sql`
    with at as (select last_sequence from broadcasts where id = ${webhook.broadcast_id} for no key update), cursor as (
      insert into relay_cursors (broadcast_id, sequence) select ${webhook.broadcast_id}, last_sequence from at
      on conflict (broadcast_id) do nothing
    )
    insert into webhooks (id, broadcast_id, url, events, secret, active, since_sequence, created_at, updated_at)
    select ${webhook.id}, ${webhook.broadcast_id}, ${webhook.url}, ${webhook.events}::text[], ${webhook.secret}, ${webhook.active}, last_sequence, ${webhook.created_at}, ${webhook.created_at}
    from at`)
}

export async function updateWebhook(tx: Tx, webhook: WebhookRow): Promise<void> {
  // Deliveries that wait are due again once it is active.
  tx.raise(webhook.broadcast_id)
  await tx.query(sql`
    update webhooks set url = ${webhook.url}, events = ${webhook.events}::text[], secret = ${webhook.secret},
      previous_secret = ${webhook.previous_secret}, previous_until = ${webhook.previous_until}, active = ${webhook.active},
      disabled_reason = ${webhook.disabled_reason}, failing_since = ${webhook.failing_since},
      is_slow = is_slow and ${webhook.failing_since}::timestamptz is not null, updated_at = ${webhook.updated_at}
    where broadcast_id = ${webhook.broadcast_id} and id = ${webhook.id}`)
}

export async function deleteWebhook(tx: Tx, broadcastId: string, id: string): Promise<void> {
  await tx.query(sql`delete from webhooks where broadcast_id = ${broadcastId} and id = ${id}`)
}

export async function countWebhooks(db: Queryable, broadcastId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count from webhooks where broadcast_id = ${broadcastId}`,
  )
  return row?.count ?? 0
}
