import type { ColumnRole } from '../programme.ts'
import type { Column } from './columns.ts'
import type { GridRow } from './grid.ts'

/** Reads the cells of a row by their role. */
export interface RowCells {
  /** The trimmed text of the first filled cell of this role; undefined when all are empty. */
  one(row: GridRow, role: ColumnRole): string | undefined
  all(row: GridRow, role: ColumnRole): { text: string; column: Column }[]
  has(role: ColumnRole): boolean
  columns: Column[]
}

export function rowCells(columns: Column[]): RowCells {
  const byRole = Map.groupBy(columns, ({ role }) => role)
  const all = (row: GridRow, role: ColumnRole) =>
    (byRole.get(role) ?? []).flatMap((column) => {
      const text = (row.cells[column.index] ?? '').replaceAll('\0', '').trim()
      return text === '' ? [] : [{ text, column }]
    })
  return { all, one: (row, role) => all(row, role)[0]?.text, has: (role) => byRole.has(role), columns }
}
