import { shapes } from '@marquee/model'
import type { Queryable, Raising, Tx } from '../db.ts'
import { sql } from '../sql.ts'
import { deleteTimeline } from './timeline.ts'

/** A broadcast with its owner and the role of one person. */
export interface Membership {
  broadcast_id: string
  user_id: string
  plan: 'free' | 'pro'
  role: 'owner' | 'editor' | 'viewer'
}

export async function insertBroadcast(
  tx: Tx,
  broadcast: { id: string; userId: string; plan: 'free' | 'pro'; at: string },
): Promise<void> {
  const { id, userId, plan, at } = broadcast
  await tx.query(
    sql`insert into broadcasts (id, user_id, plan, created_at) values (${id}, ${userId}, ${plan}, ${at}::timestamptz)`,
  )
}

/** The plan of the owner, as the account has it. */
export async function setBroadcastPlan(db: Queryable & Raising, id: string, plan: 'free' | 'pro'): Promise<void> {
  const [outdated] = await db.query(sql`select id from broadcasts where id = ${id} and plan <> ${plan}`)
  if (!outdated) return
  // On the Pro plan, work that waits is due.
  await db.raise(id)
  await db.query(sql`update broadcasts set plan = ${plan} where id = ${id}`)
}

/** Records and changes have no foreign key. Writes that are not committed yet wait for the lock, and then find no broadcast. */
export async function deleteBroadcast(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`select from broadcasts where id = ${id} for update`)
  await tx.query(sql`delete from records where broadcast_id = ${id}`)
  await tx.query(sql`delete from changes where broadcast_id = ${id}`)
  await tx.query(sql`delete from broadcasts where id = ${id}`)
  await deleteTimeline(tx, id)
}

export async function insertMembership(tx: Tx, broadcastId: string, userId: string, memberId: string): Promise<void> {
  await tx.query(sql`
    insert into memberships (broadcast_id, user_id, member_id) values (${broadcastId}, ${userId}, ${memberId})
    on conflict (broadcast_id, user_id) do update set member_id = excluded.member_id`)
}

/** Removes the membership of a member record. */
export async function deleteMembership(tx: Tx, broadcastId: string, memberId: string): Promise<void> {
  await tx.query(sql`delete from memberships where broadcast_id = ${broadcastId} and member_id = ${memberId}`)
}

/** The membership of a person in a broadcast; undefined without one, or when the broadcast does not exist. */
export async function findMembership(
  db: Queryable,
  broadcastId: string,
  personId: string,
): Promise<Membership | undefined> {
  const [row] = await db.query<Membership>(sql`
    select b.id as broadcast_id, b.user_id, b.plan, r.keys ->> 'role' as role
    from broadcasts b
      join memberships m on m.broadcast_id = b.id and m.user_id = ${personId}
      join records r on r.broadcast_id = b.id and r.kind = 'broadcastMember' and r.id = m.member_id and r.keys ->> 'status' = 'active'
    where b.id = ${broadcastId}`)
  return row
}

/** Those of some broadcasts in which a person is a member, each with the number of its last change. */
export async function listMemberships(
  db: Queryable,
  broadcastIds: string[],
  personId: string,
): Promise<(Membership & { body: string; sequence: number })[]> {
  return db.query(sql`
    select b.id as broadcast_id, b.user_id, b.last_sequence as sequence, b.plan, r.keys ->> 'role' as role, c.body
    from memberships m
      join broadcasts b on b.id = m.broadcast_id
      join records r on r.broadcast_id = b.id and r.kind = 'broadcastMember' and r.id = m.member_id and r.keys ->> 'status' = 'active'
      join records c on c.broadcast_id = b.id and c.kind = 'broadcast' and c.id = b.id
    where m.broadcast_id = any (${broadcastIds}::text[]) and m.user_id = ${personId} order by b.id desc`)
}

export async function isBroadcastId(db: Queryable, id: string): Promise<boolean> {
  return (await findOwner(db, id)) !== undefined
}

/** Serializes writes that are counted against a quota. */
export async function lockBroadcast(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`select from broadcasts where id = ${id} for update`)
}

export async function findOwner(db: Queryable, broadcastId: string): Promise<string | undefined> {
  const [row] = await db.query<{ user_id: string }>(sql`select user_id from broadcasts where id = ${broadcastId}`)
  return row?.user_id
}

/** What the command line shows of a broadcast. */
export interface BroadcastSummary {
  name: string
  status: string
  is_private: boolean
}

/** Some broadcasts, by id. One that is missing is being created or deleted. */
export async function summarize(db: Queryable, ids: string[]): Promise<Map<string, BroadcastSummary>> {
  const rows = await db.query<BroadcastSummary & { id: string }>(sql`
    select id, body ->> 'name' as name, body ->> 'status' as status, coalesce((body ->> 'isPrivate')::boolean, false) as is_private
    from records where broadcast_id = any (${ids}::text[]) and kind = 'broadcast' and id = broadcast_id`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Which of these broadcasts exist. */
export async function findExisting(db: Queryable, ids: string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`select id from broadcasts where id = any (${ids}::text[])`)
  return new Set(rows.map(({ id }) => id))
}

/** The time zone of a broadcast, the start of its days, the first day of the event if it is known, and its languages. */
export interface Calendar {
  timeZone: string
  dayStart: string
  firstDay: string | null
  locales: readonly string[]
}

export async function findCalendar(db: Queryable, broadcastId: string): Promise<Calendar> {
  const [row] = await db.query<{
    zone: string | null
    day_start: string | null
    first_day: string | null
    locales: string | null
  }>(sql`
    select body ->> 'timezone' as zone, body ->> 'dayStart' as day_start, body -> 'dates' ->> 'start' as first_day, body ->> 'locales' as locales
    from records where broadcast_id = ${broadcastId} and kind = 'broadcast' and id = ${broadcastId}`)
  return {
    timeZone: row?.zone ?? 'UTC',
    dayStart: row?.day_start ?? '06:00',
    firstDay: row?.first_day ?? null,
    locales: row?.locales ? JSON.parse(row.locales) : shapes.locales,
  }
}

export interface Usage {
  sequence: number
  counts: Record<string, number>
  webhooks: number
  plan: 'free' | 'pro'
}

/** The usage of a broadcast. Kinds that update no counter are counted here. */
export async function readUsage(db: Queryable, broadcastId: string, uncountedKinds: string[] = []): Promise<Usage> {
  const [row] = await db.query<Omit<Usage, 'counts'> & { counts: string; uncounted: string | null }>(sql`
    select b.last_sequence as sequence, b.counts, b.plan,
      (select count(*) from webhooks where broadcast_id = ${broadcastId}) as webhooks,
      (select json_object_agg(kind, count) from (
        select kind, count(*) from records where broadcast_id = ${broadcastId} and kind = any (${uncountedKinds}::text[]) group by kind
        union all
        select kind, sum(count)::bigint from timeline_counts where broadcast_id = ${broadcastId} group by kind
      ) o (kind, count)) as uncounted
    from broadcasts b where b.id = ${broadcastId}`)
  if (!row) throw new Error('the broadcast was deleted')
  return { ...row, counts: { ...JSON.parse(row.counts), ...JSON.parse(row.uncounted ?? '{}') } }
}
