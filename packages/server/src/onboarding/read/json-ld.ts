/** A node of a linked-data graph. */
export type LinkedNode = Record<string, unknown>

/** All nodes of the JSON-LD scripts of a page, outermost first. Traversal terminates for any graph. */
export function linkedNodes(scripts: string[]): LinkedNode[] {
  const nodes: LinkedNode[] = []
  const byId = new Map<string, LinkedNode>()
  const queue = scripts.flatMap((script) => parsed(script)).map((value) => ({ value, depth: 0 }))
  for (let at = 0; at < queue.length && at < maxValues; at++) {
    const { value, depth } = queue[at] ?? { value: null, depth: 0 }
    if (typeof value !== 'object' || value === null || depth > maxDepth) continue
    if (isNode(value)) {
      const id = value['@id']
      if ('@type' in value) nodes.push(value)
      if (typeof id === 'string' && '@type' in value && !byId.has(id)) byId.set(id, value)
    }
    const children = Object.values(value)
    for (const child of children.slice(0, maxChildren)) queue.push({ value: child, depth: depth + 1 })
  }
  // A node with only an id refers to the complete node with that id.
  for (const node of nodes) for (const [name, value] of Object.entries(node)) node[name] = resolved(value, byId)
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

const maxValues = 20_000
const maxChildren = 1_000
const maxDepth = 12
const maxScriptLength = 2_000_000

function parsed(script: string): unknown[] {
  const text = script
    .slice(0, maxScriptLength)
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

function resolved(value: unknown, byId: Map<string, LinkedNode>): unknown {
  if (Array.isArray(value)) return value.slice(0, maxChildren).map((one) => resolved(one, byId))
  if (!isNode(value) || '@type' in value || typeof value['@id'] !== 'string') return value
  return byId.get(value['@id']) ?? value
}
