import type { Occupation } from './conflict.ts'

export interface Overlap {
  resourceId: string
  one: Occupation
  other: Occupation
  from: string
  to: string
}

/**
 * The pairs that use a resource at the same time, earliest first: one sweep over each resource.
 * What ends when the next begins is no overlap. A moment lies within what has begun and has not ended.
 */
export function findOverlaps(
  occupations: readonly Occupation[],
  resourcesOf: (occupation: Occupation) => readonly string[],
  limit: number,
): Overlap[] {
  const users = new Map<string, Occupation[]>()
  for (const occupation of occupations)
    for (const resource of new Set(resourcesOf(occupation))) {
      const known = users.get(resource)
      if (known) known.push(occupation)
      else users.set(resource, [occupation])
    }
  const found: Overlap[] = []
  for (const [resourceId, all] of users) {
    let active: Occupation[] = []
    for (const other of all.sort(byStart)) {
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

/** Instants are texts of one form, so that they compare as texts. */
const endOf = ({ start, end }: Occupation) => end ?? start
const earlier = (one: string, other: string) => (one < other ? one : other)
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const byStart = (one: Occupation, other: Occupation) => compare(one.start, other.start) || compare(one.id, other.id)
