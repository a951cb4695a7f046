import type { Stats } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartupError } from '../../base/errors.ts'
import { codeOf } from './failure.ts'

/** The unprivileged account used instead of root, because PostgreSQL refuses to run as root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** The account that runs PostgreSQL: null means the current user. */
export async function chooseAccount(clusterDir: string): Promise<Account | null> {
  if (process.geteuid?.() !== 0) return null
  if (process.platform !== 'linux') {
    throw new StartupError('PostgreSQL cannot run as root: start Marquee as an ordinary user, or set DATABASE_URL.')
  }
  const owner = await findOwner(clusterDir)
  if (owner && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8'))
  const account = accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody')
  if (!account || account.uid === 0) {
    throw new StartupError(
      'PostgreSQL cannot run as root and there is no user postgres or nobody: start Marquee as an ordinary user, or set DATABASE_URL.',
    )
  }
  return account
}

/**
 * Whether the account can traverse to the path and has these permission bits there (4 read, 2 write, 1 execute or enter).
 * Supplementary groups do not count, because a child started with another uid has none.
 */
export async function canReach(path: string, account: Account | null, bits: number): Promise<boolean> {
  if (!account) return true
  const real = await realpath(path)
  if (!allows(await stat(real), account, bits)) return false
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if (!allows(await stat(folder), account, 1)) return false
    if (folder === dirname(folder)) return true
  }
}

function allows({ mode, uid, gid }: Stats, account: Account, bits: number): boolean {
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & bits) === bits
}

function parsePasswd(text: string): Account[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

async function findOwner(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}
