import type { TSchema } from 'typebox'
import type { Field, Kind } from './kind.ts'
import { oncePerKind } from './once-per-kind.ts'
import Type from './type.ts'

export type QueryType = 'string' | 'number' | 'boolean' | 'instant'

/** A field, or a field inside an object field, that lists can be filtered or sorted by. */
export interface QueryField {
  /** As callers write it: `status`, `time.start`. */
  name: string
  type: QueryType
  isList: boolean
  sortable: boolean
  /** Whether it can be null or absent. */
  isNullable: boolean
  /** Whether values can be too long for an index. */
  isLong: boolean
  /** Its only values, when the field is a choice. */
  choices?: readonly string[]
  /** The kind its values refer to, when they are references. */
  refersTo?: string
}

/** The fields of a kind that can be filtered or sorted by, by name. */
export const queryFields = oncePerKind((kind) => {
  const fields = new Map<string, QueryField>()
  for (const [name, field] of Object.entries(kind.fields)) {
    for (const found of fieldsOf(name, field)) fields.set(found.name, kind.timeline ? withoutPointer(found) : found)
  }
  return fields
})

/** The values that filters and sorts read, by name, and the whole `metadata`. */
export function queryValues(kind: Kind, record: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, path } of queryPaths(kind)) {
    const value = valueAt(record, path)
    if (value !== undefined && value !== null) values[name] = value
  }
  if (Object.keys(record.metadata ?? {}).length > 0) values.metadata = record.metadata
  return values
}

/** Timeline tables have no `refs` column, so references are compared like any other value. */
const withoutPointer = ({ refersTo: _, ...field }: QueryField): QueryField => field

const queryPaths = oncePerKind((kind) =>
  [...queryFields(kind).keys()].filter((name) => name !== '_id').map((name) => ({ name, path: name.split('.') })),
)

function valueAt(record: Record<string, unknown>, path: readonly string[]): unknown {
  let value: unknown = record
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}

function fieldsOf(name: string, field: Field): QueryField[] {
  const { filter, sort } = field
  const isNullable = field.presence === 'nullable' || field.presence === 'optional'
  if (filter === true || sort === true) return [queryField(name, field.schema, sort === true, isNullable)]
  const inner = new Set([...(filter ?? []), ...(sort ?? [])])
  return [...inner].map((part) =>
    queryField(`${name}.${part}`, memberSchema(field.schema, part), sort?.includes(part) ?? false, true),
  )
}

function queryField(name: string, schema: TSchema, sortable: boolean, isNullable: boolean): QueryField {
  const { items } = schema as { items?: TSchema }
  const {
    refersTo,
    type,
    maxLength,
    enum: choices,
  } = (items ?? schema) as {
    refersTo?: string
    enum?: readonly (string | number | null)[]
    type?: string | string[]
    maxLength?: number
  }
  return {
    name,
    type: typeOf(items ?? schema),
    isList: items !== undefined,
    sortable: sortable && !items,
    isNullable: isNullable || [type].flat().includes('null'),
    isLong: [type].flat().includes('string') && (maxLength ?? Number.POSITIVE_INFINITY) > longLength,
    ...(choices && { choices: choices.filter((choice) => choice !== null).map(String) }),
    ...(refersTo !== undefined && { refersTo }),
  }
}

function memberSchema(schema: TSchema, part: string): TSchema {
  const { properties, oneOf } = schema as { properties?: Record<string, TSchema>; oneOf?: readonly TSchema[] }
  const member = properties?.[part] ?? (oneOf && anyOfThem(oneOf.map((option) => memberSchema(option, part))))
  if (!member) throw new Error(`the schema has no field ${part} to filter by`)
  return member
}

/** The schema of a member that each option declares, such as the `type` that distinguishes the options. */
function anyOfThem(members: TSchema[]): TSchema | undefined {
  const values = members.map((member) => (member as { const?: unknown }).const)
  return members[0] && (values.includes(undefined) ? members[0] : Type.Unsafe({ ...members[0], enum: values }))
}

function typeOf(schema: TSchema): QueryType {
  const { type, format } = schema as { type?: string | string[]; format?: string }
  if (format === 'date-time') return 'instant'
  const plain = [type].flat().find((name) => name !== 'null')
  if (plain === 'integer' || plain === 'number') return 'number'
  return plain === 'boolean' ? 'boolean' : 'string'
}

const longLength = 500
