import { foldName } from '../collect.ts'
import { lineOf } from '../values.ts'
import type { GridRow } from './grid.ts'
import { wordsOf } from './header-words.ts'
import type { RowCells } from './row-cells.ts'

/**
 * The categories of a row. A comma separates them under a header such as Tags; under one such as Track it does only when each part
 * is in other rows too, because a track can be named “Art, design”.
 */
export function categorySplitter(rows: GridRow[], cells: RowCells): (row: GridRow) => string[] {
  const counts = new Map<string, number>()
  for (const row of rows)
    for (const { text } of cells.all(row, 'category'))
      for (const part of new Set(partsOf(text, /[,;|\n]/).map(foldName))) counts.set(part, (counts.get(part) ?? 0) + 1)
  return (row) => {
    const names = cells.all(row, 'category').flatMap(({ text, column }) => {
      const isList = /s$|\b(?:kategorien|schlagworte)$/.test(wordsOf(column.header))
      const parts = partsOf(text, /[,;|\n]/)
      return isList || parts.every((part) => (counts.get(foldName(part)) ?? 0) > 1) ? parts : partsOf(text, /[;|\n]/)
    })
    return [...new Map(names.map((name) => [foldName(name), name])).values()]
  }
}

const partsOf = (text: string, separator: RegExp) => text.split(separator).flatMap((part) => lineOf(part) ?? [])
