import { type AnyRecord, type Kind, quoted } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import type { Logged } from '../store/changes/change-log.ts'
import { violatedIndex } from '../store/failures.ts'
import { type RecordWrite, updateRecord } from '../store/records/records.ts'
import { ruleOf } from './rules/index.ts'
import { laterThan } from './version-time.ts'
import type { Writing } from './writing.ts'

/** Updates a locked record, with a change row unless all changed fields are unlogged. */
export async function save(writing: Writing, write: RecordWrite, before: AnyRecord, fields: string[]): Promise<void> {
  const isLogged = fields.some((field) => !write.kind.fields[field]?.unlogged)
  if (isLogged) write.record._updatedAt = laterThan(before._updatedAt, writing.nowMs)
  const change = isLogged ? changeOf(writing, write.kind, 'update', before, write.record, fields) : 'unlogged'
  const isUniqueKept = uniqueFields(write.kind).every((name) => write.record[name] === before[name])
  await translatingConflicts(write.kind, { record: write.record }, () =>
    updateRecord(writing.log, { write, change, isUniqueKept }),
  )
}

const uniqueFields = (kind: Kind) => [
  '_reference',
  ...Object.keys(kind.fields).filter((name) => kind.fields[name]?.unique),
]

/** The entry of a write in the change log. */
export function changeOf(
  writing: Writing,
  kind: Kind,
  operation: 'create' | 'update' | 'delete',
  before: AnyRecord | null,
  after: AnyRecord | null,
  fields: string[],
): Logged {
  if (kind.logging === 'unlogged') return 'unlogged'
  const eventTypes = ruleOf(kind).eventTypes?.({ kind, before, after, nowMs: writing.nowMs }) ?? [
    `${kind.events}.${operation}d`,
  ]
  const isGonePerson = operation === 'delete' && kind.area !== 'content'
  const record = after ?? (isGonePerson ? null : before)
  return { kind, id: (after ?? before)?._id ?? '', operation, record, fields, eventTypes }
}

/** The record of a write, and the body as it was sent. Absent when several are written together. */
interface Written {
  record?: AnyRecord | undefined
  sent?: unknown
}

/** Runs a write; a violated unique index becomes a validation error that names the field. */
export async function translatingConflicts(
  kind: Kind,
  { record, sent }: Written,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write()
  } catch (error) {
    const index = violatedIndex(error)
    const isReference = index === 'records_reference' || index === 'timeline_reference'
    if (!isReference && !index?.startsWith('records_unique_')) throw error
    const field = isReference ? '_reference' : index.slice('records_unique_'.length)
    const another = exampleOf(kind, field, record?.[field])
    const taken = ruleOf(kind).taken?.({ field, sent: Object(sent), another }) ?? {
      pointer: `/${field}`,
      code: 'taken',
      message: `is taken by another ${kind.name}; choose another${another}`,
    }
    const code = isReference ? 'reference_taken' : 'value_taken'
    throw new AppError(code, `Another ${kind.name} has this ${field}.`, { errors: [taken] })
  }
}

/** ", such as ...": a value that may be free, for texts without a form of their own. */
function exampleOf(kind: Kind, field: string, value: unknown): string {
  const { format } = (kind.fields[field]?.schema ?? {}) as { format?: string }
  return format === undefined && typeof value === 'string' && value.length <= 60
    ? `, such as ${quoted(`${value}-2`)}`
    : ''
}
