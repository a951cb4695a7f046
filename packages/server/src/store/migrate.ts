import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../base/errors.ts'
import type { Db, Plane } from './db.ts'
import { migrationMs } from './limits.ts'
import { waitForLock } from './locks.ts'
import { sql } from './sql.ts'

export interface Migration {
  name: string
  text: string
  checksum: string
}

export interface MigrationState {
  applied: string[]
  pending: Migration[]
}

/** Updates the schema, one node at a time. A role that may not change it can start on a schema that is up to date. */
export async function migrate(db: Db<Plane>): Promise<string[]> {
  const migrations = await readMigrations()
  if ((await stateOf(db, migrations)).pending.length === 0) return []
  return db.withLimit(migrationMs).transaction(async (tx) => {
    await waitForLock(tx, 'migration')
    await tx.query(
      sql`create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const applied = await tx.query<{ name: string; checksum: string }>(
      sql`select name, checksum from migrations order by name`,
    )
    const { pending } = compare(migrations, applied)
    for (const migration of pending) {
      for (const statement of statementsOf(migration.text)) await tx.script(statement)
      await tx.query(sql`insert into migrations (name, checksum) values (${migration.name}, ${migration.checksum})`)
    }
    return pending.map(({ name }) => name)
  })
}

/** Applied and pending migrations, without changing anything. */
export async function migrationState(db: Db<Plane>): Promise<MigrationState> {
  return stateOf(db, await readMigrations())
}

async function stateOf(db: Db<Plane>, migrations: Migration[]): Promise<MigrationState> {
  const [table] = await db.query<{ found: boolean }>(sql`select to_regclass('migrations') is not null as found`)
  const applied = table?.found
    ? await db.query<{ name: string; checksum: string }>(sql`select name, checksum from migrations order by name`)
    : []
  return compare(migrations, applied)
}

/** Refuses a PostgreSQL that is too old for the SQL we write. */
export async function requireVersion(db: Db<Plane>): Promise<string> {
  const [row] = await db.query<{ number: string; version: string }>(
    sql`select current_setting('server_version_num') as number, current_setting('server_version') as version`,
  )
  const refusal = versionRefusal(Number(row?.number ?? 0), row?.version ?? 'unknown')
  if (refusal) throw new StartupError(refusal)
  return row?.version ?? 'unknown'
}

export function versionRefusal(versionNumber: number, version: string): string | undefined {
  return versionNumber < 150_000
    ? `Marquee needs PostgreSQL 15 or newer, and the database at DATABASE_URL is ${version}.`
    : undefined
}

function compare(migrations: Migration[], applied: { name: string; checksum: string }[]): MigrationState {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = known.get(name)
    if (!migration) {
      throw new StartupError(
        `The database has been migrated by a newer Marquee (${name}); start that version, or a newer one.`,
      )
    }
    if (migration.checksum !== checksum)
      throw new StartupError(`The migration ${name} differs from the one that was applied to the database.`)
  }
  const done = new Set(applied.map(({ name }) => name))
  return { applied: [...done], pending: migrations.filter(({ name }) => !done.has(name)) }
}

/** One at a time: a cluster refuses several in one command. */
export function statementsOf(text: string): string[] {
  const statements = ['']
  for (const [part] of text.matchAll(/--[^\n]*|'[^']*'|\$(\w*)\$.*?\$\1\$|;|[^;'$-]+|./gs)) {
    if (part === ';') statements.push('')
    else if (!part.startsWith('--')) statements[statements.length - 1] += part
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

/** All migrations that this version knows, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const folder = fileURLToPath(new URL('../../migrations', import.meta.url))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}`, 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
