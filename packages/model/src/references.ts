import type { TSchema } from 'typebox'
import type { Kind } from './kind.ts'
import { oncePerKind } from './once-per-kind.ts'
import { findPlaces, type Holder, type Path, PathsByField, visit } from './paths.ts'

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
  for (const reference of referencePaths(kind).within(record)) {
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
  return withoutReferences(kind, record, (reference) => reference.id === id)
}

/** A copy of the record without some of its references. */
export function withoutReferences<R extends Record<string, unknown>>(
  kind: Kind,
  record: R,
  isCleared: (reference: { kind: string; id: unknown }) => boolean,
): R {
  const copy = structuredClone(record)
  for (const { path, kind: target } of referencePaths(kind).all) {
    visit(copy, path, (holder, key) => {
      const id = holder[key]
      if (id === null || id === undefined || !isCleared({ kind: target, id })) return
      if (Array.isArray(holder) && typeof key === 'number') holder.splice(key, 1)
      else holder[key] = null
    })
  }
  return copy
}

/** Where a record refers to another. `beside` is the object around a nested reference, without it, by which it is recognized. */
export interface ReferencePlace {
  pointer: string
  beside?: string
}

/** Where a record refers to another, to be put back by `withReferencesTo`. */
export function referencePlaces(kind: Kind, record: Record<string, unknown>, id: string): ReferencePlace[] {
  const places: ReferencePlace[] = []
  for (const { path } of referencePaths(kind).all) {
    visit(record, path, (holder, key, pointer) => {
      if (holder[key] !== id) return
      const isOwn = holder === record || Array.isArray(holder)
      places.push({ pointer, ...(!isOwn && { beside: besideOf(holder, key) }) })
    })
  }
  return places
}

/**
 * A copy of the record with references to another put back where they were: into a list that has room, into an empty field, and
 * into an object that is otherwise unchanged. `missing` counts the places where this is not possible.
 */
export function withReferencesTo<R extends Record<string, unknown>>(
  kind: Kind,
  record: R,
  id: string,
  places: ReferencePlace[],
): { record: R; missing: number } {
  const copy = structuredClone(record)
  const missing = places.filter((place) => !putBack(kind, copy, id, place)).length
  return { record: copy, missing }
}

function putBack(kind: Kind, record: Holder, id: string, { pointer, beside }: ReferencePlace): boolean {
  const keys = pointer.split('/').slice(1)
  const key = keys.pop() ?? ''
  let holder: unknown = record
  for (const name of keys) holder = Object(holder)[name]
  if (Array.isArray(holder)) {
    const { maxItems = Number.POSITIVE_INFINITY } = (kind.fields[keys[0] ?? '']?.schema ?? {}) as { maxItems?: number }
    if (holder.includes(id)) return true
    if (holder.length >= maxItems) return false
    holder.splice(Number(key), 0, id)
    return true
  }
  if (typeof holder !== 'object' || holder === null) return false
  const place = holder as Holder
  if (place[key] === id) return true
  const isFree = key in place && place[key] === null && (beside === undefined || besideOf(place, key) === beside)
  if (isFree) place[key] = id
  return isFree
}

const besideOf = (holder: Holder, key: string | number) => JSON.stringify({ ...holder, [key]: null })

/** The top-level fields that `?expand=` accepts, and the kind each refers to. */
export function expandableFields(kind: Kind): Map<string, { kind: string; path: Path }> {
  const fields = new Map<string, { kind: string; path: Path }>()
  for (const { path, kind: target } of referencePaths(kind).all) {
    const name = path[0]
    const isOwn = path.length === 1 || (path.length === 2 && (path[1] === '*' || path[1] === 'mediaId'))
    if (name && isOwn) fields.set(name, { kind: target, path })
  }
  return fields
}

/** Where records of a kind refer to others. */
export const referencePaths = oncePerKind(
  (kind) =>
    new PathsByField(
      Object.entries(kind.fields).flatMap(([name, field]): ReferencePath[] => [
        ...findPlaces(field.schema, refersTo).map(({ path, found }) => ({ path: [name, ...path], kind: found })),
        ...findPlaces(field.schema, isMedia).map(({ path }) => ({ path: [name, ...path, 'mediaId'], kind: 'media' })),
      ]),
    ),
)

const refersTo = (schema: TSchema) => (schema as { refersTo?: string }).refersTo
const isMedia = (schema: TSchema) => (schema as { media?: true }).media
