import { isDeepStrictEqual } from 'node:util'
import { type AnyRecord, type Field, type FieldError, Invalid, type Kind, Layout, oncePerKind } from '@marquee/model'

/** A new record from the sent body: all fields in declared order, with defaults for missing ones. */
export function newRecord(kind: Kind, sent: Record<string, unknown>, service: Record<string, unknown>): AnyRecord {
  const fixed = Object.keys(sent).filter((name) => {
    const field = kind.fields[name]
    return field?.readOnly && !isDeepStrictEqual(sent[name], service[name] ?? field.default ?? null)
  })
  refuse(fixed)
  const { values, nested } = blankOf(kind)
  const merged = { ...values }
  for (const name of nested) merged[name] = copyOf(values[name])
  for (const [name, value] of Object.entries(sent)) {
    const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined
    if (field) setValue(merged, name, field, undefined, field.readOnly ? null : (value ?? null))
  }
  for (const [name, value] of Object.entries(service)) if (Object.hasOwn(kind.fields, name)) merged[name] = value
  return ordered(kind, merged)
}

/** A record of which nothing was sent, and the names of its lists and objects, of which each record needs its own. */
const blankOf = oncePerKind((kind) => {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(kind.fields)) setAbsent(values, name, field)
  const blank = ordered(kind, values)
  return {
    values: blank,
    nested: Object.keys(blank).filter((name) => Array.isArray(blank[name]) || isPlain(blank[name])),
  }
})

/** The record after a patch. Absent fields stay, null clears, an object replaces the old one unless the field merges. */
export function applyPatch(
  kind: Kind,
  before: AnyRecord,
  patch: Record<string, unknown>,
  service: Record<string, unknown> = {},
): AnyRecord {
  const fixed = Object.keys(patch).filter((name) => {
    const field = kind.fields[name]
    return (field?.readOnly || field?.immutable) && !isDeepStrictEqual(patch[name], before[name] ?? null)
  })
  refuse(fixed)
  const after: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(patch)) {
    const field = kind.fields[name]
    if (field && !field.readOnly && !field.immutable) setValue(after, name, field, before[name], value)
  }
  return ordered(kind, Object.assign(after, service))
}

/** The top-level fields in which two records differ. */
export function changedFields(before: AnyRecord, after: AnyRecord): string[] {
  const names = Object.keys(before)
  for (const name of Object.keys(after)) if (!Object.hasOwn(before, name)) names.push(name)
  return names.filter((name) => before[name] !== after[name] && !isDeepStrictEqual(before[name], after[name]))
}

/** The value of a field that was not sent. Only for a nullable field with a default does it differ from null. */
function setAbsent(target: Record<string, unknown>, name: string, field: Field): void {
  const value = field.presence === 'nullable' && !field.readOnly ? (field.default ?? null) : null
  setValue(target, name, field, undefined, copyOf(value))
}

/** What becomes undefined is left out of the record. */
function setValue(target: Record<string, unknown>, name: string, field: Field, before: unknown, value: unknown): void {
  if (value === null) {
    const cleared =
      field.presence === 'always' ? copyOf(field.default) : field.presence === 'nullable' ? null : undefined
    target[name] = cleared
  } else if (field.merged && isPlain(value)) {
    const members = { ...(isPlain(before) ? before : {}), ...value }
    target[name] = Object.fromEntries(Object.entries(members).filter(([, member]) => member !== null))
  } else if (isPlain(field.default) && isPlain(value)) {
    target[name] = { ...field.default, ...value }
  } else {
    target[name] = value
  }
}

function refuse(names: string[]): void {
  const fieldErrors = names.map(
    (name): FieldError => ({ pointer: `/${name}`, code: 'read_only', message: 'cannot be set' }),
  )
  if (fieldErrors.length > 0) throw new Invalid(fieldErrors)
}

/** An old version of a record, with the fields added to its kind since and without those removed. A field that was null and is optional now is absent. */
export function inTodaysShape(kind: Kind, stored: Record<string, unknown>): AnyRecord {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(kind.fields)) {
    const isCleared = stored[name] === null && field.presence === 'optional'
    if (name in stored && !isCleared) values[name] = stored[name]
    else setAbsent(values, name, field)
  }
  return ordered(kind, values)
}

/** The record with its fields in the order of the declaration. */
export const ordered = (kind: Kind, values: Record<string, unknown>): AnyRecord =>
  layoutOf(kind).pick(values) as AnyRecord

const layoutOf = oncePerKind((kind) => new Layout(Object.keys(kind.fields)))

/** A default may be part of many records. It is JSON, of which most is empty; `structuredClone` took a third of the time of a new record. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]))
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
