import { readDuration } from '../dates/durations.ts'
import { isOnlyWritten, readWritten } from '../dates/written.ts'

/** What the values of a column look like: shares from 0 to 1 of the cells that are filled. */
export interface ColumnValues {
  filled: number
  date: number
  /** Times of day, with or without a date. */
  time: number
  /** Two times in one cell: `18:00 - 19:00`. */
  span: number
  duration: number
  number: number
  latitude: number
  longitude: number
  url: number
  image: number
  /** Two to four capitalized words. */
  name: number
  language: number
  distinct: number
  averageLength: number
}

export function valuesOf(cells: string[]): ColumnValues {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  // A few hundred rows show what a column contains.
  const sample = filled.slice(0, sampleSize)
  const share = (matches: (cell: string) => boolean) =>
    sample.length === 0 ? 0 : sample.filter(matches).length / sample.length
  const written = new Map(sample.map((cell) => [cell, readWritten(cell)]))
  const wholly = (cell: string) => {
    const found = written.get(cell)
    return found && isOnlyWritten(found) ? found : undefined
  }
  return {
    filled: filled.length,
    date: share((cell) => wholly(cell)?.date !== undefined || isSerial(cell)),
    time: share((cell) => wholly(cell)?.start !== undefined || isFraction(cell)),
    span: share((cell) => wholly(cell)?.end !== undefined),
    duration: share((cell) => readDuration(cell) !== undefined),
    number: share((cell) => /^-?\d+(?:[.,]\d+)?$/.test(cell)),
    latitude: share((cell) => isDegrees(cell, 90)),
    longitude: share((cell) => isDegrees(cell, 180)),
    url: share((cell) => /^(?:https?:\/\/|www\.)\S+$/i.test(cell)),
    image: share((cell) => /^https?:\/\/\S+\.(?:jpe?g|png|webp|gif|avif|svg)(?:\?\S*)?$/i.test(cell)),
    name: share((cell) => /^\p{Lu}[\p{L}'’.-]*(?: \p{L}[\p{L}'’.-]*){1,3}$/u.test(cell)),
    language: share((cell) => /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/.test(cell)),
    distinct: new Set(sample).size / Math.max(1, sample.length),
    averageLength: sample.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, sample.length),
  }
}

const sampleSize = 300

/** Spreadsheets count days since 1900; those from 1968 to 2119 are dates. */
export const isSerial = (cell: string) =>
  /^\d{5}(?:[.,]\d+)?$/.test(cell) && Number.parseInt(cell, 10) >= 25_000 && Number.parseInt(cell, 10) < 80_000

/** A time of day as a part of a day, in a cell without a format: 0.75 is 18:00. */
export const isFraction = (cell: string) => /^0?[.,](?:\d|\d{3,}|[6-9]\d)$/.test(cell)

const isDegrees = (cell: string, limit: number) =>
  /^-?\d{1,3}(?:[.,]\d+)?$/.test(cell) && Math.abs(Number(cell.replace(',', '.'))) <= limit
