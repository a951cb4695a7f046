import { readWritten } from '../dates/written.ts'
import { type Grid, type GridRow, isBlank } from './grid.ts'
import { rolesOfHeader } from './header-words.ts'

export interface Headed {
  /** Undefined when the first row is already an entry. */
  header: GridRow | undefined
  /** Lines above the header, such as the name of the festival. */
  above: GridRow[]
  rows: GridRow[]
}

/** Finds the row with the names of the columns: the one among the first with the most known headers. */
export function findHeader({ rows }: Grid, chosen: string[] = []): Headed {
  const filled = rows.filter((row) => !isBlank(row))
  const scores = filled.slice(0, maxAbove).map((row) => scoreOf(row, new Set(chosen)))
  const best = scores.indexOf(Math.max(...scores))
  const at = (scores[best] ?? 0) >= 1 ? best : isUnlikeOthers(filled) ? 0 : -1
  if (at === -1) return { header: undefined, above: [], rows: filled }
  return { header: filled[at], above: filled.slice(0, at), rows: filled.slice(at + 1) }
}

const maxAbove = 15

/** A cell of an entry can contain a known word too, so cells with dates, numbers or sentences count against a row. */
function scoreOf({ cells }: GridRow, chosen: Set<string>): number {
  let score = 0
  for (const cell of cells.map((one) => one.trim())) {
    if (cell === '') continue
    const isHeader = chosen.has(cell) || (cell.length <= 40 && rolesOfHeader(cell).some(({ score: sure }) => sure >= 5))
    if (isHeader) score += 2
    else if (cell.length <= 40 && rolesOfHeader(cell).length > 0) score += 1
    else if (/^\d/.test(cell) || cell.length > 80) score -= 2
  }
  return score
}

/** Unknown words above columns of dates, times or numbers are headers too. */
function isUnlikeOthers([first, ...others]: GridRow[]): boolean {
  if (!first || others.length === 0 || first.cells.some((cell) => /\d/.test(cell))) return false
  return first.cells.some((_, column) =>
    others.slice(0, 20).every(({ cells }) => {
      const cell = cells[column] ?? ''
      return /\d/.test(cell) || readWritten(cell).date !== undefined
    }),
  )
}
