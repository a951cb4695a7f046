import type { AnyRecord, Kind } from '@marquee/model'
import type { RecordChange } from '../../data/bulk-change.ts'
import { isSame, type Values } from '../../data/merge.ts'
import { editableFields, isListOfBlocks, schemaOf, typeOf } from '../../fields/schema.ts'

/** Lists can be replaced, or lose and gain entries. */
export type Mode = 'replace' | 'add' | 'remove'

/** The fields that several records can have alike. Blocks are written for one page or record. */
export function bulkFields(kind: Kind): string[] {
  return editableFields(kind).filter((name) => {
    const field = kind.fields[name]
    return field && !field.immutable && !field.unique && name !== '_reference' && !isListOfBlocks(schemaOf(field))
  })
}

export function isListField(kind: Kind, name: string): boolean {
  const field = kind.fields[name]
  return field !== undefined && typeOf(schemaOf(field)) === 'array'
}

/** The changes of those records that do not have the value yet. */
export function plannedChanges(records: AnyRecord[], name: string, value: unknown, mode: Mode): RecordChange[] {
  return records.flatMap((record) => {
    const before = (record as unknown as Values)[name]
    const after = mode === 'replace' ? value : nextList(before, value, mode)
    return isSame(before ?? null, after ?? null) ? [] : [{ record, body: { [name]: after } }]
  })
}

function nextList(before: unknown, value: unknown, mode: Mode): unknown[] {
  const [had, given] = [listOf(before), listOf(value)]
  const isAmong = (list: unknown[], entry: unknown) => list.some((one) => isSame(one, entry))
  if (mode === 'remove') return had.filter((entry) => !isAmong(given, entry))
  return [...had, ...given.filter((entry) => !isAmong(had, entry))]
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
