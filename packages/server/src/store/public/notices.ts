import { kinds } from '@marquee/model'
import { agedRows } from '../aged.ts'
import type { Queryable, Tx } from '../db.ts'
import { insertRows, rowsSql } from '../rows-sql.ts'
import { raw, sql } from '../sql.ts'
import type { RecipientRow } from './recipients.ts'
import type { SessionState } from './session-states.ts'

/** A message about a session. */
export interface Notice {
  id: string
  sessionId: string
  /** How long before the start; null for a change. */
  minutes: number | null
  before: SessionState
  /** Null when the session is no longer on the programme. */
  after: SessionState | null
  expiresAt: Date
}

export async function insertNotices(tx: Tx, broadcastId: string, notices: Notice[]): Promise<void> {
  await insertRows(tx, 'notices', notices, {
    broadcast_id: ['text', () => broadcastId],
    id: ['text', ({ id }) => id],
    session_id: ['text', ({ sessionId }) => sessionId],
    minutes: ['integer', ({ minutes }) => minutes],
    state_before: ['json', ({ before }) => JSON.stringify(before)],
    state_after: ['json', ({ after }) => after && JSON.stringify(after)],
    expires_at: ['timestamptz', ({ expiresAt }) => expiresAt],
  })
}

/** Recipients who still wait for an earlier change of the session are notified of the current state instead. */
export async function updateWaiting(tx: Tx, broadcastId: string, notices: Notice[]): Promise<void> {
  if (notices.length === 0) return
  await tx.query(sql`
    update notices n set state_after = w.state_after, expires_at = greatest(n.expires_at, w.expires_at)
    from ${rowsSql('w', notices, {
      id: ['text', ({ id }) => id],
      session_id: ['text', ({ sessionId }) => sessionId],
      state_after: ['json', ({ after }) => after && JSON.stringify(after)],
      expires_at: ['timestamptz', ({ expiresAt }) => expiresAt],
    })}
    where n.broadcast_id = ${broadcastId} and n.session_id = w.session_id and n.minutes is null and n.id <> w.id`)
}

/** Deletes notices that it is too late for, with their recipients; without an instant, all. */
export async function deleteNotices(db: Queryable, broadcastId: string, expiredBy: Date | null): Promise<void> {
  const which = expiredBy === null ? raw('') : sql` and expires_at <= ${expiredBy}`
  await db.query(sql`delete from notices where broadcast_id = ${broadcastId}${which}`)
}

/** Deletes notices that reached all their recipients. */
export async function deleteSentNotices(db: Queryable, broadcastId: string): Promise<void> {
  await db.query(sql`
    delete from notices n where n.broadcast_id = ${broadcastId} and n.fanned_through is null
      and not exists (select from notice_recipients r where r.broadcast_id = n.broadcast_id and r.notice_id = n.id)`)
}

export async function listNotices(db: Queryable, broadcastId: string, ids: string[]): Promise<Notice[]> {
  const rows = await db.query<{
    id: string
    session_id: string
    minutes: number | null
    state_before: string
    state_after: string | null
    expires_at: Date
  }>(sql`
    select id, session_id, minutes, state_before, state_after, expires_at from notices
    where broadcast_id = ${broadcastId} and id = any (${ids}::text[])`)
  return rows.map((row) => ({
    id: row.id,
    sessionId: row.session_id,
    minutes: row.minutes,
    before: JSON.parse(row.state_before),
    after: row.state_after === null ? null : JSON.parse(row.state_after),
    expiresAt: row.expires_at,
  }))
}

/**
 * Adds a page of recipients to a notice that does not have all of them yet. False when no notice is left. Recipients of a change are
 * also the clients whose favorite was deleted; clients that wait for an earlier change of the session get that notice, updated.
 */
