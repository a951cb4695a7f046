import type { AnyRecord, Kind } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import type { Logged } from '../store/changes/change-log.ts'
import { violatedIndex } from '../store/failures.ts'
import { type RecordWrite, updateRecords } from '../store/records/records.ts'
import { ruleOf } from './rules/index.ts'
import { laterThan } from './version-time.ts'
import type { Writing } from './writing.ts'

/** Updates a locked record, with a change row unless all changed fields are unlogged. */
export async function save(writing: Writing, write: RecordWrite, before: AnyRecord, fields: string[]): Promise<void> {
  const isLogged = fields.some((field) => !write.kind.fields[field]?.unlogged)
  if (isLogged) write.record._updatedAt = laterThan(before._updatedAt, writing.nowMs)
  const change = isLogged ? changeOf(writing, write.kind, 'update', before, write.record, fields) : 'unlogged'
  await translatingConflicts(write.kind, () => updateRecords(writing.log, [{ write, change }]))
}

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

/** Runs a write; a violated unique index becomes a validation error that names the field. */
export async function translatingConflicts(kind: Kind, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const index = violatedIndex(error)
    if (index === 'records_reference' || index === 'timeline_reference')
      throw new AppError('reference_taken', `Another ${kind.name} has this _reference.`, {
        errors: [{ pointer: '/_reference', code: 'taken', message: 'is taken' }],
      })
    if (!index?.startsWith('records_unique_')) throw error
    const field = index.slice('records_unique_'.length)
    throw new AppError('value_taken', `Another ${kind.name} has this ${field}.`, {
      errors: [{ pointer: `/${field}`, code: 'taken', message: 'is taken' }],
    })
  }
}
