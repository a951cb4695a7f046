import { createHash, randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError, storageFull } from '../base/errors.ts'

/** A completely received file in temporary storage. */
export interface Received {
  path: string
  size: number
  hash: string
  /** Reads a part of it. */
  read(from: number, length: number): Promise<Buffer>
  readAll(): Promise<Buffer>
  /** Replaces its content. */
  replace(bytes: Buffer): Promise<Received>
  /** Removes it, if it has not been moved. */
  discard(): Promise<void>
}

export interface Incoming {
  /** Streams bytes to disk with backpressure. An aborted or too large file is removed. */
  receive(bytes: AsyncIterable<Uint8Array>): Promise<Received>
  /** Removes abandoned files. */
  clear(untouchedSinceMs: number): Promise<void>
}

export const maxFileBytes = 50 * 1_048_576

/** Temporary storage for files until they are inspected: in the data folder, or else in the system's temporary folder. */
export function createIncoming(dataFolder: string | undefined, isSpaceLow: () => boolean = () => false): Incoming {
  const folder = dataFolder ?? temporaryFolder()
  return {
    async receive(bytes) {
      if (isSpaceLow()) throw storageFull()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (dataFolder === undefined) await requirePrivate(folder)
      const path = join(folder, randomBytes(16).toString('hex'))
      const hash = createHash('sha256')
      let size = 0
      // Opened before anything can fail: a file created after its removal would remain.
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

/** Several users of a machine may each run a service, so the name contains the user id. */
const temporaryFolder = () => join(tmpdir(), `marquee-incoming-${userId()}`)

const userId = () => process.getuid?.() ?? 0

/** The system's temporary folder is world-writable: another user who created this folder could replace the files in it. */
async function requirePrivate(folder: string): Promise<void> {
  const found = await lstat(folder)
  const isPrivate = found.isDirectory() && found.uid === userId() && (found.mode & 0o077) === 0
  if (!isPrivate && process.platform !== 'win32')
    throw new Error(
      `${folder} is accessible to other users, so uploads cannot be stored there. Remove it, or set TMPDIR to a private folder.`,
    )
}

const tooLarge = () => new AppError('body_too_large', `A file can have at most ${maxFileBytes} bytes.`)

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

/** An async iterable of bytes in memory. */
export async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
