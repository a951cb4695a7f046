import { isObjectId } from '../base/object-id.ts'

/** Every text inside a value that could be the id of a record, wherever it stands. */
export function idsIn(value: unknown): string[] {
  const ids = new Set<string>()
  gather(value, ids)
  return [...ids]
}

/** The value without these ids: taken out of lists, null elsewhere. What holds none of them is not copied. */
export function withoutIds<T>(value: T, ids: ReadonlySet<string>): T {
  return ids.size === 0 ? value : (cleared(value, ids) as T)
}

function gather(value: unknown, ids: Set<string>): void {
  if (typeof value === 'string') {
    if (isObjectId(value)) ids.add(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) gather(member, ids)
  }
}

function cleared(value: unknown, ids: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return ids.has(value) ? null : value
  if (Array.isArray(value)) {
    return value
      .filter((element) => typeof element !== 'string' || !ids.has(element))
      .map((element) => cleared(element, ids))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cleared(member, ids)]))
}
