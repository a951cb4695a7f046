import { DamagedArchive } from '../archive/damaged.ts'
import { fingerprintOf } from '../base/vault.ts'
import type { FileStore } from '../media/files.ts'
import type { Incoming } from '../media/incoming.ts'
import { findDifferent } from '../store/backup/compare.ts'
import { loadDatabase } from '../store/backup/load.ts'
import type { Connection } from '../store/connection.ts'
import { type Migration, readMigrations } from '../store/migrate.ts'
import type { BackupFile, BackupManifest } from './format.ts'
import type { ReadBackup } from './read-backup.ts'
import { BackupRefused } from './refused.ts'

export interface RestoreParts {
  /** One, or that of the content and that of the accounts. */
  databases: Target[]
  /** Called when all rows are there. */
  finish(): Promise<void>
  files: FileStore
  incoming: Incoming
}

/** A database, and the tables whose rows it gets. */
export interface Target {
  connection: Connection
  has(table: string): boolean
}

export interface Restored {
  rows: number
  files: number
  /** Migrations that came after the backup. */
  migrated: string[]
}

/** The migrations of a backup and those that came later. Refuses a backup of a newer version. */
export async function planMigrations({ migrations }: BackupManifest): Promise<{
  migrations: Migration[]
  pending: Migration[]
}> {
  const known = await readMigrations()
  const byName = new Map(known.map((migration) => [migration.name, migration]))
  const found = migrations.map(({ name, checksum }) => {
    const migration = byName.get(name)
    if (!migration)
      throw new BackupRefused(
        `The backup was made by a newer Marquee (${name}); restore it with that version, or a newer one.`,
      )
    if (migration.checksum !== checksum)
      throw new BackupRefused(`The migration ${name} of the backup differs from that of this version.`)
    return migration
  })
  const applied = new Set(migrations.map(({ name }) => name))
  return { migrations: found, pending: known.filter(({ name }) => !applied.has(name)) }
}

/** Refuses a ring without a key that the backup needs. */
export function requireKeys({ secretKey }: BackupManifest, ring: Buffer[], where: string): void {
  const there = new Set(ring.map(fingerprintOf))
  const lacking = secretKey.fingerprints.filter((fingerprint) => !there.has(fingerprint))
  if (lacking.length > 0)
    throw new BackupRefused(
      `The backup needs the secret key with the fingerprint ${lacking.join(' and ')}, and ${where}. Set the right key, or add --any-secret-key to go without API keys and stored credentials.`,
    )
}

/** Writes the files, then each database in a transaction of its own. After an error the files are removed; of two databases, the first may be filled. */
export async function restoreBackup(
  backup: ReadBackup,
  { databases, finish, files, incoming }: RestoreParts,
  onProgress: (sentence: string) => void,
): Promise<Restored> {
  const { manifest } = backup
  const plan = await planMigrations(manifest)
  if (databases.length > 1 && plan.pending.length > 0)
    throw new BackupRefused(
      'A backup of an older version is not divided into two databases: restore it into one, start this version on it once, and back it up again.',
    )
  const written: string[] = []
  try {
    onProgress(`${manifest.fileList.entries} files`)
    for await (const file of backup.files()) if (await putFile(backup, file, files, incoming)) written.push(file.key)
    for (const { connection, has } of databases) {
      const tables = manifest.tables.filter(({ name }) => has(name))
      await loadDatabase(connection, {
        ...plan,
        tables: tables.map(({ name, columns }) => ({ name, columns })),
        months: manifest.months,
        sequences: manifest.sequences.filter(({ table }) => has(table)),
        read: ({ name }) => backup.table(name),
        onTable: (name) => onProgress(`table ${name}`),
        onLoaded: (counts) => requireRows(tables, counts),
      })
    }
    await finish()
    if (databases.length > 1) await requireEqual(backup, databases, onProgress)
    return {
      rows: manifest.tables.reduce((sum, { entries }) => sum + entries, 0),
      files: manifest.fileList.entries,
      migrated: plan.pending.map(({ name }) => name),
    }
  } catch (error) {
    for (const key of written) await files.remove(key)
    throw error
  }
}

/** False when the storage has the file: keys are never used twice, so it is the same one, and may belong to another database. */
async function putFile(backup: ReadBackup, file: BackupFile, files: FileStore, incoming: Incoming): Promise<boolean> {
  const there = await files.list(file.key.slice(0, file.key.lastIndexOf('/')))
  if (there.some(({ key, size }) => key === file.key && size === file.bytes)) return false
  const received = await incoming.receive(backup.file(file))
  try {
    await files.put(file.key, { path: received.path, size: received.size }, file.mimeType)
  } finally {
    await received.discard()
  }
  return true
}

/** Compares what is in two databases with the backup: rows may have been moved to the workers of a cluster. */
async function requireEqual(
  backup: ReadBackup,
  databases: Target[],
  onProgress: (sentence: string) => void,
): Promise<void> {
  onProgress('comparison')
  for (const { connection, has } of databases) {
    const tables = backup.manifest.tables.filter(({ name }) => has(name))
    const different = await findDifferent(connection, tables, ({ name }) => backup.table(name))
    if (different.length > 0)
      throw new Error(`after the restore these tables differ from the backup: ${different.join(', ')}`)
  }
}

function requireRows(tables: BackupManifest['tables'], rows: ReadonlyMap<string, number>): void {
  for (const { name, entries } of tables)
    if (rows.get(name) !== entries)
      throw new DamagedArchive(`The table ${name} must have ${entries} rows, and ${rows.get(name) ?? 0} were restored.`)
}
