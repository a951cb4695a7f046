import type { LoggedChange } from '../changes/changes.ts'
import { logPageSql } from '../changes/log-page.ts'
import type { Queryable, Tx } from '../db.ts'
import { raw, sql } from '../sql.ts'

export interface Unrelayed {
  changes: LoggedChange[]
  lastSequence: number
  /** Including disabled ones. */
  webhooks: { id: string; events: string[]; sinceSequence: number; active: boolean }[]
}

/** Whether changes of a broadcast are made into deliveries: it has a cursor since its first webhook. */
export async function isRelayed(db: Queryable, broadcastId: string): Promise<boolean> {
  const cursors = await db.query(sql`select from relay_cursors where broadcast_id = ${broadcastId}`)
  return cursors.length > 0
}

/** Locks the cursor of a broadcast and reads the next page of changes; undefined when another node has the lock, or there are none. */
export async function takeUnrelayed(
  tx: Tx,
  broadcastId: string,
  { limit, maxBytes }: { limit: number; maxBytes: number },
): Promise<Unrelayed | undefined> {
  const [cursor] = await tx.query<{ sequence: number }>(
    sql`select sequence from relay_cursors where broadcast_id = ${broadcastId} for update skip locked`,
  )
  if (!cursor) return undefined
  const rows = await tx.query<Partial<LoggedChange> & { last_sequence: number; webhooks: string | null }>(sql`
    select b.last_sequence, w.webhooks, c.*
    from broadcasts b
      left join (
        select json_agg(json_build_object('id', id, 'events', events, 'sinceSequence', since_sequence, 'active', active)) as webhooks
        from webhooks where broadcast_id = ${broadcastId}
      ) w on true
      left join lateral (${logPageSql({ broadcastId, since: cursor.sequence, limit, maxBytes }, raw('w.webhooks is not null'))}) c on true
    where b.id = ${broadcastId} and b.last_sequence > ${cursor.sequence} order by c.sequence`)
  const [first] = rows
  if (!first) return undefined
  return {
    changes: rows.filter((row): row is LoggedChange & (typeof rows)[number] => row.sequence != null),
    lastSequence: first.last_sequence,
    webhooks: JSON.parse(first.webhooks ?? '[]'),
  }
}

export async function moveCursor(tx: Tx, broadcastId: string, sequence: number): Promise<void> {
  await tx.query(sql`update relay_cursors set sequence = ${sequence} where broadcast_id = ${broadcastId}`)
}
