import { isDeepStrictEqual } from 'node:util'
import { type AnyRecord, Invalid } from '@marquee/model'
import { deleteTrigger, setTrigger } from '../../store/queues/triggers.ts'
import type { Rule } from './rule.ts'

/** Incomplete workflows can be saved; an enabled one must be valid, and its trigger is scheduled. */
export const workflowRule: Rule = {
  prepare({ writing, after }) {
    const fieldErrors = after.status === 'enabled' ? writing.checkWorkflow(after) : []
    if (fieldErrors.length > 0) throw new Invalid(fieldErrors)
    return after
  },
  /** A restore does not change `status`, so an enabled workflow stays enabled and its restored definition must be valid. */
  restoring: ({ writing, after }) => (after.status === 'enabled' ? writing.checkWorkflow(after) : undefined),
  async saved({ writing, before, after }) {
    const { tx, broadcastId, nowMs } = writing
    if (before && before.status === after.status && isDeepStrictEqual(before.trigger, after.trigger)) return
    if (isTimed(after)) await setTrigger(tx, broadcastId, after._id, new Date(nowMs))
    else if (before) await deleteTrigger(tx, broadcastId, after._id)
  },
  removing: ({ writing, record }) => deleteTrigger(writing.tx, writing.broadcastId, record._id),
}

const isTimed = ({ status, trigger }: AnyRecord) => status === 'enabled' && Object(trigger).type !== 'manual'
