import { createHash } from 'node:crypto'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { DamagedArchive } from './damaged.ts'

/** A zip of a stranger. No file of it is written under its own name, and none is read beyond its declared size. */
export interface Unpacked {
  paths: ReadonlySet<string>
  sizeOf(path: string): number
  /** The bytes of a file. After the last one they are compared with the checksum. */
  read(path: string, sha256?: string): AsyncGenerator<Buffer>
  close(): void
}

export async function unpack(file: string, { maxEntries = entriesOfBroadcast } = {}): Promise<Unpacked> {
  const zip = await openPromise(file, { autoClose: false, strictFileNames: true }).catch((error: unknown) => {
    if (Object(error).code === 'ENOENT') throw new DamagedArchive(`There is no file ${file}.`)
    throw new DamagedArchive(`This is not a zip file that can be read: ${sentenceOf(error)}`)
  })
  try {
    const entries = await entriesOf(zip, maxEntries)
    return {
      paths: new Set(entries.keys()),
      sizeOf: (path) => entries.get(path)?.uncompressedSize ?? 0,
      read: (path, sha256) => readEntry(zip, path, entries.get(path), sha256),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error instanceof DamagedArchive
      ? error
      : new DamagedArchive(`The directory of the zip file cannot be read: ${sentenceOf(error)}`)
  }
}

async function entriesOf(zip: ZipFile, maxEntries: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) throw new DamagedArchive(`The archive has more than ${maxEntries} files.`)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new DamagedArchive(`The archive has ${entry.fileName} twice.`)
    entries.set(entry.fileName, entry)
  }
  return entries
}

async function* readEntry(
  zip: ZipFile,
  path: string,
  entry: Entry | undefined,
  sha256: string | undefined,
): AsyncGenerator<Buffer> {
  if (!entry) throw new DamagedArchive(`${path} is missing.`)
  const hash = createHash('sha256')
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw new DamagedArchive(`${path} cannot be unpacked: ${sentenceOf(error)}`)
  }
  if (sha256 !== undefined && hash.digest('hex') !== sha256)
    throw new DamagedArchive(`${path} differs from its checksum: the archive is damaged, or was changed.`)
}

const sentenceOf = (error: unknown) => `${error instanceof Error ? error.message : String(error)}.`

/** Some more than a broadcast can have media by default; each takes about a kilobyte of memory. */
const entriesOfBroadcast = 150_000
