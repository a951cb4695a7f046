import type { Collecting } from '../collect.ts'
import { readDuration } from '../dates/durations.ts'
import { type DateHints, type DateResolver, isWeekdayOf, resolveDates } from '../dates/resolve.ts'
import { moveNights, type Slot, timeOf } from '../dates/slots.ts'
import type { Written } from '../dates/written.ts'
import type { SessionTime } from '../session-time.ts'
import type { GridRow } from './grid.ts'
import { wordsOf } from './header-words.ts'
import { readMoment } from './moments.ts'
import type { RowCells } from './row-cells.ts'

export interface Timing extends DateHints {
  timeZone: string
  /** The day of rows without a date, from a heading above the table. */
  day?: string | undefined
}

interface Timed extends Slot {
  row: GridRow
  place?: string | undefined
}

/** The times of the rows of a table, by row. A row that is only a date is the heading of those below, and is left out. */
export function sessionTimes(file: Collecting, rows: GridRow[], cells: RowCells, timing: Timing) {
  const moments = rows.map(momentReader(cells))
  const written = moments.flatMap(({ date, start, end, heading }) => [date, start, end, heading])
  const dates = resolveDates(
    written.flatMap((one) => one?.date ?? []),
    timing,
  )
  if (dates.isAmbiguous) noteOrder(file, dates)
  const unit = durationUnit(rows, cells)
  const timed: Timed[] = []
  let above = timing.day
  let carried = 0
  for (const [index, row] of rows.entries()) {
    const { date, start, end, heading } = moments[index] as Moments
    if (heading) {
      above = (heading.date && dates.dayOf(heading.date)) ?? above
      continue
    }
    noteUnreadable(file, row, cells, { date, start, end })
    const said = date?.date ?? start?.date
    const day = said && dayOf(file, dates, said, row.at)
    const from = start?.start ?? date?.start
    if (!said && !cells.one(row, 'date') && above !== undefined && from !== undefined && cells.has('date')) carried++
    if (day !== undefined && cells.has('date')) above = day
    const duration = durationOf(file, row, cells, unit)
    const until =
      end?.start ?? start?.end ?? date?.end ?? (from !== undefined && duration ? from + duration : undefined)
    timed.push({
      row,
      day: day ?? (said || cells.one(row, 'date') ? undefined : above),
      start: from,
      end: until,
      endDay: end?.date && dates.dayOf(end.date),
      offset: start?.offset ?? date?.offset,
      place: cells.one(row, 'place'),
    })
  }
  if (carried > 0)
    file.note('date_from_above', `${carried} rows have no date of their own; they have that of the row above.`)
  for (const { row } of moveNights(timed))
    file.note(
      'after_midnight',
      'The row comes after the evening of its day, so it is read as the night that follows.',
      row.at,
    )
  return timed.map((slot) => ({ row: slot.row, time: timeAndNotes(file, slot, cells, timing.timeZone) }))
}

interface Moments {
  date: Written | undefined
  start: Written | undefined
  end: Written | undefined
  /** The row is a date and nothing else. */
  heading: Written | undefined
}

/** The same dates and times are in many rows, so each is read once. */
function momentReader(cells: RowCells): (row: GridRow) => Moments {
  const known = new Map<string, Written | undefined>()
  const read = (text: string | undefined) => {
    if (text === undefined) return undefined
    if (!known.has(text)) known.set(text, readMoment(text))
    return known.get(text)
  }
  return (row) => {
    const filled = row.cells.filter((cell) => cell.trim() !== '')
    const only = filled.length === 1 && cells.columns.length > 1 ? readMoment(filled[0]?.trim()) : undefined
    const heading = only?.date && only.rest === '' && only.start === undefined ? only : undefined
    const moment = (role: 'date' | 'start' | 'end') => read(cells.one(row, role))
    return { date: moment('date'), start: moment('start'), end: moment('end'), heading }
  }
}

function noteUnreadable(file: Collecting, row: GridRow, cells: RowCells, found: Omit<Moments, 'heading'>): void {
  for (const role of ['date', 'start', 'end'] as const) {
    const text = cells.one(row, role)
    if (text !== undefined && !found[role])
      file.note(
        'invalid_time',
        `“${text.slice(0, 80)}” is not a date or time that can be read; it is left out.`,
        row.at,
      )
  }
}

function dayOf(file: Collecting, dates: DateResolver, date: NonNullable<Written['date']>, at: string) {
  const day = dates.dayOf(date)
  if (day === undefined) {
    const isWhole = date.year !== undefined && date.month !== undefined
    const reason = isWhole ? 'does not exist' : 'is incomplete, and nothing in the file says its month or year'
    file.note('incomplete_date', `The date of this row ${reason}; it is left out.`, at)
  } else if (!isWeekdayOf(day, date)) {
    file.note('wrong_weekday', `${day} is not the weekday that is written beside it; the date is taken.`, at)
  }
  return day
}

function noteOrder(file: Collecting, { isMonthFirst }: DateResolver): void {
  const [taken, other] = isMonthFirst ? ['month/day', 'day/month'] : ['day/month', 'month/day']
  file.note(
    'date_order_guessed',
    `The dates can be read as day/month or month/day. They are read as ${taken}, not as ${other}.`,
  )
}

function timeAndNotes(file: Collecting, slot: Timed, cells: RowCells, timeZone: string): SessionTime | undefined {
  const { row, day, start, end, endDay } = slot
  const time = timeOf(slot, timeZone)
  if (day === undefined && start !== undefined)
    file.note('date_missing', 'The row has a time but no date; its time is left out.', row.at)
  if (time?.allDay && cells.has('start'))
    file.note('time_missing', 'The row has a date but no time; it is read as all day.', row.at)
  if (time && !time.allDay && time.end === null && (end ?? endDay) !== undefined)
    file.note('end_before_start', 'The row does not end after its start; the end is left out.', row.at)
  return time
}

/** Bare numbers are minutes, unless the header says hours or all are too small to be minutes. */
function durationUnit(rows: GridRow[], cells: RowCells): 'minutes' | 'hours' {
  const header = wordsOf(cells.columns.find(({ role }) => role === 'duration')?.header ?? '')
  if (/\b(?:h|hours?|heures?|stunden?|std|horas?|ore|uren)\b/.test(header)) return 'hours'
  const values = rows.flatMap((row) => cells.one(row, 'duration') ?? [])
  const bare = values.filter((value) => /^\d+(?:[.,]\d+)?$/.test(value)).map((value) => Number(value.replace(',', '.')))
  return bare.length > 0 && bare.length === values.length && bare.every((value) => value <= 4) ? 'hours' : 'minutes'
}

function durationOf(file: Collecting, row: GridRow, cells: RowCells, unit: 'minutes' | 'hours'): number | undefined {
  const text = cells.one(row, 'duration')
  const minutes = text === undefined ? undefined : readDuration(text, unit)
  if (text !== undefined && minutes === undefined)
    file.note('invalid_time', `“${text.slice(0, 80)}” is not a duration that can be read; it is left out.`, row.at)
  return minutes
}
