/** The fields of a record. References are ids. */
export type Fields = Record<string, unknown>

/**
 * What the last import of a source had for a record: `said` are the values of the file, `got` the values that the record had
 * afterwards, where they differ. People changed a field if it no longer is what it got.
 */
export interface Base {
  said: Fields
  got: Fields
}

export type Choice = 'keep' | 'take'

/** A field in which source, people or both differ from the last import. */
export interface FieldMerge {
  /** Absent when the source had no such field before. */
  base?: unknown
  current: unknown
  /** `take`: the source changed it; `keep`: people did; `conflict`: both did. */
  outcome: 'take' | 'keep' | 'conflict'
}

/** Compares the last import, the record as it is and the new file, field by field. Fields without a difference are left out. */
export function mergeFields(base: Base | null, current: Fields, incoming: Fields): Record<string, FieldMerge> {
  const merged: Record<string, FieldMerge> = {}
  for (const name of new Set([...Object.keys(incoming), ...Object.keys(base?.said ?? {})])) {
    const now = current[name] ?? null
    const outcome = outcomeOf(base, name, now, incoming[name] ?? null)
    if (outcome === 'same') continue
    merged[name] = { current: now, outcome, ...(base && name in base.said && { base: gotOf(base, name) ?? null }) }
  }
  return merged
}

function outcomeOf(
  base: Base | null,
  name: string,
  current: unknown,
  incoming: unknown,
): FieldMerge['outcome'] | 'same' {
  if (same(current, incoming)) return 'same'
  const isSaid = base !== null && name in base.said
  const isChangedBySource = !same(incoming, isSaid ? base.said[name] : null)
  const isChangedByPeople = !same(current, isSaid ? gotOf(base, name) : null)
  if (!isChangedBySource) return isChangedByPeople ? 'keep' : 'same'
  return isChangedByPeople ? 'conflict' : 'take'
}

/** Whether the value of the file is written: by decision, else by outcome and rule. */
export function isTaken({ outcome }: FieldMerge, rule: Choice, decision: Choice | undefined): boolean {
  if (decision !== undefined) return decision === 'take'
  return outcome === 'conflict' ? rule === 'take' : outcome === 'take'
}

/** Whether the file has other values than the last one, so that they must be remembered. */
export function isNews(base: Base | null, incoming: Fields): boolean {
  const said = base?.said ?? {}
  return [...new Set([...Object.keys(incoming), ...Object.keys(said)])].some(
    (name) => !same(incoming[name], said[name]),
  )
}

/** The base of the next import. `kept` are the fields in which people's values stay. */
export function nextBase(base: Base | null, incoming: Fields, after: Fields, kept: ReadonlySet<string>): Base {
  const got: Fields = {}
  for (const [name, said] of Object.entries(incoming)) {
    const value = kept.has(name) ? base && gotOf(base, name) : after[name]
    if (!same(value, said)) got[name] = value ?? null
  }
  return { said: incoming, got }
}

const gotOf = (base: Base, name: string): unknown => (name in base.got ? base.got[name] : base.said[name])

/** Whether two values mean the same. A record has defaults where a file has nothing, so that null, false and empty are equal. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other)
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => same(item, other[at]))
  const [a, b] = [one as Fields, other as Fields]
  return Object.keys({ ...a, ...b }).every((name) => same(a[name], b[name]))
}

export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.values(value).every(isEmpty)
}
