import type { AnyRecord, FieldError, WorkflowNode } from '@marquee/model'
import { nodeTypes } from '@marquee/model'
import { configComplaints } from './config-checks.ts'
import { fixedValue } from './expression.ts'
import { cronComplaint } from './schedule.ts'

/** What a run keeps to from its start to its end. */
export interface Definition {
  name: string
  entryNodeId: string
  nodes: WorkflowNode[]
}

export interface Checked {
  /** What stands in the way of enabling or running it. */
  errors: FieldError[]
  /** What is odd and harmless. */
  warnings: FieldError[]
}

/** Looks at the graph, at the configuration of each node and at the trigger. */
export function checkWorkflow(workflow: AnyRecord): Checked {
  const nodes = nodesOf(workflow)
  const graph = graphComplaints(nodes, workflow.entryNodeId)
  const config = nodes.flatMap((node, index) => nodeComplaints(node, index, nodes))
  const errors = [...graph, ...config, ...triggerComplaints(workflow.trigger)]
  return { errors, warnings: unreachable(nodes, workflow.entryNodeId) }
}

/** The definition of a workflow that was checked. */
export function definitionOf(workflow: AnyRecord): Definition {
  return { name: String(workflow.name), entryNodeId: String(workflow.entryNodeId), nodes: nodesOf(workflow) }
}

/** Where a loop's rounds begin. */
export const bodyOf = (node: WorkflowNode) => fixedValue(node.config?.entryNodeId)

// Records come out of the store as they were checked when they went in.
const nodesOf = (workflow: AnyRecord) => workflow.nodes as WorkflowNode[]

function graphComplaints(nodes: WorkflowNode[], entryNodeId: unknown): FieldError[] {
  const ids = nodes.map(({ id }) => id)
  const missing = (id: unknown, pointer: string): FieldError[] =>
    typeof id === 'string' && !ids.includes(id)
      ? [{ pointer, code: 'unknown_node', message: 'names no node of the workflow' }]
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
        : [{ pointer: `/nodes/${index}/id`, code: 'duplicate', message: 'is the id of another node too' }]),
      ...missing(node.onSuccess, `/nodes/${index}/onSuccess`),
      ...missing(node.onError, `/nodes/${index}/onError`),
    ]),
  ]
}

function nodeComplaints(node: WorkflowNode, index: number, nodes: WorkflowNode[]): FieldError[] {
  const pointer = `/nodes/${index}`
  if (!nodeTypes.includes(node.type))
    return [{ pointer: `${pointer}/type`, code: 'enum', message: 'is not a known type' }]
  const { errorBehavior } = node
  const behaviour: FieldError[] =
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
  return [...behaviour, ...configComplaints(node, `${pointer}/config`, ids)]
}

const errorBehaviors = ['stopWorkflow', 'continue']

function triggerComplaints(trigger: unknown): FieldError[] {
  const { type, cron } = Object(trigger)
  if (type !== 'schedule' || typeof cron !== 'string') return []
  const fieldError = cronComplaint(cron)
  return fieldError ? [{ pointer: '/trigger/cron', ...fieldError }] : []
}

function unreachable(nodes: WorkflowNode[], entryNodeId: unknown): FieldError[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const reached = new Set<string>()
  const open = [entryNodeId]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = typeof id === 'string' && !reached.has(id) ? byId.get(id) : undefined
    if (!node) continue
    reached.add(node.id)
    open.push(
      ...[node.onSuccess, node.onError, node.type === 'foreach' ? bodyOf(node) : null].filter((next) => next != null),
    )
  }
  return nodes.flatMap((node, index) =>
    reached.has(node.id)
      ? []
      : [{ pointer: `/nodes/${index}`, code: 'unreachable', message: 'is never reached from the entry node' }],
  )
}
