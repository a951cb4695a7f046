import { nextTurn } from '../base/turns.ts'
import { join, raw, type Sql, sql } from './sql.ts'

type Columns<T> = Record<string, [type: string, value: (row: T) => unknown]>

/**
 * Rows for a statement to read from: `rowsSql('s', steps, { id: ['text', ({ id }) => id] })`. A single row is written out: for a list
 * PostgreSQL assumes ten rows, rejects the generic plan as too expensive, and would plan each execution anew.
 */
export function rowsSql<T>(name: string, rows: readonly T[], columns: Columns<T>): Sql {
  const entries = Object.entries(columns)
  const [only, ...others] = rows
  if (only !== undefined && others.length === 0) {
    const values = entries.map(([column, [type, value]]) => sql`${value(only)}::${raw(type)} as ${raw(column)}`)
    return sql`(select ${join(values, ', ')}) as ${raw(name)}`
  }
  const lists = entries.map(([, [type, value]]) => sql`${rows.map(value)}::${raw(type)}[]`)
  return sql`unnest(${join(lists, ', ')}) as ${raw(name)} (${raw(Object.keys(columns).join(', '))})`
}

/** The same rows to insert: `insert into ... values ...`, the only form that one shard of a cluster runs by itself. */
export function valuesSql<T>(rows: readonly T[], values: (row: T) => Sql[]): Sql {
  return sql`values ${join(
    rows.map((row) => sql`(${join(values(row), ', ')})`),
    ', ',
  )}`
}

/** Splits many rows into statements of about the same size: the driver serializes a large one on the event loop. */
export async function* inStatements<T>(rows: readonly T[], bytesOf: (row: T) => number): AsyncGenerator<T[]> {
  let some: T[] = []
  let bytes = 0
  for (const row of rows) {
    const size = rows.length === 1 ? 0 : bytesOf(row)
    if (some.length > 0 && bytes + size > maxStatementBytes) {
      yield some
      await nextTurn()
      some = []
      bytes = 0
    }
    some.push(row)
    bytes += size
  }
  if (some.length > 0) yield some
}

export const maxStatementBytes = 524_288
