import { nextTurn } from '../base/turns.ts'
import { binaryList, isBinary, Lists } from './binary-list.ts'
import { join, raw, type Sql, sql } from './sql.ts'
import type { Queryable, Tx } from './tx.ts'

/**
 * What is sent of each row, by itself and its index. `stored` makes from it what is inserted, if that is not the same: lists within rows
 * cannot be sent.
 */
export type Columns<T> = Record<
  string,
  [type: string, value: (row: T, index: number) => unknown, stored?: (sent: Sql) => Sql]
>

/**
 * Rows for a statement to read from: `rowsSql('s', steps, { id: ['text', ({ id }) => id] })`. A single row is written out: for a list
 * PostgreSQL assumes ten rows, rejects the generic plan as too expensive, and would plan each execution anew. `lists` are those of the
 * statement of a group of writes, where the plan is the same for any length.
 */
export function rowsSql<T>(name: string, rows: readonly T[], columns: Columns<T>, lists?: Lists): Sql {
  const entries = Object.entries(columns)
  const [only, ...others] = rows
  if (only !== undefined && others.length === 0) {
    const values = entries.map(([column, [type, value]]) => sql`${value(only, 0)}::${raw(type)} as ${raw(column)}`)
    return sql`(select ${join(values, ', ')}) as ${raw(name)}`
  }
  const made = lists ?? new Lists()
  const listOf = (type: string, values: unknown[]) => (isBinary(type) ? made.binary(type, values) : values)
  const sent = entries.map(([, [type, value]]) => sql`${listOf(type, rows.map(value))}::${raw(type)}[]`)
  const all = lists ? unnestSql(...sent) : sql`unnest(${join(sent, ', ')})`
  return sql`${all} as ${raw(name)} (${raw(Object.keys(columns).join(', '))})`
}

/**
 * The rows of lists. PostgreSQL cannot see how long they are, and assumes ten rows for any. Where it can, a plan for a short list looks
 * so much cheaper than the generic one that it plans each execution anew, for longer than it runs.
 */
export function unnestSql(...lists: Sql[]): Sql {
  return sql`unnest(${join(
    lists.map((list) => sql`(select ${list})`),
    ', ',
  )})`
}

/** A list of texts. */
export const textsSql = (texts: readonly string[]): Sql => sql`${binaryList('text', texts)}::text[]`

/** A condition that two columns are one of these pairs: `sql\`... and ${pairsSql('kind, id', kindsOf, idsOf)}\``. */
export function pairsSql(columns: string, firsts: readonly string[], seconds: readonly string[]): Sql {
  return sql`(${raw(columns)}) in (select * from unnest(${textsSql(firsts)}, ${textsSql(seconds)}))`
}

/** The same for the keys of records. */
export const keysSql = (columns: string, keys: readonly { kind: string; id: string }[]): Sql =>
  pairsSql(
    columns,
    keys.map(({ kind }) => kind),
    keys.map(({ id }) => id),
  )

/** Inserts rows by a statement of their own. */
export async function insertRows<T>(
  db: Queryable & Pick<Tx, 'isDivided'>,
  table: string,
  rows: readonly T[],
  columns: Columns<T>,
  onConflict = raw(''),
): Promise<void> {
  const most = db.isDivided() ? mostWrittenOut : rows.length
  for (let start = 0; start < rows.length; start += most)
    await db.query(sql`${insertionSql(db, table, rows.slice(start, start + most), columns)} ${onConflict}`)
}

/** Inserts rows, in the form that the database can run. */
export function insertionSql<T>(
  db: Pick<Tx, 'isDivided'>,
  table: string,
  rows: readonly T[],
  columns: Columns<T>,
  lists?: Lists,
): Sql {
  const values = db.isDivided() ? writtenRows(rows, columns) : selectedRows(rows, columns, lists)
  return sql`insert into ${raw(table)} (${raw(Object.keys(columns).join(', '))}) ${values}`
}

/** Rows that are there already stay as they are. */
export const unlessPresent = raw('on conflict do nothing')

/** Rows for an insert, which may be part of another statement. */
function selectedRows<T>(rows: readonly T[], columns: Columns<T>, lists?: Lists): Sql {
  const stored = Object.entries(columns).map(([name, [, , storedOf = asSent]]) => storedOf(raw(name)))
  return sql`select ${join(stored, ', ')} from ${rowsSql('r', rows, columns, lists)}`
}

/** The same rows written out: the only form of an insert that one shard of a cluster runs by itself. */
function writtenRows<T>(rows: readonly T[], columns: Columns<T>): Sql {
  const cell = (row: T, index: number, [type, value, storedOf = asSent]: Columns<T>[string]) =>
    storedOf(sql`${value(row, index)}::${raw(type)}`)
  const written = rows.map((row, index) => {
    const values = Object.values(columns).map((column) => cell(row, index, column))
    return sql`(${join(values, ', ')})`
  })
  return sql`values ${join(written, ', ')}`
}

const asSent = (sent: Sql) => sent
const mostWrittenOut = 500

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
