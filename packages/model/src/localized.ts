import type { TSchema } from 'typebox'
import type { Kind } from './kind.ts'
import { oncePerKind } from './once-per-kind.ts'

/** An object inside a record that has texts by language of its own: a tile, a section of the menu, a link. */
export type LocalizedPart = Record<string, unknown> & { localeDetails?: unknown }

/**
 * The record with every part that has `localeDetails` of its own replaced by `change`, which also gets the members that may
 * differ per language. Records without such parts are returned as they are, and unchanged objects are not copied.
 */
export function mapLocalizedParts<R extends Record<string, unknown>>(
  kind: Kind,
  record: R,
  change: (part: LocalizedPart, localized: readonly string[]) => LocalizedPart,
): R {
  const changed = fieldsWithParts(kind).flatMap(([name, schema]): [string, unknown][] => {
    const value = mapped(schema, record[name], change)
    return value === record[name] ? [] : [[name, value]]
  })
  return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) }
}

/** Whether records of a kind have such parts. */
export const hasLocalizedParts = (kind: Kind) => fieldsWithParts(kind).length > 0

interface Node extends TSchema {
  localized?: readonly string[]
  properties?: Record<string, Node>
  items?: Node
}

function mapped(schema: Node, value: unknown, change: Parameters<typeof mapLocalizedParts>[2]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const { items } = schema
    const members = items ? value.map((member) => mapped(items, member, change)) : value
    return members.some((member, index) => member !== value[index]) ? members : value
  }
  const part = value as LocalizedPart
  const { localized, properties = {} } = schema
  const members = Object.entries(properties).flatMap(([name, member]): [string, unknown][] => {
    if (!hasParts(member)) return []
    const after = mapped(member, part[name], change)
    return after === part[name] ? [] : [[name, after]]
  })
  const inner = members.length === 0 ? part : { ...part, ...Object.fromEntries(members) }
  return localized && typeof part.localeDetails === 'object' && part.localeDetails !== null
    ? change(inner, localized)
    : inner
}

const fieldsWithParts = oncePerKind((kind) =>
  Object.entries(kind.fields).flatMap(([name, { schema }]): [string, Node][] =>
    hasParts(schema) ? [[name, schema]] : [],
  ),
)

const partly = new WeakMap<Node, boolean>()

function hasParts(schema: Node): boolean {
  const known = partly.get(schema)
  if (known !== undefined) return known
  const { localized, properties = {}, items } = schema
  const has = localized !== undefined || Object.values(properties).some(hasParts) || (items ? hasParts(items) : false)
  partly.set(schema, has)
  return has
}
