import type { AnyRecord, FieldError, WorkflowNode } from '@marquee/model'
import { changeTriggerErrors } from './change-trigger.ts'
import { wrapperErrors } from './expression.ts'
import { findNodeType } from './nodes/index.ts'
import type { NodeType } from './nodes/node.ts'
import type { Definition } from './progress.ts'
import { cronError, type Trigger } from './schedule.ts'

export interface Checked {
  /** Errors prevent enabling or running it. */
  errors: FieldError[]
  /** Warnings are harmless. */
  warnings: FieldError[]
}

/** Checks the graph, the configuration of each node and the trigger. */
export function checkWorkflow(workflow: AnyRecord, { hasMail }: { hasMail: boolean } = { hasMail: true }): Checked {
  const nodes = nodesOf(workflow)
  const graph = graphErrors(nodes, workflow.entryNodeId)
  const config = nodes.flatMap((node, index) => nodeErrors(node, index, nodes))
  const errors = [...graph, ...config, ...triggerErrors(workflow.trigger)]
  const warnings = [...unreachable(nodes, workflow.entryNodeId), ...(hasMail ? [] : withoutMail(nodes))]
  return { errors, warnings }
}

/** The definition of a workflow that was checked. */
export function definitionOf(workflow: AnyRecord): Definition {
  return { name: String(workflow.name), entryNodeId: String(workflow.entryNodeId), nodes: nodesOf(workflow) }
}

// Stored records were validated when they were written.
const nodesOf = (workflow: AnyRecord) => workflow.nodes as WorkflowNode[]

function graphErrors(nodes: WorkflowNode[], entryNodeId: unknown): FieldError[] {
  const ids = nodes.map(({ id }) => id)
  const missing = (id: unknown, pointer: string): FieldError[] =>
    typeof id === 'string' && !ids.includes(id)
      ? [{ pointer, code: 'unknown_node', message: 'is not a node of the workflow' }]
      : []
  const entry: FieldError[] =
    typeof entryNodeId === 'string'
      ? missing(entryNodeId, '/entryNodeId')
      : [{ pointer: '/entryNodeId', code: 'required', message: 'is required to enable or run the workflow' }]
  return [
    ...entry,
    ...nodes.flatMap((node, index): FieldError[] => [
      ...(ids.indexOf(node.id) === index
        ? []
        : [{ pointer: `/nodes/${index}/id`, code: 'duplicate' as const, message: 'is the id of another node too' }]),
      ...missing(node.onSuccess, `/nodes/${index}/onSuccess`),
      ...missing(node.onError, `/nodes/${index}/onError`),
    ]),
  ]
}

function nodeErrors(node: WorkflowNode, index: number, nodes: WorkflowNode[]): FieldError[] {
  const pointer = `/nodes/${index}`
  const type = findNodeType(node.type)
  if (!type) return [{ pointer: `${pointer}/type`, code: 'enum', message: 'is not a known type' }]
  const { errorBehavior } = node
  const behavior: FieldError[] =
    errorBehavior === undefined || errorBehavior === null || errorBehaviors.includes(errorBehavior)
      ? []
      : [
          {
            pointer: `${pointer}/errorBehavior`,
            code: 'enum',
            message: `must be one of ${errorBehaviors.join(', ')}`,
          },
        ]
  const ids = nodes.map(({ id }) => id)
  return [...behavior, ...configErrors(type, node.config ?? {}, `${pointer}/config`, ids)]
}

/** Errors in the configuration of a node, at most one for each field. */
function configErrors(
  type: NodeType,
  config: Record<string, unknown>,
  pointer: string,
  nodeIds: string[],
): FieldError[] {
  const found = [...wrapperErrors(config, pointer), ...type.check({ config, pointer, nodeIds })]
  const seen = new Set<string>()
  return found.filter(({ pointer: at }) => !seen.has(at) && seen.add(at))
}

const errorBehaviors = ['stopWorkflow', 'continue']

/** The value that each type of trigger needs. */
const triggerNeeds: Record<string, string | undefined> = { interval: 'everySeconds', schedule: 'cron', once: 'at' }

function triggerErrors(trigger: unknown): FieldError[] {
  const given: Record<string, unknown> = Object(trigger)
  // Stored records were validated when they were written.
  if (given.type === 'change') return changeTriggerErrors(given as unknown as Trigger)
  const needed = triggerNeeds[String(given.type)]
  if (needed === undefined) return []
  const pointer = `/trigger/${needed}`
  if (!given[needed]) return [{ pointer, code: 'required', message: 'is required' }]
  const fieldError = needed === 'cron' ? cronError(String(given.cron)) : undefined
  return fieldError ? [{ pointer, ...fieldError }] : []
}

/** A warning, because an operator can set up mail at any time. */
function withoutMail(nodes: WorkflowNode[]): FieldError[] {
  const message = 'will fail: the service has no mail server (MARQUEE_SMTP_URL)'
  return nodes.flatMap((node, index): FieldError[] =>
    findNodeType(node.type)?.needsMail ? [{ pointer: `/nodes/${index}`, code: 'no_mail', message }] : [],
  )
}

function unreachable(nodes: WorkflowNode[], entryNodeId: unknown): FieldError[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const reached = new Set<string>()
  const open = [entryNodeId]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = typeof id === 'string' && !reached.has(id) ? byId.get(id) : undefined
    if (!node) continue
    reached.add(node.id)
    const body = findNodeType(node.type)?.loopBody?.(node.config ?? {})
    open.push(...[node.onSuccess, node.onError, body].filter((next) => next != null))
  }
  return nodes.flatMap((node, index) =>
    reached.has(node.id)
      ? []
      : [{ pointer: `/nodes/${index}`, code: 'unreachable', message: 'is never reached from the entry node' }],
  )
}
