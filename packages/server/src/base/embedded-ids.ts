import { isObjectId } from './object-id.ts'

/** Every string inside a value that has the form of an object id, at any depth, including property names. */
export function idsIn(value: unknown): string[] {
  const ids = new Set<string>()
  gatherIds(value, ids)
  return [...ids]
}

/** The same of a value in JSON. */
export function idsInJson(json: string): string[] {
  const ids = new Set<string>()
  for (const [, id] of json.matchAll(/"([0-9a-f]{24})"/g)) if (id !== undefined) ids.add(id)
  return [...ids]
}

/** The value without these ids: removed from lists and property names, null elsewhere. */
export function withoutIds<T>(value: T, ids: ReadonlySet<string>): T {
  return ids.size === 0 ? value : (cleared(value, ids) as T)
}

/** Adds every such string to a set. */
export function gatherIds(value: unknown, ids: Set<string>): void {
  if (typeof value === 'string') {
    if (isObjectId(value)) ids.add(value)
  } else if (Array.isArray(value)) {
    for (const element of value) gatherIds(element, ids)
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) {
      if (isObjectId(name)) ids.add(name)
      gatherIds((value as Record<string, unknown>)[name], ids)
    }
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
  const members = Object.entries(value).filter(([name]) => !ids.has(name))
  return Object.fromEntries(members.map(([name, member]) => [name, cleared(member, ids)]))
}
