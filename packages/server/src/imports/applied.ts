import type { Base, Fields } from './merge.ts'
import type { Gone } from './plan.ts'

/** What a row of the plan did, so that it can be undone. */
export type Applied =
  /** `version` is the `_updatedAt` of the record, by which later changes are noticed. */
  | { did: 'created'; version: string | null }
  | { did: 'restored'; version: string | null; identity: Before }
  /** The values of the changed fields before and after. */
  | { did: 'updated'; recordId: string; before: Fields; after: Fields; identity: Before | null }
  | { did: 'deleted' }
  /** Left on the programme, or taken off it, without being deleted. */
  | { did: 'unpublished' }
  | { did: 'kept' }

/** The identity of a record before the import. */
export interface Before {
  recordId: string
  base: Base
  gone: Gone | null
}
