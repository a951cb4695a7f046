import type { Progress } from './progress.ts'
import type { RunState } from './run-state.ts'

/** The variables of expressions and code. `broadcast` is read only when a source names it. */
export interface VariableParts {
  state: RunState
  nowMs: number
  findBroadcast(): Promise<Record<string, unknown>>
}

/**
 * The variables that these sources use. Others are left out: a loop over a thousand items would otherwise send the whole
 * list with each of them.
 */
export async function variablesFor(sources: string[], parts: VariableParts): Promise<Record<string, unknown>> {
  const { state, nowMs } = parts
  const { pinned, progress, row } = state
  const frame = progress.frames.at(-1)
  const all: Record<string, () => unknown | Promise<unknown>> = {
    trigger: () => pinned.trigger,
    input: () => pinned.input,
    nodes: () => nodesOf(progress, namedNodes(sources)),
    last: () => progress.last,
    item: () => frame?.items[frame.at] ?? null,
    index: () => frame?.at ?? null,
    run: () => ({
      id: row.id,
      workflowId: row.workflow_id,
      workflowName: pinned.definition.name,
      startedAt: row.started_at?.toISOString() ?? null,
    }),
    broadcast: () => parts.findBroadcast(),
    now: () => new Date(nowMs).toISOString(),
  }
  const variables: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(all)) {
    if (mayName(sources, name)) variables[name] = await value()
  }
  return variables
}

/** The fields of a broadcast that are available to a workflow. */
export const broadcastFields = [
  '_id',
  '_reference',
  'name',
  'shortDescription',
  'description',
  'type',
  'timezone',
  'dayStart',
  'isPrivate',
  'isWeb',
  'isApp',
]

/** The outputs of the nodes, and the state of the enclosing loops: `nodes.sessions.output`, `nodes.days.item`. */
function nodesOf({ outputs, frames }: Progress, names: Set<string> | undefined): Record<string, unknown> {
  const nodes = Object.entries(outputs).map(([id, output]): [string, object] => [id, { output }])
  const loops = frames.map(({ nodeId, items, at }): [string, object] => [nodeId, { item: items[at], index: at }])
  return Object.fromEntries([...nodes, ...loops].filter(([id]) => names === undefined || names.has(id)))
}

/** Whether a source could access a name: by writing it, or indirectly. */
function mayName(sources: string[], name: string): boolean {
  return sources.some((source) => source.includes(name) || hides.test(source))
}

/** The nodes that sources name, when all accesses are explicit; undefined when it could be any. */
function namedNodes(sources: string[]): Set<string> | undefined {
  const names = new Set<string>()
  for (const source of sources) {
    const open = [...source.matchAll(openName)]
    const mentions = source.split('nodes').length - 1
    if (hides.test(source) || open.length !== mentions) return undefined
    for (const [, dotted, quoted] of open) names.add(dotted ?? quoted ?? '')
  }
  return names
}

const openName = /\bnodes\s*(?:\??\.\s*([A-Za-z_$][\w$]*)|(?:\?\.)?\[\s*['"]([^'"\\]*)['"]\s*\])/g
/** Escapes, and ways to access a global by a computed name. */
const hides = /\\u|globalThis|\bthis\b|\beval\b|\bFunction\b|constructor/
