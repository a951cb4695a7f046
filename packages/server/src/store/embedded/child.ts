import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { StartupError } from '../../base/errors.ts'
import { type Account, canReach } from './account.ts'

export interface Child {
  process: ChildProcess
  pid: number
  /** How it ended: its exit code or the signal that ended it. */
  ended: Promise<number | string | null>
}

/**
 * Runs a PostgreSQL program on a cluster folder as the given account.
 *
 * An unprivileged child cannot traverse to a cluster inside a private folder, but it can use a folder that it inherits open:
 * the link in /proc leads there without checking the parent folders. PostgreSQL enters it when it starts and uses relative
 * paths from then on; all its processes are forks, so each of them has the descriptor.
 */
export async function runOnCluster(options: {
  program: string
  clusterDir: string
  account: Account | null
  arguments: string[]
  stdio: [input: 'ignore', output: 'ignore' | number, errors: 'pipe' | number]
  detached?: boolean
  timeoutMs?: number
}): Promise<Child> {
  const { program, clusterDir, account } = options
  const handed: FileHandle | null = (await canReach(clusterDir, account, 7))
    ? null
    : await open(clusterDir, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    const stdio: StdioOptions = handed ? [...options.stdio, handed.fd] : options.stdio
    const child = spawn(program, ['-D', handed ? '/proc/self/fd/3' : clusterDir, ...options.arguments], {
      ...(account && { uid: account.uid, gid: account.gid }),
      cwd: '/',
      env: environment,
      stdio,
      detached: options.detached ?? false,
      timeout: options.timeoutMs,
    })
    const ended = new Promise<number | string | null>((resolve) => {
      child.once('close', (code, signal) => resolve(code ?? signal))
    })
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    return { process: child, pid: child.pid ?? 0, ended }
  } catch (error) {
    const who = account ? ` as ${account.name}` : ''
    const why = error instanceof Error ? error.message : String(error)
    const instead = account ? 'start Marquee as an ordinary user, or set DATABASE_URL' : 'set DATABASE_URL instead'
    throw new StartupError(`The program ${basename(program)} of PostgreSQL cannot be run${who} (${why}); ${instead}.`, {
      cause: error,
    })
  } finally {
    await handed?.close()
  }
}

/** Not our own environment: it contains secrets that PostgreSQL does not need, and PG* variables that would mislead it. */
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
