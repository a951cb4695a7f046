import type { TSchema } from 'typebox'
import type { Kind } from './kind.ts'
import { visit } from './paths.ts'
import { referencePaths } from './references.ts'
import Type from './type.ts'

/** The maximum length of a `_reference`. */
const maxLength = 200

/** A record that a body names by its `_reference` instead of its id. */
export interface NamedReference {
  kind: string
  reference: string
}

/** The records that a body names by `{"reference": "..."}` where an id is wanted. */
export function findNamedReferences(kind: Kind, body: unknown): NamedReference[] {
  const found: NamedReference[] = []
  for (const { path, kind: target } of referencePaths(kind).within(Object(body))) {
    visit(body, path, (holder, key) => {
      const reference = referenceIn(holder[key])
      if (reference !== undefined) found.push({ kind: target, reference })
    })
  }
  return found
}

/** A copy of the body with ids in place of references. */
export function withIdsFor(kind: Kind, body: unknown, idOf: (named: NamedReference) => string): unknown {
  const copy = structuredClone(body)
  for (const { path, kind: target } of referencePaths(kind).all) {
    visit(copy, path, (holder, key) => {
      const reference = referenceIn(holder[key])
      if (reference !== undefined) holder[key] = idOf({ kind: target, reference })
    })
  }
  return copy
}

/** A body as it is sent: each id that is a field of its own, or in a list, may be a reference. */
export function withNamedReferences(body: TSchema): TSchema {
  const { properties = {}, ...rest } = body as { properties?: Record<string, Node> }
  const written = Object.entries(properties).map(([name, schema]) => [
    name,
    schema.items?.refersTo === undefined ? orReference(schema) : { ...schema, items: orReference(schema.items) },
  ])
  return Type.Unsafe({ ...rest, properties: Object.fromEntries(written) })
}

const ByReference = Type.Unsafe({
  title: 'ByReference',
  description: 'A record by its `_reference` instead of its id.',
  type: 'object',
  required: ['reference'],
  additionalProperties: false,
  properties: { reference: Type.String({ minLength: 1, maxLength, examples: ['artist-17'] }) },
})

interface Node {
  refersTo?: string
  items?: Node
}

const orReference = (schema: Node) => (schema.refersTo === undefined ? schema : { anyOf: [schema, ByReference] })

function referenceIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { reference } = value as { reference?: unknown }
  const isAlone = typeof reference === 'string' && Object.keys(value).length === 1
  return isAlone && reference !== '' && [...reference].length <= maxLength ? reference : undefined
}
