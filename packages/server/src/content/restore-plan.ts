import { type AnyRecord, findReferences, isRestorable, type Kind, withoutReferencesTo } from '@marquee/model'
import { changedFields, inTodaysShape, ordered } from './patch.ts'

/** A record at a revision and now; null where it does not exist. */
export interface Pair {
  kind: Kind
  past: AnyRecord | null
  current: AnyRecord | null
}

/** A record to write: its current state, if it exists, and its state after the restore. */
export interface Rewrite {
  kind: Kind
  before: AnyRecord | null
  after: AnyRecord
}

export interface Plan {
  added: Rewrite[]
  changed: Rewrite[]
  removed: { kind: Kind; record: AnyRecord }[]
}

/** The writes that restore records. Fields that revisions do not cover keep their values. */
export function planRestore(pairs: Pair[]): Plan {
  const plan: Plan = { added: [], changed: [], removed: [] }
  for (const { kind, past, current } of pairs) {
    if (past && !current) plan.added.push({ kind, before: null, after: returned(kind, past) })
    else if (past && current) plan.changed.push({ kind, before: current, after: setBack(kind, current, past) })
    else if (current) plan.removed.push({ kind, record: current })
  }
  return plan
}

/** The plan without references to missing records, and without writes that change nothing. */
export function withoutDangling(plan: Plan, isThere: (kind: string, id: string) => boolean): Plan {
  const cleared = (rewrites: Rewrite[]) =>
    rewrites.map(({ kind, before, after }) => {
      const dangling = findReferences(kind, after).filter((reference) => !isThere(reference.kind, reference.id))
      return { kind, before, after: dangling.reduce((rest, { id }) => withoutReferencesTo(kind, rest, id), after) }
    })
  return {
    added: cleared(plan.added),
    changed: cleared(plan.changed).filter(({ before, after }) => before && changedFields(before, after).length > 0),
    removed: plan.removed,
  }
}

/** A recreated record. It is disabled at first, and its credentials are lost. */
function returned(kind: Kind, past: AnyRecord): AnyRecord {
  const kept = Object.entries(past).filter(([name]) => {
    const field = kind.fields[name]
    return field && (isRestorable(field) || field.readOnly)
  })
  return inTodaysShape(kind, Object.fromEntries(kept))
}

function setBack(kind: Kind, current: AnyRecord, past: AnyRecord): AnyRecord {
  const back = inTodaysShape(kind, past)
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(kind.fields)) values[name] = (isRestorable(field) ? back : current)[name]
  return ordered(kind, values)
}
