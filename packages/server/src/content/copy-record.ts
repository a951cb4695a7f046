import { randomUUID } from 'node:crypto'
import {
  type AnyRecord,
  commonFields,
  type FieldError,
  findPlaces,
  Invalid,
  invalid,
  type Kind,
  parseInstant,
  visit,
} from '@marquee/model'
import { inTodaysShape } from './patch.ts'
import { ruleOf } from './rules/index.ts'
import { check, checkCreate } from './shape.ts'

/** What creates a copy of a record: the body to send, and the fields that only the service sets. */
export interface RecordCopy {
  body: Record<string, unknown>
  service: Record<string, unknown>
}

/**
 * Checks a record of another broadcast or service, which is untrusted, and prepares a copy of it. Times of creation and change
 * are copied; secrets, derived fields and state that belongs to the original are not.
 */
export function copyOf(kind: Kind, stored: Record<string, unknown>, nowMs: number): RecordCopy {
  requireKnownFields(kind, stored)
  const record = inTodaysShape(kind, stored)
  const listed = Object.fromEntries(secretLists(kind).map((name) => [name, openEntries(kind, name, record[name])]))
  const adapted = ruleOf(kind).copied?.(record) ?? {}
  const times = { _createdAt: record._createdAt, _updatedAt: record._updatedAt ?? record._createdAt }
  const service: Record<string, unknown> = { ...times, ...listed, ...adapted.service }
  const sent = Object.entries(record).filter(([name]) => isSent(kind, name) && !(name in service))
  const body = { ...Object.fromEntries(sent), ...adapted.body }
  check(`${kind.name} copy`, () => serviceSchema(kind, Object.keys(service)), service)
  normalizeTimes(kind, service)
  // After a clock that was ahead, the next change would seem older than the copy.
  const now = new Date(nowMs).toISOString()
  for (const name of Object.keys(times)) if (String(service[name]) > now) service[name] = now
  checkCreate(kind, body)
  return { body, service }
}

function requireKnownFields(kind: Kind, stored: Record<string, unknown>): void {
  const unknown = Object.keys(stored).filter((name) => !Object.hasOwn(kind.fields, name))
  const errors = unknown.map(
    (name): FieldError => ({ pointer: `/${name}`, code: 'unknown_field', message: 'is not a field of this version' }),
  )
  if (errors.length > 0) throw new Invalid(errors)
}

/** Read-only fields are made by the service, and secrets are never copied. */
function isSent(kind: Kind, name: string): boolean {
  const field = kind.fields[name]
  return field !== undefined && !field.readOnly && field.secret !== true
}

/** Lists whose entries have secrets. Their ids are copied, because workflows refer to them. */
const secretLists = (kind: Kind) => Object.keys(kind.fields).filter((name) => Array.isArray(kind.fields[name]?.secret))

/** Entries without their secrets, each with an id of its own. */
function openEntries(kind: Kind, name: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const secrets = kind.fields[name]?.secret
  const taken = new Set<string>()
  return value.map((entry: unknown, index) => {
    const open: Record<string, unknown> = { id: randomUUID().slice(-12), ...structuredClone(Object(entry)) }
    delete open.set
    for (const path of Array.isArray(secrets) ? secrets : []) remove(open, path.split('.'))
    if (taken.has(String(open.id))) throw invalid(`/${name}/${index}/id`, 'duplicate', 'is the id of another entry too')
    taken.add(String(open.id))
    return open
  })
}

function remove(holder: Record<string, unknown>, [first = '', ...rest]: string[]): void {
  if (rest.length === 0) delete holder[first]
  else if (typeof holder[first] === 'object' && holder[first] !== null)
    remove(holder[first] as Record<string, unknown>, rest)
}

/** Times that the service sets. Those of a body are normalized when it is written. */
function normalizeTimes(kind: Kind, service: Record<string, unknown>): void {
  const isTime = (schema: object) => ('format' in schema && schema.format === 'date-time') || undefined
  for (const name of Object.keys(service)) {
    for (const { path } of findPlaces(kind.fields[name]?.schema ?? {}, isTime))
      visit(service, [name, ...path], (holder, key, pointer) => {
        if (holder[key] === null) return
        const parsed = parseInstant(String(holder[key]), 'UTC')
        if ('reason' in parsed) throw invalid(pointer, 'format', parsed.reason)
        holder[key] = parsed.instant
      })
  }
}

const serviceSchema = (kind: Kind, names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, kind.fields[name]?.schema])),
  required: names,
})

/** The part of a record that can be copied: without marks of secrets and without state of its service. */
export function copiedPart(kind: Kind, record: AnyRecord): Record<string, unknown> {
  const shown = Object.entries(record).flatMap(([name, value]) => {
    const field = kind.fields[name]
    if (field?.readOnly && !field.unlogged && !(name in commonFields)) return []
    if (field?.secret === true) return [[name, null]]
    return [[name, Array.isArray(field?.secret) ? openEntries(kind, name, value) : value]]
  })
  return Object.fromEntries(shown)
}
