import type { AnyRecord } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import type { Db, Tx } from '../store/db.ts'
import { type DueTrigger, deleteTrigger, planTrigger, takeDueTriggers } from '../store/queues/triggers.ts'
import { checkWorkflow } from './definition.ts'
import { insertQueued, newRun, triggerOf } from './runs.ts'
import { nextDue, type Trigger, verdictOn } from './schedule.ts'

export interface TriggerParts {
  db: Db
  clock: Clock
  /** A run was queued. */
  onQueued(broadcastId: string): void
}

/**
 * Starts due runs of a broadcast; true when there may be more. The run and the next due time are one transaction, in which other
 * nodes skip the trigger; and no due time can start two runs of a workflow, on any node.
 */
export function fireTriggers(parts: TriggerParts, broadcastId: string): Promise<boolean> {
  return parts.db.transaction(async (tx) => {
    const due = await takeDueTriggers(tx, broadcastId, new Date(parts.clock.now()), pageSize)
    for (const one of due) await fire(tx, one, parts)
    return due.length === pageSize
  })
}

async function fire(tx: Tx, due: DueTrigger, { clock, onQueued }: TriggerParts): Promise<void> {
  const { broadcast_id: broadcastId, workflow_id: workflowId } = due
  const workflow: AnyRecord = JSON.parse(due.body)
  const trigger = triggerOf(workflow)
  const zone = due.time_zone ?? 'UTC'
  const firstAt = due.next_at ?? nextDue(trigger, due.since, zone)
  const now = new Date(clock.now())
  const isDue = firstAt !== null && firstAt <= now
  const { fireAt, nextAt } = isDue ? verdictOn(trigger, firstAt, now, zone) : { fireAt: null, nextAt: firstAt }
  if (nextAt) await planTrigger(tx, broadcastId, workflowId, nextAt)
  else await deleteTrigger(tx, broadcastId, workflowId)
  if (fireAt && mayStart(workflow, trigger, due)) {
    const start = { trigger: { type: trigger.type, at: fireAt.toISOString() }, input: {}, previousRunId: null, fireAt }
    if (await insertQueued(tx, newRun(broadcastId, workflow, start), clock)) tx.afterCommit(() => onQueued(broadcastId))
  }
}

/** By default the next run does not start while the previous one is unfinished. */
function mayStart(workflow: AnyRecord, { overlap = 'skip' }: Trigger, { is_busy: isBusy }: DueTrigger): boolean {
  const isOverlapping = overlap === 'skip' && isBusy
  return workflow.status === 'enabled' && !isOverlapping && checkWorkflow(workflow).errors.length === 0
}

const pageSize = 50
