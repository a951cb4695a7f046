import readXlsxFile from 'read-excel-file/universal'
import { Unreadable } from '../programme.ts'
import type { Grid, GridRow } from './grid.ts'
import { unpackZip } from './zip.ts'

export interface Sheet extends Grid {
  name: string
}

/** The sheets of a workbook. The zip is checked before the parser sees it. */
export async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
  const files = await unpackZip(bytes, (name) => /\.(?:xml|rels)$|^marquee\.json$/.test(name))
  if (files.has('marquee.json'))
    throw new Unreadable(
      'This is the archive of a whole broadcast; import it by `marquee broadcast import`.',
      'marquee.json',
    )
  if (!files.has('[Content_Types].xml') || ![...files.keys()].some((name) => name.startsWith('xl/')))
    throw new Unreadable('This zip file is not an Excel workbook (.xlsx).', 'the packed files')
  for (const [name, content] of files)
    if (/<!(?:DOCTYPE|ENTITY)/i.test(content.subarray(0, 4_096).toString('latin1')))
      throw new Unreadable('XML with a document type or entity declarations is refused.', name)
  for (const [name, content] of files)
    if (name.startsWith('xl/worksheets/')) refuseVastSheet(name, content.toString('latin1'))
  const sheets = await parsed(bytes)
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map(rowOf) }))
}

/** The parser makes a cell for every address up to the last, so one cell in a remote corner would fill the memory. */
function refuseVastSheet(name: string, xml: string): void {
  let [columns, rows] = [0, 0]
  for (const [, letters = '', digits = ''] of xml.matchAll(/\sr\s*=\s*["']([A-Za-z]*)(\d+)["']/g)) {
    columns = Math.max(columns, letters.length > 3 ? maxCells : columnNumber(letters))
    rows = Math.max(rows, Number(digits))
  }
  if (columns * rows > maxCells) throw new Unreadable('The sheet is too large: its last cell is too far away.', name)
}

const columnNumber = (letters: string) =>
  [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
const maxCells = 2_000_000

/** In Node's workbooks a cell is one of these; the types of the parser name the constructor of Date by mistake. */
type Value = string | number | boolean | Date | null

async function parsed(bytes: Uint8Array): Promise<{ sheet: string; data: Value[][] }[]> {
  try {
    const sheets = await readXlsxFile(Uint8Array.from(bytes).buffer)
    return sheets as unknown as { sheet: string; data: Value[][] }[]
  } catch {
    throw new Unreadable('The workbook is damaged: its sheets cannot be read.', 'the workbook')
  }
}

const rowOf = (values: Value[], index: number): GridRow => ({ at: `line ${index + 1}`, cells: values.map(textOf) })

function textOf(value: Value): string {
  if (value === null) return ''
  if (value instanceof Date) return dateText(value)
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : String(value)
}

/** A time of day is a date of 1900, or of 1904 in workbooks of old Macs; a date is a midnight. Cells count in days, so seconds are rounded. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return ''
  const rounded = new Date(Math.round(value.getTime() / 1_000) * 1_000)
  const [day = '', time = ''] = rounded.toISOString().split('T')
  const clock = time.slice(0, 5)
  if (rounded.getUTCFullYear() < 1905) return clock
  return clock === '00:00' ? day : `${day} ${clock}`
}
