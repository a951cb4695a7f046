import { readAudit } from '../store/access/audit.ts'
import type { Queryable } from '../store/db.ts'

/** Entries of the audit log of a broadcast, newest first. */
export async function listAudit(db: Queryable, broadcastId: string, page: { before: number; limit: number }) {
  const rows = await readAudit(db, broadcastId, page.before, page.limit)
  return rows.map(({ id, action, actor, details, at }) => ({
    id,
    action,
    actor: JSON.parse(actor),
    details: JSON.parse(details),
    at: at.toISOString(),
  }))
}
