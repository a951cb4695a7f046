import { deleteRun } from '../../store/queues/runs.ts'
import type { Rule } from './rule.ts'

/** Deleting its record also deletes a run from the queue, even while it is running. */
export const workflowRunRule: Rule = {
  removing: ({ writing, record }) => deleteRun(writing.tx, writing.broadcastId, record._id),
}
