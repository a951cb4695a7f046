import type { Lease, Leases } from '../../base/leased-worker.ts'
import type { Queryable, Tx } from '../db.ts'
import { raw, sql } from '../sql.ts'
import { leasesOf, leaseTo } from './leases.ts'

/** Something of the broadcast is due then. The last statement of its transaction: every broadcast has one ticket. */
export async function bringForward(tx: Tx, broadcastId: string, dueAt: Date): Promise<void> {
  await tx.query(sql`
    insert into reminder_tickets (id, due_at) values (${broadcastId}, ${dueAt})
    on conflict (id) do update set due_at = least(reminder_tickets.due_at, excluded.due_at)`)
}

/** Claims the tickets of broadcasts with due work, the longest overdue first. Locked rows are skipped. */
export async function claimTickets(db: Queryable, claim: Lease & { limit: number }): Promise<{ id: string }[]> {
  const now = new Date(claim.nowMs)
  return db.query(sql`
    with free as materialized (
      select id from reminder_tickets where due_at <= ${now} and (lease_until is null or lease_until <= ${now})
      order by due_at limit ${claim.limit} for update skip locked
    )
    update reminder_tickets t set ${leaseTo(claim)} from free f where t.id = f.id returning t.id`)
}

export const ticketLeases = (db: Queryable): Leases => leasesOf(db, { name: 'reminder_tickets', open: raw('true') })

/** Ends the lease of a ticket, and sets when the broadcast is next due; without further work the ticket is deleted. */
export async function renewTicket(tx: Tx, token: string, broadcastId: string): Promise<void> {
  // Rows committed by others before they waited for this lock are seen by the next statement; later ones bring the ticket forward.
  await tx.query(sql`select id from reminder_tickets where id = ${broadcastId} for update`)
  await tx.query(sql`
    with next as (
      select least(
        (select min(due_at) from reminders where broadcast_id = ${broadcastId}),
        (select min(notify_at) from known_sessions where broadcast_id = ${broadcastId} and notify_at is not null),
        (select min(due_at) from notice_recipients where broadcast_id = ${broadcastId})
      ) as due_at
    ), gone as (
      delete from reminder_tickets t using next where t.id = ${broadcastId} and t.lease_token = ${token} and next.due_at is null
    )
    update reminder_tickets t set due_at = next.due_at, lease_token = null, lease_until = null
    from next where t.id = ${broadcastId} and t.lease_token = ${token} and next.due_at is not null`)
}
