import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compressFolder } from './compress.ts'

/** Builds the studio into `dist`, unless `dist` was built from the same sources. Concurrent calls build once. */
export async function buildStudio(): Promise<'built' | 'fresh'> {
  const wanted = await fingerprint()
  if (await isBuilt(wanted)) return 'fresh'
  const release = await lock()
  try {
    // Another process may have finished the same build while this one waited for the lock.
    if (await isBuilt(wanted)) return 'fresh'
    await build(wanted)
    return 'built'
  } finally {
    await release()
  }
}

const packageDir = fileURLToPath(new URL('../', import.meta.url))
const root = join(packageDir, '../..')
const dist = join(packageDir, 'dist')
const lockDir = join(packageDir, 'dist.lock')
const stampName = 'built-from'

/** Everything a build depends on. The lock file represents the packages. */
const sources = [
  'package-lock.json',
  'packages/studio/{index.html,package.json,vite.config.ts}',
  'packages/studio/{src,public,scripts}/**/*',
  'packages/{model,sdk}/src/**/*',
]

async function fingerprint(): Promise<string> {
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

async function isBuilt(wanted: string): Promise<boolean> {
  return (await readFile(join(dist, stampName), 'utf8').catch(() => '')) === wanted
}

/** Builds into a temporary folder and renames it, so that a reader sees either the old or the new build. */
async function build(stamp: string): Promise<void> {
  const fresh = `${dist}.${process.pid}`
  const old = `${fresh}.old`
  const vite = await import('vite')
  try {
    await vite.build({
      root: packageDir,
      configFile: join(packageDir, 'vite.config.ts'),
      logLevel: 'warn',
      mode: 'production',
      build: { outDir: fresh, emptyOutDir: true },
    })
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
async function lock(): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await mkdir(lockDir)
      await writeFile(join(lockDir, 'pid'), String(process.pid))
      return () => rm(lockDir, { recursive: true, force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (await isAbandoned()) await rm(lockDir, { recursive: true, force: true })
    else await sleep(200)
  }
}

async function isAbandoned(): Promise<boolean> {
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

if (import.meta.main) await run()

async function run(): Promise<void> {
  const startedMs = performance.now()
  try {
    const outcome = await buildStudio()
    if (outcome === 'built')
      console.log(`The studio is built (${((performance.now() - startedMs) / 1000).toFixed(1)} s).`)
  } catch (error) {
    // The service runs without the studio, and shows a notice in its place.
    console.error(`The studio could not be built: ${error instanceof Error ? error.message : error}`)
    if (process.argv.includes('--required')) process.exitCode = 1
  }
}
