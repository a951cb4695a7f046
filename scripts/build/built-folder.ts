import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compressFolder } from './compress.ts'

/** A folder that is made from sources. */
export interface BuiltFolder {
  /** The package whose `dist` it is. */
  packageDir: string
  /** Everything that it depends on, as globs. */
  sources: string[]
  make(outDir: string): Promise<void>
}

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Builds a folder, unless it was built from the same sources. Concurrent calls build once. */
export async function buildFolder(folder: BuiltFolder): Promise<'built' | 'fresh'> {
  const dist = join(folder.packageDir, 'dist')
  const wanted = await fingerprint(folder.sources)
  if (await isBuilt(dist, wanted)) return 'fresh'
  const release = await lock(`${dist}.lock`)
  try {
    // Another process may have finished the same build while this one waited for the lock.
    if (await isBuilt(dist, wanted)) return 'fresh'
    await build(dist, wanted, folder.make)
    return 'built'
  } finally {
    await release()
  }
}

const stampName = 'built-from'

async function fingerprint(sources: string[]): Promise<string> {
  const paths: string[] = []
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  const contents = await Promise.all(paths.sort().map((path) => readFile(path)))
  contents.forEach((content, index) => {
    hash.update(`${paths[index]?.slice(root.length)}\0${content.length}\0`).update(content)
  })
  return hash.digest('hex')
}

async function isBuilt(dist: string, wanted: string): Promise<boolean> {
  return (await readFile(join(dist, stampName), 'utf8').catch(() => '')) === wanted
}

/** Builds into a temporary folder and renames it, so that a reader sees either the old or the new build. */
async function build(dist: string, stamp: string, make: BuiltFolder['make']): Promise<void> {
  const fresh = `${dist}.${process.pid}`
  const old = `${fresh}.old`
  try {
    await make(fresh)
    await compressFolder(fresh)
    await writeFile(join(fresh, stampName), stamp)
    await rename(dist, old).catch(() => {})
    await rename(fresh, dist)
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

/** A directory as a lock between processes. The lock of a process that has died is removed. */
async function lock(lockDir: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await mkdir(lockDir)
      await writeFile(join(lockDir, 'pid'), String(process.pid))
      return () => rm(lockDir, { recursive: true, force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (await isAbandoned(lockDir)) await rm(lockDir, { recursive: true, force: true })
    else await sleep(200)
  }
}

async function isAbandoned(lockDir: string): Promise<boolean> {
  const made = await stat(lockDir).catch(() => undefined)
  if (!made) return false
  const pid = Number(await readFile(join(lockDir, 'pid'), 'utf8').catch(() => ''))
  // The pid is written a moment after the directory is created.
  if (!pid) return Date.now() - made.mtimeMs > 5_000
  try {
    process.kill(pid, 0)
    return Date.now() - made.mtimeMs > 600_000
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
