import { randomBytes } from 'node:crypto'
import { constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore, Source } from './files.ts'

/** Stores files in a folder, readable only by the user who runs the service. */
export function createFolderFiles(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, ...key.split('/'))
  return {
    async put(key, source) {
      const path = pathOf(key)
      await makeFolders(folder, dirname(path))
      // Renamed to its final path only when it is complete and synced to disk.
      const fresh = 'path' in source ? source.path : `${path}.${randomBytes(6).toString('hex')}${unfinished}`
      try {
        await writeThrough(fresh, source)
        await rename(fresh, path)
      } catch (error) {
        // A full disk leaves a partial file. A file that was passed in is removed by the caller.
        if ('bytes' in source) await rm(fresh, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },
    async open(key, part) {
      const file = await orIfMissing(open(pathOf(key), 'r'), undefined)
      return file?.createReadStream(part && { start: part.first, end: part.last })
    },
    async list(under) {
      const names = await orIfMissing(readdir(pathOf(under)), [])
      const found = await Promise.all(
        names.map(async (name) => {
          const entry = await orIfMissing(stat(join(pathOf(under), name)), undefined)
          return entry?.isFile() ? [{ key: `${under}/${name}`, size: entry.size, atMs: entry.mtimeMs }] : []
        }),
      )
      return found
        .flat()
        .sort((one, other) => one.atMs - other.atMs)
        .map(({ key, size }) => ({ key, size }))
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async removeFolder(under) {
      await rm(pathOf(under), { recursive: true, force: true })
    },
  }
}

const unfinished = '.part'

/** Writes bytes, or takes an existing file, and syncs it to disk. */
async function writeThrough(path: string, source: Source): Promise<void> {
  const file = await open(path, 'bytes' in source ? 'wx' : 'r', 0o600)
  try {
    if ('bytes' in source) await file.writeFile(source.bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Creates the missing parent folders, and syncs each one's entry in its parent. */
async function makeFolders(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let at = folder; at.length >= first.length && at.length > root.length; at = dirname(at))
    await syncFolder(dirname(at))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The result of a file operation, or a fallback when the file does not exist. Other errors are thrown. */
async function orIfMissing<T, I>(operation: Promise<T>, fallback: I): Promise<T | I> {
  try {
    return await operation
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return fallback
    throw error
  }
}
