import type { Kind } from '@marquee/model'
import { Slices } from '../base/turns.ts'
import type { Conflict, Occupation } from './conflict.ts'
import { findOverlaps, type Overlap } from './find-overlaps.ts'
import { createOpenness, readOpeningHours } from './opening-hours.ts'

/** The opening hours of a place or a host, and whether several sessions can use it at once. */
export interface Allowance {
  id: string
  kind: string
  /** JSON. */
  hours: string | null
  isShared: boolean
}

/** Conflicts in the programme: two sessions at one place, two with one host, and sessions outside the opening hours of their place. */
export async function findProgrammeConflicts(programme: {
  kind: Kind
  occupations: Occupation[]
  allowances: Allowance[]
  timeZone: string
  limit: number
}): Promise<Conflict[]> {
  const { kind, occupations, allowances, limit } = programme
  const shared = new Set(allowances.filter(({ isShared }) => isShared).map(({ id }) => id))
  const placesOf = ({ placeId }: Occupation) => (placeId === null || shared.has(placeId) ? [] : [placeId])
  const hostsOf = ({ hostIds }: Occupation) => hostIds.filter((id) => !shared.has(id))
  return [
    ...(await findOverlaps(occupations, placesOf, limit)).map((overlap) => overlapping(overlap, kind, 'place')),
    ...(await findOverlaps(occupations, hostsOf, limit)).map((overlap) => overlapping(overlap, kind, 'people')),
    ...(await outsideHours(programme)),
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

async function outsideHours({
  kind,
  occupations,
  allowances,
  timeZone,
  limit,
}: {
  kind: Kind
  occupations: Occupation[]
  allowances: Allowance[]
  timeZone: string
  limit: number
}): Promise<Conflict[]> {
  const places = new Map(allowances.map(({ id, hours }) => [id, hours === null ? undefined : JSON.parse(hours)]))
  const users = Map.groupBy(
    occupations.filter(({ placeId }) => placeId !== null && places.get(placeId) !== undefined),
    ({ placeId }) => placeId ?? '',
  )
  const slices = new Slices()
  const found: Conflict[] = []
  for (const [placeId, all] of users) {
    const place = { kind: targetOf(kind, 'place'), id: placeId }
    const hours = readOpeningHours(places.get(placeId))
    if (hours === undefined) continue
    if (hours === 'unreadable') {
      found.push({ type: 'unreadableOpeningHours', severity: 'warning', records: [place], from: null, to: null })
      continue
    }
    const isOpen = createOpenness(hours, timeZone)
    for (const { id, start, end } of all) {
      await slices.spend(checkBytes)
      if (found.length >= limit) return found
      if (isOpen(start, end ?? start)) continue
      const records = [{ kind: kind.name, id }, place]
      found.push({ type: 'outsideOpeningHours', severity: 'warning', records, from: start, to: end ?? start })
    }
  }
  return found
}

/** Looking through the days of a long session takes about as long as reading this much JSON. */
const checkBytes = 1_000

/** The kind that a field of a kind points to. */
function targetOf(kind: Kind, by: 'place' | 'people'): string {
  const { schema } = kind.fields[kind.occupies?.[by] ?? ''] ?? {}
  const { refersTo, items } = Object(schema) as { refersTo?: string; items?: { refersTo?: string } }
  return refersTo ?? items?.refersTo ?? ''
}
