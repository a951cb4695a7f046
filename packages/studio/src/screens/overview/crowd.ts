import type { Summary } from './use-visits.ts'

export interface CrowdDay {
  day: string
  /** In the order of a festival day: 23 comes before 0 where the day begins in the morning. */
  hours: number[]
  places: { id: string; title: string | null; counts: Map<number, number> }[]
}

/** The expected crowd by festival day, in columns of hours; the places with the largest crowds first. */
export function crowdDays(crowd: Summary['crowd'], dayStart: string): CrowdDay[] {
  const first = Number(dayStart.slice(0, 2))
  const since = (hour: number) => (hour - first + 24) % 24
  return [...Map.groupBy(crowd, ({ day }) => day)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, entries]) => {
      const offsets = entries.map(({ hour }) => since(hour))
      const [from, to] = [Math.min(...offsets), Math.max(...offsets)]
      // Entries come with the largest first, and so do their places.
      const places = [...Map.groupBy(entries, ({ placeId }) => placeId)].map(([id, some]) => ({
        id,
        title: some[0]?.title ?? null,
        counts: new Map(some.map(({ hour, favorites }) => [hour, favorites])),
      }))
      const hours = Array.from({ length: to - from + 1 }, (_, index) => (from + index + first) % 24)
      return { day, hours, places }
    })
}
