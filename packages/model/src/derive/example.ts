import type { TSchema } from 'typebox'
import type { Field, Kind } from '../kind.ts'

interface Node {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
  minimum?: number
  items?: TSchema
  oneOf?: readonly TSchema[]
  properties?: Record<string, TSchema>
  required?: string[]
}

/** An example of a response for the API reference. */
export function exampleRecord(kind: Kind): Record<string, unknown> {
  return exampleOf(kind, (field) => field.presence !== 'optional')
}

/** A minimal body for creating a record. */
export function exampleCreate(kind: Kind): Record<string, unknown> {
  return exampleOf(
    kind,
    (field, name) => !field.readOnly && (field.presence === 'required' || name === 'title' || name === 'status'),
  )
}

export function examplePatch(kind: Kind): Record<string, unknown> {
  const name = Object.keys(kind.fields).find((candidate) =>
    ['title', 'name', 'role', 'locale', 'fontFamily', 'alt'].includes(candidate),
  )
  return name ? exampleOf(kind, (_, candidate) => candidate === name) : { metadata: { source: 'import' } }
}

function exampleOf(kind: Kind, picks: (field: Field, name: string) => boolean): Record<string, unknown> {
  const picked = Object.entries(kind.fields).filter(([name, field]) => picks(field, name))
  return Object.fromEntries(picked.map(([name, field]) => [name, fieldExample(kind, name, field)]))
}

function fieldExample(kind: Kind, name: string, field: Field): unknown {
  const example = exampleValues[`${kind.name}.${name}`] ?? exampleValues[name]
  if (example !== undefined) return example
  if (field.default !== undefined) return field.default
  return field.presence === 'nullable' ? null : valueExample(field.schema)
}

function valueExample(schema: TSchema): unknown {
  const node = schema as Node
  if (node.examples) return node.examples[0]
  if (node.const !== undefined) return node.const
  if (node.enum) return node.enum[0]
  if (node.oneOf?.[0]) return valueExample(node.oneOf[0])
  const type = [node.type].flat()[0]
  if (type === 'object') {
    const members = Object.entries(node.properties ?? {}).filter(([name]) => node.required?.includes(name))
    return Object.fromEntries(members.map(([name, member]) => [name, valueExample(member)]))
  }
  if (type === 'array') return []
  if (type === 'boolean') return true
  return type === 'number' || type === 'integer' ? (node.minimum ?? 1) : 'text'
}

/** Example values from a festival, by field or by `kind.field`. */
const exampleValues: Record<string, unknown> = {
  title: 'Opening night',
  status: 'published',
  name: 'Nuits du Port',
  email: 'programme@festival.example',
  'broadcastHost.title': 'Maëlle Kerdoncuff',
  'broadcastInterestPoint.title': 'Harbour stage',
  'broadcastMap.title': 'The harbour',
  'broadcastCategory.title': 'Concerts',
  'broadcastCategory.key': 'concerts',
  'broadcastMember.status': 'active',
  'broadcastCampaign.status': 'draft',
  'broadcastEvent.type': 'session.opened',
  'broadcast.status': 'idle',
  'workflow.name': 'Publish the daily summary',
  'workflow.status': 'disabled',
  'workflowRun.status': 'succeeded',
  'revision.tos': { accepted: true },
  fontFamily: 'Atkinson Hyperlegible',
  mediaUrl: 'https://images.festival.example/stage.jpg',
}
