import { deleteRun } from '../../store/queues/runs.ts'
import type { Rule } from './rule.ts'

/** With its record a run goes, also one that is under way. */
export const workflowRunRule: Rule = {
  removing: ({ writing, record }) => deleteRun(writing.tx, writing.broadcastId, record._id),
}
