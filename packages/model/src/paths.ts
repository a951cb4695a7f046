import type { TSchema } from 'typebox'

/** A path into a record: field names, with `*` for every element of a list. */
export type Path = readonly string[]

interface Node {
  properties?: Record<string, TSchema>
  items?: TSchema
  oneOf?: readonly TSchema[]
}

/** Every path in a schema for which `pick` returns a value, with that value. */
export function findPlaces<T>(schema: TSchema, pick: (schema: TSchema) => T | undefined): { path: Path; found: T }[] {
  const places = new Map<string, { path: Path; found: T }>()
  collect(schema, [], pick, places)
  return [...places.values()]
}

/** Calls back for every value at a path, with its parent object or list, its key and its JSON pointer. */
export function visit(
  root: unknown,
  path: Path,
  onValue: (holder: Holder, key: string | number, pointer: string) => void,
): void {
  step(root, path, 0, '', onValue)
}

export type Holder = Record<string | number, unknown>

function step(
  value: unknown,
  path: Path,
  at: number,
  pointer: string,
  onValue: (holder: Holder, key: string | number, pointer: string) => void,
) {
  if (typeof value !== 'object' || value === null) return
  const segment = path[at]
  if (segment === undefined) return
  const isLast = at === path.length - 1
  const holder = value as Holder
  // Backwards, so that a callback can remove elements from a list.
  const keys = segment === '*' ? indexesOf(value) : segment in value ? [segment] : []
  for (const key of keys) {
    const here = `${pointer}/${key}`
    if (isLast) onValue(holder, key, here)
    else step(holder[key], path, at + 1, here, onValue)
  }
}

function indexesOf(value: object): number[] {
  return Array.isArray(value) ? [...value.keys()].reverse() : []
}

function collect<T>(
  schema: TSchema,
  path: Path,
  pick: (schema: TSchema) => T | undefined,
  places: Map<string, { path: Path; found: T }>,
): void {
  const found = pick(schema)
  if (found !== undefined) places.set(path.join('.'), { path, found })
  const { properties, items, oneOf } = schema as Node
  for (const [name, member] of Object.entries(properties ?? {})) collect(member, [...path, name], pick, places)
  if (items) collect(items, [...path, '*'], pick, places)
  for (const option of oneOf ?? []) collect(option, path, pick, places)
}
