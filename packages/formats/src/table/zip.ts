import { promisify } from 'node:util'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { Unreadable } from '../programme.ts'

const open = promisify<Buffer, object, ZipFile>(fromBuffer)

/**
 * Unpacks a zip within limits, and gives the entries that are wanted. Sizes are declared in a zip, and a bomb lies: the bytes are
 * counted as they are unpacked.
 */
export async function unpackZip(bytes: Uint8Array, isWanted: (name: string) => boolean): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  let zip: ZipFile | undefined
  try {
    zip = await open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true })
    if (zip.entryCount > maxEntries) throw bomb(`contains more than ${maxEntries} files`)
    let declared = 0
    let unpacked = 0
    for await (const entry of entriesOf(zip)) {
      declared += entry.uncompressedSize
      if (declared > maxUnpacked) throw bomb(`unpacks to more than ${maxUnpackedMiB} MiB`)
      const parts: Buffer[] = []
      for await (const part of await contentOf(zip, entry)) {
        unpacked += part.length
        if (unpacked > maxUnpacked) throw bomb(`unpacks to more than ${maxUnpackedMiB} MiB`)
        if (isWanted(entry.fileName)) parts.push(part)
      }
      if (isWanted(entry.fileName)) files.set(entry.fileName, Buffer.concat(parts))
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('The zip file is damaged and cannot be unpacked.', 'the packed files')
  } finally {
    zip?.close()
  }
  return files
}

const maxEntries = 2_000
const maxUnpackedMiB = 100
const maxUnpacked = maxUnpackedMiB * 1024 * 1024

const bomb = (excess: string) => new Unreadable(`The file is refused because it ${excess}.`, 'the packed files')

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      const settle = (act: () => void) => {
        zip.removeAllListeners()
        act()
      }
      zip.once('entry', (next: Entry) => settle(() => resolve(next)))
      zip.once('end', () => settle(() => resolve(undefined)))
      zip.once('error', (error) => settle(() => reject(error)))
      zip.readEntry()
    })
    if (!entry) return
    yield entry
  }
}

const contentOf = (zip: ZipFile, entry: Entry) =>
  new Promise<AsyncIterable<Buffer>>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream as AsyncIterable<Buffer>))),
  )
