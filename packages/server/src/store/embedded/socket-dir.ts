import { access, chown, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { StartupError } from '../../base/errors.ts'
import { type Account, canReach } from './account.ts'

/** The path of a socket must fit in about a hundred bytes, so it cannot be in the data folder, whose path may be long. */
export async function makeSocketDir(account: Account | null): Promise<string> {
  for (const parent of [tmpdir(), '/tmp', '/var/tmp']) {
    if (Buffer.byteLength(parent) > maxParentBytes) continue
    if (!(await canReach(parent, account, 1).catch(() => false))) continue
    const folder = await mkdtemp(join(parent, prefix)).catch(() => null)
    if (!folder) continue
    if (account) await chown(folder, account.uid, account.gid)
    return folder
  }
  throw new StartupError(
    `There is no folder for the socket of PostgreSQL: neither ${tmpdir()} nor /tmp can be used; set TMPDIR to a folder with a short path.`,
  )
}

/** Removes only our own folder: somebody may have run the cluster by hand, with the socket in a system folder. */
export async function removeSocketDir(folder: string): Promise<void> {
  if (!basename(folder).startsWith(prefix)) return
  await rm(socketIn(folder), { force: true }).catch(() => {})
  await rm(`${socketIn(folder)}.lock`, { force: true }).catch(() => {})
  await rmdir(folder).catch(() => {})
}

/**
 * The socket folder of a server as this process reaches it. A service under systemd can have a private /tmp; the path through
 * the server's root leads there, so that a command does not consider the server unreachable.
 */
export async function locateSocketDir(pid: number, folder: string): Promise<string> {
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    )
  const seenByServer = `/proc/${pid}/root${folder}`
  return !(await isThere(folder)) && (await isThere(seenByServer)) ? seenByServer : folder
}

export const port = 5432

const prefix = 'marquee-postgres-'
/** Leaves room for the name of the folder, that of the socket, and `/proc/<pid>/root` before them. */
const maxParentBytes = 50

const socketIn = (folder: string) => join(folder, `.s.PGSQL.${port}`)
