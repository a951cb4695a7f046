import { isDeepStrictEqual } from 'node:util'
import { type AnyRecord, Invalid } from '@marquee/model'
import { deleteTrigger, setTrigger } from '../../store/queues/triggers.ts'
import type { CheckWorkflow, Writing } from '../writing.ts'
import type { Rule } from './rule.ts'

/** Incomplete workflows can be saved, with their gaps as warnings; an enabled one must be valid, and its trigger is scheduled. */
export const workflowRule: Rule = {
  prepare({ writing, after }) {
    const { errors, warnings } = checked(writing, after)
    if (errors.length > 0) throw new Invalid(errors)
    return { ...after, warnings }
  },
  /** A restore does not change `status`, so an enabled workflow stays enabled and its restored definition must be valid. */
  restoring({ writing, after }) {
    const { errors, warnings } = checked(writing, after)
    after.warnings = warnings
    return errors
  },
  async saved({ writing, before, after }) {
    const { tx, broadcastId, nowMs } = writing
    if (before && before.status === after.status && isDeepStrictEqual(before.trigger, after.trigger)) return
    if (isTimed(after)) await setTrigger(tx, broadcastId, after._id, new Date(nowMs))
    else if (before) await deleteTrigger(tx, broadcastId, after._id)
  },
  removing: ({ writing, record }) => deleteTrigger(writing.tx, writing.broadcastId, record._id),
}

/** The errors that refuse the write, and the warnings that are stored in the record. */
function checked({ checkWorkflow }: Writing, workflow: AnyRecord): ReturnType<CheckWorkflow> {
  const { errors, warnings } = checkWorkflow(workflow)
  const isEnabled = workflow.status === 'enabled'
  return {
    errors: isEnabled ? errors : [],
    warnings: (isEnabled ? warnings : [...errors, ...warnings]).slice(0, maxWarnings),
  }
}

/** A canvas of 500 empty nodes is not stored twice. */
const maxWarnings = 50

const isTimed = ({ status, trigger }: AnyRecord) => status === 'enabled' && Object(trigger).type !== 'manual'
