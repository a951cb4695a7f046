import type { FieldDeclaration } from '../nodes/declaration.ts'
import { isCondition, nodeDeclarations } from '../nodes/index.ts'
import { type Flow, findNode, linksOf, type WorkflowNode } from './flow.ts'

/** The example of a setting; a condition asks about what the step before really returns. */
export function exampleOf({ example, isAboutLast }: FieldDeclaration, flow: Flow, node: WorkflowNode) {
  return (isAboutLast && conditionBefore(flow, node.id, new Set())) || example
}

/** A condition passes on its input, so the step before it counts. The first step of a loop gets an item. */
function conditionBefore(flow: Flow, id: string, seen: Set<string>): string | undefined {
  const link = linksOf(flow).find(({ to, route }) => to === id && route !== 'onError')
  const before = link && findNode(flow, link.from)
  if (!before || seen.has(id)) return undefined
  if (link.route === 'body') return 'item !== null'
  if (isCondition(before)) return conditionBefore(flow, before.id, seen.add(id))
  return nodeDeclarations[before.type].condition?.(before.config ?? {})
}
