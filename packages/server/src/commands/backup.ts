import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DamagedArchive } from '../archive/damaged.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { type ReadBackup, readBackup } from '../backup/read-backup.ts'
import { BackupRefused } from '../backup/refused.ts'
import { planMigrations, type Restored, requireKeys, restoreBackup, type Target } from '../backup/restore.ts'
import type { Config } from '../config.ts'
import { type OpenDatabase, openDatabase } from '../database.ts'
import { openStorage } from '../media/storage.ts'
import { findSecretKey, keptSecretKey, parseRing, writeSecretKey } from '../secret-key.ts'
import { NotEmpty, requireEmptyDatabase } from '../store/backup/load.ts'
import { controlTables } from '../store/planes.ts'
import { CommandError, onProgress, type Report } from './command.ts'

/** Backs up the database and the uploaded files, with or without a running service. */
export async function backUp(config: Config, file: string, options: { withSecretKey?: boolean }): Promise<Report> {
  requireOneDatabase(config)
  const dataDir = resolve(config.dataDir)
  if (config.databaseUrl === undefined && !(await namesIn(dataDir)).includes('postgres'))
    throw new CommandError(`There is nothing to back up: ${dataDir} has no database.`)
  const ring = config.secretKeys ?? (await keptSecretKey(dataDir, async () => false))
  const database = await openDatabase(config, 'command')
  try {
    const { connection, version: postgres } = database
    const { files: storage } = storageOf(config, dataDir)
    const { tables, fileList, files, madeAt, migrations, secretKey } = await makeBackup(
      { connection, postgres, files: storage, ring },
      { file, withSecretKey: options.withSecretKey ?? false, onProgress },
    ).catch(refused('No backup was made.'))
    const rows = tables.reduce((sum, { entries }) => sum + entries, 0)
    const { missing } = files
    return {
      lines: [
        `The backup was written to ${file}.`,
        `  point in time  ${madeAt}`,
        `  database       ${rows} rows in ${tables.length} tables`,
        `  files          ${fileList.entries}, ${files.bytes} bytes`,
        options.withSecretKey
          ? 'It contains the secret key: whoever can read it can read stored credentials and sign in as anybody.'
          : `The secret key is not in it. Keep the one with the fingerprint ${secretKey.fingerprints[0]} in another place.`,
        ...missing.map((key) => `The storage does not have ${key} as it was uploaded.`),
      ],
      json: {
        file,
        madeAt,
        migration: migrations.at(-1)?.name,
        rows,
        tables: Object.fromEntries(tables.map(({ name, entries, sha256 }) => [name, { rows: entries, sha256 }])),
        files: { count: fileList.entries, bytes: files.bytes, sha256: fileList.sha256, missing },
        secretKey: { fingerprints: secretKey.fingerprints, included: secretKey.sha256 !== null },
      },
      exitCode: missing.length > 0 ? 1 : 0,
    }
  } finally {
    await database.close()
  }
}

/** Restores a backup into an empty database or data folder. */
export async function restore(config: Config, file: string, options: { anySecretKey?: boolean }): Promise<Report> {
  const dataDir = resolve(config.dataDir)
  const isEmbedded = config.databaseUrl === undefined
  if (isEmbedded) await requireEmptyFolder(dataDir)
  else
    await withDatabase(config, async (_, databases) => {
      for (const { connection } of databases) await requireEmptyDatabase(connection)
    })
  const backup = await readBackup(file, onProgress).catch(refused())
  try {
    const { manifest } = backup
    await planMigrations(manifest).catch(refused())
    const keys = await keysFor(config, dataDir, backup)
    if (!options.anySecretKey) refuseUnless(() => requireKeys(manifest, keys.ring, keys.where))
    const restored = await (isEmbedded
      ? restoreFolder(config, dataDir, backup, keys.toWrite)
      : restoreInto(config, dataDir, backup)
    ).catch(refused())
    const { rows, files, migrated } = restored
    return {
      lines: [
        `The backup of ${manifest.madeAt} was restored.`,
        `  database  ${rows} rows in ${manifest.tables.length} tables`,
        `  files     ${files}`,
        ...migrated.map((name) => `applied ${name}`),
      ],
      json: { file, madeAt: manifest.madeAt, ...restored },
    }
  } finally {
    backup.close()
  }
}

