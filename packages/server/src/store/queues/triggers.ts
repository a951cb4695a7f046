import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'

/** Has a workflow started by the clock from now on; when next is worked out afterwards. */
export async function setTrigger(tx: Tx, broadcastId: string, workflowId: string, since: Date): Promise<void> {
  await tx.query(sql`
    insert into workflow_triggers (broadcast_id, workflow_id, since) values (${broadcastId}, ${workflowId}, ${since})
    on conflict (broadcast_id, workflow_id) do update set next_at = null, since = excluded.since`)
}

/** Has the clock leave a workflow alone. */
export async function deleteTrigger(tx: Tx, broadcastId: string, workflowId: string): Promise<void> {
  await tx.query(sql`delete from workflow_triggers where broadcast_id = ${broadcastId} and workflow_id = ${workflowId}`)
}

export interface DueTrigger {
  broadcast_id: string
  workflow_id: string
  next_at: Date | null
  since: Date
  /** The workflow as it is now. */
  body: string
  /** The zone of the broadcast. */
  time_zone: string | null
  /** Whether a run of the workflow is queued or under way. */
  is_busy: boolean
}

/** Takes triggers that are due, or not planned yet, so that no other node does. Those of accounts on the free plan wait. */
export async function takeDueTriggers(tx: Tx, now: Date, limit: number): Promise<DueTrigger[]> {
  return tx.query(sql`
    select t.broadcast_id, t.workflow_id, t.next_at, t.since, w.body, c.body ->> 'timezone' as time_zone,
      exists (select from workflow_runs r where r.broadcast_id = t.broadcast_id and r.workflow_id = t.workflow_id and r.status = 'queued')
        or exists (select from workflow_runs r where r.broadcast_id = t.broadcast_id and r.workflow_id = t.workflow_id and r.status = 'running') as is_busy
    from workflow_triggers t
      join broadcasts b on b.id = t.broadcast_id
      join users u on u.id = b.user_id and u.plan = 'pro'
      join records w on w.broadcast_id = t.broadcast_id and w.kind = 'workflow' and w.id = t.workflow_id
      join records c on c.broadcast_id = t.broadcast_id and c.kind = 'broadcast' and c.id = t.broadcast_id
    where t.next_at is null or t.next_at <= ${now}
    order by t.next_at nulls first limit ${limit} for update of t skip locked`)
}

export async function planTrigger(tx: Tx, broadcastId: string, workflowId: string, nextAt: Date): Promise<void> {
  await tx.query(
    sql`update workflow_triggers set next_at = ${nextAt} where broadcast_id = ${broadcastId} and workflow_id = ${workflowId}`,
  )
}

/** Whether a trigger is due, without taking it. */
export async function hasDueTriggers(db: Queryable, now: Date): Promise<boolean> {
  const [row] = await db.query<{ due: boolean }>(
    sql`select exists (select from workflow_triggers where next_at is null or next_at <= ${now}) as due`,
  )
  return row?.due ?? false
}