export async function fanOutNext(tx: Tx, broadcastId: string, now: Date, limit: number): Promise<boolean> {
  const [notice] = await tx.query<{ id: string; session_id: string; minutes: number | null; fanned_through: string }>(
    sql`
    select id, session_id, minutes, fanned_through from notices
    where broadcast_id = ${broadcastId} and fanned_through is not null order by id limit 1 for update`,
  )
  if (!notice) return false
  const { id, session_id: sessionId, minutes } = notice
  const clients = await tx.query<{ id: string }>(sql`
    with favoring as materialized (
      select id from records where broadcast_id = ${broadcastId} and kind = ${client} and refs @> array[${sessionId}]::text[]
      union
      select referrer_id from trash_references
      where broadcast_id = ${broadcastId} and record_id = ${sessionId} and referrer_kind = ${client} and ${minutes}::integer is null
    )
    select r.id from favoring join records r on r.broadcast_id = ${broadcastId} and r.kind = ${client} and r.id = favoring.id
    where r.id > ${notice.fanned_through} and (r.secrets -> 'pushSubscription') is not null
      and (${minutes}::integer is null or (r.keys ->> 'reminderMinutes')::integer = ${minutes}::integer)
      and (${minutes}::integer is not null or not exists (
        select from notice_recipients waiting join notices n on n.broadcast_id = ${broadcastId} and n.id = waiting.notice_id
        where waiting.broadcast_id = ${broadcastId} and waiting.client_id = r.id and n.session_id = ${sessionId} and n.minutes is null
      ))
    order by r.id limit ${limit}`)
  await insertRows(tx, 'notice_recipients', clients, {
    broadcast_id: ['text', () => broadcastId],
    notice_id: ['text', () => id],
    client_id: ['text', (one) => one.id],
    due_at: ['timestamptz', () => now],
  })
  const through = clients.length === limit ? clients.at(-1)?.id : null
  await tx.query(sql`update notices set fanned_through = ${through} where broadcast_id = ${broadcastId} and id = ${id}`)
  return true
}

/** A client that a notice has not reached yet. */
export interface NoticeRecipient extends RecipientRow {
  notice_id: string
  /** JSON. */
  quiet_hours: string | null
}

/** Recipients that are due, by notice and client, after a cursor. */
export async function readNoticeRecipients(
  db: Queryable,
  broadcastId: string,
  now: Date,
  after: Pick<NoticeRecipient, 'notice_id' | 'client_id'>,
  limit: number,
): Promise<NoticeRecipient[]> {
  return db.query(sql`
    with page as materialized (
      select notice_id, client_id from notice_recipients
      where broadcast_id = ${broadcastId} and due_at <= ${now} and (notice_id, client_id) > (${after.notice_id}, ${after.client_id})
      order by notice_id, client_id limit ${limit}
    )
    select page.notice_id, page.client_id, r.body ->> 'locale' as locale, r.body ->> 'quietHours' as quiet_hours,
      r.secrets ->> 'pushSubscription' as sealed
    from page join records r on r.broadcast_id = ${broadcastId} and r.kind = ${client} and r.id = page.client_id
    order by page.notice_id, page.client_id`)
}

export async function postponeRecipients(
  db: Queryable,
  broadcastId: string,
  recipients: { row: NoticeRecipient; dueAt: Date }[],
): Promise<void> {
  if (recipients.length === 0) return
  await db.query(sql`
    update notice_recipients r set due_at = p.due_at
    from ${rowsSql('p', recipients, {
      notice_id: ['text', ({ row }) => row.notice_id],
      client_id: ['text', ({ row }) => row.client_id],
      due_at: ['timestamptz', ({ dueAt }) => dueAt],
    })}
    where r.broadcast_id = ${broadcastId} and r.notice_id = p.notice_id and r.client_id = p.client_id`)
}

export async function deleteNoticeRecipients(tx: Tx, broadcastId: string, rows: NoticeRecipient[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(sql`
    delete from notice_recipients r
    using ${rowsSql('d', rows, { notice_id: ['text', (row) => row.notice_id], client_id: ['text', (row) => row.client_id] })}
    where r.broadcast_id = ${broadcastId} and r.notice_id = d.notice_id and r.client_id = d.client_id`)
}

/** Deletes notices that expired before an instant, of broadcasts that are no longer worked on. */
export const expiredNotices = (before: Date) => agedRows('notices', 'id', sql`expires_at < ${before}`)

const client = kinds.broadcastClient.name
