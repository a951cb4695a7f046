import type { AuditEntry, AuditRow } from '../access/audit.ts'
import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'

/** Audits what concerns accounts: keys, sign-ins, plans, refusals, deleted broadcasts. */
export async function appendAccountAudit(
  control: Queryable<'control'>,
  entry: AuditEntry & { broadcastId?: string; userId?: string | null },
): Promise<void> {
  await control.query(sql`
    insert into audit (broadcast_id, user_id, action, actor, details, at)
    values (${entry.broadcastId ?? null}, ${entry.userId ?? null}, ${entry.action}, ${JSON.stringify(entry.actor)}::json, ${JSON.stringify(entry.details ?? {})}::json, ${entry.at}::timestamptz)`)
}

/** The entries about a broadcast, newest first. */
export async function readAccountAudit(
  control: Queryable<'control'>,
  broadcastId: string,
  before: number,
  limit: number,
): Promise<AuditRow[]> {
  return control.query(sql`
    select id, action, actor, details, at from audit
    where broadcast_id = ${broadcastId} and id < ${before} order by id desc limit ${limit}`)
}

export async function pruneAccountAudit(tx: Tx<'control'>, olderThan: Date): Promise<void> {
  await tx.query(sql`delete from audit where at < ${olderThan}`)
}
