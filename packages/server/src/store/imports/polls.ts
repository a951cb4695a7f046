import type { Tx } from '../db.ts'
import { sql } from '../sql.ts'

/** Checks a source at a time, and not before. */
export async function setPoll(tx: Tx, broadcastId: string, sourceId: string, nextAt: Date): Promise<void> {
  await tx.query(sql`
    insert into import_polls (broadcast_id, source_id, next_at) values (${broadcastId}, ${sourceId}, ${nextAt})
    on conflict (broadcast_id, source_id) do update set next_at = excluded.next_at`)
}

export async function deletePoll(tx: Tx, broadcastId: string, sourceId: string): Promise<void> {
  await tx.query(sql`delete from import_polls where broadcast_id = ${broadcastId} and source_id = ${sourceId}`)
}

export interface DuePoll {
  source_id: string
  interval_minutes: number
}

/** Locks polls of a broadcast that are due, so that no other node takes them. Accounts on the free plan are skipped. */
export async function takeDuePolls(tx: Tx, broadcastId: string, now: Date, limit: number): Promise<DuePoll[]> {
  return tx.query(sql`
    select p.source_id, (s.body ->> 'intervalMinutes')::integer as interval_minutes
    from import_polls p
      join broadcasts b on b.id = p.broadcast_id and b.plan = 'pro'
      join records s on s.broadcast_id = p.broadcast_id and s.kind = 'importSource' and s.id = p.source_id
    where p.broadcast_id = ${broadcastId} and p.next_at <= ${now}
    order by p.next_at limit ${limit} for update of p skip locked`)
}
