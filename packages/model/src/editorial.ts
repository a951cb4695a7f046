import type { Field } from './kind.ts'
import { allKinds } from './kinds.ts'

/** The kinds whose deleted records can be restored from the trash. */
export const trashKinds = allKinds.filter(({ trash }) => trash)

/** The kinds that a revision freezes. */
export const editorialKinds = allKinds.filter(({ editorial }) => editorial)

/**
 * Whether restoring a revision changes a field. Read-only fields, credentials and state such as enabled/disabled are left
 * unchanged: restoring older content must not grant access again or start a workflow.
 */
export const isRestorable = ({ readOnly, secret, ownerOnly, keptOnRestore }: Field): boolean =>
  !readOnly && !secret && !ownerOnly && !keptOnRestore
