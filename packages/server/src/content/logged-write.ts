import { type AnyRecord, type Kind, oncePerKind } from '@marquee/model'
import type { Logged } from '../store/changes/change-log.ts'
import { violatedIndex } from '../store/failures.ts'
import { type RecordWrite, updateRecord } from '../store/records/records.ts'
import { followAddresses, type Rewritten } from './addresses.ts'
import { ruleOf } from './rules/index.ts'
import { takenError, type Written } from './taken.ts'
import { laterThan } from './version-time.ts'
import type { Writing } from './writing.ts'

/** Updates a locked record, with a change row unless all changed fields are unlogged. */
export function save(writing: Writing, write: RecordWrite, before: AnyRecord, fields: string[]): Promise<void> {
  const isLogged = fields.some((field) => !write.kind.fields[field]?.unlogged)
  if (isLogged) write.record._updatedAt = laterThan(before._updatedAt, writing.nowMs)
  const change = isLogged ? changeOf(writing, write.kind, 'update', before, write.record, fields) : 'unlogged'
  const isUniqueKept = uniqueFields(write.kind).every((name) => write.record[name] === before[name])
  const rewritten = [{ before, after: write.record }]
  return writingUnique(writing, write.kind, rewritten, { record: write.record }, () =>
    updateRecord(writing.log, { write, change, isUniqueKept }),
  )
}

const uniqueFields = oncePerKind((kind) => [
  '_reference',
  ...Object.keys(kind.fields).filter((name) => kind.fields[name]?.unique),
])

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

/**
 * Runs a write of records with values that must be unique. A violated index becomes a validation error that names the field; values
 * that are unique in the service are reserved.
 */
export async function writingUnique(
  writing: Writing,
  kind: Kind,
  rewritten: readonly Rewritten[],
  written: Written,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write()
  } catch (error) {
    const index = violatedIndex(error)
    const isReference = index === 'records_reference' || index === 'timeline_reference'
    if (!isReference && !index?.startsWith('records_unique_')) throw error
    throw takenError(kind, isReference ? '_reference' : index.slice('records_unique_'.length), written)
  }
  await followAddresses(writing, kind, rewritten, written)
}
