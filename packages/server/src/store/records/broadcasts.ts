import { shapes } from '@marquee/model'
import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'
import { deleteTimeline } from './timeline.ts'

/** A broadcast with its owner and the role of one person. */
export interface Membership {
  broadcast_id: string
  user_id: string
  plan: 'free' | 'pro'
  role: 'owner' | 'editor' | 'viewer'
}

export async function insertBroadcast(tx: Tx, id: string, userId: string, at: string): Promise<void> {
  await tx.query(sql`insert into broadcasts (id, user_id, created_at) values (${id}, ${userId}, ${at}::timestamptz)`)
}

export async function deleteBroadcast(tx: Tx, id: string): Promise<void> {
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
    select b.id as broadcast_id, b.user_id, u.plan, r.keys ->> 'role' as role
    from broadcasts b
      join users u on u.id = b.user_id
      join memberships m on m.broadcast_id = b.id and m.user_id = ${personId}
      join records r on r.broadcast_id = b.id and r.kind = 'broadcastMember' and r.id = m.member_id and r.keys ->> 'status' = 'active'
    where b.id = ${broadcastId}`)
  return row
}

/** The broadcasts of a person, each with the number of its last change. */
export async function listMemberships(
  db: Queryable,
  personId: string,
): Promise<(Membership & { body: string; sequence: number })[]> {
  return db.query(sql`
    select b.id as broadcast_id, b.user_id, b.last_sequence as sequence, u.plan, r.keys ->> 'role' as role, c.body
    from memberships m
      join broadcasts b on b.id = m.broadcast_id
      join users u on u.id = b.user_id
      join records r on r.broadcast_id = b.id and r.kind = 'broadcastMember' and r.id = m.member_id and r.keys ->> 'status' = 'active'
      join records c on c.broadcast_id = b.id and c.kind = 'broadcast' and c.id = b.id
    where m.user_id = ${personId} order by b.id desc`)
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

/** The only broadcast, if there is exactly one. */
export async function findSoleBroadcast(db: Queryable): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(sql`select id from broadcasts limit 2`)
  return rows.length === 1 ? rows[0]?.id : undefined
}

/** A broadcast as the command line shows it. */
export interface BroadcastRow {
  id: string
  user_id: string
  email: string
  name: string
  status: string
  is_private: boolean
  created_at: Date
}

/** Every broadcast in the order of creation, or the one with this id. */
export async function listBroadcastRows(db: Queryable, id?: string): Promise<BroadcastRow[]> {
  return db.query(sql`
    select b.id, b.user_id, u.email, r.body ->> 'name' as name, r.body ->> 'status' as status,
      coalesce((r.body ->> 'isPrivate')::boolean, false) as is_private, b.created_at
    from broadcasts b
      join users u on u.id = b.user_id
      join records r on r.broadcast_id = b.id and r.kind = 'broadcast' and r.id = b.id
    where ${id ?? null}::text is null or b.id = ${id ?? null} order by b.created_at, b.id`)
}

/** The demo festival and its owner, marked when it was created: nothing that people edit identifies it. */
export async function findDemo(
  db: Queryable,
): Promise<{ broadcastId: string; userId: string; email: string } | undefined> {
  const [row] = await db.query<{ id: string; user_id: string; email: string }>(sql`
    select b.id, b.user_id, u.email from demo d join broadcasts b on b.id = d.broadcast_id join users u on u.id = b.user_id
    order by b.id limit 1`)
  return row && { broadcastId: row.id, userId: row.user_id, email: row.email }
}

export async function markDemo(tx: Tx, broadcastId: string): Promise<void> {
  await tx.query(sql`insert into demo (broadcast_id) values (${broadcastId})`)
}

/** Which of these slugs are taken. They are unique across broadcasts. */
export async function findTakenSlugs(db: Queryable, slugs: string[]): Promise<Set<string>> {
  const rows = await db.query<{ slug: string }>(sql`
    select keys ->> 'slug' as slug from records
    where kind = 'broadcastDiffuser' and keys ->> 'slug' = any (${slugs}::text[])`)
  return new Set(rows.map(({ slug }) => slug))
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
  keys: number
  webhooks: number
  plan: 'free' | 'pro'
}

/** The usage of a broadcast. Kinds that update no counter are counted here. */
export async function readUsage(
  db: Queryable,
  broadcastId: string,
  at: Date,
  uncountedKinds: string[] = [],
): Promise<Usage> {
  const [row] = await db.query<Omit<Usage, 'counts'> & { counts: string; uncounted: string | null }>(sql`
    select b.last_sequence as sequence, b.counts, u.plan,
      (select count(*) from webhooks where broadcast_id = b.id) as webhooks,
      (select count(*) from api_keys where broadcast_id = b.id and revoked_at is null and (expires_at is null or expires_at > ${at})
        and (replaced_until is null or replaced_until > ${at})) as keys,
      (select json_object_agg(kind, count) from (
        select kind, count(*) from records where broadcast_id = b.id and kind = any (${uncountedKinds}::text[]) group by kind
        union all
        select kind, sum(count)::bigint from timeline_counts where broadcast_id = b.id group by kind
      ) o (kind, count)) as uncounted
    from broadcasts b join users u on u.id = b.user_id where b.id = ${broadcastId}`)
  if (!row) throw new Error('the broadcast was deleted')
  return { ...row, counts: { ...JSON.parse(row.counts), ...JSON.parse(row.uncounted ?? '{}') } }
}
