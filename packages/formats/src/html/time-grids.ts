import { readWritten, type Written } from '../dates/written.ts'
import { rolesOfHeader } from '../table/header-words.ts'
import type { Days } from './days.ts'
import { entryOf } from './entries.ts'
import type { HtmlNode } from './markup.ts'
import { type Matrix, type MatrixCell, transposed } from './matrix.ts'
import type { Page } from './page.ts'
import type { PageSession } from './sessions.ts'

/** Reads a table with times in the first column and stages, or days, above the others; or the other way around. */
export function readTimeGrid(page: Page, table: HtmlNode, matrix: Matrix, days: Days): PageSession[] {
  const upright = [matrix, transposed(matrix)].find(hasTimes)
  return upright ? sessionsOf(page, table, upright, days) : []
}

/** The times are in the first column and not in the others. */
function hasTimes({ rows, width }: Matrix): boolean {
  const labels = rows.map((row) => row[0]).filter((cell) => cell !== undefined && cell.text !== '')
  const timed = labels.filter((cell) => cell && isTime(readWritten(cell.text)))
  return width > 1 && timed.length >= 2 && timed.length >= labels.length * 0.5
}

const isTime = ({ start, rest }: Written) => start !== undefined && rest.length <= 12

function sessionsOf(page: Page, table: HtmlNode, { rows, width }: Matrix, days: Days): PageSession[] {
  const labels = rows.map((row) => timeLabel(row[0]))
  const isSpanning = rows.some((row) => row.some((cell, x) => x > 0 && (cell?.rows ?? 1) > 1))
  const tableDay = days.dayOf(rows[0]?.[0]?.node ?? table)
  const found: PageSession[] = []
  let headers: Header[] = []
  let day = tableDay
  for (const [y, row] of rows.entries()) {
    const label = labels[y]
    const cells = [...new Set(row)].filter((cell) => cell !== undefined)
    const alone = cells.length === 1 && cells[0] ? readWritten(cells[0].text) : undefined
    if (alone?.date && alone.start === undefined && alone.rest.length <= 30) {
      day = days.resolve(alone.date) ?? day
      continue
    }
    if (label?.start === undefined) {
      if (cells.some((cell) => cell.isHeader) || found.length === 0) headers = headersOf(row, days)
      continue
    }
    for (const cell of cells) {
      if (cell.row !== y || cell.column === 0 || isEmpty(cell)) continue
      found.push(sessionOf(page, cell, { labels, label, isSpanning, headers, day: label.day ?? day, width, days }))
    }
  }
  return found
}

interface Label extends Written {
  day?: string | undefined
}

function timeLabel(cell: MatrixCell | undefined): Label | undefined {
  const written = cell && readWritten(cell.text)
  return written && isTime(written) ? written : undefined
}

interface Header {
  place: string | undefined
  day: string | undefined
}

export const headersOf = (row: (MatrixCell | undefined)[], days: Days): Header[] =>
  row.map((cell, x) => {
    if (!cell || x === 0 || cell.text === '') return { place: undefined, day: undefined }
    const { date, rest } = readWritten(cell.text)
    const day = date && rest.length <= 12 ? days.resolve(date) : undefined
    // `Session` above a column says what it contains, not where.
    const isKind = rolesOfHeader(cell.text).some(({ role, score }) => score >= 5 && role !== 'place')
    return { place: day || isKind ? undefined : cell.text, day }
  })

const isEmpty = ({ text }: MatrixCell) => !/[\p{L}\p{N}]/u.test(text)

interface GridContext {
  labels: (Label | undefined)[]
  label: Label
  isSpanning: boolean
  headers: Header[]
  day: string | undefined
  width: number
  days: Days
}

function sessionOf(page: Page, cell: MatrixCell, grid: GridContext): PageSession {
  const own = readWritten(cell.text)
  const hasOwn = own.start !== undefined && own.end !== undefined
  const entry = entryOf([cell.node], (node) => isTimeNode(node))
  const header = grid.headers[cell.column]
  const isForAll = cell.columns > 1 && cell.column + cell.columns >= grid.width
  const title = entry.title && hasOwn ? readWritten(entry.title).rest || entry.title : entry.title
  return {
    ...entry,
    title,
    place: entry.place ?? (isForAll && grid.headers.length > 2 ? undefined : header?.place),
    day: header?.day ?? grid.day,
    start: hasOwn ? own.start : grid.label.start,
    end: hasOwn ? own.end : endOf(cell, grid),
    at: page.placeOf(cell.node),
  }
}

/** The label says the end, or the first label below the cell does when cells span rows, because then each row is a slot. */
function endOf({ row, rows }: MatrixCell, { labels, isSpanning }: GridContext): number | undefined {
  const last = labels[row + rows - 1]
  if (last?.end !== undefined) return last.end
  return isSpanning ? labels[row + rows]?.start : undefined
}

const isTimeNode = (node: HtmlNode) => 'name' in node && node.name === 'time'
