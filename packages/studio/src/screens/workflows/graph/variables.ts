import { isCondition } from '../nodes/index.ts'
import { type Flow, loopBodies } from './flow.ts'
import { invocationsOf, lastOf, type Run } from './run-state.ts'

/** A variable for expressions and code, with its value in the last run if known. */
export interface Variable {
  /** As it is written: `nodes.sessions.output`. */
  path: string
  known?: { value: unknown }
}

/** The variables of a step, the nearest first. */
export function variablesFor(flow: Flow, nodeId: string, run: Run | undefined): Variable[] {
  const isInLoop = [...loopBodies(flow).values()].some((body) => body.has(nodeId))
  const last = run && lastComeIn(run, nodeId)
  return [
    { path: 'last', ...(last && { known: last }) },
    { path: 'input', ...(run && { known: { value: run.context.input ?? {} } }) },
    ...(isInLoop ? [{ path: 'item' }, { path: 'index' }] : []),
    ...flow.nodes
      .filter((node) => node.id !== nodeId && !isCondition(node))
      .map(({ id }) => ({ path: `${nodePath(id)}.output`, ...outputOf(run, id) })),
    { path: 'trigger', ...(run && { known: { value: { type: run.trigger, at: run.startedAt } } }) },
    { path: 'run' },
    { path: 'broadcast' },
    { path: 'now' },
  ]
}

/** `nodes.each`, or `nodes['my step']` for ids that are not identifiers. */
export const nodePath = (id: string) => (isName(id) ? `nodes.${id}` : `nodes[${JSON.stringify(id)}]`)

/** The members of a value with their paths, for picking one: `last.data`, `last.data[0].title`. */
export function membersOf(path: string, value: unknown, limit = 40): Variable[] {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => ({ path: `${path}[0]`, known: { value: item } }))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .slice(0, limit)
    .map(([name, of]) => ({
      path: isName(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`,
      known: { value: of },
    }))
}

/** Completions of the text before the cursor: the variables, or the members of the one named there. */
export function completionsFor(
  before: string,
  variables: readonly Variable[],
): { from: number; options: Variable[] } | undefined {
  const written = /[\w$.[\]'"]*$/.exec(before)?.[0] ?? ''
  const dot = Math.max(written.lastIndexOf('.'), written.lastIndexOf(']'))
  if (dot < 0) return { from: before.length - written.length, options: [...variables] }
  const holder = written.slice(0, written.lastIndexOf('.'))
  const options = variables.flatMap(({ path, known }) => insideOf(holder, path, known))
  if (options.length === 0) return undefined
  return { from: before.length - (written.length - holder.length - 1), options: options.map(lastStep(holder)) }
}

/** A value on one line. */
export function preview(value: unknown, length = 60): string {
  const text = value === undefined ? '' : (JSON.stringify(value) ?? '')
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}

/** The members at a path, of a variable itself or inside of its known value. */
function insideOf(holder: string, path: string, known: Variable['known']): Variable[] {
  if (path.startsWith(`${holder}.`) && holder !== '') return [{ path, ...(known && { known }) }]
  if (holder !== path && !holder.startsWith(`${path}.`) && !holder.startsWith(`${path}[`)) return []
  const steps = [...holder.slice(path.length).matchAll(/\.(\w+)|\[(?:(\d+)|["'](.+?)["'])\]/g)]
  const value = steps.reduce<unknown>(
    (at, [, name, index, quoted]) => Object(at)[name ?? index ?? quoted ?? ''],
    known?.value,
  )
  return membersOf(holder, value)
}

const lastStep =
  (holder: string) =>
  (variable: Variable): Variable => ({ ...variable, path: variable.path.slice(holder.length + 1) })

const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text)

function outputOf(run: Run | undefined, id: string): { known?: { value: unknown } } {
  const last = run && invocationsOf(run, id).at(-1)
  return last && 'output' in last ? { known: { value: last.output } } : {}
}

function lastComeIn(run: Run, nodeId: string): { value: unknown } | undefined {
  const last = invocationsOf(run, nodeId).at(-1)
  return last && lastOf(run, last)
}
