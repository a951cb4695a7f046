import type { Tx } from '../db.ts'
import { sql } from '../sql.ts'

/** Stores when a record becomes visible, or deletes it. */
export async function setDue(
  tx: Tx,
  broadcastId: string,
  kind: string,
  recordId: string,
  dueAt: string | null,
): Promise<void> {
  if (dueAt === null) {
    await tx.query(
      sql`delete from due_records where broadcast_id = ${broadcastId} and kind = ${kind} and record_id = ${recordId}`,
    )
    return
  }
  await tx.query(sql`
    insert into due_records (broadcast_id, kind, record_id, due_at) values (${broadcastId}, ${kind}, ${recordId}, ${dueAt}::timestamptz)
    on conflict (broadcast_id, kind, record_id) do update set due_at = excluded.due_at`)
}

export interface DueRecord {
  broadcast_id: string
  user_id: string
  kind: string
  record_id: string
}

/** Takes one record that has become due, so that no other node announces it. */
export async function takeDue(tx: Tx, now: Date): Promise<DueRecord | undefined> {
  const [row] = await tx.query<DueRecord>(sql`
    with due as materialized (
      select broadcast_id, kind, record_id from due_records where due_at <= ${now} order by due_at limit 1 for update skip locked
    )
    delete from due_records d using due join broadcasts b on b.id = due.broadcast_id
    where d.broadcast_id = due.broadcast_id and d.kind = due.kind and d.record_id = due.record_id
    returning d.broadcast_id, b.user_id, d.kind, d.record_id`)
  return row
}
