import { join, raw, type Sql, sql } from './sql.ts'

type Columns<T> = Record<string, [type: string, value: (row: T) => unknown]>

/**
 * Rows for a statement to read from: `rowsSql('s', steps, { id: ['text', ({ id }) => id] })`. A single one is written out: for a list the
 * database guesses ten rows, finds that too many for a plan to keep, and would think anew each time.
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
