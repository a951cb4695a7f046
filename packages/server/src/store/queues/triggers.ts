import type { Tx } from '../db.ts'
import { sql } from '../sql.ts'

/** Schedules a workflow from now on; its next due time is computed afterwards. */
export async function setTrigger(tx: Tx, broadcastId: string, workflowId: string, since: Date): Promise<void> {
  await tx.query(sql`
    insert into workflow_triggers (broadcast_id, workflow_id, since) values (${broadcastId}, ${workflowId}, ${since})
    on conflict (broadcast_id, workflow_id) do update set next_at = null, since = excluded.since`)
}

/** A workflow starts no more by the clock or by changes. */
export async function deleteTrigger(tx: Tx, broadcastId: string, workflowId: string): Promise<void> {
  await tx.query(sql`
    with changes_gone as (
      delete from workflow_change_triggers where broadcast_id = ${broadcastId} and workflow_id = ${workflowId}
    )
    delete from workflow_triggers where broadcast_id = ${broadcastId} and workflow_id = ${workflowId}`)
}

export interface DueTrigger {
  broadcast_id: string
  workflow_id: string
  next_at: Date | null
  since: Date
  /** The current version of the workflow. */
  body: string
  /** The zone of the broadcast. */
  time_zone: string | null
  /** Whether a run of the workflow is queued or running. */
  is_busy: boolean
}

/** Locks triggers of a broadcast that are due, or have no due time yet, so that no other node takes them. Accounts on the free plan are skipped. */
export async function takeDueTriggers(tx: Tx, broadcastId: string, now: Date, limit: number): Promise<DueTrigger[]> {
  return tx.query(sql`
    select t.broadcast_id, t.workflow_id, t.next_at, t.since, w.body, c.body ->> 'timezone' as time_zone,
      exists (select from workflow_runs r where r.broadcast_id = ${broadcastId} and r.workflow_id = t.workflow_id and r.status = 'queued')
        or exists (select from workflow_runs r where r.broadcast_id = ${broadcastId} and r.workflow_id = t.workflow_id and r.status = 'running') as is_busy
    from workflow_triggers t
      join broadcasts b on b.id = ${broadcastId} and b.plan = 'pro'
      join records w on w.broadcast_id = ${broadcastId} and w.kind = 'workflow' and w.id = t.workflow_id
      join records c on c.broadcast_id = ${broadcastId} and c.kind = 'broadcast' and c.id = t.broadcast_id
    where t.broadcast_id = ${broadcastId} and (t.next_at is null or t.next_at <= ${now})
    order by t.next_at nulls first limit ${limit} for update of t skip locked`)
}

export async function planTrigger(tx: Tx, broadcastId: string, workflowId: string, nextAt: Date): Promise<void> {
  await tx.query(
    sql`update workflow_triggers set next_at = ${nextAt} where broadcast_id = ${broadcastId} and workflow_id = ${workflowId}`,
  )
}
