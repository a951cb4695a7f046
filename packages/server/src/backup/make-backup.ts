import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { fingerprintOf } from '../base/vault.ts'
import { version } from '../base/version.ts'
import type { FileStore } from '../media/files.ts'
import { type DatabaseSnapshot, openSnapshot } from '../store/backup/snapshot.ts'
import type { Connection } from '../store/connection.ts'
import {
  type BackupFile,
  type BackupManifest,
  fileListPath,
  filePath,
  formatName,
  formatVersion,
  keysOf,
  manifestPath,
  secretKeyPath,
  tablePath,
} from './format.ts'
import { BackupRefused } from './refused.ts'
import { openZip, type ZipWriter } from './zip-writer.ts'

export interface BackupParts {
  connection: Connection
  /** The version of PostgreSQL. */
  postgres: string
  files: FileStore
  ring: Buffer[]
}

export interface BackupOptions {
  file: string
  withSecretKey: boolean
  onProgress(sentence: string): void
}

/** Writes all tables as of one point in time, and the files they refer to, to one zip file, while others write. */
export async function makeBackup(parts: BackupParts, options: BackupOptions): Promise<BackupManifest> {
  const file = resolve(options.file)
  if (await exists(file)) throw taken(options.file)
  const snapshot = await openSnapshot(parts.connection)
  try {
    if (snapshot.migrations.length === 0)
      throw new BackupRefused('There is nothing to back up: the database has no tables of Marquee.')
    const zip = await openZip(file, snapshot.at)
    try {
      const manifest = await fill(zip, snapshot, parts, options)
      await zip.finish()
      return manifest
    } catch (error) {
      await zip.discard()
      throw Object(error).code === 'EEXIST' ? taken(options.file) : error
    }
  } finally {
    await snapshot.close().catch(() => {})
  }
}

async function fill(
  zip: ZipWriter,
  snapshot: DatabaseSnapshot,
  parts: BackupParts,
  { withSecretKey, onProgress }: BackupOptions,
): Promise<BackupManifest> {
  const tables: BackupManifest['tables'] = []
  for (const table of snapshot.tables) {
    onProgress(`table ${table.name}`)
    const path = tablePath(table.name)
    // A row is a line: line breaks in values are escaped.
    const { lines, ...written } = await zip.add(path, snapshot.copyOut(table), { isCompressed: true })
    tables.push({ ...table, path, entries: lines, ...written })
  }
  const stored = await snapshot.readFiles()
  await snapshot.endTransaction()
  onProgress(`${stored.length} files`)
  const { listed, missing } = await addFiles(zip, parts.files, stored)
  const { lines, ...list } = await zip.add(
    fileListPath,
    Readable.from(listed.map((line) => `${JSON.stringify(line)}\n`)),
    { isCompressed: true },
  )
  const key = withSecretKey ? await addText(zip, secretKeyPath, `${ringText(parts.ring)}\n`) : null
  const manifest: BackupManifest = {
    format: formatName,
    version: formatVersion,
    madeBy: { service: version, postgres: parts.postgres },
    madeAt: snapshot.at.toISOString(),
    migrations: snapshot.migrations,
    tables,
    months: snapshot.months,
    sequences: snapshot.sequences,
    fileList: { path: fileListPath, entries: lines, ...list },
    files: { bytes: listed.reduce((sum, { bytes }) => sum + bytes, 0), missing },
    secretKey: { fingerprints: parts.ring.map(fingerprintOf), sha256: key?.sha256 ?? null },
  }
  await addText(zip, manifestPath, `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** A file that is gone does not keep the others from being saved. */
async function addFiles(zip: ZipWriter, files: FileStore, stored: Parameters<typeof keysOf>[0][]) {
  const listed: BackupFile[] = []
  const missing: string[] = []
  for (const file of stored)
    for (const { key, sha256 } of keysOf(file)) {
      const source = await files.open(key)
      if (!source) {
        missing.push(key)
        continue
      }
      // Files of media are compressed in their own way.
      const { lines: _, ...written } = await zip.add(filePath(key), source, { isCompressed: false })
      if (written.sha256 !== sha256) missing.push(key)
      listed.push({ key, mimeType: file.mimeType, ...written })
    }
  return { listed, missing }
}

const addText = (zip: ZipWriter, path: string, text: string) =>
  zip.add(path, Readable.from([Buffer.from(text)]), { isCompressed: true })

/** As in `MARQUEE_SECRET_KEY`. */
const ringText = (ring: Buffer[]) => ring.map((key) => key.toString('base64')).join(',')

const taken = (file: string) =>
  new BackupRefused(`${file} exists already. Remove it, or name another file for the backup.`)

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
