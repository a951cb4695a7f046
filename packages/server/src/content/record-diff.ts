import { isDeepStrictEqual } from 'node:util'
import { type AnyRecord, isRestorable, type Kind } from '@marquee/model'
import { maxText, shortText, titleOf } from './record-title.ts'

/** A path in a record with its value before and after. A side is absent where there was no value. */
export interface FieldDiff {
  pointer: string
  before?: unknown
  after?: unknown
  /** A long value is truncated; `?at=` shows the whole value. */
  truncated?: true
}

export interface RecordDiff {
  kind: string
  id: string
  title: string | null
  operation: 'added' | 'changed' | 'removed'
  fields: FieldDiff[]
  /** There are more fields than are listed. */
  truncated?: true
}

/** The differences of a record in the fields that revisions restore; undefined when there are none. */
export function diffRecord(kind: Kind, before: AnyRecord | null, after: AnyRecord | null): RecordDiff | undefined {
  const known = after ?? before
  if (!known) return undefined
  const head = { kind: kind.name, id: known._id, title: titleOf(known) }
  if (!before) return { ...head, operation: 'added', fields: [] }
  if (!after) return { ...head, operation: 'removed', fields: [] }
  const names = Object.keys(kind.fields).filter((name) => kind.fields[name] && isRestorable(kind.fields[name]))
  const fields: FieldDiff[] = []
  for (const name of names) gather(`/${name}`, before[name], after[name], fields)
  if (fields.length === 0) return undefined
  const isLong = fields.length > maxFields
  return { ...head, operation: 'changed', fields: fields.slice(0, maxFields), ...(isLong && { truncated: true }) }
}

/** Objects differ by their members, lists of equal length by their elements; lists of different length, and all else, as a whole. */
function gather(pointer: string, before: unknown, after: unknown, found: FieldDiff[]): void {
  if (found.length > maxFields || isDeepStrictEqual(before, after)) return
  const isAlike =
    (isPlain(before) && isPlain(after)) ||
    (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
  if (!isAlike) {
    found.push(fieldDiff(pointer, before, after))
    return
  }
  const [old, young] = [Object(before), Object(after)]
  for (const name of new Set([...Object.keys(old), ...Object.keys(young)]))
    gather(`${pointer}/${escaped(name)}`, member(old, name), member(young, name), found)
}

function fieldDiff(pointer: string, before: unknown, after: unknown): FieldDiff {
  const [old, young] = [shortened(before), shortened(after)]
  return {
    pointer,
    ...(before !== undefined && { before: old }),
    ...(after !== undefined && { after: young }),
    ...((old !== before || young !== after) && { truncated: true }),
  }
}

/** A long text is truncated; other long values are left out, because half of one would be a different value. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return shortText(value)
  if (typeof value !== 'object' || value === null) return value
  return JSON.stringify(value).length <= maxText ? value : null
}

const isPlain = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const member = (holder: Record<string, unknown>, name: string) =>
  Object.hasOwn(holder, name) ? holder[name] : undefined
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

const maxFields = 200