/**
 * The folder is made under another name, and its parts are moved when it is complete; the database last, since a service starts
 * on it.
 */
async function restoreFolder(
  config: Config,
  dataDir: string,
  backup: ReadBackup,
  secretKey: string | undefined,
): Promise<Restored> {
  const draft = join(dataDir, draftName)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const restored = await restoreInto({ ...config, dataDir: draft }, draft, backup)
    if (secretKey !== undefined) await writeSecretKey(dataDir, secretKey)
    const names = await namesIn(draft)
    for (const name of ['media', 'postgres'])
      if (names.includes(name)) await rename(join(draft, name), join(dataDir, name))
    return restored
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const restoreInto = (config: Config, dataDir: string, backup: ReadBackup) =>
  withDatabase(config, ({ migrate }, databases) => {
    const finish = async () => void (await migrate())
    return restoreBackup(backup, { databases, finish, ...storageOf(config, dataDir) }, onProgress)
  })

async function withDatabase<T>(
  config: Config,
  work: (database: OpenDatabase, databases: Target[]) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(config, 'command')
  const { connection, controlConnection } = database
  const databases: Target[] =
    config.controlUrl === undefined
      ? [{ connection, has: () => true }]
      : [
          { connection, has: (table) => !controlTables.has(table) },
          { connection: controlConnection, has: (table) => controlTables.has(table) || table === 'migrations' },
        ]
  try {
    return await work(database, databases).catch(refused())
  } finally {
    await database.close()
  }
}

/** The keys that the installation will have, and a key of the backup that is still to be written. */
async function keysFor(config: Config, dataDir: string, { secretKey }: ReadBackup) {
  if (config.secretKeys)
    return { ring: config.secretKeys, where: 'MARQUEE_SECRET_KEY has another one', toWrite: undefined }
  const found = await findSecretKey(dataDir)
  if (found) return { ring: found, where: `${join(dataDir, 'secret.key')} has another one`, toWrite: undefined }
  const ring = secretKey === undefined ? [] : parseRing(secretKey, 'the backup')
  return { ring, where: 'there is none: it is not in the backup', toWrite: secretKey }
}

async function requireEmptyFolder(dataDir: string): Promise<void> {
  const names = (await namesIn(dataDir)).filter((name) => !['secret.key', 'lost+found'].includes(name))
  if (names.length === 0) return
  const hint = names.includes(draftName)
    ? ` A restore runs in it, or was interrupted; then remove ${join(dataDir, draftName)}.`
    : ''
  throw new CommandError(
    `The data folder ${dataDir} is not empty (${names.slice(0, 5).join(', ')}). Nothing was restored: set MARQUEE_DATA_DIR to an empty one.${hint}`,
  )
}

/** Two databases have no common point in time. */
function requireOneDatabase({ controlUrl }: Config): void {
  if (controlUrl !== undefined)
    throw new CommandError(
      'With MARQUEE_CONTROL_URL there are two databases, which this command does not back up. Use the tools of PostgreSQL: first for the database of DATABASE_URL, then for that of MARQUEE_CONTROL_URL.',
    )
}

const draftName = 'restoring'

const namesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })

const storageOf = ({ mediaBucket: bucket }: Config, dataDir: string) =>
  openStorage({ bucket, folder: join(dataDir, 'media'), onError: () => {} })

/** Refusals as one sentence; other errors are unexpected. */
const refused =
  (ending = 'Nothing was restored.') =>
  (error: unknown): never => {
    if (error instanceof BackupRefused || error instanceof DamagedArchive || error instanceof NotEmpty)
      throw new CommandError(`${error.message} ${ending}`)
    throw error
  }

function refuseUnless(check: () => void): void {
  try {
    check()
  } catch (error) {
    refused()(error)
  }
}
