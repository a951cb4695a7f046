import type { WorkflowNode } from '@marquee/model'
import { amply } from './amply.ts'
import { auth } from './auth.ts'
import { code } from './code.ts'
import { foreach } from './foreach.ts'
import { http } from './http.ts'
import { ifNode } from './if.ts'
import { mail } from './mail.ts'
import type { NodeType, RunNode } from './node.ts'
import type { NodeServices } from './services.ts'

/** Every node type. Checks of definitions, the runner and routing through the graph are derived from these declarations. */
const declarations: Record<WorkflowNode['type'], NodeType> = { amply, auth, code, foreach, http, if: ifNode, mail }

/** Undefined for a type that is unknown here, which a stored definition may contain. */
export function findNodeType(type: string): NodeType | undefined {
  return Object.hasOwn(declarations, type) ? declarations[type as WorkflowNode['type']] : undefined
}

export type NodeRuns = Record<WorkflowNode['type'], RunNode>

export function createNodeRuns(services: NodeServices): NodeRuns {
  const runs = Object.entries(declarations).map(([type, { createRun }]) => [type, createRun(services)])
  return Object.fromEntries(runs)
}
