import { type Condition, kinds } from '@marquee/model'
import type { Queryable, Tx } from '../db.ts'
import { conditionSql } from '../records/filter-sql.ts'
import { raw, type Sql, sql } from '../sql.ts'

/** A recipient of a message. */
export interface RecipientRow {
  client_id: string
  locale: string | null
  /** Its encrypted push subscription, or null when it has unsubscribed. */
  sealed: string | null
}

export interface Reach {
  /** Clients that are selected. */
  total: number
  /** Those of them that have a push subscription. */
  reachable: number
}

export async function countReach(db: Queryable, broadcastId: string, where: Condition | null): Promise<Reach> {
  const [row] = await db.query<Reach>(sql`
    select count(*) as total, count(*) filter (where ${isReachable}) as reachable
    from records where ${selected(broadcastId, where)}`)
  return row ?? { total: 0, reachable: 0 }
}

/** Stores the recipients of a campaign: all selected clients with a subscription. Returns their number. */
export async function insertRecipients(
  tx: Tx,
  broadcastId: string,
  campaignId: string,
  where: Condition | null,
): Promise<number> {
  // Counted apart: within a `with` query, the insert would run on every shard of a cluster.
  await tx.query(sql`
    insert into campaign_recipients (broadcast_id, campaign_id, client_id)
    select broadcast_id, ${campaignId}, id from records where ${selected(broadcastId, where)} and ${isReachable}`)
  const [row] = await tx.query<{ total: number }>(
    sql`select count(*) as total from campaign_recipients where broadcast_id = ${broadcastId} and campaign_id = ${campaignId}`,
  )
  return row?.total ?? 0
}

/** Pending recipients in the order of their ids, after a cursor. */
export async function readRecipients(
  db: Queryable,
  broadcastId: string,
  campaignId: string,
  after: string,
  limit: number,
): Promise<RecipientRow[]> {
  return db.query(sql`
    select c.client_id, r.body ->> 'locale' as locale, r.secrets ->> 'pushSubscription' as sealed
    from campaign_recipients c
      join records r on r.broadcast_id = c.broadcast_id and r.kind = c.client_kind and r.id = c.client_id
    where c.broadcast_id = ${broadcastId} and c.campaign_id = ${campaignId} and c.client_id > ${after}
    order by c.client_id limit ${limit}`)
}

export async function findRecipient(
  db: Queryable,
  broadcastId: string,
  clientId: string,
): Promise<RecipientRow | undefined> {
  const [row] = await db.query<RecipientRow>(sql`
    select id as client_id, body ->> 'locale' as locale, secrets ->> 'pushSubscription' as sealed
    from records where broadcast_id = ${broadcastId} and kind = ${kinds.broadcastClient.name} and id = ${clientId}`)
  return row
}

/** Deletes recipients. Returns those that were still pending, so that none is counted twice. */
export async function takeRecipients(
  tx: Tx,
  broadcastId: string,
  campaignId: string,
  clientIds: string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ client_id: string }>(sql`
    delete from campaign_recipients
    where broadcast_id = ${broadcastId} and campaign_id = ${campaignId} and client_id = any (${clientIds}::text[])
    returning client_id`)
  return new Set(rows.map(({ client_id: id }) => id))
}

export async function deleteRecipients(tx: Tx, broadcastId: string, campaignId: string): Promise<void> {
  await tx.query(
    sql`delete from campaign_recipients where broadcast_id = ${broadcastId} and campaign_id = ${campaignId}`,
  )
}

/** The fields that decide whether a broadcast may send. */
export interface SendingStanding {
  user_id: string
  plan: 'free' | 'pro'
  is_private: boolean
}

export async function findSendingStanding(db: Queryable, broadcastId: string): Promise<SendingStanding | undefined> {
  const [row] = await db.query<SendingStanding>(sql`
    select b.user_id, b.plan, (r.body ->> 'isPrivate')::boolean as is_private
    from broadcasts b
      join records r on r.broadcast_id = b.id and r.kind = ${kinds.broadcast.name} and r.id = b.id
    where b.id = ${broadcastId}`)
  return row
}

const selected = (broadcastId: string, where: Condition | null): Sql =>
  sql`broadcast_id = ${broadcastId} and kind = ${kinds.broadcastClient.name}${where ? sql` and ${conditionSql(where)}` : raw('')}`

const isReachable = raw(`(secrets -> 'pushSubscription') is not null`)
