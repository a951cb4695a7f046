import type { ColumnRole, Table } from '../programme.ts'
import { columnName, type GridRow } from './grid.ts'
import { rolesOfHeader } from './header-words.ts'
import { type ColumnValues, valuesOf } from './values.ts'

export interface Column {
  header: string
  role: ColumnRole
  index: number
  values: ColumnValues
}

/**
 * Guesses the role of each column: people's own choice first, then headers whose values fit, then values alone. A role belongs to
 * one column, the surest, except those that several columns can share.
 */
export function guessColumns(headers: string[], rows: GridRow[], chosen: Record<string, ColumnRole> = {}): Column[] {
  const columns = headers.map((header, index) => ({
    header,
    index,
    values: valuesOf(rows.map(({ cells }) => cells[index] ?? '')),
    role: (Object.hasOwn(chosen, header) ? chosen[header] : undefined) as ColumnRole | undefined,
  }))
  const taken = new Set(columns.flatMap(({ role }) => role ?? []))
  const candidates = columns
    .filter(({ role }) => role === undefined)
    .flatMap((column) =>
      rolesOfHeader(column.header)
        .filter(({ role }) => fits(role, column.values))
        .map(({ role, score }) => ({ column, role, score: score + certainty(role, column.values) })),
    )
    .sort((one, other) => other.score - one.score || one.column.index - other.column.index)
  for (const { column, role } of candidates) {
    if (column.role !== undefined || (taken.has(role) && !shared.has(role))) continue
    column.role = role
    taken.add(role)
  }
  for (const { role, choose } of byValues) {
    if (taken.has(role)) continue
    const open = columns.filter((column) => column.role === undefined && column.values.filled > 0)
    const column = choose(open, columns)
    if (!column) continue
    column.role = role
    taken.add(role)
  }
  return columns.map((column) => ({ ...column, role: column.role ?? 'ignore' }))
}

/** The headers of a row; a column without one is named as in spreadsheets, and a second of the same name is numbered. */
export function headersOf(cells: string[], count: number): string[] {
  const counts = new Map<string, number>()
  return Array.from({ length: count }, (_, index) => {
    const name = (cells[index] ?? '').replaceAll(/\s+/g, ' ').trim() || `Column ${columnName(index)}`
    const times = (counts.get(name) ?? 0) + 1
    counts.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

export const tableOf = (rows: Table['rows'], columns: Column[], samplesOf: (index: number) => string[]): Table => ({
  rows,
  columns: columns.map(({ header, role, index }) => ({ header, role, samples: samplesOf(index) })),
})

const shared = new Set<ColumnRole>(['hosts', 'category', 'url'])

/** A header alone can mislead: `Tag` is a day in German and a label in English. An empty column fits its header. */
function fits(role: ColumnRole, values: ColumnValues): boolean {
  if (values.filled === 0) return true
  const needed: Partial<Record<ColumnRole, number>> = {
    date: values.date,
    start: Math.max(values.time, values.date),
    end: Math.max(values.time, values.date),
    duration: values.duration,
    latitude: values.latitude,
    longitude: values.longitude,
  }
  const share = needed[role]
  if (share !== undefined) return share >= 0.3
  if (['title', 'hosts', 'place', 'category', 'type'].includes(role)) return values.time < 0.5 && values.url < 0.5
  if (role === 'url' || role === 'image') return values.url > 0.3 || values.averageLength > 6
  return true
}

/** Between columns with equally good headers, the one with the better values. */
function certainty(role: ColumnRole, values: ColumnValues): number {
  if (role === 'title') return values.distinct - (values.number > 0.5 ? 1 : 0)
  if (role === 'date') return values.date
  if (role === 'start' || role === 'end') return values.time
  if (role === 'image') return values.image
  return values.filled > 0 ? 0.1 : 0
}

type Open = Omit<Column, 'role'> & { role?: ColumnRole | undefined }

interface ValueRule {
  role: ColumnRole
  choose: (open: Open[], all: Open[]) => Open | undefined
}

/** For columns whose header says nothing, in this order. */
const byValues: ValueRule[] = [
  { role: 'date', choose: (open) => open.find(({ values }) => values.date >= 0.8 && values.time < 0.5) },
  { role: 'start', choose: (open) => open.find(({ values }) => values.time >= 0.8) },
  {
    role: 'end',
    choose: (open, all) =>
      all.some(({ role, values }) => role === 'start' && values.span > 0.3)
        ? undefined
        : open.find(({ values }) => values.time >= 0.8),
  },
  { role: 'image', choose: (open) => open.find(({ values }) => values.image >= 0.8) },
  { role: 'url', choose: (open) => open.find(({ values }) => values.url >= 0.8) },
  { role: 'description', choose: (open) => open.find(({ values }) => values.averageLength > 120) },
  {
    // Titles differ from each other; names of people are shorter.
    role: 'title',
    choose: (open) =>
      open
        .filter(({ values }) => isProse(values) && values.distinct >= 0.5)
        .sort((one, other) => other.values.averageLength - one.values.averageLength)[0],
  },
  {
    role: 'place',
    choose: (open) =>
      open.find(
        ({ values }) => isProse(values) && values.filled >= 4 && values.distinct <= 0.5 && values.averageLength < 40,
      ),
  },
  {
    role: 'hosts',
    choose: (open) => open.find(({ values }) => isProse(values) && values.name >= 0.7 && values.distinct > 0.5),
  },
]

const isProse = ({ number, url, time, date, averageLength }: ColumnValues) =>
  number < 0.3 && url < 0.3 && time < 0.3 && date < 0.3 && averageLength >= 3 && averageLength <= 200
