import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListedFile } from './format.ts'

/** A temporary folder for the texts of an archive, which the database sends faster than a reader may take them. */
export interface Spool {
  files: (ListedFile & { onDisk: string })[]
  /** Writes a file as a stream of texts, each with the number of its entries. */
  write(path: string, texts: AsyncIterable<{ text: string; entries: number }>): Promise<void>
  discard(): Promise<void>
}

export async function openSpool(): Promise<Spool> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-archive-'))
  const files: Spool['files'] = []
  return {
    files,
    async write(path, texts) {
      const onDisk = join(folder, String(files.length))
      const hash = createHash('sha256')
      const listed = { path, entries: 0, bytes: 0 }
      const file = await open(onDisk, 'wx', 0o600)
      try {
        let waiting = ''
        const store = async () => {
          const bytes = Buffer.from(waiting)
          waiting = ''
          hash.update(bytes)
          listed.bytes += bytes.length
          await file.appendFile(bytes)
        }
        for await (const { text, entries } of texts) {
          listed.entries += entries
          waiting += text
          if (waiting.length >= chunkCharacters) await store()
        }
        await store()
      } finally {
        await file.close()
      }
      files.push({ ...listed, sha256: hash.digest('hex'), onDisk })
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A write for each record would take longer than reading it. */
const chunkCharacters = 262_144
