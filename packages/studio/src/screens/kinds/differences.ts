import { isRestorable, type Kind } from '@marquee/model'
import { composedParts, mergedFields } from '../../data/composed.ts'
import { changedParts, isSame, patchOf, type Values } from '../../data/merge.ts'

/** A path at which two states of a record differ. */
export interface Difference {
  path: readonly string[]
  before: unknown
  after: unknown
}

/** The differences of two states of a record, part by part, without read-only fields. */
export function differences(kind: Kind, before: Values, after: Values): Difference[] {
  return changedParts(before, after, before, composedParts(kind))
    .filter(({ path: [field = ''] }) => !field.startsWith('_') || field === '_reference')
    .map(({ path, base, mine }) => ({ path, before: base, after: mine }))
}

/**
 * The fields in which a record differs from an earlier state and that can be restored. Credentials, read-only fields and
 * state such as enabled/disabled stay as they are, as with revisions.
 */
export function restorableFields(kind: Kind, now: Values, earlier: Values): string[] {
  return Object.entries(kind.fields)
    .filter(([name, field]) => !name.startsWith('_') && isRestorable(field) && !field.immutable && !field.unlogged)
    .map(([name]) => name)
    .filter((name) => !isSame(now[name], earlier[name]))
}

/** The patch that restores some fields. */
export function restoringPatch(now: Values, earlier: Values, fields: readonly string[]): Values {
  return patchOf(now, Object.fromEntries(fields.map((name) => [name, earlier[name] ?? null])), mergedFields)
}
