import type { Tx } from '../db.ts'
import { sql } from '../sql.ts'

export interface Health {
  url: string
  active: boolean
  failing_since: Date | null
}

export async function findHealth(tx: Tx, broadcastId: string, webhookId: string): Promise<Health | undefined> {
  const [row] = await tx.query<Health>(
    sql`select url, active, failing_since from webhooks where broadcast_id = ${broadcastId} and id = ${webhookId}`,
  )
  return row
}

export async function setSwitchedOff(
  tx: Tx,
  broadcastId: string,
  webhookId: string,
  reason: string,
  at: Date,
): Promise<void> {
  await tx.query(sql`
    update webhooks set active = false, disabled_reason = ${reason}, updated_at = ${at}
    where broadcast_id = ${broadcastId} and id = ${webhookId}`)
}

/** The active webhooks of a broadcast and their event patterns. */
export async function listFollowers(tx: Tx, broadcastId: string): Promise<{ id: string; events: string[] }[]> {
  return tx.query(sql`select id, events from webhooks where broadcast_id = ${broadcastId} and active`)
}
