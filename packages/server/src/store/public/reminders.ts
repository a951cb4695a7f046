import { kinds } from '@marquee/model'
import { agedRows } from '../aged.ts'
import type { Tx } from '../db.ts'
import { type Columns, insertRows, rowsSql } from '../rows-sql.ts'
import { raw, sql } from '../sql.ts'
import type { SessionState } from './session-states.ts'

/** Follows the change log of a broadcast from its beginning, unless that is done already. */
export async function startFollowing(tx: Tx, broadcastId: string, since: Date): Promise<void> {
  await tx.query(sql`
    insert into reminder_cursors (broadcast_id, since) values (${broadcastId}, ${since}) on conflict (broadcast_id) do nothing`)
}

export interface Unfollowed {
  /** The sessions that changed, and when they last did. */
  changed: Map<string, Date>
  /** Following began then. */
  since: Date
  /** The new position of the cursor. */
  through: number
  hasMore: boolean
}

/** Locks the cursor of a broadcast and reads the next page of changes; undefined when another node has the lock, or there are none. */
export async function takeUnfollowed(tx: Tx, broadcastId: string, limit: number): Promise<Unfollowed | undefined> {
  const [cursor] = await tx.query<{ sequence: number; since: Date; last_sequence: number }>(sql`
    select c.sequence, c.since, b.last_sequence from reminder_cursors c join broadcasts b on b.id = c.broadcast_id
    where c.broadcast_id = ${broadcastId} for update of c skip locked`)
  if (!cursor || cursor.last_sequence <= cursor.sequence) return undefined
  const rows = await tx.query<{ sequence: number; kind: string; record_id: string; at: Date }>(sql`
    select sequence, kind, record_id, at from changes
    where broadcast_id = ${broadcastId} and sequence > ${cursor.sequence} order by sequence limit ${limit}`)
  const sessions = rows.filter(({ kind }) => kind === kinds.broadcastSession.name)
  const through = rows.at(-1)?.sequence ?? cursor.last_sequence
  return {
    changed: new Map(sessions.map(({ record_id: id, at }) => [id, at])),
    since: cursor.since,
    through,
    hasMore: through < cursor.last_sequence,
  }
}

export async function moveReminderCursor(tx: Tx, broadcastId: string, sequence: number): Promise<void> {
  await tx.query(sql`update reminder_cursors set sequence = ${sequence} where broadcast_id = ${broadcastId}`)
}

/** A session as visitors last knew it. */
export interface KnownSession {
  sessionId: string
  state: SessionState
  /** When visitors are notified that it has changed since. */
  notifyAt: Date | null
  endsAt: Date | null
}

export async function lockKnown(tx: Tx, broadcastId: string, ids: string[]): Promise<Map<string, SessionState>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ session_id: string; state: string }>(sql`
    select session_id, state from known_sessions
    where broadcast_id = ${broadcastId} and session_id = any (${ids}::text[]) order by session_id for update`)
  return new Map(rows.map(({ session_id: id, state }) => [id, JSON.parse(state)]))
}

/** Locks sessions whose visitors are to be notified by now. */
export async function lockChanged(
  tx: Tx,
  broadcastId: string,
  now: Date,
  limit: number,
): Promise<Map<string, SessionState>> {
  const rows = await tx.query<{ session_id: string; state: string }>(sql`
    select session_id, state from known_sessions
    where broadcast_id = ${broadcastId} and notify_at <= ${now} order by notify_at limit ${limit} for update skip locked`)
  return new Map(rows.map(({ session_id: id, state }) => [id, JSON.parse(state)]))
}

export async function saveKnown(tx: Tx, broadcastId: string, sessions: KnownSession[]): Promise<void> {
  const columns: Columns<KnownSession> = {
    broadcast_id: ['text', () => broadcastId],
    session_id: ['text', ({ sessionId }) => sessionId],
    state: ['json', ({ state }) => JSON.stringify(state)],
    notify_at: ['timestamptz', ({ notifyAt }) => notifyAt],
    ends_at: ['timestamptz', ({ endsAt }) => endsAt],
  }
  const orReplace = raw(`on conflict (broadcast_id, session_id) do update
    set state = excluded.state, notify_at = excluded.notify_at, ends_at = excluded.ends_at`)
  await insertRows(tx, 'known_sessions', sessions, columns, orReplace)
}

export async function deleteKnown(tx: Tx, broadcastId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    sql`delete from known_sessions where broadcast_id = ${broadcastId} and session_id = any (${ids}::text[])`,
  )
}

export interface Reminder {
  sessionId: string
  minutes: number
  dueAt: Date
}

export interface WantedReminder extends Reminder {
  /** It was still ahead when the session changed. */
  isAhead: boolean
}

/** Replaces the reminders of sessions. One whose time has come stays until it is sent, also when another field changes meanwhile. */
export async function setReminders(
  tx: Tx,
  broadcastId: string,
  sessionIds: string[],
  wanted: WantedReminder[],
): Promise<void> {
  if (sessionIds.length === 0) return
  const columns: Columns<WantedReminder> = {
    session_id: ['text', ({ sessionId }) => sessionId],
    minutes: ['integer', ({ minutes }) => minutes],
    due_at: ['timestamptz', ({ dueAt }) => dueAt],
  }
  const compared: Columns<WantedReminder> = { ...columns, is_ahead: ['boolean', ({ isAhead }) => isAhead] }
  const kept = wanted.length > 0 ? sql`select * from ${rowsSql('w', wanted, compared)}` : undefined
  await tx.query(sql`
    delete from reminders r where r.broadcast_id = ${broadcastId} and r.session_id = any (${sessionIds}::text[])
      ${
        kept
          ? sql`and not exists (
        select from (${kept}) k where k.session_id = r.session_id and k.minutes = r.minutes and (k.is_ahead or k.due_at = r.due_at))`
          : sql``
      }`)
  await insertRows(
    tx,
    'reminders',
    wanted.filter(({ isAhead }) => isAhead),
    { broadcast_id: ['text', () => broadcastId], ...columns },
    raw('on conflict (broadcast_id, session_id, minutes) do update set due_at = excluded.due_at'),
  )
}

/** Takes reminders whose time has come, so that none is sent twice. */
export async function takeReminders(tx: Tx, broadcastId: string, now: Date, limit: number): Promise<Reminder[]> {
  const rows = await tx.query<{ session_id: string; minutes: number; due_at: Date }>(sql`
    with due as materialized (
      select session_id, minutes from reminders
      where broadcast_id = ${broadcastId} and due_at <= ${now} order by due_at limit ${limit} for update skip locked
    )
    delete from reminders r using due
    where r.broadcast_id = ${broadcastId} and r.session_id = due.session_id and r.minutes = due.minutes
    returning r.session_id, r.minutes, r.due_at`)
  return rows.map(({ session_id: sessionId, minutes, due_at: dueAt }) => ({ sessionId, minutes, dueAt }))
}

/** Forgets sessions that ended before an instant. */
export const endedKnown = (before: Date) => agedRows('known_sessions', 'session_id', sql`ends_at < ${before}`)
