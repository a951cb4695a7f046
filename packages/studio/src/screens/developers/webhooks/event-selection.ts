/** The part of a type before its dot: `event` of `event.created`. */
export const groupOf = (type: string): string => type.slice(0, type.indexOf('.'))

/** The types that match a text, by group, in the order of the catalog. */
export function groupsOf(
  types: readonly string[],
  isFound: (type: string) => boolean = () => true,
): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const type of types.filter(isFound)) groups.set(groupOf(type), [...(groups.get(groupOf(type)) ?? []), type])
  return groups
}

/** Whether patterns match a type: `*`, `event.*` or itself. */
export function follows(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => pattern === '*' || pattern === type || pattern === `${groupOf(type)}.*`)
}

/** Subscribes to a type, or unsubscribes. The other types of a wider pattern stay subscribed. */
export function toggleType(patterns: readonly string[], type: string, types: readonly string[]): string[] {
  if (!follows(patterns, type)) return [...patterns, type]
  return narrowed(patterns, groupOf(type), types).filter((pattern) => pattern !== type)
}

/** Subscribes to a whole group, including future types, or unsubscribes. */
export function toggleGroup(patterns: readonly string[], group: string, types: readonly string[]): string[] {
  const whole = `${group}.*`
  const others = (patterns.includes('*') ? everyGroup(types) : patterns).filter(
    (pattern) => pattern === '*' || groupOf(pattern) !== group,
  )
  return patterns.includes('*') || patterns.includes(whole) ? others : [...others, whole]
}

/** Expands wide patterns as far as one group needs it. */
function narrowed(patterns: readonly string[], group: string, types: readonly string[]): string[] {
  const byGroup = patterns.includes('*') ? everyGroup(types) : patterns
  return byGroup.flatMap((pattern) =>
    pattern === `${group}.*` ? types.filter((type) => groupOf(type) === group) : [pattern],
  )
}

const everyGroup = (types: readonly string[]) => [...groupsOf(types).keys()].map((group) => `${group}.*`)
