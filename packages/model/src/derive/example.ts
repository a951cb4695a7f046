import type { Field, Kind } from '../kind.ts'
import { exampleValues } from './example-values.ts'

interface Node {
  title?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  items?: object
  oneOf?: readonly object[]
  anyOf?: readonly object[]
  properties?: Record<string, object>
  required?: string[]
}

/** An example of a response for the API reference. */
export function exampleRecord(kind: Kind): Record<string, unknown> {
  return exampleFields(kind, (field) => field.presence !== 'optional')
}

/** A minimal body for creating a record. */
export function exampleCreate(kind: Kind): Record<string, unknown> {
  return exampleFields(
    kind,
    (field, name) => !field.readOnly && (field.presence === 'required' || name === 'title' || name === 'status'),
  )
}

export function examplePatch(kind: Kind): Record<string, unknown> {
  const name = Object.keys(kind.fields).find((candidate) =>
    ['title', 'name', 'role', 'locale', 'fontFamily', 'alt'].includes(candidate),
  )
  return name ? exampleFields(kind, (_, candidate) => candidate === name) : { metadata: { source: 'import' } }
}

function exampleFields(kind: Kind, picks: (field: Field, name: string) => boolean): Record<string, unknown> {
  const picked = Object.entries(kind.fields).filter(([name, field]) => picks(field, name))
  return Object.fromEntries(picked.map(([name, field]) => [name, fieldExample(kind, name, field)]))
}

function fieldExample(kind: Kind, name: string, field: Field): unknown {
  const example = exampleValues[`${kind.name}.${name}`] ?? exampleValues[name]
  if (example !== undefined) return example
  if (field.default !== undefined) return field.default
  return field.presence === 'nullable' ? null : exampleOf(field.schema, name, kind.name)
}

/** An example of what any schema describes. */
export function exampleOf(schema: object, name = '', owner = ''): unknown {
  const node = schema as Node
  const types = [node.type].flat()
  const known = exampleValues[`${owner}.${name}`] ?? node.examples?.[0] ?? exampleValues[name]
  if (known !== undefined && isOfType(known, types) && (node.enum?.includes(known) ?? true)) return known
  if (node.const !== undefined) return node.const
  if (node.default !== undefined) return node.default
  if (types.includes('null')) return null
  if (node.enum) return node.enum[0]
  const [option] = node.oneOf ?? node.anyOf ?? []
  if (option && !node.properties) return exampleOf(option, name, owner)
  if (types.includes('object')) return objectExample(node)
  if (node.type === undefined) return null
  if (node.items) return [exampleOf(node.items, name, owner)]
  return scalarExamples[node.format ?? types[0] ?? ''] ?? (types[0] === 'array' ? [] : placeholder)
}

/** The members that are always there; all of them where nothing says which. */
function objectExample({ properties = {}, required, title }: Node): object {
  const members = Object.entries(properties).filter(([name]) => required?.includes(name) ?? true)
  // What the public sees of a kind has its values.
  const owner = title?.replace(/^Public(.)/, (_, first: string) => first.toLowerCase())
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, name, owner)]))
}

function isOfType(value: unknown, types: (string | undefined)[]): boolean {
  const type = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

/** For a text that has no example value; a test finds it. */
const placeholder = '…'

const scalarExamples: Record<string, unknown> = {
  objectId: '66a1f0c2d4e5b60718293a4b',
  'date-time': '2027-07-02T18:00:00.000Z',
  date: '2027-07-02',
  'time-zone': 'Europe/Paris',
  uri: 'https://festival.example/',
  email: 'programme@festival.example',
  boolean: true,
  integer: 1,
  number: 1,
}
