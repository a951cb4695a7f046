/** The parts of a JSON Schema that are read here. */
export interface Schema {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  oneOf?: Schema[]
  anyOf?: Schema[]
  /** A handwritten type that replaces the derived one. */
  written?: string
}

/** Converts a schema to a TypeScript type. `nameOf` names references. */
export function typeOf(schema: Schema, nameOf: (ref: string) => string): string {
  const inner = (one: Schema) => typeOf(one, nameOf)
  if (schema.written !== undefined) return schema.written
  if (schema.$ref !== undefined) return nameOf(schema.$ref.split('/').at(-1) ?? '')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  const options = schema.oneOf ?? schema.anyOf
  if (options && !schema.properties) return union([...options.map(inner), ...(isNullable(schema) ? ['null'] : [])])
  const types = [schema.type ?? []].flat()
  return types.length === 0 ? 'unknown' : union(types.map((type) => plainTypeOf(type, schema, inner)))
}

/** An interface with comments on members that have a description. */
export function interfaceOf(
  name: string,
  schema: Schema,
  nameOf: (ref: string) => string,
  comments: Record<string, string> = {},
): string {
  const members = Object.entries(schema.properties ?? {}).map(([member, shape]) =>
    memberOf(member, shape, schema, nameOf, comments[member] ?? shape.description),
  )
  const others = schema.additionalProperties ? ['[name: string]: unknown'] : []
  return `${comment(schema.description)}export interface ${name} {\n${[...members, ...others].join('\n')}\n}\n`
}

export const comment = (text: string | undefined) => (text ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : '')

export const union = (types: string[]) => [...new Set(types)].join(' | ')

export const isNullable = (schema: Schema) => [schema.type].flat().includes('null')

function memberOf(
  name: string,
  shape: Schema,
  { required = [] }: Schema,
  nameOf: (ref: string) => string,
  about: string | undefined,
): string {
  const mark = required.includes(name) ? '' : '?'
  return `${comment(about)}${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}${mark}: ${typeOf(shape, nameOf)}`
}

function plainTypeOf(type: string, schema: Schema, inner: (schema: Schema) => string): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return arrayOf(schema, inner)
  if (type !== 'object') return type
  if (schema.properties) {
    const { required = [] } = schema
    const members = Object.entries(schema.properties).map(
      ([name, member]) =>
        `${comment(member.description)}${name}${required.includes(name) ? '' : '?'}: ${inner(member)}`,
    )
    const others = schema.additionalProperties === true ? ['[name: string]: unknown'] : []
    return `{\n${[...members, ...others].join('\n')}\n}`
  }
  const [byKey] = Object.values(schema.patternProperties ?? {})
  if (byKey) return `Record<string, ${inner(byKey)}>`
  return typeof schema.additionalProperties === 'object'
    ? `Record<string, ${inner(schema.additionalProperties)}>`
    : 'Record<string, unknown>'
}

function arrayOf({ items = {}, minItems, maxItems }: Schema, inner: (schema: Schema) => string): string {
  const item = inner(items)
  if (minItems !== undefined && minItems === maxItems && minItems < 4)
    return `[${Array.from({ length: minItems }, () => item).join(', ')}]`
  return /^[\w]+$/.test(item) ? `${item}[]` : `Array<${item}>`
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))
