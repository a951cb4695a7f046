import { DamagedArchive } from '../archive/damaged.ts'
import { readList, readObject } from '../archive/read-lines.ts'
import { type Unpacked, unpack } from '../archive/unpack.ts'
import { check } from '../content/shape.ts'
import {
  type BackupFile,
  type BackupManifest,
  filePath,
  formatName,
  formatVersion,
  isKey,
  manifestPath,
  secretKeyPath,
} from './format.ts'

/** A backup whose checksums are right. */
export interface ReadBackup {
  manifest: BackupManifest
  table(name: string): AsyncGenerator<Buffer>
  files(): AsyncGenerator<BackupFile>
  file(file: BackupFile): AsyncGenerator<Buffer>
  /** The text of the included secret key. */
  secretKey: string | undefined
  close(): void
}

/** Opens a backup, and compares everything in it with its checksum. */
export async function readBackup(path: string, onProgress: (sentence: string) => void): Promise<ReadBackup> {
  const archive = await unpack(path, { maxEntries: Number.POSITIVE_INFINITY })
  try {
    const manifest = await readManifest(archive)
    const tables = new Map(manifest.tables.map((table) => [table.name, table]))
    const table = (name: string) => archive.read(tables.get(name)?.path ?? name, tables.get(name)?.sha256)
    const file = ({ key, sha256 }: BackupFile) => archive.read(filePath(key), sha256)
    async function* files() {
      for await (const { number, value } of readList(archive, manifest.fileList)) {
        const { key, mimeType, bytes, sha256 } = value
        if (typeof key !== 'string' || !isKey(key) || typeof mimeType !== 'string' || typeof sha256 !== 'string')
          throw new DamagedArchive(`${manifest.fileList.path}, line ${number}: this is not a file of a backup.`)
        yield { key, mimeType, bytes: Number(bytes), sha256 }
      }
    }
    onProgress('checksums')
    for (const { name } of manifest.tables) await drain(table(name))
    for await (const listed of files()) await drain(file(listed))
    const { sha256 } = manifest.secretKey
    const secretKey = sha256 === null ? undefined : await textOf(archive.read(secretKeyPath, sha256))
    return { manifest, table, files, file, secretKey, close: () => archive.close() }
  } catch (error) {
    archive.close()
    throw error
  }
}

async function readManifest(archive: Unpacked): Promise<BackupManifest> {
  if (!archive.paths.has(manifestPath))
    throw new DamagedArchive(`This is not a backup of Marquee: ${manifestPath} is missing.`)
  const found = await readObject(archive, manifestPath)
  if (found.format !== formatName)
    throw new DamagedArchive(`This is not a backup of Marquee: its format is another one.`)
  if (typeof found.version === 'number' && found.version > formatVersion)
    throw new DamagedArchive('The backup was made by a newer Marquee; restore it with that version, or a newer one.')
  try {
    return check<unknown>('backup manifest', () => manifestSchema, found) as BackupManifest
  } catch (error) {
    throw new DamagedArchive(`${manifestPath}: ${error instanceof Error ? error.message : ''}.`)
  }
}

async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of bytes) text += chunk.toString()
  return text.trim()
}

const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const name = { type: 'string', pattern: '^[a-z_0-9]{1,63}$' }
const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const text = { type: 'string', maxLength: 200 }
const list = (items: object) => ({ type: 'array', items })
const object = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const listed = { path: text, entries: count, bytes: count, sha256 }

const manifestSchema = object({
  format: text,
  version: { type: 'integer', minimum: 1 },
  madeBy: object({ service: text, postgres: text }),
  madeAt: text,
  migrations: list(object({ name: text, checksum: sha256 })),
  tables: list(object({ name, columns: list(name), ...listed })),
  months: list({ type: 'string', pattern: '^\\d{4}-\\d{2}-01$' }),
  sequences: list(object({ table: name, column: name, last: { ...count, type: ['integer', 'null'] } })),
  fileList: object(listed),
  files: object({ bytes: count, missing: list(text) }),
  secretKey: object({ fingerprints: list(text), sha256: { ...sha256, type: ['string', 'null'] } }),
})
