import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'
import type { Plan } from './accounts.ts'

/** Lists a broadcast before it exists, with its owner as a member. Doing it again changes nothing. */
export async function listBroadcast(
  control: Queryable<'control'>,
  broadcastId: string,
  userId: string,
  at: Date,
): Promise<void> {
  await control.query(sql`
    insert into directory (broadcast_id, user_id, created_at) values (${broadcastId}, ${userId}, ${at}) on conflict do nothing`)
  await listMember(control, broadcastId, userId)
}

/** Notes that a person may be a member from now on. */
export async function listMember(control: Queryable<'control'>, broadcastId: string, userId: string): Promise<void> {
  await control.query(sql`
    insert into directory_members (user_id, broadcast_id) values (${userId}, ${broadcastId}) on conflict do nothing`)
}

/** The broadcasts in which a person may be a member. */
export async function findBroadcastsOf(control: Queryable<'control'>, userId: string): Promise<string[]> {
  const rows = await control.query<{ broadcast_id: string }>(
    sql`select broadcast_id from directory_members where user_id = ${userId}`,
  )
  return rows.map(({ broadcast_id }) => broadcast_id)
}

/** The broadcasts that an account owns. */
export async function findOwned(control: Queryable<'control'>, userId: string): Promise<string[]> {
  const rows = await control.query<{ broadcast_id: string }>(
    sql`select broadcast_id from directory where user_id = ${userId} and leaving_at is null`,
  )
  return rows.map(({ broadcast_id }) => broadcast_id)
}

/** Serializes what is counted against a quota of a broadcast in this plane. */
export async function lockListed(tx: Tx<'control'>, broadcastId: string): Promise<void> {
  await tx.query(sql`select from directory where broadcast_id = ${broadcastId} for update`)
}

export interface ListedBroadcast {
  id: string
  user_id: string
  email: string
  created_at: Date
}

/** Every broadcast with its owner in the order of creation, or the one with this id. */
export async function findListed(control: Queryable<'control'>, id?: string): Promise<ListedBroadcast[]> {
  return control.query(sql`
    select d.broadcast_id as id, d.user_id, u.email, d.created_at from directory d join users u on u.id = d.user_id
    where d.leaving_at is null and (${id ?? null}::text is null or d.broadcast_id = ${id ?? null})
    order by d.created_at, d.broadcast_id`)
}

/** Ends everything that belongs to a broadcast in this plane. Its row stays until its content is gone. */
export async function markLeaving(tx: Tx<'control'>, broadcastId: string, at: Date): Promise<void> {
  await tx.query(sql`
    update directory set leaving_at = coalesce(leaving_at, ${at}) where broadcast_id = ${broadcastId}`)
}

/** Removes a broadcast whose content is gone, and frees its addresses. */
export async function unlist(control: Queryable<'control'>, broadcastId: string): Promise<void> {
  await control.query(sql`
    with freed as (delete from addresses where broadcast_id = ${broadcastId})
    delete from directory where broadcast_id = ${broadcastId}`)
}

/** A page of the ids of all broadcasts, in order. */
export async function listIds(
  control: Queryable<'control'>,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await control.query<{ id: string }>(sql`
    select broadcast_id as id from directory where broadcast_id > ${after} order by broadcast_id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export interface DoubtfulBroadcast {
  id: string
  isLeaving: boolean
  plan: Plan
}

/** A page of the directory, in the order of ids, without those that began or ended just now. */
export async function findDoubtful(
  control: Queryable<'control'>,
  { after, createdBefore, leftBefore, limit }: { after: string; createdBefore: Date; leftBefore: Date; limit: number },
): Promise<DoubtfulBroadcast[]> {
  return control.query(sql`
    select d.broadcast_id as id, d.leaving_at is not null as "isLeaving", u.plan
    from directory d join users u on u.id = d.user_id
    where d.broadcast_id > ${after} and d.created_at < ${createdBefore} and (d.leaving_at is null or d.leaving_at < ${leftBefore})
    order by d.broadcast_id limit ${limit}`)
}

/** The demo festival and its owner, marked when it was created: nothing that people edit identifies it. */
export async function findDemo(
  control: Queryable<'control'>,
): Promise<{ broadcastId: string; userId: string; email: string } | undefined> {
  const [row] = await control.query<{ id: string; user_id: string; email: string }>(sql`
    select d.broadcast_id as id, d.user_id, u.email
    from demo join directory d on d.broadcast_id = demo.broadcast_id join users u on u.id = d.user_id
    where d.leaving_at is null order by d.broadcast_id limit 1`)
  return row && { broadcastId: row.id, userId: row.user_id, email: row.email }
}

export async function markDemo(control: Queryable<'control'>, broadcastId: string): Promise<void> {
  await control.query(sql`insert into demo (broadcast_id) values (${broadcastId}) on conflict do nothing`)
}
