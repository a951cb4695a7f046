import { join, raw, type Sql, sql } from './sql.ts'

type Column = [type: string, values: unknown[]]

/**
 * Rows for a statement to read from: `rowsSql('s', { id: ['text', ids], size: ['integer', sizes] })`. A single one is written out: for a list
 * the database guesses ten rows, finds that too many for a plan to keep, and would think anew each time.
 */
export function rowsSql(name: string, columns: Record<string, Column>): Sql {
  const entries = Object.entries(columns)
  const names = entries.map(([column]) => column).join(', ')
  if (entries.every(([, [, values]]) => values.length === 1)) {
    const values = entries.map(([column, [type, [value]]]) => sql`${value}::${raw(type)} as ${raw(column)}`)
    return sql`(select ${join(values, ', ')}) as ${raw(name)}`
  }
  const lists = entries.map(([, [type, values]]) => sql`${values}::${raw(type)}[]`)
  return sql`unnest(${join(lists, ', ')}) as ${raw(name)} (${raw(names)})`
}
