import type { TSchema } from 'typebox'
import type { Field, Kind } from '../kind.ts'
import { Anything, Nullable } from '../shapes/scalars.ts'
import Type from '../type.ts'

/** The schema of a response: every field except secrets. */
export function recordSchema(kind: Kind, title = kind.name): TSchema {
  const properties: Record<string, TSchema> = {}
  for (const [name, field] of Object.entries(kind.fields)) {
    const schema = returned(field)
    properties[name] = field.presence === 'optional' ? Type.Optional(schema) : schema
  }
  properties._expanded = Type.Optional(
    Type.Unsafe({ type: 'object', description: 'What `?expand=` asked for, by field.' }),
  )
  return Type.Object(properties, { title, description: kind.about, additionalProperties: false })
}

/** The schema of a create body. Read-only fields pass here; the server refuses them later, by name. */
export function createSchema(kind: Kind): TSchema {
  return writeSchema(kind, `${kind.name}Create`, true)
}

/** The schema of a patch: every field optional; null clears fields that are not required. */
export function patchSchema(kind: Kind): TSchema {
  return writeSchema(kind, `${kind.name}Patch`, false)
}

export function listSchema(kind: Kind, title = kind.name): TSchema {
  return Type.Object(
    {
      data: Type.Array(recordSchema(kind, title)),
      metadata: Type.Object({
        total: Type.Integer(),
        limit: Type.Integer(),
        skip: Type.Integer(),
        nextStartId: Nullable(Type.String()),
      }),
      _type: Type.Literal(kind.name),
    },
    { title: `${title}List` },
  )
}

function writeSchema(kind: Kind, title: string, forCreate: boolean): TSchema {
  const properties: Record<string, TSchema> = {}
  for (const [name, field] of Object.entries(kind.fields)) {
    const schema = written(field, forCreate)
    properties[name] = forCreate && isSentOnCreate(field) ? schema : Type.Optional(schema)
  }
  return Type.Object(properties, { title, additionalProperties: false })
}

const isSentOnCreate = (field: Field) => field.presence === 'required' && !field.readOnly

function written(field: Field, forCreate: boolean): TSchema {
  if (field.readOnly || (field.immutable && !forCreate)) return Type.Unsafe({ ...Anything, readOnly: true })
  if (field.merged) return Nullable(withNullableMembers(field.schema))
  if (Array.isArray(field.default))
    return Type.Unsafe({ ...Nullable(field.schema), description: 'Null empties the list, which is never null itself.' })
  if (field.presence === 'nullable' || field.presence === 'optional') return Nullable(field.schema)
  return field.schema
}

/** In a merged object, null removes the stored member. */
function withNullableMembers(schema: TSchema): TSchema {
  const { patternProperties } = schema as { patternProperties?: Record<string, TSchema> }
  if (!patternProperties) return schema
  const members = Object.entries(patternProperties).map(([name, member]) => [name, Nullable(member)])
  return Type.Unsafe({ ...schema, patternProperties: Object.fromEntries(members) })
}

function returned(field: Field): TSchema {
  const schema = field.presence === 'nullable' ? Nullable(field.schema) : field.schema
  if (field.secret === true) return Type.Unsafe({ type: ['object', 'null'], properties: { set: { type: 'boolean' } } })
  return field.readOnly ? Type.Unsafe({ ...schema, readOnly: true }) : schema
}
