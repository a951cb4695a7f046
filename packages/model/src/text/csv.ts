/** A line of CSV (RFC 4180). */
export const csvLine = (values: unknown[]) => `${values.map((value) => quoted(cellOf(value))).join(',')}\r\n`

/** Spreadsheets recognize UTF-8 by it. */
export const byteOrderMark = '\ufeff'

/** A value as text. Lists of plain values are joined; what has more structure stays JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return harmless(value)
  if (Array.isArray(value) && value.every((element) => typeof element !== 'object' || element === null))
    return harmless(value.map((element) => String(element ?? '')).join('; '))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A spreadsheet takes a text that begins like a formula for one, and runs it. With an apostrophe before it, it is a text again. */
const harmless = (text: string) => (/^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text)

const quoted = (cell: string) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
