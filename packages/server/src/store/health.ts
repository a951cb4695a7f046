import type { Queryable } from './db.ts'
import { sql } from './sql.ts'

/** Asks the database for nothing but an answer. */
export async function ping(db: Queryable): Promise<void> {
  await db.query(sql`select 1`)
}

export async function databaseTime(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`)
  return row?.now ?? new Date(0)
}
