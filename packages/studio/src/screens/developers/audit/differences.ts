import { isRestorable, type Kind } from '@marquee/model'
import { composedParts, mergedFields } from '../../../data/composed.ts'
import { changedParts, isSame, patchOf, type Values } from '../../../data/merge.ts'

/** A place in a record that two states of it have differently. */
export interface Difference {
  path: readonly string[]
  before: unknown
  after: unknown
}

/** Where two states of a record differ, part by part. What the service notes by itself is left out. */
export function differences(kind: Kind, before: Values, after: Values): Difference[] {
  return changedParts(before, after, before, composedParts(kind))
    .filter(({ path: [field = ''] }) => !field.startsWith('_') || field === '_reference')
    .map(({ path, base, mine }) => ({ path, before: base, after: mine }))
}

/**
 * The fields in which a record differs from an earlier state of it, and that can be brought back. What holds credentials,
 * what the service sets and what says how things stand stays as it is, as it does with revisions.
 */
export function restorableFields(kind: Kind, now: Values, earlier: Values): string[] {
  return Object.entries(kind.fields)
    .filter(([name, field]) => !name.startsWith('_') && isRestorable(field) && !field.immutable && !field.unlogged)
    .map(([name]) => name)
    .filter((name) => !isSame(now[name], earlier[name]))
}

/** What to send so that some fields are again what they were. */
export function restoringPatch(now: Values, earlier: Values, fields: readonly string[]): Values {
  return patchOf(now, Object.fromEntries(fields.map((name) => [name, earlier[name] ?? null])), mergedFields)
}
