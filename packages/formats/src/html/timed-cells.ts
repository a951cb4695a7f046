import { readWritten } from '../dates/written.ts'
import type { Days } from './days.ts'
import type { Matrix, MatrixCell } from './matrix.ts'
import type { Page } from './page.ts'
import type { PageSession } from './sessions.ts'

/** Reads a table whose cells each begin with their own time, below the names of the stages or days. */
export function readTimedCells(page: Page, { rows }: Matrix, days: Days): PageSession[] {
  const [header = [], ...body] = rows
  const cells = [...new Set(body.flat())].filter((cell) => cell !== undefined && cell.text !== '')
  const found = cells.flatMap((cell) => (cell ? (entryOf(page, cell, header[cell.column], days) ?? []) : []))
  const columns = new Set(found.map(({ column }) => column))
  if (columns.size < 2 || found.length < cells.length * 0.6) return []
  return found.map(({ column: _, ...session }) => session)
}

function entryOf(page: Page, cell: MatrixCell, header: MatrixCell | undefined, days: Days) {
  const [first = '', second = ''] = cell.lines
  const { start, end, rest } = readWritten(first)
  const title = rest || second
  if (start === undefined || title === '' || !/^\D?\d/.test(first)) return undefined
  const { date } = readWritten(header?.text ?? '')
  const day = (date && days.resolve(date)) ?? days.dayOf(cell.node)
  const description = cell.lines.slice(rest === '' ? 2 : 1).join('\n') || undefined
  const place = date || header?.text === '' ? undefined : header?.text
  const said = { title, description, place, hosts: [], link: undefined }
  return { ...said, day, start, end, at: page.placeOf(cell.node), column: cell.column }
}
