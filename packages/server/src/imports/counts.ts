import type { PlanRow } from './plan.ts'

/** Records by what happens to them; `kept` and `conflicts` count fields. */
export interface Counts {
  created: number
  changed: number
  unchanged: number
  removed: number
  kept: number
  conflicts: number
}

export const noCounts = (): Counts => ({ created: 0, changed: 0, unchanged: 0, removed: 0, kept: 0, conflicts: 0 })

/** Counts a row of the plan. */
export function countRow(counts: Counts, { action, detail: { fields = {}, reason } }: PlanRow): void {
  const outcomes = Object.values(fields).map(({ outcome }) => outcome)
  counts.conflicts += outcomes.filter((outcome) => outcome === 'conflict').length
  counts.kept += outcomes.filter((outcome) => outcome === 'keep').length
  if (reason === 'removed_by_people') counts.kept += 1
  if (action === 'create' || action === 'restore') counts.created += 1
  else if (action === 'remove') counts.removed += 1
  else if (outcomes.includes('take')) counts.changed += 1
  else counts.unchanged += 1
}

/** The largest share of the sessions of a source that an import removes without being confirmed. */
export const maxGoneShare = 0.3

export const needsConfirmation = (removed: number, existing: number) => removed > existing * maxGoneShare
