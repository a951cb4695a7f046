import type { Field } from './kind.ts'
import { allKinds } from './kinds.ts'

/** The kinds that a revision freezes. */
export const editorialKinds = allKinds.filter(({ editorial }) => editorial)

/**
 * Whether a revision brings a field back. What the service sets, what holds credentials and what only says how things stand
 * stays as it is: going back to older content opens no door again and starts nothing.
 */
export const isRestorable = ({ readOnly, secret, ownerOnly, keptOnRestore }: Field): boolean =>
  !readOnly && !secret && !ownerOnly && !keptOnRestore
