import type { Aged } from '../aged.ts'
import type { Actor } from '../changes/changes.ts'
import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'

export interface AuditEntry {
  action: string
  actor: Actor | { type: 'anonymous' }
  /** Names and ids, never values of content or secrets. */
  details?: Record<string, unknown>
  at: string
}

/** Audits what happens to a broadcast outside its content: members, webhooks, exports, erasures. */
export async function appendAudit(db: Queryable, entry: AuditEntry & { broadcastId: string }): Promise<void> {
  await db.query(sql`
    insert into broadcast_audit (broadcast_id, action, actor, details, at)
    values (${entry.broadcastId}, ${entry.action}, ${JSON.stringify(entry.actor)}::json, ${JSON.stringify(entry.details ?? {})}::json, ${entry.at}::timestamptz)`)
}

export interface AuditRow {
  id: number
  action: string
  actor: string
  details: string
  at: Date
}

export async function readAudit(
  db: Queryable,
  broadcastId: string,
  before: number,
  limit: number,
): Promise<AuditRow[]> {
  return db.query(sql`
    select id, action, actor, details, at from broadcast_audit
    where broadcast_id = ${broadcastId} and id < ${before} order by id desc limit ${limit}`)
}

export const oldAudit = (before: Date): Aged => ({
  find: sql`select distinct broadcast_id from broadcast_audit where at < ${before}`,
  async prune(tx, broadcastId) {
    await tx.query(sql`delete from broadcast_audit where broadcast_id = ${broadcastId} and at < ${before}`)
    return 0
  },
})
