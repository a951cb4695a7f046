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
  user_id: string
  kind: string
  record_id: string
}

/** Takes one record of a broadcast that has become due, so that no other node announces it. */
export async function takeDue(tx: Tx, broadcastId: string, now: Date): Promise<DueRecord | undefined> {
  const [row] = await tx.query<DueRecord>(sql`
    with due as materialized (
      select kind, record_id from due_records where broadcast_id = ${broadcastId} and due_at <= ${now}
      order by due_at limit 1 for update skip locked
    )
    delete from due_records d using due join broadcasts b on b.id = ${broadcastId}
    where d.broadcast_id = ${broadcastId} and d.kind = due.kind and d.record_id = due.record_id
    returning b.user_id, d.kind, d.record_id`)
  return row
}
