import type { Queryable } from './db.ts'
import { sql } from './sql.ts'

export async function databaseTime(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`)
  return row?.now ?? new Date(0)
}
