import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A zip file under a temporary name, one entry after the other. Nothing but the directory of the zip is kept in memory. */
export interface ZipWriter {
  add(
    path: string,
    source: Readable,
    options: { isCompressed: boolean },
  ): Promise<{ bytes: number; sha256: string; lines: number }>
  /** Completes the file, and gives it its name. Rejects with `EEXIST` when the name is taken. */
  finish(): Promise<void>
  discard(): Promise<void>
}

export async function openZip(file: string, mtime: Date): Promise<ZipWriter> {
  const part = `${file}.${randomBytes(4).toString('hex')}.part`
  const zip = new ZipFile()
  const output = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(zip.outputStream, output)
  const failed = Promise.withResolvers<never>()
  zip.on('error', failed.reject)
  // A full disk fails the entry that is being written.
  written.catch(failed.reject)
  failed.promise.catch(() => {})
  return {
    async add(path, source, { isCompressed }) {
      const hash = createHash('sha256')
      let bytes = 0
      let lines = 0
      const counting = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          bytes += chunk.length
          for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines += 1
          done(null, chunk)
        },
      })
      zip.addReadStream(counting, path, { mtime, mode: 0o100600, compress: isCompressed })
      await Promise.race([pipeline(source, counting), failed.promise])
      return { bytes, sha256: hash.digest('hex'), lines }
    },
    async finish() {
      zip.end()
      await Promise.race([written, failed.promise])
      // Unlike a rename, a link does not replace a file.
      await link(part, file)
      await rm(part)
      const folder = await open(dirname(file), 'r')
      await folder.sync().finally(() => folder.close())
    },
    async discard() {
      output.destroy()
      await written.catch(() => {})
      await rm(part, { force: true })
    },
  }
}

const newline = 0x0a
