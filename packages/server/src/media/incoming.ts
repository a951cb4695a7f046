import { createHash, randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError, storageFull } from '../base/errors.ts'

/** A file that has come whole, in a place where nobody sees it. */
export interface Received {
  path: string
  size: number
  hash: string
  /** Reads some of it. */
  read(from: number, length: number): Promise<Buffer>
  readAll(): Promise<Buffer>
  /** Puts other bytes in its place. */
  replace(bytes: Buffer): Promise<Received>
  /** Takes it away; that it has been moved elsewhere is fine. */
  discard(): Promise<void>
}

export interface Incoming {
  /** Writes bytes to the disk as they come, no faster than the disk takes them. What breaks off or grows too large leaves nothing. */
  receive(bytes: AsyncIterable<Uint8Array>): Promise<Received>
  /** Removes what was left behind by those who were cut off. */
  clear(untouchedSinceMs: number): Promise<void>
}

export const maxFileBytes = 50 * 1_048_576

/** Where files wait until they have been looked at: in a folder of the data, or else in the system's temporary folder. */
export function createIncoming(dataFolder: string | undefined, isSpaceLow: () => boolean = () => false): Incoming {
  const folder = dataFolder ?? temporaryFolder()
  return {
    async receive(bytes) {
      if (isSpaceLow()) throw storageFull()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (dataFolder === undefined) await demandPrivate(folder)
      const path = join(folder, randomBytes(16).toString('hex'))
      const hash = createHash('sha256')
      let size = 0
      // Opened before anything can fail: a file that is made after it was taken away would stay.
      const file = await open(path, 'wx', 0o600)
      try {
        await pipeline(
          bytes,
          async function* (chunks: AsyncIterable<Uint8Array>) {
            for await (const chunk of chunks) {
              size += chunk.length
              if (size > maxFileBytes) throw tooLarge()
              if (isSpaceLow()) throw storageFull()
              hash.update(chunk)
              yield chunk
            }
          },
          file.createWriteStream(),
        )
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return receivedAt(path, size, hash.digest('hex'))
    },
    async clear(untouchedSinceMs) {
      const names = await readdir(folder).catch((): string[] => [])
      for (const name of names) {
        const path = join(folder, name)
        const touchedMs = await stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => Number.POSITIVE_INFINITY,
        )
        if (touchedMs < untouchedSinceMs) await rm(path, { force: true })
      }
    },
  }
}

/** Several users of a machine may each run a service, so the name holds the user. */
const temporaryFolder = () => join(tmpdir(), `marquee-incoming-${userId()}`)

const userId = () => process.getuid?.() ?? 0

/** Anybody may write to the system's temporary folder: another user who made this one could exchange the files in it. */
async function demandPrivate(folder: string): Promise<void> {
  const found = await lstat(folder)
  const isPrivate = found.isDirectory() && found.uid === userId() && (found.mode & 0o077) === 0
  if (!isPrivate && process.platform !== 'win32')
    throw new Error(
      `${folder} is open to other users, so uploads cannot wait there. Remove it, or set TMPDIR to a folder of your own.`,
    )
}

const tooLarge = () => new AppError('body_too_large', `A file may have ${maxFileBytes} bytes.`)

function receivedAt(path: string, size: number, hash: string): Received {
  return {
    path,
    size,
    hash,
    async read(from, length) {
      const file = await open(path, 'r')
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    readAll: () => readFile(path),
    async replace(bytes) {
      await writeFile(path, bytes, { mode: 0o600 })
      return receivedAt(path, bytes.length, createHash('sha256').update(bytes).digest('hex'))
    },
    discard: () => rm(path, { force: true }),
  }
}

/** Bytes that are in memory, to be received. */
export async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
