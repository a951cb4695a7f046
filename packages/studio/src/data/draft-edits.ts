import type { Stored } from './api.ts'
import type { Draft } from './draft-store.ts'
import { type ChangedPart, changedParts, type Descend, editsBetween, isSame, mergeParts, type Values } from './merge.ts'

/** A draft without edits, of a stored or of a new record. */
export const unedited = (stored: Stored<Values> | undefined, initial: Values): Draft => ({
  base: stored?.record ?? initial,
  etag: stored?.etag,
  edits: {},
  at: '',
})

/** Adds edits; those that restore the base value are dropped. */
export function withEdits(draft: Draft, more: Values): Draft {
  const edits = Object.entries({ ...draft.edits, ...more }).filter(([name, value]) => !isSame(draft.base[name], value))
  return { ...draft, edits: Object.fromEntries(edits), at: new Date().toISOString() }
}

/** The parts in which a draft differs from the stored record. */
export const partsAgainst = ({ base, edits }: Draft, theirs: Values, descend: Descend): ChangedPart[] =>
  changedParts(base, { ...base, ...edits }, theirs, descend)

/** Read-only fields are not shown in a merge. */
export const isShownPart = ({ path }: ChangedPart): boolean => !path[0]?.startsWith('_')

/** My edits applied to the stored record. */
export function rebased(
  theirs: Stored<Values>,
  parts: ChangedPart[],
  takesMine = (_part: ChangedPart) => true,
): Draft | undefined {
  const edits = editsBetween(theirs.record, mergeParts(theirs.record, parts, takesMine))
  if (Object.keys(edits).length === 0) return undefined
  return { base: theirs.record, etag: theirs.etag, edits, at: new Date().toISOString() }
}

/** A new record is sent with the values that were filled in. */
export const withoutEmpty = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )
