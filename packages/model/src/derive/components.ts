import type { TSchema } from 'typebox'
import Type from '../type.ts'

export interface Hoisted {
  schema: TSchema
  components: Record<string, TSchema>
}

type Plain = Record<string, unknown>

/** Moves every titled schema below the top into `components`, so that a shape used in many places is written and compiled once. */
export function hoistTitled(schema: TSchema, refPrefix: string, components: Record<string, TSchema> = {}): Hoisted {
  return { schema: Type.Unsafe(inside(schema as Plain, refPrefix, components)), components }
}

function hoist(schema: Plain, refPrefix: string, components: Record<string, TSchema>): Plain {
  if (typeof schema.title !== 'string') return inside(schema, refPrefix, components)
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null')
  const name = isNullable ? `${schema.title}OrNull` : schema.title
  if (!(name in components)) {
    components[name] = Type.Unsafe({})
    components[name] = Type.Unsafe({ ...inside(schema, refPrefix, components), title: name })
  }
  return { $ref: `${refPrefix}${name}` }
}

function inside(schema: Plain, refPrefix: string, components: Record<string, TSchema>): Plain {
  const copy = { ...schema }
  const each = (member: unknown) => hoist(member as Plain, refPrefix, components)
  for (const word of ['properties', 'patternProperties']) {
    const members = copy[word]
    if (isObject(members))
      copy[word] = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, each(member)]))
  }
  if (isObject(copy.items)) copy.items = each(copy.items)
  if (isObject(copy.additionalProperties)) copy.additionalProperties = each(copy.additionalProperties)
  for (const word of ['oneOf', 'anyOf', 'allOf']) {
    const options = copy[word]
    if (Array.isArray(options)) copy[word] = options.map(each)
  }
  return copy
}

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
