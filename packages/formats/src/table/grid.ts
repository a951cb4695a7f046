/** A table as text. Numbers and dates of spreadsheets are written as people would write them. */
export interface Grid {
  rows: GridRow[]
}

export interface GridRow {
  /** Its place in the file: `line 12`. */
  at: string
  cells: string[]
}

export const isBlank = ({ cells }: GridRow) => cells.every((cell) => cell.trim() === '')

/** The name of a column without header, as spreadsheets have it: A to Z, AA and so on. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
