import { type Collecting, collectProgramme } from '../collect.ts'
import { type ColumnRole, type Programme, type Table, type TableRows, Unreadable } from '../programme.ts'
import type { Source } from '../source.ts'
import { type Column, guessColumns, headersOf, tableOf } from './columns.ts'
import { parseCsv } from './csv.ts'
import type { Grid, GridRow } from './grid.ts'
import { findHeader } from './header-row.ts'
import { wordsOf } from './header-words.ts'
import { addArticles, addHosts, addPlaces } from './other-rows.ts'
import { rowCells } from './row-cells.ts'
import { addSessions, type RowContext } from './session-rows.ts'
import { readSheets } from './xlsx.ts'

export function readCsv(source: Source): Programme {
  const file = collectProgramme('csv')
  const table = addTable(file, parseCsv(source.text), source)
  return file.finish({}, table)
}

/** Reads the sheet of a workbook that looks most like a programme. */
export async function readXlsx(source: Source): Promise<Programme> {
  const sheets = (await readSheets(source.bytes)).filter(({ rows }) => rows.length > 0)
  const [sheet, ...others] = sheets
    .map((one) => ({ one, score: scoreOf(guessTable(one, source)) }))
    .sort((one, other) => other.score - one.score)
    .map(({ one }) => one)
  if (!sheet) throw new Unreadable('The workbook contains no filled cell.', 'line 1')
  const file = collectProgramme('xlsx')
  for (const { name } of others)
    file.note(
      'sheet_skipped',
      `The sheet “${name}” is not read, only “${sheet.name}”. Import it by itself if it belongs to the programme.`,
    )
  const table = addTable(file, sheet, { ...source, name: `${source.name ?? ''} ${sheet.name}` })
  return file.finish({}, table)
}

type TableSource = Pick<Source, 'options' | 'name' | 'url'>

/** Adds the rows of a table to a programme. */
function addTable(file: Collecting, grid: Grid, source: TableSource): Table {
  const guessed = guessTable(grid, source)
  const { rows, columns, kind, above } = guessed
  if (rows.length === 0) throw new Unreadable('The table has no rows below its headers.', grid.rows[0]?.at ?? 'line 1')
  if (
    !columns.some(({ role }) => role === 'title') &&
    !(kind === 'sessions' && columns.some(({ role }) => role === 'hosts'))
  )
    throw new Unreadable('No column can be the title. Choose the column that has the titles.', rows[0]?.at)
  addRows(file, guessed, { ...timingOf(source, above), base: source.url })
  for (const { header, values } of columns.filter(({ role }) => role === 'ignore'))
    if (values.filled > 0)
      file.note('column_ignored', `The column “${header}” is not read. Choose what it is to read it.`)
  const samplesOf = (index: number) =>
    [...new Set(rows.slice(0, 50).flatMap(({ cells }) => cells[index]?.trim().slice(0, 100) || []))].slice(0, 3)
  return tableOf(kind, columns, samplesOf)
}

export interface GuessedTable {
  kind: TableRows
  columns: Column[]
  rows: GridRow[]
  above: GridRow[]
}

export function guessTable(grid: Grid, { options }: Pick<Source, 'options'>): GuessedTable {
  const { header, above, rows } = findHeader(grid, Object.keys(options.columns ?? {}))
  const count = [header, ...rows].reduce((most, row) => Math.max(most, row?.cells.length ?? 0), 0)
  const headers = headersOf(header?.cells ?? [], count)
  const guessed = guessColumns(headers, rows, options.columns)
  // Columns without header and without cells are the margin of a spreadsheet.
  const filled = guessed.filter(({ index, values }) => values.filled > 0 || (header?.cells[index] ?? '').trim() !== '')
  const kind = options.rows ?? kindOf(filled)
  return { kind, columns: named(filled, kind), rows, above }
}

export function addRows(file: Collecting, { kind, columns, rows }: GuessedTable, context: RowContext): void {
  const cells = rowCells(columns)
  if (kind === 'sessions') addSessions(file, rows, cells, context)
  if (kind === 'hosts') addHosts(file, rows, cells, context)
  if (kind === 'places') addPlaces(file, rows, cells)
  if (kind === 'articles') addArticles(file, rows, cells, context)
}

/** A table with times is a programme; positions, biographies and publication dates give the others away. */
function kindOf(columns: Column[]): TableRows {
  const has = (role: ColumnRole) => columns.some((column) => column.role === role)
  const says = (pattern: RegExp) => columns.some(({ header }) => pattern.test(wordsOf(header)))
  if (has('latitude') && has('longitude') && !has('start')) return 'places'
  if (has('start') || has('end') || has('duration')) return 'sessions'
  if (says(/\b(?:publish\w*|publication|publie\w*|veroffentlicht|article|artikel|author|auteur|autor)\b/))
    return 'articles'
  if (has('date')) return 'sessions'
  if (!has('title') && has('hosts')) return 'hosts'
  if (!has('title') && has('place')) return 'places'
  if (
    says(
      /\b(?:bio\w*|company|entreprise|firma|job title|vorname|prenom|first name|speaker|artist|kunstler|artiste)\b/,
    ) &&
    !says(/\bsessions?\b|\btalk\b/) &&
    !has('hosts') &&
    !has('place')
  )
    return 'hosts'
  if (says(/\b(?:capacity|capacite|kapazitat|address|adresse|direccion|indirizzo|adres)\b/)) return 'places'
  return 'sessions'
}

/** In a list of hosts or places, their own column is the title. */
function named(columns: Column[], kind: TableRows): Column[] {
  const own = kind === 'hosts' ? 'hosts' : kind === 'places' ? 'place' : undefined
  if (!own || columns.some(({ role }) => role === 'title')) return columns
  const first = columns.find(({ role }) => role === own)
  return columns.map((column) => (column === first ? { ...column, role: 'title' } : column))
}

const scoreOf = ({ columns, rows, kind }: GuessedTable) =>
  rows.length === 0 || !columns.some(({ role }) => role === 'title')
    ? 0
    : columns.filter(({ role }) => role !== 'ignore').length + (kind === 'sessions' ? 5 : 0)

/** A year in the name of the file or above the table completes dates without one. */
function timingOf({ options, name }: TableSource, above: GridRow[]): RowContext {
  const texts = [...above.flatMap(({ cells }) => cells), name ?? '']
  const years = new Set(
    texts.flatMap((text) => [...text.matchAll(/(?<!\d)20\d\d(?!\d)/g)].map(([year]) => Number(year))),
  )
  return { timeZone: options.timeZone, firstDay: options.firstDay, year: years.size === 1 ? [...years][0] : undefined }
}
