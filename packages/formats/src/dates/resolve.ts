import type { WrittenDate } from './written.ts'

/** What else is known about the dates of a file. */
export interface DateHints {
  /** The first day of the event, such as 2027-07-02. */
  firstDay?: string | undefined
  /** A year that the file names elsewhere. */
  year?: number | undefined
}

export interface DateResolver {
  /** `2027-07-02`, or undefined when there is no such day or when a part is missing that nothing else says. */
  dayOf(date: WrittenDate): string | undefined
  /** Every date can be read as day/month and as month/day. */
  isAmbiguous: boolean
  isMonthFirst: boolean
}

/** Completes the dates of a file from each other: which of two numbers is the day, and the year that some leave out. */
export function resolveDates(dates: WrittenDate[], hints: DateHints = {}): DateResolver {
  const { isMonthFirst, isAmbiguous } = orderOf(dates)
  const ordered = (date: WrittenDate) => (date.first === 'unknown' && isMonthFirst ? swapped(date) : date)
  const known = [...new Set(dates.flatMap((date) => wholeDay(ordered(date)) ?? []))].sort()
  const anchor = hints.firstDay ?? known[0]
  const dayOf = (date: WrittenDate) => {
    const written = ordered(date)
    if (written.year !== undefined && written.month !== undefined) return wholeDay(written)
    return (anchor && nearest(written, anchor)) ?? onlyOneIn(hints.year ?? commonYear(known), written)
  }
  return { dayOf, isAmbiguous, isMonthFirst }
}

/** Whether the weekday that is written beside a date is that of the day. */
export const isWeekdayOf = (day: string, { weekday }: WrittenDate) =>
  weekday === undefined || new Date(day).getUTCDay() === weekday

/**
 * Americans put the month first. A number above 12 or a weekday shows it for the whole column; otherwise the order in which the
 * days are closer together is taken, because an event lasts days and not months.
 */
function orderOf(dates: WrittenDate[]): { isMonthFirst: boolean; isAmbiguous: boolean } {
  const undecided = dates.filter(({ first }) => first === 'unknown')
  if (undecided.length === 0) return { isMonthFirst: false, isAmbiguous: false }
  const surely = (first: 'day' | 'month') => dates.some((date) => date.first === first)
  if (surely('day') !== surely('month')) return { isMonthFirst: surely('month'), isAmbiguous: false }
  const fits = (date: WrittenDate) => {
    const day = wholeDay(date)
    return date.weekday !== undefined && day !== undefined && isWeekdayOf(day, date)
  }
  const [asDay, asMonth] = [undecided.some(fits), undecided.map(swapped).some(fits)]
  if (asDay !== asMonth) return { isMonthFirst: asMonth, isAmbiguous: false }
  return { isMonthFirst: spanMs(undecided.map(swapped)) < spanMs(undecided), isAmbiguous: true }
}

const swapped = (date: WrittenDate): WrittenDate => ({ ...date, day: date.month, month: date.day })

function spanMs(dates: WrittenDate[]): number {
  const days = dates.map(({ day = 1, month = 1, year = 2000 }) => Date.UTC(year, month - 1, day))
  return (
    days.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY) -
    days.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY)
  )
}

function wholeDay({ year, month, day }: WrittenDate): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 ? dayText(date) : undefined
}

const dayText = (date: Date) => date.toISOString().slice(0, 10)
const dayMs = 86_400_000

/** The day closest to the first day of the event that fits the written parts; a weekday alone is in the week from that day on. */
function nearest(written: WrittenDate, firstDay: string): string | undefined {
  const fromMs = Date.parse(firstDay)
  if (Number.isNaN(fromMs)) return undefined
  if (written.ordinal !== undefined) return dayText(new Date(fromMs + (written.ordinal - 1) * dayMs))
  const reach = written.day === undefined ? 6 : 183
  for (const wanted of [written, { ...written, weekday: undefined }]) {
    if (wanted.day === undefined && wanted.weekday === undefined) return undefined
    for (let away = 0; away <= reach; away++)
      for (const ms of written.day === undefined ? [away] : [away, -away]) {
        const date = new Date(fromMs + ms * dayMs)
        if (isOn(date, wanted)) return dayText(date)
      }
  }
  return undefined
}

/** The one day of a year that fits: Saturday 14 July, but not Saturday the 14th of some month. */
function onlyOneIn(year: number | undefined, written: WrittenDate): string | undefined {
  if (year === undefined || written.day === undefined || written.ordinal !== undefined) return undefined
  const months = written.month === undefined ? Array.from({ length: 12 }, (_, at) => at + 1) : [written.month]
  const days = months.flatMap((month) => wholeDay({ year, month, day: written.day }) ?? [])
  const fitting = days.filter((day) => written.month !== undefined || isWeekdayOf(day, written))
  return fitting.length === 1 ? fitting[0] : undefined
}

const isOn = (date: Date, { day, month, weekday }: WrittenDate) =>
  (day === undefined || date.getUTCDate() === day) &&
  (month === undefined || date.getUTCMonth() === month - 1) &&
  (weekday === undefined || date.getUTCDay() === weekday)

function commonYear(days: string[]): number | undefined {
  const years = new Set(days.map((day) => day.slice(0, 4)))
  return years.size === 1 ? Number([...years][0]) : undefined
}
