import type { Shown } from './shown.ts'

/** A cancelled session stays on the programme, so that visitors do not look for it. */
export const isCancelled = (session: Shown): boolean => session.cancelled === true
