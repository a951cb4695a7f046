export type Values = Record<string, unknown>

/** A part of a record that was changed since `base`, with its value on either side. */
export interface ChangedPart {
  path: readonly string[]
  base: unknown
  mine: unknown
  theirs: unknown
  /** `both` when the two sides have different values. */
  changedBy: 'me' | 'them' | 'both'
}

/** Whether the members of the value at a path are merged one by one. */
export type Descend = (path: readonly string[]) => boolean

/** Compares two sides with their common base, part by part. */
export function changedParts(base: Values, mine: Values, theirs: Values, descend: Descend): ChangedPart[] {
  const parts: ChangedPart[] = []
  collect([], base, mine, theirs, descend, parts)
  return parts
}

/** Their record with the chosen parts of mine. */
export function mergeParts(
  theirs: Values,
  parts: readonly ChangedPart[],
  takesMine: (part: ChangedPart) => boolean,
): Values {
  return parts
    .filter((part) => part.changedBy !== 'them' && takesMine(part))
    .reduce((merged, part) => setAt(merged, part.path, part.mine), theirs)
}

/** The top-level fields in which two records differ, with the value of the second. */
export function editsBetween(from: Values, to: Values): Values {
  const names = new Set([...Object.keys(from), ...Object.keys(to)])
  return Object.fromEntries([...names].filter((name) => !isSame(from[name], to[name])).map((name) => [name, to[name]]))
}

/** The patch that turns `base` into `base` with `edits`. Fields in `merged` are sent by key. */
export function patchOf(base: Values, edits: Values, merged: readonly string[]): Values {
  const patch: Values = {}
  for (const [name, value] of Object.entries(edits)) {
    if (isSame(base[name], value)) continue
    patch[name] = merged.includes(name) && isPlain(value) ? changedKeys(base[name], value) : (value ?? null)
  }
  return patch
}

export function isSame(one: unknown, other: unknown): boolean {
  if (one === other || (one ?? null) === (other ?? null)) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((element, index) => isSame(element, other[index]))
  }
  if (!isPlain(one) || !isPlain(other)) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(one[name], other[name]))
}

export function isPlain(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function collect(
  path: readonly string[],
  base: unknown,
  mine: unknown,
  theirs: unknown,
  descend: Descend,
  parts: ChangedPart[],
): void {
  const isTakenApart =
    path.length === 0 || (descend(path) && [base, mine, theirs].every((side) => side == null || isPlain(side)))
  if (isTakenApart) {
    const sides = [base, mine, theirs].map((side) => (isPlain(side) ? side : {}))
    const names = new Set(sides.flatMap((side) => Object.keys(side)))
    const [inBase = {}, inMine = {}, inTheirs = {}] = sides
    for (const name of names) collect([...path, name], inBase[name], inMine[name], inTheirs[name], descend, parts)
    return
  }
  const isMine = !isSame(base, mine)
  const isTheirs = !isSame(base, theirs)
  if (!isMine && !isTheirs) return
  // Equal changes on both sides are no conflict.
  const changedBy = isMine && isTheirs ? (isSame(mine, theirs) ? 'them' : 'both') : isMine ? 'me' : 'them'
  parts.push({ path, base, mine, theirs, changedBy })
}

function setAt(holder: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  if (rest.length === 0) return { ...holder, [name]: value }
  const inner = holder[name]
  return { ...holder, [name]: setAt(isPlain(inner) ? inner : {}, rest, value) }
}

function changedKeys(before: unknown, after: Values): Values {
  const old = isPlain(before) ? before : {}
  const names = new Set([...Object.keys(old), ...Object.keys(after)])
  return Object.fromEntries(
    [...names].filter((name) => !isSame(old[name], after[name])).map((name) => [name, after[name] ?? null]),
  )
}
