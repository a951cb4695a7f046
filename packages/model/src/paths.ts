import type { TSchema } from 'typebox'

/** A path into a record: field names, with `*` for every element of a list and every language of texts by language. */
export type Path = readonly string[]

interface Node {
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
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

/** Paths into the records of a kind. */
export class PathsByField<P extends { path: Path }> {
  readonly all: readonly P[]
  readonly #byField: readonly { field: string; paths: P[] }[]

  constructor(all: readonly P[]) {
    this.all = all
    this.#byField = [...Map.groupBy(all, ({ path }) => path[0] ?? '')].map(([field, paths]) => ({ field, paths }))
  }

  /** Those that lead somewhere in a record: a kind with blocks has sixty, and most records have no blocks. */
  within(record: Readonly<Record<string, unknown>>): P[] {
    const found: P[] = []
    for (const { field, paths } of this.#byField) if (!isEmpty(record[field])) found.push(...paths)
    return found
  }
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object') return value === undefined
  if (value === null) return true
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0
}

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
  const keys = segment === '*' ? membersOf(value) : segment in value ? [segment] : []
  for (const key of keys) {
    const here = `${pointer}/${key}`
    if (isLast) onValue(holder, key, here)
    else step(holder[key], path, at + 1, here, onValue)
  }
}

/** Backwards in a list, so that a callback can remove elements from it. */
function membersOf(value: object): (string | number)[] {
  return Array.isArray(value) ? [...value.keys()].reverse() : Object.keys(value)
}

/** Schemas have thousands of places, so there is one path, which is copied where something was found. */
function collect<T>(
  schema: TSchema,
  path: string[],
  pick: (schema: TSchema) => T | undefined,
  places: Map<string, { path: Path; found: T }>,
): void {
  const found = pick(schema)
  if (found !== undefined) places.set(path.join('.'), { path: [...path], found })
  const { properties, patternProperties, items, oneOf } = schema as Node
  const collectAt = (segment: string, member: TSchema) => {
    path.push(segment)
    collect(member, path, pick, places)
    path.pop()
  }
  if (properties) for (const [name, member] of Object.entries(properties)) collectAt(name, member)
  if (patternProperties) for (const member of Object.values(patternProperties)) collectAt('*', member)
  if (items) collectAt('*', items)
  if (oneOf) for (const option of oneOf) collect(option, path, pick, places)
}
