import type { WorkflowNode } from '@marquee/model'

/** A problem that the service found in a workflow. */
export interface Problem {
  pointer: string
  code: string
  message: string
}

export interface Checked {
  errors: Problem[]
  warnings: Problem[]
}

export interface NodeProblem extends Problem {
  level: 'error' | 'warning'
  /** The path inside the step: `['config', 'url']`; empty for the step as a whole. */
  path: string[]
}

/** The problems by id of the step; those of the workflow itself under the empty id. */
export function problemsByNode(
  { errors, warnings }: Checked,
  nodes: readonly WorkflowNode[],
): Map<string, NodeProblem[]> {
  const byNode = new Map<string, NodeProblem[]>()
  const sort = (level: NodeProblem['level']) => (problem: Problem) => {
    const [, first, at, ...rest] = problem.pointer.split('/').map(unescaped)
    const node = first === 'nodes' ? nodes[Number(at)] : undefined
    const path = node ? rest : [first, at, ...rest].filter((step) => step !== undefined)
    const id = node?.id ?? ''
    byNode.set(id, [...(byNode.get(id) ?? []), { ...problem, level, path }])
  }
  errors.forEach(sort('error'))
  warnings.forEach(sort('warning'))
  return byNode
}

/** The problems at a path or below it. */
export function problemAt(problems: readonly NodeProblem[], path: readonly string[]): string | undefined {
  const found = problems.filter((problem) => path.every((step, index) => problem.path[index] === step))
  return found.length === 0 ? undefined : [...new Set(found.map(({ message }) => message))].join('; ')
}

/** The warnings of a step in words. */
export const warningOf = (found: readonly NodeProblem[], t: { never: string; warnings: (n: number) => string }) =>
  found.every(({ code }) => code === 'unreachable') ? t.never : t.warnings(found.length)

/** The errors of a rejected save, in the form of a check. */
export function checkedOf(errors: ReadonlyMap<string, string>): Checked {
  return { errors: [...errors].map(([pointer, message]) => ({ pointer, code: 'refused', message })), warnings: [] }
}

const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')
