import { readAudit } from '../store/access/audit.ts'
import { readAccountAudit } from '../store/control/account-audit.ts'
import type { Queryable } from '../store/db.ts'

/** Entries of the audit log of a broadcast, newest first: what concerns its account and what concerns itself. */
export async function listAudit(
  { db, control }: { db: Queryable; control: Queryable<'control'> },
  broadcastId: string,
  { before, limit }: { before: number; limit: number },
) {
  const [ofAccount, ofBroadcast] = await Promise.all([
    readAccountAudit(control, broadcastId, before, limit),
    readAudit(db, broadcastId, before, limit),
  ])
  const newest = [...ofAccount, ...ofBroadcast].toSorted((one, other) => other.id - one.id).slice(0, limit)
  return newest.map(({ id, action, actor, details, at }) => ({
    id,
    action,
    actor: JSON.parse(actor),
    details: JSON.parse(details),
    at: at.toISOString(),
  }))
}
