import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { type Connection, openClient } from '../connection.ts'
import { locks } from '../locks.ts'
import { type Migration, statementsOf } from '../migrate.ts'
import { type CopiedTable, copySettings, quoted } from './copy.ts'
import type { CopiedSequence } from './snapshot.ts'

export interface Load {
  /** Those of the backup; they make the schema. */
  migrations: Migration[]
  /** Those that came after it. */
  pending: Migration[]
  tables: CopiedTable[]
  months: string[]
  sequences: CopiedSequence[]
  read(table: CopiedTable): AsyncIterable<Buffer>
  onTable(name: string): void
  /** Called with the rows per table before anything is committed. */
  onLoaded(rows: ReadonlyMap<string, number>): void
}

/** The database has tables already. */
export class NotEmpty extends Error {}

/** Rejects unless the database has no tables. */
export async function requireEmptyDatabase(connection: Connection): Promise<void> {
  await withClient(connection, requireEmpty)
}

/** Fills an empty database in one transaction: its schema, all rows, then the migrations that came later. */
export async function loadDatabase(connection: Connection, load: Load): Promise<void> {
  return withClient(connection, async (client) => {
    await client.query('begin')
    // A service that starts meanwhile waits, and finds the schema complete.
    await client.query('select pg_advisory_xact_lock($1)', [locks.migration])
    await requireEmpty(client)
    await client.query(
      'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    for (const { text } of load.migrations) for (const statement of statementsOf(text)) await client.query(statement)
    for (const month of load.months) await createMonth(client, month)
    const rows = new Map<string, number>()
    for (const table of await inOrderOfReferences(client, load.tables)) {
      load.onTable(table.name)
      const list = table.columns.map(quoted).join(', ')
      const copying = client.query(from(`copy ${quoted(table.name)} (${list}) from stdin`))
      await pipeline(Readable.from(load.read(table)), copying)
      rows.set(table.name, copying.rowCount)
    }
    load.onLoaded(rows)
    for (const sequence of load.sequences) await setSequence(client, sequence)
    for (const { name, text, checksum } of load.pending) {
      for (const statement of statementsOf(text)) await client.query(statement)
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    }
    await client.query('commit')
    // Without statistics, plans are made as for empty tables until autovacuum has been there.
    await client.query('analyze')
  })
}

/** The connection is closed in any case, which rolls back an open transaction. */
async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(connection, { application_name: 'marquee restore' })
  try {
    await client.query(copySettings)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by relname limit 1`)
  if (rows[0]) throw new NotEmpty(`The database is not empty: it has the table ${rows[0].name}.`)
}

/** As in the migration that made the timeline: tables of months are named after them. */
async function createMonth(client: pg.Client, month: string): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `select format('create table %I partition of timeline for values from (%L) to (%L)',
      'timeline_' || to_char($1::date, 'YYYY_MM'), $1::date || ' 00:00:00+00', ($1::date + interval '1 month')::date || ' 00:00:00+00') as text`,
    [month],
  )
  await client.query(rows[0]?.text ?? '')
}

/** Rows that are referred to come before those that refer to them. */
async function inOrderOfReferences(client: pg.Client, tables: CopiedTable[]): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ table: string; needs: string }>(`
    select distinct t.relname as table, f.relname as needs
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
    where c.contype = 'f' and c.conrelid <> c.confrelid and t.relnamespace = current_schema()::regnamespace`)
  const waiting = new Map(tables.map((table) => [table.name, table]))
  const sorted: CopiedTable[] = []
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ name }) => !rows.some(({ table, needs }) => table === name && waiting.has(needs)),
    )
    if (free.length === 0) throw new Error(`these tables refer to each other: ${[...waiting.keys()].join(', ')}`)
    for (const table of free) waiting.delete(table.name)
    sorted.push(...free)
  }
  return sorted
}

/** Past every number that was given out, as far as the backup knows. */
async function setSequence(client: pg.Client, { table, column, last }: CopiedSequence): Promise<void> {
  await client.query(
    `select setval(pg_get_serial_sequence($1, $2), highest)
    from (select greatest($3::bigint, max(${quoted(column)})) as highest from ${quoted(table)}) as known where highest is not null`,
    [quoted(table), column, last],
  )
}
