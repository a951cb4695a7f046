import { csvLine } from '@marquee/model'

/** Records as a CSV table: a column for every field that any of them has. Lists and objects are JSON. */
export function csvOf(records: readonly Record<string, unknown>[]): string {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const lines = [names, ...records.map((record) => names.map((name) => cellValue(record[name])))]
  return lines.map(csvLine).join('').slice(0, -lineEnd.length)
}

const cellValue = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
const lineEnd = '\r\n'
