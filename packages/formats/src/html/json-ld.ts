/** A node of a linked-data graph. */
export type LinkedNode = Record<string, unknown>

export interface GraphLimits {
  /** Of all values that are visited. */
  values: number
  /** Of the entries of one list or object. */
  children: number
  /** Of the characters of a script. */
  length: number
}

const pageLimits: GraphLimits = { values: 20_000, children: 1_000, length: 2_000_000 }

/** All nodes of the JSON-LD scripts of a page, outermost first. Traversal terminates for any graph. */
export function linkedNodes(scripts: string[], limits: GraphLimits = pageLimits): LinkedNode[] {
  const nodes: LinkedNode[] = []
  const byId = new Map<string, LinkedNode>()
  const queue = scripts
    .flatMap((script) => parsed(script.slice(0, limits.length)))
    .map((value) => ({ value, depth: 0 }))
  for (let at = 0; at < queue.length && at < limits.values; at++) {
    const { value, depth } = queue[at] ?? { value: null, depth: 0 }
    if (typeof value !== 'object' || value === null || depth > maxDepth) continue
    if (isNode(value)) {
      const id = value['@id']
      if ('@type' in value) nodes.push(value)
      if (typeof id === 'string' && '@type' in value && !byId.has(id)) byId.set(id, value)
    }
    const children = Object.values(value)
    for (const child of children.slice(0, limits.children)) queue.push({ value: child, depth: depth + 1 })
  }
  // A node with only an id refers to the complete node with that id.
  for (const node of nodes)
    for (const [name, value] of Object.entries(node)) node[name] = resolved(value, byId, limits.children)
  return nodes
}

/** The values of a property: one, several or none. */
export function valuesOf(node: LinkedNode, ...names: string[]): unknown[] {
  for (const name of names) {
    const value = node[name]
    if (value !== undefined && value !== null) return Array.isArray(value) ? value.slice(0, maxChildren) : [value]
  }
  return []
}

export function typesOf(node: LinkedNode): string[] {
  return valuesOf(node, '@type').flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/#:]/, '')] : []))
}

export const isNode = (value: unknown): value is LinkedNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maxChildren = 1_000
const maxDepth = 12

function parsed(script: string): unknown[] {
  const text = script
    .replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\/\s*\]\]>|\]\]>)\s*$/, '')
  try {
    return [JSON.parse(text)]
  } catch {
    // Line breaks inside strings are the most common mistake; others are not repaired.
    try {
      return [JSON.parse(text.replaceAll(/\p{Cc}+/gu, ' '))]
    } catch {
      return []
    }
  }
}

function resolved(value: unknown, byId: Map<string, LinkedNode>, maxItems: number): unknown {
  if (Array.isArray(value)) return value.slice(0, maxItems).map((one) => resolved(one, byId, maxItems))
  if (!isNode(value) || '@type' in value || typeof value['@id'] !== 'string') return value
  return byId.get(value['@id']) ?? value
}
