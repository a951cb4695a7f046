export type Range = 'week' | 'month' | 'festival'

/** The first and the last day of the sessions, as dates. */
export interface Days {
  from: string
  to: string
}

/** The days to ask for; the service knows the last thirty by itself. */
export function daysOf(range: Range, today: string, festival: Days | undefined): Partial<Days> {
  if (range === 'festival' && festival) return festival
  if (range === 'week') return { from: daysBefore(today, 6), to: today }
  return {}
}

/** The ranges to choose from. A programme of more than a year has no festival days. */
export function rangesFor(festival: Days | undefined): Range[] {
  const isFestival = festival !== undefined && daysBefore(festival.to, longestDays - 1) <= festival.from
  return isFestival ? ['week', 'month', 'festival'] : ['week', 'month']
}

export interface HourCount {
  hour: number
  count: number
}

/** The hours in the order of a festival day: the first is the one in which days start. */
export function inDayOrder(hours: readonly HourCount[], dayStart: string): HourCount[] {
  const first = Number.parseInt(dayStart, 10) || 0
  const place = ({ hour }: HourCount) => (hour - first + 24) % 24
  return hours.toSorted((one, other) => place(one) - place(other))
}

/** The hour with the most views, the earliest of equal ones; undefined without any. */
export function busiest(hours: readonly HourCount[]): HourCount | undefined {
  const [first] = hours.toSorted((one, other) => other.count - one.count)
  return first && first.count > 0 ? first : undefined
}

export const clockOf = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

const longestDays = 400
