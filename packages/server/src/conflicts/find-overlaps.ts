import { Slices } from '../base/turns.ts'
import type { Occupation } from './conflict.ts'

export interface Overlap {
  resourceId: string
  one: Occupation
  other: Occupation
  from: string
  to: string
}

/**
 * The pairs that use a resource at the same time, earliest first: a sweep line per resource.
 * An end equal to the next start is no overlap. An instant overlaps with a slot that has begun and not ended.
 */
export async function findOverlaps(
  occupations: readonly Occupation[],
  resourcesOf: (occupation: Occupation) => readonly string[],
  limit: number,
): Promise<Overlap[]> {
  const slices = new Slices()
  const users = new Map<string, Occupation[]>()
  for (const occupation of occupations.toSorted(byStart)) {
    const resources = new Set(resourcesOf(occupation))
    await slices.spend(occupationBytes * resources.size)
    for (const resource of resources) {
      const known = users.get(resource)
      if (known) known.push(occupation)
      else users.set(resource, [occupation])
    }
  }
  const found: Overlap[] = []
  for (const [resourceId, all] of users) {
    let active: Occupation[] = []
    for (const other of all) {
      await slices.spend(occupationBytes)
      active = active.filter((one) => endOf(one) > other.start || one.start === other.start)
      for (const one of active) {
        if (found.length >= limit) return found
        found.push({ resourceId, one, other, from: other.start, to: earlier(endOf(one), endOf(other)) })
      }
      active.push(other)
    }
  }
  return found
}

/** Comparing one costs about as much as parsing this many bytes of JSON. */
const occupationBytes = 100

/** Instants all have the same format, so that they can be compared as strings. */
const endOf = ({ start, end }: Occupation) => end ?? start
const earlier = (one: string, other: string) => (one < other ? one : other)
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const byStart = (one: Occupation, other: Occupation) => compare(one.start, other.start) || compare(one.id, other.id)
