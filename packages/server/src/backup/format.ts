import type { ListedFile } from '../archive/format.ts'
import type { CopiedTable } from '../store/backup/copy.ts'
import type { CopiedFile, CopiedSequence } from '../store/backup/snapshot.ts'

/** The files of a backup, one zip: the manifest is written last, because it has the checksums of all others. */
export const manifestPath = 'marquee-backup.json'
export const fileListPath = 'files.jsonl'
export const secretKeyPath = 'secret.key'
export const tablePath = (name: string) => `tables/${name}.copy`
export const filePath = (key: string) => `files/${key}`

export const formatName = 'marquee-backup'
export const formatVersion = 1

export interface BackupManifest {
  format: typeof formatName
  version: number
  madeBy: { service: string; postgres: string }
  /** The point in time that the tables show. */
  madeAt: string
  migrations: { name: string; checksum: string }[]
  /** In text form, as `COPY` writes them; `entries` are rows. */
  tables: (CopiedTable & ListedFile)[]
  months: string[]
  sequences: CopiedSequence[]
  fileList: ListedFile
  /** `missing`: keys of files that the storage did not have, or not as the database knows them. */
  files: { bytes: number; missing: string[] }
  /** The fingerprints of the ring, the current key first, and the checksum of the key where it is included. */
  secretKey: { fingerprints: string[]; sha256: string | null }
}

/** A line of the list of files. */
export interface BackupFile {
  key: string
  mimeType: string
  bytes: number
  sha256: string
}

/** The keys of a file in storage, with their checksums: the original, and the public copy where it differs. */
export function keysOf({ broadcastId, location, hash, strippedHash }: CopiedFile): { key: string; sha256: string }[] {
  const folder = `${broadcastId}/${location}`
  const original = { key: `${folder}/original`, sha256: hash }
  return strippedHash === null || strippedHash === hash
    ? [original]
    : [original, { key: `${folder}/stripped`, sha256: strippedHash }]
}

/** A key that leads out of the storage is refused. */
export const isKey = (text: string) => /^[\w-]+\/[\w-]+\/(original|stripped)$/.test(text)
