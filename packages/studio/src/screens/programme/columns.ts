import type { Session } from './sessions.ts'

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
  noPlaceTitle: string
  language: string
}

/** The places with sessions on the day, by name; then those of other days; last the column without a place. */
export function columnsOf({ sessions, all, added = [], only, nameOf, noPlaceTitle, language }: Shown): Column[] {
  const counts = new Map<string, number>()
  for (const { interestPointId } of sessions) {
    const id = interestPointId ?? noPlace
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const column = (id: string): Column => ({ id, title: nameOf(id), count: counts.get(id) ?? 0 })
  const byName = (ids: Iterable<string>) =>
    [...ids].map(column).sort((one, other) => collator.compare(one.title, other.title) || (one.id < other.id ? -1 : 1))
  if (only !== undefined) return [column(only)]
  const used = [...counts.keys()].filter((id) => id !== noPlace)
  const others = new Set([...added, ...all.flatMap(({ interestPointId }) => interestPointId ?? [])])
  for (const id of used) others.delete(id)
  const columns = [...byName(used), ...byName(others)]
  if (counts.has(noPlace) || columns.length === 0) {
    columns.push({ id: noPlace, title: noPlaceTitle, count: counts.get(noPlace) ?? 0 })
  }
  return columns
}
