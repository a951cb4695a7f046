import { fromWall, toWall } from '../../../ui/zoned.ts'

/** The values that match each of the five fields of a cron expression. */
export interface Cron {
  minutes: number[]
  hours: number[]
  days: number[]
  months: number[]
  /** 0 is Sunday. */
  weekdays: number[]
}

/** Parses five fields. Undefined for syntax that only the service supports, such as the last day of a month. */
export function parseCron(text: string): Cron | undefined {
  const parts = text.trim().toUpperCase().split(/\s+/)
  if (parts.length !== 5) return undefined
  const [minutes, hours, days, months, weekdays] = parts.map((part, index) =>
    valuesOf(part, fields[index] ?? fields[0]),
  )
  if (!minutes || !hours || !days || !months || !weekdays) return undefined
  return { minutes, hours, days, months, weekdays: [...new Set(weekdays.map((day) => day % 7))].sort(byValue) }
}

export const isAny = (values: readonly number[], count: number) => values.length === count

/** The next due times, as instants. */
export function nextTimes(cron: Cron, zone: string, after: string, count: number): string[] {
  const found: string[] = []
  const today = toWall(after, zone).slice(0, 10)
  for (let ahead = 0; ahead < maxDays && found.length < count; ahead += 1) {
    const day = new Date(Date.parse(`${today}T00:00:00Z`) + ahead * 86_400_000)
    if (!isDue(cron, day)) continue
    for (const hour of cron.hours) {
      for (const minute of cron.minutes) {
        const instant = afterGap(`${day.toISOString().slice(0, 10)} ${two(hour)}:${two(minute)}:00`, zone)
        if (instant !== undefined && instant > after && !found.includes(instant)) found.push(instant)
        if (found.length === count) return found
      }
    }
  }
  return found
}

const maxDays = 366 * 8
const two = (value: number) => String(value).padStart(2, '0')
const byValue = (one: number, other: number) => one - other

/** When both a day of the month and of the week are given, either one matches. */
function isDue({ days, months, weekdays }: Cron, day: Date): boolean {
  if (!months.includes(day.getUTCMonth() + 1)) return false
  const byDay = days.includes(day.getUTCDate())
  const byWeekday = weekdays.includes(day.getUTCDay())
  const isEither = !isAny(days, 31) && !isAny(weekdays, 7)
  return isEither ? byDay || byWeekday : byDay && byWeekday
}

/** A local time that a clock change leaves out is due at the first moment after the gap. */
function afterGap(wall: string, zone: string): string | undefined {
  const start = Date.parse(`${wall.replace(' ', 'T')}Z`)
  for (let minutes = 0; minutes <= 180; minutes += 1) {
    const instant = fromWall(new Date(start + minutes * 60_000).toISOString().slice(0, 19), zone)
    if (instant !== undefined) return instant
  }
  return undefined
}

interface Field {
  min: number
  max: number
  names: string[]
}

const fields: [Field, Field, Field, Field, Field] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  { min: 1, max: 12, names: ['', 'JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] },
  { min: 0, max: 7, names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] },
]

/** `1-5`, `*`, `0/15`, `MON,WED` -> the numbers they name. */
function valuesOf(part: string, field: Field): number[] | undefined {
  const values = new Set<number>()
  for (const piece of part.split(',')) {
    const found = pieceOf(piece, field)
    if (!found) return undefined
    for (const value of found) values.add(value)
  }
  return [...values].sort(byValue)
}

function pieceOf(piece: string, { min, max, names }: Field): number[] | undefined {
  const [range = '', step = '1', ...more] = piece.split('/')
  if (more.length > 0 || !/^[1-9]\d*$/.test(step)) return undefined
  const last = names[0] === 'SUN' ? 6 : max
  const [from, to] =
    range === '*' || range === '?' ? [min, last] : boundsOf(range, names, piece.includes('/') ? last : undefined)
  if (from === undefined || to === undefined || from < min || to > max || from > to) return undefined
  return Array.from({ length: Math.floor((to - from) / Number(step)) + 1 }, (_, index) => from + index * Number(step))
}

function boundsOf(range: string, names: string[], openEnd: number | undefined): (number | undefined)[] {
  const [from = '', to, ...more] = range.split('-')
  if (more.length > 0) return []
  const first = numberOf(from, names)
  return [first, to === undefined ? (openEnd ?? first) : numberOf(to, names)]
}

function numberOf(text: string, names: string[]): number | undefined {
  const named = text === '' ? -1 : names.indexOf(text)
  if (named >= 0) return named
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined
}
