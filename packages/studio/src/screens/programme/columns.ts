import type { Session } from './sessions.ts'
import { stagesIn } from './stages.ts'

/** A column of the grid: a place, or none. */
export interface Column {
  id: string
  title: string
  /** How many sessions it has on the day. */
  count: number
}

/** The column of sessions that have a time but no place yet. */
export const noPlace = 'none'

interface Shown {
  /** The sessions of the day. */
  sessions: readonly Session[]
  /** The sessions of all days: their places are offered on every day. */
  all: readonly Session[]
  /** Places that were added although they have no sessions yet. */
  added?: readonly string[]
  /** Only this place, when the grid is narrowed to it. */
  only?: string | undefined
  nameOf: (placeId: string) => string
  /** The order of places that editors have set. */
  orders?: ReadonlyMap<string, number>
  noPlaceTitle: string
  language: string
}

/** The places with sessions on the day, in their order; then those of other days; last the column without a place. */
export function columnsOf({
  sessions,
  all,
  added = [],
  only,
  nameOf,
  orders,
  noPlaceTitle,
  language,
}: Shown): Column[] {
  const counts = new Map<string, number>()
  for (const { interestPointId } of sessions) {
    const id = interestPointId ?? noPlace
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const column = (id: string): Column => ({ id, title: nameOf(id), count: counts.get(id) ?? 0 })
  const inOrder = (ids: Iterable<string>) => stagesIn(ids, { nameOf, orders, language }).map(({ id }) => column(id))
  if (only !== undefined) return [column(only)]
  const used = [...counts.keys()].filter((id) => id !== noPlace)
  const others = new Set([...added, ...all.flatMap(({ interestPointId }) => interestPointId ?? [])])
  for (const id of used) others.delete(id)
  const columns = [...inOrder(used), ...inOrder(others)]
  if (counts.has(noPlace) || columns.length === 0) {
    columns.push({ id: noPlace, title: noPlaceTitle, count: counts.get(noPlace) ?? 0 })
  }
  return columns
}
