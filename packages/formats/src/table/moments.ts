import { readWritten, type Written } from '../dates/written.ts'
import { isFraction, isSerial } from './values.ts'

/** The date and time in a cell, also as spreadsheets count them. Undefined when the text is neither. */
export function readMoment(text: string | undefined): Written | undefined {
  if (text === undefined) return undefined
  if (isSerial(text)) return serial(Number(text.replace(',', '.')))
  if (isFraction(text)) return { start: Math.round(Number(text.replace(',', '.')) * 1_440), rest: '' }
  // In a column of times, four digits are a time.
  const digits = /^([01]\d|2[0-4])([0-5]\d)$/.exec(text)
  const written = readWritten(digits ? `${digits[1]}:${digits[2]}` : text)
  return (written.date ?? written.start) === undefined ? undefined : written
}

function serial(days: number): Written {
  const date = new Date(Math.round((days - unixEpoch) * 86_400) * 1_000)
  const minutes = date.getUTCHours() * 60 + date.getUTCMinutes()
  return {
    date: { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    start: Number.isInteger(days) ? undefined : minutes,
    rest: '',
  }
}

/** 1 January 1970 in days since 30 December 1899. */
const unixEpoch = 25_569
