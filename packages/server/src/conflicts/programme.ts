import type { Kind } from '@marquee/model'
import type { Conflict, Occupation } from './conflict.ts'
import { findOverlaps, type Overlap } from './find-overlaps.ts'
import { createOpenness, readOpeningHours } from './opening-hours.ts'

/** What a place or somebody says of itself: when it is open, and whether several may use it at once. */
export interface Allowance {
  id: string
  kind: string
  /** JSON. */
  hours: string | null
  isShared: boolean
}

/** What clashes in the programme: two at one place, two with one host, and what lies outside the opening hours of its place. */
export function findProgrammeConflicts(programme: {
  kind: Kind
  occupations: Occupation[]
  allowances: Allowance[]
  timeZone: string
  limit: number
}): Conflict[] {
  const { kind, occupations, allowances, limit } = programme
  const shared = new Set(allowances.filter(({ isShared }) => isShared).map(({ id }) => id))
  const placesOf = ({ placeId }: Occupation) => (placeId === null || shared.has(placeId) ? [] : [placeId])
  const hostsOf = ({ hostIds }: Occupation) => hostIds.filter((id) => !shared.has(id))
  return [
    ...findOverlaps(occupations, placesOf, limit).map((overlap) => overlapping(overlap, kind, 'place')),
    ...findOverlaps(occupations, hostsOf, limit).map((overlap) => overlapping(overlap, kind, 'people')),
    ...outsideHours(programme),
  ].slice(0, limit)
}

function overlapping({ resourceId, one, other, from, to }: Overlap, kind: Kind, by: 'place' | 'people'): Conflict {
  return {
    type: by === 'place' ? 'placeOverlap' : 'hostOverlap',
    severity: one.isPublished && other.isPublished ? 'error' : 'warning',
    records: [
      { kind: kind.name, id: one.id },
      { kind: kind.name, id: other.id },
      { kind: targetOf(kind, by), id: resourceId },
    ],
    from,
    to,
  }
}

function outsideHours({
  kind,
  occupations,
  allowances,
  timeZone,
}: {
  kind: Kind
  occupations: Occupation[]
  allowances: Allowance[]
  timeZone: string
}): Conflict[] {
  const places = new Map(allowances.map(({ id, hours }) => [id, hours === null ? undefined : JSON.parse(hours)]))
  const users = Map.groupBy(
    occupations.filter(({ placeId }) => placeId !== null && places.get(placeId) !== undefined),
    ({ placeId }) => placeId ?? '',
  )
  return [...users].flatMap(([placeId, all]) => {
    const place = { kind: targetOf(kind, 'place'), id: placeId }
    const hours = readOpeningHours(places.get(placeId))
    if (hours === undefined) return []
    if (hours === 'unreadable') {
      const unreadable: Conflict = {
        type: 'unreadableOpeningHours',
        severity: 'warning',
        records: [place],
        from: null,
        to: null,
      }
      return [unreadable]
    }
    const isOpen = createOpenness(hours, timeZone)
    return all
      .filter(({ start, end }) => !isOpen(start, end ?? start))
      .map(({ id, start, end }): Conflict => {
        const records = [{ kind: kind.name, id }, place]
        return { type: 'outsideOpeningHours', severity: 'warning', records, from: start, to: end ?? start }
      })
  })
}

/** The kind that a field of a kind points to. */
function targetOf(kind: Kind, by: 'place' | 'people'): string {
  const { schema } = kind.fields[kind.occupies?.[by] ?? ''] ?? {}
  const { refersTo, items } = Object(schema) as { refersTo?: string; items?: { refersTo?: string } }
  return refersTo ?? items?.refersTo ?? ''
}
