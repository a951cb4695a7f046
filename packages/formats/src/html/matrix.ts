import { attributeOf, type CheerioAPI, type HtmlNode, nameOf } from './markup.ts'
import { linesOf } from './page.ts'

export interface MatrixCell {
  node: HtmlNode
  /** On one line. */
  text: string
  lines: string[]
  row: number
  column: number
  rows: number
  columns: number
  isHeader: boolean
}

/** A table with merged cells resolved: `rows[y][x]` is the cell that covers this place. */
export interface Matrix {
  rows: (MatrixCell | undefined)[][]
  width: number
}

export function matrixOf($: CheerioAPI, table: HtmlNode): Matrix {
  const rows: (MatrixCell | undefined)[][] = []
  const trs = $(table)
    .find('tr')
    .toArray()
    .filter((line) => $(line).closest('table').get(0) === table)
    .slice(0, maxRows)
  for (const [row, line] of trs.entries()) {
    rowAt(row)
    let column = 0
    for (const node of $(line).children('td,th').toArray() as HtmlNode[]) {
      while (rowAt(row)[column]) column++
      const [height, width] = [spanOf(node, 'rowspan', trs.length - row), spanOf(node, 'colspan', maxColumns - column)]
      const lines = linesOf(node)
      const cell = {
        node,
        text: lines.join(' '),
        lines,
        row,
        column,
        rows: height,
        columns: width,
        isHeader: nameOf(node) === 'th',
      }
      for (let y = row; y < row + height; y++) for (let x = column; x < column + width; x++) rowAt(y)[x] ??= cell
      column += width
    }
  }
  return { rows, width: rows.reduce((most, row) => Math.max(most, row.length), 0) }

  function rowAt(index: number): (MatrixCell | undefined)[] {
    rows[index] ??= []
    return rows[index] as (MatrixCell | undefined)[]
  }
}

export const transposed = ({ rows, width }: Matrix): Matrix => ({
  rows: Array.from({ length: width }, (_, x) => rows.map((row) => turned(row[x]))),
  width: rows.length,
})

const turns = new WeakMap<MatrixCell, MatrixCell>()

/** The same cell must stay one object, because a merged cell is recognized by identity. */
function turned(cell: MatrixCell | undefined): MatrixCell | undefined {
  if (!cell) return undefined
  const known = turns.get(cell) ?? {
    ...cell,
    row: cell.column,
    column: cell.row,
    rows: cell.columns,
    columns: cell.rows,
  }
  turns.set(cell, known)
  return known
}

const spanOf = (node: HtmlNode, name: string, most: number) =>
  Math.max(1, Math.min(Number.parseInt(attributeOf(node, name), 10) || 1, most))

const maxRows = 2_000
const maxColumns = 60
