import type { TSchema } from 'typebox'
import type { Kind } from './kind.ts'
import { findPlaces, type Path, visit } from './paths.ts'

/** A reference from one record to another. */
export interface FoundReference {
  kind: string
  id: string
  pointer: string
}

interface ReferencePath {
  path: Path
  kind: string
}

/** Every reference in a record, or in a part of one. Media objects count by their `mediaId`. */
export function findReferences(kind: Kind, record: Record<string, unknown>): FoundReference[] {
  const found: FoundReference[] = []
  for (const reference of referencePaths(kind)) {
    visit(record, reference.path, (holder, key, pointer) => {
      const id = holder[key]
      // A value that is not a string is no id; it is reported as a reference that does not resolve.
      if (id !== null && id !== undefined) {
        found.push({ kind: reference.kind, id: typeof id === 'string' ? id : JSON.stringify(id), pointer })
      }
    })
  }
  return found
}

/** A copy of the record without its references to one other record. */
export function withoutReferencesTo<R extends Record<string, unknown>>(kind: Kind, record: R, id: string): R {
  const copy = structuredClone(record)
  for (const { path } of referencePaths(kind)) {
    visit(copy, path, (holder, key) => {
      if (holder[key] !== id) return
      if (Array.isArray(holder) && typeof key === 'number') holder.splice(key, 1)
      else holder[key] = null
    })
  }
  return copy
}

/** The top-level fields that `?expand=` accepts, and the kind each refers to. */
export function expandableFields(kind: Kind): Map<string, { kind: string; path: Path }> {
  const fields = new Map<string, { kind: string; path: Path }>()
  for (const { path, kind: target } of referencePaths(kind)) {
    const name = path[0]
    const isOwn = path.length === 1 || (path.length === 2 && (path[1] === '*' || path[1] === 'mediaId'))
    if (name && isOwn) fields.set(name, { kind: target, path })
  }
  return fields
}

const cache = new WeakMap<Kind, ReferencePath[]>()

function referencePaths(kind: Kind): ReferencePath[] {
  const known = cache.get(kind)
  if (known) return known
  const paths = Object.entries(kind.fields).flatMap(([name, field]) => [
    ...findPlaces(field.schema, refersTo).map(({ path, found }) => ({ path: [name, ...path], kind: found })),
    ...findPlaces(field.schema, isMedia).map(({ path }) => ({ path: [name, ...path, 'mediaId'], kind: 'media' })),
  ])
  cache.set(kind, paths)
  return paths
}

const refersTo = (schema: TSchema) => (schema as { refersTo?: string }).refersTo
const isMedia = (schema: TSchema) => (schema as { media?: true }).media
