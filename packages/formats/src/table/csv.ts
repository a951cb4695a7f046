import { CsvError, type Options, parse } from 'csv-parse/sync'
import { Unreadable } from '../programme.ts'
import type { Grid } from './grid.ts'

/** Parses CSV or TSV. The delimiter is guessed, because spreadsheets of German and French write semicolons. */
export function parseCsv(text: string): Grid {
  // Excel understands a first line such as `sep=;`.
  const declared = /^sep=(.)\r?\n/i.exec(text)
  const body = declared ? text.slice(declared[0].length) : text
  const delimiter = declared?.[1] ?? guessDelimiter(body)
  return { rows: recordsOf(body, { delimiter }, declared ? 1 : 0) }
}

/** Whether a text has rows of several columns, so that it can be a table. */
export function isCsv(text: string): boolean {
  const start = text.slice(0, sampleLength)
  if (/^\s*[<{[]/.test(start)) return false
  return delimiters.some((delimiter) => fitOf(start, delimiter) > 0)
}

const delimiters = ['\t', ';', ',', '|']
const sampleLength = 20_000

const guessDelimiter = (text: string) =>
  delimiters
    .map((delimiter) => ({ delimiter, fit: fitOf(text.slice(0, sampleLength), delimiter) }))
    .reduce((best, one) => (one.fit > best.fit ? one : best)).delimiter

/** How well a delimiter divides the text: the share of records with the most frequent number of columns, more columns first. */
function fitOf(start: string, delimiter: string): number {
  const counts = parsedStart(start, delimiter).map(({ record }) => record.length)
  if (counts.length === 0) return 0
  const frequencies = new Map<number, number>()
  for (const count of counts) frequencies.set(count, (frequencies.get(count) ?? 0) + 1)
  const [columns, frequency] = [...frequencies].sort((one, other) => other[1] - one[1])[0] ?? [1, 0]
  const share = frequency / counts.length
  return columns < 2 || share < 0.5 ? 0 : share * (1 + Math.min(columns, 20) / 20)
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

function parsedStart(start: string, delimiter: string): Parsed[] {
  try {
    const records = parse(start, { ...settings, delimiter, to: 50, skip_empty_lines: true }) as unknown as Parsed[]
    return records
  } catch {
    // A quote that the sample cuts open is closed for the count.
    try {
      return parse(`${start}"`, { ...settings, delimiter, to: 50, skip_empty_lines: true }) as unknown as Parsed[]
    } catch {
      return []
    }
  }
}

const settings = {
  bom: true,
  relax_quotes: true,
  relax_column_count: true,
  info: true,
  max_record_size: 1_000_000,
} satisfies Options

function recordsOf(text: string, options: Options, linesBefore: number): Grid['rows'] {
  try {
    const parsed = parse(text, { ...settings, ...options }) as unknown as Parsed[]
    let line = linesBefore + 1
    return parsed.map(({ record, info }) => {
      const at = `line ${line}`
      // The parser reports the last line of a record; a quoted cell can have several.
      line = linesBefore + info.lines + 1
      return { at, cells: record }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const lines = Number((error as CsvError & { lines?: number }).lines ?? 1)
    throw new Unreadable(
      sentences[error.code] ?? 'The rows of the table cannot be told apart.',
      `line ${lines + linesBefore}`,
    )
  }
}

const sentences: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is opened and never closed.',
  CSV_MAX_RECORD_SIZE: 'A row has more than 1,000,000 characters; a quotation mark may be missing.',
}
