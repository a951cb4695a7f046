import type { LoggedChange } from '../changes/changes.ts'
import { logPageSql } from '../changes/log-page.ts'
import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'

/** Starts a workflow at changes from now on. The first one of a broadcast begins to follow its log. */
export async function setChangeTrigger(tx: Tx, broadcastId: string, workflowId: string): Promise<void> {
  await tx.query(sql`
    with at as (select last_sequence from broadcasts where id = ${broadcastId}), cursor as (
      insert into workflow_cursors (broadcast_id, sequence) select ${broadcastId}, last_sequence from at
      on conflict (broadcast_id) do nothing
    )
    insert into workflow_change_triggers (broadcast_id, workflow_id, since_sequence)
    select ${broadcastId}, ${workflowId}, last_sequence from at
    on conflict (broadcast_id, workflow_id) do update set since_sequence = excluded.since_sequence`)
}

export interface ChangeTriggerRow {
  workflowId: string
  sinceSequence: number
  /** As in the record of the workflow. */
  trigger: Record<string, unknown>
}

export interface Unseen {
  changes: LoggedChange[]
  triggers: ChangeTriggerRow[]
  /** The new position of the cursor. */
  through: number
  hasMore: boolean
}

/**
 * Locks the cursor of a broadcast and reads the next page of changes; undefined when another node has the lock, there are none, or
 * `maxQueued` runs are waiting. Changes of an account on the free plan start nothing, also later.
 */
export async function takeUnseen(
  tx: Tx,
  broadcastId: string,
  { limit, maxBytes, maxQueued }: { limit: number; maxBytes: number; maxQueued: number },
): Promise<Unseen | undefined> {
  const [cursor] = await tx.query<{ sequence: number; queued: number }>(sql`
    select sequence, (
      select count(*) from (select from workflow_runs where broadcast_id = ${broadcastId} and status = 'queued' limit ${maxQueued}) q
    ) as queued
    from workflow_cursors where broadcast_id = ${broadcastId} for update skip locked`)
  if (!cursor || cursor.queued >= maxQueued) return undefined
  const rows = await tx.query<Partial<LoggedChange> & { last_sequence: number; triggers: string | null }>(sql`
    select b.last_sequence, t.triggers, c.*
    from broadcasts b
      left join (
        select array_agg(w.body -> 'trigger' ->> 'kind') as kinds,
          json_agg(json_build_object('workflowId', t.workflow_id, 'sinceSequence', t.since_sequence, 'trigger', w.body -> 'trigger')) as triggers
        from workflow_change_triggers t
          join broadcasts o on o.id = t.broadcast_id and o.plan = 'pro'
          join records w on w.broadcast_id = t.broadcast_id and w.kind = 'workflow' and w.id = t.workflow_id
        where t.broadcast_id = ${broadcastId}
      ) t on true
      left join lateral (
        ${logPageSql({ broadcastId, since: cursor.sequence, limit, maxBytes }, sql`t.triggers is not null`, sql`kind = any (t.kinds)`)}
      ) c on true
    where b.id = ${broadcastId} and b.last_sequence > ${cursor.sequence} order by c.sequence`)
  const [first] = rows
  if (!first) return undefined
  const changes = rows.filter((row): row is LoggedChange & (typeof rows)[number] => row.sequence != null)
  const through = changes.at(-1)?.sequence ?? first.last_sequence
  return { changes, triggers: JSON.parse(first.triggers ?? '[]'), through, hasMore: through < first.last_sequence }
}

export async function moveWorkflowCursor(tx: Tx, broadcastId: string, sequence: number): Promise<void> {
  await tx.query(sql`update workflow_cursors set sequence = ${sequence} where broadcast_id = ${broadcastId}`)
}

/** For each of these runs, the workflows that led to it, oldest first, and its own. */
export async function findChains(db: Queryable, broadcastId: string, runIds: string[]): Promise<Map<string, string[]>> {
  if (runIds.length === 0) return new Map()
  const rows = await db.query<{ id: string; workflow_id: string; chain: string | null }>(sql`
    select id, workflow_id, pinned ->> 'chain' as chain from workflow_runs
    where broadcast_id = ${broadcastId} and id = any (${runIds}::text[])`)
  return new Map(rows.map(({ id, workflow_id, chain }) => [id, [...JSON.parse(chain ?? '[]'), workflow_id]]))
}
