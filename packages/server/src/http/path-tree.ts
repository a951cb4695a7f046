/** Values by path, found by request target as the router finds a route: a named segment goes before a parameter. */
export interface PathTree<T> {
  find(target: string): { value: T; params: Record<string, string> } | undefined
}

/** Paths consist of whole segments, such as `/v1/events/:id`. */
export function createPathTree<T>(entries: Iterable<[path: string, value: T]>): PathTree<T> {
  const root: Node<T> = { named: new Map(), parameter: undefined, end: undefined }
  for (const [path, value] of entries) {
    const segments = path.split('/')
    const names = segments.filter(isParameter).map((segment) => segment.slice(1))
    let node = root
    for (const segment of segments) node = childOf(node, segment)
    node.end = { value, names }
  }
  return {
    find(target) {
      const [path = ''] = target.split('?', 1)
      const found = search(root, path.split('/'), 0, [])
      return found && { value: found.end.value, params: paramsOf(found) }
    },
  }
}

/** Whether a target can match both paths. */
export function doOverlap(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  return one.every((segment, index) => {
    const opposite = other[index] ?? ''
    return segment === opposite || isParameter(segment) || isParameter(opposite)
  })
}

interface Node<T> {
  named: Map<string, Node<T>>
  parameter: Node<T> | undefined
  /** The value of the path that ends here, and the names of its parameters. */
  end: { value: T; names: string[] } | undefined
}

interface Match<T> {
  end: { value: T; names: string[] }
  values: string[]
}

const isParameter = (segment: string) => segment.startsWith(':')

function childOf<T>(node: Node<T>, segment: string): Node<T> {
  const known = isParameter(segment) ? node.parameter : node.named.get(segment)
  if (known) return known
  const child: Node<T> = { named: new Map(), parameter: undefined, end: undefined }
  if (isParameter(segment)) node.parameter = child
  else node.named.set(segment, child)
  return child
}

function search<T>(node: Node<T>, segments: string[], at: number, values: string[]): Match<T> | undefined {
  const segment = segments[at]
  if (segment === undefined) return node.end && { end: node.end, values }
  const child = node.named.get(segment)
  const named = child && search(child, segments, at + 1, values)
  if (named || !node.parameter || segment === '') return named
  return search(node.parameter, segments, at + 1, [...values, segment])
}

function paramsOf<T>({ end, values }: Match<T>): Record<string, string> {
  return Object.fromEntries(end.names.map((name, index) => [name, decoded(values[index] ?? '')]))
}

/** A segment that is not UTF-8 names no record, encoded or not. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
