/** Records as a table for spreadsheets: a column for every field that any of them has; what is no plain value is JSON. */
export function csvOf(records: readonly Record<string, unknown>[]): string {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const lines = [names, ...records.map((record) => names.map((name) => textOf(record[name])))]
  return lines.map((line) => line.map(cellOf).join(',')).join('\r\n')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A spreadsheet runs what starts like a formula; visitors can write what stands here. */
function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
