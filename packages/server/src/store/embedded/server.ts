import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { codeOf } from './failure.ts'
import { locateSocketDir } from './socket-dir.ts'

/** A running server, as PostgreSQL describes it in `postmaster.pid`. */
export interface Server {
  pid: number
  port: number
  /** The folder of its socket as the server names it. */
  socketDir: string
  /** The same folder as this process reaches it. */
  host: string
}

/** The leftovers of a server that ended without cleaning up. */
export interface Remains {
  socketDir: string
  /** The whole text of a `postmaster.pid` whose pid now belongs to another process, so that PostgreSQL would consider it live. */
  misleading: string | null
}

export type Found =
  | { state: 'none'; remains: Remains | null }
  /** `proven`: the pid certainly belongs to this server, and not to a process that reused the pid of a dead one. */
  | { state: 'changing'; proven: boolean }
  | { state: 'ready'; server: Server; proven: boolean }

export async function findServer({ dir }: Cluster): Promise<Found> {
  const text = await readRecord(dir)
  if (text === null) return { state: 'none', remains: null }
  const [pidLine, , , portLine, socketDir = '', , , status = ''] = text.split('\n')
  const pid = Number(pidLine)
  const alive = isAlive(pid)
  const ours = alive ? await isServerOf(pid, dir) : false
  if (ours === false) return { state: 'none', remains: { socketDir, misleading: alive ? text : null } }
  const proven = ours === true
  if (status.trim() !== 'ready') return { state: 'changing', proven }
  const host = await locateSocketDir(pid, socketDir)
  return { state: 'ready', server: { pid, port: Number(portLine), socketDir, host }, proven }
}

export async function readRecord(clusterDir: string): Promise<string | null> {
  try {
    return await readFile(recordFile(clusterDir), 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

export const recordFile = (clusterDir: string) => join(clusterDir, 'postmaster.pid')

/**
 * Whether the process is the server of this cluster: the working directory of a server is its cluster. Null where that is
 * unknown, because there is no /proc or the process belongs to another user. A zombie is no server, though its pid is taken.
 */
export async function isServerOf(pid: number, clusterDir: string): Promise<boolean | null> {
  if (process.platform !== 'linux') return null
  try {
    const [name, cwd, cluster] = await Promise.all([
      readFile(`/proc/${pid}/comm`, 'utf8'),
      stat(`/proc/${pid}/cwd`, { bigint: true }),
      stat(clusterDir, { bigint: true }),
    ])
    return name === 'postgres\n' && cwd.dev === cluster.dev && cwd.ino === cluster.ino
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return false
    return null
  }
}

export function isAlive(pid: number): boolean {
  // 0 and negative numbers would address process groups.
  if (!(Number.isInteger(pid) && pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}
