import type { TSchema } from 'typebox'
import type { Kind } from './kind.ts'
import { oncePerKind } from './once-per-kind.ts'
import { findPlaces, type Holder, type Path, visit } from './paths.ts'
import { isRunnableUrl } from './url-schemes.ts'

/**
 * A record without URLs that would execute code in a browser. Writes refuse them in URL fields, but fields that accept any JSON are
 * stored as sent, and records can be older than the check; so anonymous readers never get one.
 */
export function withoutRunnableUrls<R extends Record<string, unknown>>(kind: Kind, record: R): R {
  if (!hasRunnableUrl(kind, record)) return record
  const copy = structuredClone(record)
  for (const path of urlPaths(kind)) visit(copy, path, (holder, key) => clean(kind, path, holder, key))
  return copy
}

function hasRunnableUrl(kind: Kind, record: Record<string, unknown>): boolean {
  let isFound = false
  for (const path of urlPaths(kind)) {
    if (isEmpty(record[path[0] ?? ''])) continue
    visit(record, path, (holder, key) => {
      isFound ||= isRunnableIn(holder[key], '')
    })
  }
  return isFound
}

/** Most fields of most records are. */
const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function clean(kind: Kind, path: Path, holder: Holder, key: string | number): void {
  const isOptional = path.length === 1 && kind.fields[String(key)]?.presence === 'optional'
  const after = withoutRunnable(holder[key])
  if (isOptional && after === null) delete holder[key]
  else holder[key] = after
}

function isRunnableIn(value: unknown, name: string): boolean {
  if (typeof value === 'string') return !textNames.test(name) && isRunnableUrl(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, member]) => isRunnableIn(member, Array.isArray(value) ? name : key))
}

function withoutRunnable(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return isRunnableIn(value, name) ? null : value
  if (Array.isArray(value)) return value.map((member) => withoutRunnable(member, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutRunnable(member, key)]))
}

/** Members with text for people, where "JavaScript: what is next" is a title and not a link. */
const textNames = /(?:alt|title|text|caption|label|name|description|credits?|author|summary|message)$/i

/** The paths of URL fields and of fields that accept any JSON. */
const urlPaths = oncePerKind((kind): Path[] =>
  Object.entries(kind.fields).flatMap(([name, { schema }]) =>
    findPlaces(schema, (part) => isUrlOrAnything(part) || undefined).map(({ path }) => [name, ...path]),
  ),
)

function isUrlOrAnything(schema: TSchema): boolean {
  const { leadsTo, media, type, properties, patternProperties, oneOf } = schema as Record<string, unknown>
  const isFreeForm = [type].flat().includes('object') && (properties ?? patternProperties ?? oneOf) === undefined
  return leadsTo !== undefined || media === true || isFreeForm || (type === undefined && oneOf === undefined)
}
