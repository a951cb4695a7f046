import { isDeepStrictEqual } from 'node:util'
import { type AnyRecord, Invalid, type WorkflowNode } from '@marquee/model'
import { setChangeTrigger } from '../../store/queues/change-triggers.ts'
import { deleteTrigger, setTrigger } from '../../store/queues/triggers.ts'
import { type CalledUrl, requireCallable } from '../outbound-urls.ts'
import type { CheckWorkflow, Writing } from '../writing.ts'
import type { Rule } from './rule.ts'

/** Incomplete workflows can be saved, with their gaps as warnings; an enabled one must be valid, and its trigger is scheduled. */
export const workflowRule: Rule = {
  prepare({ writing, before, after }) {
    requireCallable(writing, calledBy(before, after))
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
  /** The original still runs in its own service. */
  copied: () => ({ body: { status: 'disabled' } }),
  async saved({ writing, before, after }) {
    const { tx, broadcastId, nowMs } = writing
    if (before && before.status === after.status && isDeepStrictEqual(before.trigger, after.trigger)) return
    if (before) await deleteTrigger(tx, broadcastId, after._id)
    if (after.status !== 'enabled') return
    const { type } = Object(after.trigger)
    if (clockTypes.includes(type)) await setTrigger(tx, broadcastId, after._id, new Date(nowMs))
    if (type === 'change') await setChangeTrigger(tx, broadcastId, after._id)
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

/** The fixed addresses of http nodes. */
function calledBy(before: AnyRecord | null, after: AnyRecord): CalledUrl[] {
  const known = new Map(nodesOf(before).map((node) => [node.id, fixedUrl(node)]))
  return nodesOf(after).map((node, index) => ({
    pointer: `/nodes/${index}/config/url`,
    url: node.type === 'http' ? fixedUrl(node) : undefined,
    before: known.get(node.id),
  }))
}

const nodesOf = (workflow: AnyRecord | null) => (workflow?.nodes ?? []) as WorkflowNode[]

function fixedUrl({ config }: WorkflowNode): unknown {
  const { useExpression, value } = Object(Object(config).url)
  return useExpression === true ? undefined : value
}

/** A canvas of 500 empty nodes is not stored twice. */
const maxWarnings = 50

const clockTypes = ['interval', 'schedule', 'once']
