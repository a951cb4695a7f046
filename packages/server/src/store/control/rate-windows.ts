import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'

/** Reserves a share of a window's quota for this node: as many as requested and left. */
export async function drawShare(
  db: Queryable<'control'>,
  subject: string,
  windowStartMs: number,
  wanted: number,
  limit: number,
): Promise<number> {
  const [row] = await db.query<{ before: number }>(sql`
    insert into rate_windows as w (subject, window_start, taken) values (${subject}, ${windowStartMs}, ${wanted})
    on conflict (subject, window_start) do update set taken = w.taken + excluded.taken
    returning taken - ${wanted}::integer as before`)
  return Math.max(0, Math.min(wanted, limit - (row?.before ?? limit)))
}

export async function pruneRateWindows(db: Queryable<'control'>, olderThanMs: number): Promise<void> {
  await db.query(sql`delete from rate_windows where window_start < ${olderThanMs}`)
}
