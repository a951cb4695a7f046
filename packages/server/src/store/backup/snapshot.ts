import type { Readable } from 'node:stream'
import type pg from 'pg'
import { type Connection, destroy, openClient } from '../connection.ts'
import { locks } from '../locks.ts'
import { type CopiedTable, copyOf, copySettings, quoted } from './copy.ts'

/** A counter of ids; null when the role may not read it. */
export interface CopiedSequence {
  table: string
  column: string
  last: number | null
}

/** A file in storage that the snapshot refers to; the public copy only where it differs from the original. */
export interface CopiedFile {
  broadcastId: string
  location: string
  hash: string
  strippedHash: string | null
  mimeType: string
}

/** All tables at one point in time, while others write. */
export interface DatabaseSnapshot {
  at: Date
  /** The applied migrations, in order; none in a database without Marquee. */
  migrations: { name: string; checksum: string }[]
  tables: CopiedTable[]
  sequences: CopiedSequence[]
  /** The first days of the months of the timeline, which have tables of their own. */
  months: string[]
  readFiles(): Promise<CopiedFile[]>
  copyOut(table: CopiedTable): Readable
  /** Ends the transaction. Files of the snapshot are still kept from deletion. */
  endTransaction(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a snapshot of the whole database. Tables are locked against changes of their schema before it is taken; a sweep deletes no
 * files until it is closed.
 */
export async function openSnapshot(connection: Connection): Promise<DatabaseSnapshot> {
  const client = await openClient(connection, { application_name: 'marquee backup' })
  try {
    await client.query(copySettings)
    // A sweep that is choosing files ends first: the snapshot then sees its choice.
    await client.query('select pg_advisory_lock_shared($1)', [locks.backup])
    const tables = await beginWithTables(client)
    const { rows } = await client.query<{ at: Date; hasMarquee: boolean }>(
      `select now() as at, to_regclass('migrations') is not null as "hasMarquee"`,
    )
    const { at = new Date(), hasMarquee = false } = rows[0] ?? {}
    return {
      at,
      tables,
      migrations: hasMarquee
        ? (await client.query('select name, checksum from migrations order by name collate "C"')).rows
        : [],
      sequences: await readSequences(client, tables),
      months: await readMonths(client),
      readFiles: () => readFiles(client),
      copyOut: (table) => copyOf(client, table),
      async endTransaction() {
        await client.query('commit')
      },
      close: () => client.end(),
    }
  } catch (error) {
    destroy(client)
    throw error
  }
}

/** Begins the snapshot. The list of tables is read before and after locking them, since migrations may come in between. */
async function beginWithTables(client: pg.Client): Promise<CopiedTable[]> {
  for (let tries = 0; tries < 5; tries++) {
    const known = await readTables(client)
    await client.query('begin isolation level repeatable read, read only')
    // A lock is no query, so the snapshot is taken after it.
    if (known.length > 0)
      await client.query(`lock table ${known.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
    const tables = await readTables(client)
    if (JSON.stringify(tables) === JSON.stringify(known)) return tables
    await client.query('rollback')
  }
  throw new Error('the tables of the database keep changing')
}

/** Partitions are copied with their table. Unlogged tables are short-lived counts, which PostgreSQL empties after a crash, too. */
async function readTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname collate "C"`)
  return rows
}

async function readSequences(client: pg.Client, tables: CopiedTable[]): Promise<CopiedSequence[]> {
  const { rows } = await client.query<{ table: string; column: string; last: string | null }>(
    `select t.relname as table, a.attname as column,
      case when has_sequence_privilege(s.oid, 'select') then pg_sequence_last_value(s.oid) end as last
    from pg_class s
      join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
      join pg_class t on t.oid = d.refobjid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace and t.relname = any ($1)
    order by t.relname collate "C", a.attnum`,
    [tables.map(({ name }) => name)],
  )
  return rows.map((row) => ({ ...row, last: row.last === null ? null : Number(row.last) }))
}

async function readMonths(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = to_regclass('timeline') order by child.relname collate "C"`,
  )
  return rows.map(({ name }) => `${name.replace('timeline_', '').replace('_', '-')}-01`)
}

/** Without unfinished uploads, and without files that are being deleted. */
async function readFiles(client: pg.Client): Promise<CopiedFile[]> {
  const { rows } = await client.query<{ found: boolean; stripped: boolean }>(
    `select to_regclass('stored_files') is not null as found, exists (
      select from pg_attribute where attrelid = to_regclass('stored_files') and attname = 'stripped_hash') as stripped`,
  )
  if (!rows[0]?.found) return []
  const { rows: files } = await client.query<CopiedFile>(`
    select broadcast_id as "broadcastId", location, hash, ${rows[0].stripped ? 'stripped_hash' : 'null'} as "strippedHash",
      mime_type as "mimeType"
    from stored_files where state = 'kept' order by broadcast_id, location`)
  return files
}
