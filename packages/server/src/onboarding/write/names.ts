import { newObjectId } from '../../base/object-id.ts'
import type { MadeRecord } from '../../store/queues/onboarding.ts'
import { kindOfReference } from '../compose/drafts.ts'
import { categoryReference } from '../compose/programme.ts'

/** Maps things of the site to records. */
export interface Names {
  /** The id a record has or will have; undefined for one that somebody deleted, or that was refused. */
  id(reference: string): string | undefined
  /** The record as it was generated before, if it was. */
  made(reference: string): MadeRecord | undefined
  /** An existing category with the same key; it is used, and left unchanged. */
  isForeign(reference: string): boolean
  add(made: Omit<MadeRecord, 'isThere'>): void
  /** All records of a kind are written: missing ids will not be assigned any more. */
  settle(kind: string): void
}

export function createNames(madeBefore: MadeRecord[], categoryIds: Map<string, string>, nowMs: number): Names {
  const made = new Map(madeBefore.map((one) => [one.reference, one]))
  const foreign = new Map<string, string>()
  for (const [key, id] of categoryIds) if (!made.has(categoryReference(key))) foreign.set(categoryReference(key), id)
  const fresh = new Map<string, string>()
  const settled = new Set<string>()
  return {
    id(reference) {
      const known = made.get(reference)
      if (known) return known.isThere ? known.recordId : undefined
      const other = foreign.get(reference)
      if (other || settled.has(kindOfReference(reference))) return other
      const id = fresh.get(reference) ?? newObjectId(nowMs)
      fresh.set(reference, id)
      return id
    },
    made: (reference) => made.get(reference),
    isForeign: (reference) => foreign.has(reference),
    add: (one) => void made.set(one.reference, { ...one, isThere: true }),
    settle: (kind) => void settled.add(kind),
  }
}
