import { constants } from 'node:fs'
import { access, chown, lchown, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartupError } from '../../base/errors.ts'
import { type Account, chooseAccount } from './account.ts'
import { buildFolder, removeLeftovers } from './build-folder.ts'
import { runOnCluster } from './child.ts'
import { codeOf, folderFailure } from './failure.ts'
import { withoutPrefix } from './log.ts'
import { type PostgresPackage, requirePackage, requirePrograms } from './programs.ts'

/** The files of one PostgreSQL, and the account that runs it. */
export interface Cluster {
  dataDir: string
  dir: string
  logFile: string
  account: Account | null
  source: PostgresPackage
}

export const superuser = 'marquee'

/** Finds the cluster of the data folder, and creates both at the first start, unless they must already exist. */
export async function prepareCluster(dataDir: string, { mustExist = false } = {}): Promise<Cluster> {
  const source = await requirePackage()
  try {
    if (!mustExist) await ensureDataDir(dataDir)
    const dir = join(await realpath(dataDir), 'postgres')
    const cluster = { dataDir, dir, logFile: join(dataDir, 'postgres.log'), account: await chooseAccount(dir), source }
    await removeLeftovers(dir, [process.geteuid?.(), cluster.account?.uid])
    const isMade = (await findMajor(cluster)) !== null
    if (!isMade && mustExist) throw new StartupError(`The database in ${dir} is gone; put it back from a backup.`)
    if (!isMade) await buildFolder(dir, (folder) => initialize(cluster, folder))
    const major = await findMajor(cluster)
    if (major !== source.major) {
      throw new StartupError(
        `The data in ${dir} was written by PostgreSQL ${major} and cannot be read by PostgreSQL ${source.major}; back it up with the release that has PostgreSQL ${major} and restore it into an empty folder, or set MARQUEE_DATA_DIR to another folder.`,
      )
    }
    await giveTo(cluster)
    return cluster
  } catch (error) {
    throw folderFailure(dataDir, error)
  }
}

const initdbTimeoutMs = 120_000

async function ensureDataDir(dataDir: string): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(dataDir, { mode: 0o700 }).catch(async (error: unknown) => {
    const found = codeOf(error) === 'EEXIST' ? await stat(dataDir).catch(() => null) : null
    if (!found?.isDirectory()) throw error
  })
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** The major version of the cluster; null when there is no cluster yet. */
async function findMajor({ dir }: Cluster): Promise<string | null> {
  try {
    return (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const entries = await readdir(dir).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  if (entries.length === 0) return null
  throw new StartupError(`The folder ${dir} contains something other than a PostgreSQL cluster; move it away first.`)
}

/**
 * Text is sorted by code point everywhere, while upper and lower case cover all of Unicode. Connections need no
 * password: the private folder of the socket keeps other users out.
 */
async function initialize({ account, source, dir }: Cluster, folder: string): Promise<void> {
  const { initdb } = await requirePrograms(source, account)
  if (account) await chown(folder, account.uid, account.gid)
  const child = await runOnCluster({
    program: initdb,
    clusterDir: folder,
    account,
    arguments: [
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--username=${superuser}`,
      '--auth-local=trust',
      '--auth-host=reject',
      '--no-instructions',
    ],
    stdio: ['ignore', 'ignore', 'pipe'],
    // In its own session, so that Ctrl-C in our terminal lets it finish.
    detached: true,
    timeoutMs: initdbTimeoutMs,
  })
  const fieldErrors = child.process.stderr ? await text(child.process.stderr) : ''
  const ending = await child.ended
  if (ending === 0) return
  const said = fieldErrors.split('\n').findLast((line) => /error|fatal|panic|could not/i.test(line))
  throw new StartupError(
    `PostgreSQL could not be set up in ${dir}: ${said ? withoutPrefix(said) : `initdb ended with ${ending}`}`,
  )
}

/** A cluster that root restored from a backup belongs to root. */
async function giveTo({ dir, account }: Cluster): Promise<void> {
  if (!account || (await stat(dir)).uid === account.uid) return
  for (const entry of await readdir(dir, { recursive: true })) await lchown(join(dir, entry), account.uid, account.gid)
  await lchown(dir, account.uid, account.gid)
}
