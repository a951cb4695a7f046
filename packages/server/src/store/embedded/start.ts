import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../base/errors.ts'
import { type Child, runOnCluster } from './child.ts'
import type { Cluster } from './cluster.ts'
import { codeOf } from './failure.ts'
import { lastWords, openLog, trimLog } from './log.ts'
import { requirePrograms } from './programs.ts'
import { findServer, type Remains, readRecord, recordFile } from './server.ts'
import { makeSocketDir, port, removeSocketDir } from './socket-dir.ts'

export interface Waiting {
  /** Gives up waiting. */
  signal?: AbortSignal | undefined
  /** Called once the process of the server runs, so that the caller can use the time until it is ready. */
  onLaunched?: (() => void) | undefined
}

/** Starts a server, or reports that another one was first or has not ended yet, or that it was killed. Any other failure is thrown. */
export async function startServer(
  cluster: Cluster,
  remains: Remains | null,
  waiting: Waiting = {},
): Promise<'started' | { trouble: string }> {
  if (remains?.misleading) await removeRecord(cluster, remains.misleading)
  if (remains) await removeSocketDir(remains.socketDir)
  const socketDir = await makeSocketDir(cluster.account)
  let trouble: string | null
  try {
    trouble = await launch(cluster, socketDir, waiting)
  } catch (error) {
    await removeSocketDir(socketDir)
    throw error
  }
  if (!trouble) return 'started'
  await removeSocketDir(socketDir)
  if (passing.test(trouble)) return { trouble }
  throw new StartupError(`PostgreSQL could not start in ${cluster.dir}: ${trouble}`)
}

/** When another server has the cluster, the processes of a killed one are still ending, or this one was killed. */
const passing = /lock file|shared memory block|^it was ended by SIG/

/** A recovery after a crash takes as long as the disk needs. */
const startTimeoutMs = 300_000
const pauseMs = 10

const settings = {
  listen_addresses: '',
  port,
  unix_socket_permissions: '0700',
  max_connections: 300,
  shared_buffers: '128MB',
  // A table without statistics is planned as if it were tiny, and a new service grows in seconds, not minutes.
  autovacuum_naptime: '5s',
  log_line_prefix: '%m [%p] ',
  // Failing statements are reported to the client, which logs them without the data of its users.
  log_min_error_statement: 'panic',
  // The details of a conflict are its values, such as an e-mail address, and no erasure reaches the log.
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** Returns null once the server accepts connections, and otherwise its output before it ended. */
async function launch(cluster: Cluster, socketDir: string, { signal, onLaunched }: Waiting): Promise<string | null> {
  const { postgres } = await requirePrograms(cluster.source, cluster.account)
  const flags = Object.entries({ ...settings, unix_socket_directories: `"${socketDir}"` })
  const log = await openLog(cluster)
  try {
    await trimLog(cluster.logFile)
    const { size: sinceByte } = await log.stat()
    const child = await runOnCluster({
      program: postgres,
      clusterDir: cluster.dir,
      account: cluster.account,
      arguments: flags.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      stdio: ['ignore', log.fd, log.fd],
      // In its own session, so that Ctrl-C in our terminal does not stop it before we do.
      detached: true,
    })
    child.process.unref()
    onLaunched?.()
    if (await becomesReady(cluster, child, signal)) return null
    const ending = await child.ended
    return typeof ending === 'string' ? `it was ended by ${ending}` : await lastWords(cluster, sinceByte, child.pid)
  } finally {
    await log.close()
  }
}

async function becomesReady(cluster: Cluster, child: Child, signal: AbortSignal | undefined): Promise<boolean> {
  let hasEnded = false
  child.ended.then(() => {
    hasEnded = true
  })
  // The server has no other users yet, so it must end with this process and with a request to stop.
  const stop = () => child.process.kill('SIGINT')
  process.on('exit', stop)
  signal?.addEventListener('abort', stop)
  const giveUpAtMs = Date.now() + startTimeoutMs
  try {
    while (!hasEnded) {
      const found = await findServer(cluster)
      if (found.state === 'ready' && found.server.pid === child.pid) return true
      if (Date.now() > giveUpAtMs) {
        child.process.kill('SIGQUIT')
        throw new StartupError(`PostgreSQL in ${cluster.dir} was not ready within ${startTimeoutMs / 1000} s.`)
      }
      await sleep(pauseMs)
    }
    return false
  } finally {
    process.off('exit', stop)
    signal?.removeEventListener('abort', stop)
  }
}

/**
 * After a crash of the whole machine or container another process can have the recorded pid, and PostgreSQL would
 * refuse to start. Reading the renamed file again ensures that it was not the record of a server that just started.
 */
async function removeRecord(cluster: Cluster, misleading: string): Promise<void> {
  const record = recordFile(cluster.dir)
  if ((await readRecord(cluster.dir)) !== misleading) return
  const aside = `${record}.${randomBytes(6).toString('hex')}`
  try {
    await rename(record, aside)
    if ((await readFile(aside, 'utf8')) !== misleading) await link(aside, record)
  } catch (error) {
    // Another process did the same: the record is already gone, or there is a newer one.
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error
  }
  await rm(aside, { force: true })
}
