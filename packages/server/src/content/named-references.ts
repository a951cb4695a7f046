import { findNamedReferences, type Kind, type NamedReference, withIdsFor } from '@marquee/model'
import { findIdsByReference } from '../store/records/records.ts'
import type { Writing } from './writing.ts'

/**
 * Bodies with ids in place of `{"reference": "..."}`. All references cost one statement, and bodies without any cost none.
 * One that names no record becomes the id of none, so that the check of references reports it like any other.
 */
export async function withIds(writing: Writing, kind: Kind, bodies: unknown[]): Promise<unknown[]> {
  const named = bodies.map((body) => findNamedReferences(kind, body))
  const unknown = new Map(
    named
      .flat()
      .filter((one) => !writing.ids?.has(keyOf(one)))
      .map((one) => [keyOf(one), one]),
  )
  if (!named.some(({ length }) => length > 0)) return bodies
  const found =
    unknown.size > 0 ? await findIdsByReference(writing.tx, writing.broadcastId, [...unknown.values()]) : undefined
  const idOf = (one: NamedReference) => writing.ids?.get(keyOf(one)) ?? found?.get(keyOf(one)) ?? idOfNone
  return bodies.map((body, index) => (named[index]?.length ? withIdsFor(kind, body, idOf) : body))
}

/** The key of a record in `Writing.ids`. */
export const keyOf = ({ kind, reference }: NamedReference) => `${kind}/${reference}`

/** Ids begin with the time of their creation, so no record has this one. */
const idOfNone = '0'.repeat(24)
