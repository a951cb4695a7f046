import type { Queryable, Tx } from './db.ts'
import { sql } from './sql.ts'

/** Asks the database for nothing but an answer. */
export async function ping(db: Queryable): Promise<void> {
  await db.query(sql`select 1`)
}

export async function databaseTime(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`)
  return row?.now ?? new Date(0)
}

/** Takes a lock that only one node can have until its transaction ends; false when another has it. */
export async function tryLock(tx: Tx, lock: number): Promise<boolean> {
  const [row] = await tx.query<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${lock}) as held`)
  return row?.held ?? false
}

/** Waits for a lock that only one transaction can have. */
export async function waitForLock(tx: Tx, lock: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${lock})`)
}
