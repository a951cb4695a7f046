import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'

export type Plan = 'free' | 'pro'

export interface Account {
  id: string
  email: string
  name: string
  plan: Plan
}

export async function findAccount(
  db: Queryable<'control'>,
  by: { id: string } | { email: string },
): Promise<Account | undefined> {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`email = ${by.email.toLowerCase()}`
  const [row] = await db.query<Account>(sql`select id, email, name, plan from users where ${which}`)
  return row
}

/** The account that was created first. */
export async function findFirstAccount(db: Queryable<'control'>): Promise<Account | undefined> {
  const [row] = await db.query<Account>(sql`select id, email, name, plan from users order by created_at, id limit 1`)
  return row
}

/** Every account with the number of broadcasts it owns, in the order of creation. */
export async function listAccounts(
  db: Queryable<'control'>,
): Promise<(Account & { created_at: Date; broadcasts: number })[]> {
  return db.query(sql`
    select u.id, u.email, u.name, u.plan, u.created_at, (select count(*) from directory where user_id = u.id and leaving_at is null) as broadcasts
    from users u order by u.created_at, u.id`)
}

export async function findPlan(db: Queryable<'control'>, userId: string): Promise<Plan> {
  const account = await findAccount(db, { id: userId })
  if (!account) throw new Error('the owner of a broadcast has no account')
  return account.plan
}

export async function setPlan(tx: Tx<'control'>, userId: string, plan: Plan): Promise<void> {
  await tx.query(sql`update users set plan = ${plan}, updated_at = now() where id = ${userId}`)
}

/** Whether this is the only account ever, and nothing was created yet. */
export async function isUntouched(db: Queryable<'control'>, besides: string): Promise<boolean> {
  const [row] = await db.query<{ touched: boolean }>(sql`
    select exists (select from users where email <> ${besides}) or exists (select from directory)
      or exists (select from audit where action = 'broadcast.deleted') as touched`)
  return row?.touched === false
}
