import type { Lease, Leases } from '../../base/leased-worker.ts'
import type { Queryable, Tx } from '../db.ts'
import { raw, sql } from '../sql.ts'
import { leasesOf, leaseTo } from './leases.ts'

/** A reminder or notice of the broadcast is due then. The last statement of its transaction: every broadcast has one row. */
export async function bringForward(tx: Tx, broadcastId: string, dueAt: Date): Promise<void> {
  tx.raise(broadcastId)
  await tx.query(sql`
    insert into reminder_leases (broadcast_id, due_at) values (${broadcastId}, ${dueAt})
    on conflict (broadcast_id) do update set due_at = least(reminder_leases.due_at, excluded.due_at)`)
}

/** Claims the reminders of a broadcast, if some are due and no node is sending them. */
export async function claimReminders(db: Queryable, claim: Lease): Promise<{ broadcast_id: string; id: string }[]> {
  const now = new Date(claim.nowMs)
  return db.query(sql`
    update reminder_leases set ${leaseTo(claim)}
    where broadcast_id = ${claim.broadcastId} and due_at <= ${now} and (lease_until is null or lease_until <= ${now})
    returning broadcast_id, broadcast_id as id`)
}

export const reminderLeases = (db: Queryable): Leases =>
  leasesOf(db, { name: 'reminder_leases', id: 'broadcast_id', open: raw('true') })

/** Ends the lease, and sets when the broadcast is next due; without further work the row is deleted. */
export async function endReminderLease(tx: Tx, token: string, broadcastId: string): Promise<void> {
  // Rows committed by others before they waited for this lock are seen by the next statement; later ones bring the time forward.
  await tx.query(sql`select from reminder_leases where broadcast_id = ${broadcastId} for update`)
  await tx.query(sql`
    with next as (
      select least(
        (select min(due_at) from reminders where broadcast_id = ${broadcastId}),
        (select min(notify_at) from known_sessions where broadcast_id = ${broadcastId} and notify_at is not null),
        (select min(due_at) from notice_recipients where broadcast_id = ${broadcastId})
      ) as due_at
    ), gone as (
      delete from reminder_leases l using next where l.broadcast_id = ${broadcastId} and l.lease_token = ${token} and next.due_at is null
    )
    update reminder_leases l set due_at = next.due_at, lease_token = null, lease_until = null
    from next where l.broadcast_id = ${broadcastId} and l.lease_token = ${token} and next.due_at is not null`)
}
