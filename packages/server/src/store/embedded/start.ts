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

/** Starts a server, or tells that another one came first or is not quite gone. Any other failure is thrown. */
export async function startServer(
  cluster: Cluster,
  remains: Remains | null,
  signal?: AbortSignal,
): Promise<'started' | { trouble: string }> {
  if (remains?.misleading) await removeRecord(cluster, remains.misleading)
  if (remains) await removeSocketDir(remains.socketDir)
  const socketDir = await makeSocketDir(cluster.account)
  let trouble: string | null
  try {
    trouble = await launch(cluster, socketDir, signal)
  } catch (error) {
    await removeSocketDir(socketDir)
    throw error
  }
  if (!trouble) return 'started'
  await removeSocketDir(socketDir)
  if (contention.test(trouble)) return { trouble }
  throw new StartupError(`PostgreSQL could not start in ${cluster.dir}: ${trouble}`)
}

/** What PostgreSQL says when another server has the cluster, or the processes of a killed one are still ending. */
const contention = /lock file|shared memory block/

/** A recovery after a crash takes as long as the disk needs. */
const startTimeoutMs = 300_000
const pauseMs = 10

const settings = {
  listen_addresses: '',
  port,
  unix_socket_permissions: '0700',
  max_connections: 200,
  shared_buffers: '128MB',
  // A table that it has never looked at is planned for as if it were tiny, and a new service grows in seconds, not minutes.
  autovacuum_naptime: '5s',
  log_line_prefix: '%m [%p] ',
  // Failing statements are told to the client, which logs them without the data of its users.
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** Answers null once the server takes connections, and otherwise what it said before it ended. */
async function launch(cluster: Cluster, socketDir: string, signal?: AbortSignal): Promise<string | null> {
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
      // In a session of its own, so that Ctrl-C in our terminal leaves it to us to stop it.
      detached: true,
    })
    child.process.unref()
    return (await becomesReady(cluster, child, signal)) ? null : await lastWords(cluster, sinceByte, child.pid)
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
 * After a crash of the whole machine or container another process can have the pid in the record, and PostgreSQL would
 * refuse to start. Reading again what was moved away makes sure that it was not the record of a server just started.
 */
async function removeRecord(cluster: Cluster, misleading: string): Promise<void> {
  const record = recordFile(cluster.dir)
  if ((await readRecord(cluster.dir)) !== misleading) return
  const aside = `${record}.${randomBytes(6).toString('hex')}`
  try {
    await rename(record, aside)
    if ((await readFile(aside, 'utf8')) !== misleading) await link(aside, record)
  } catch (error) {
    // Somebody else was at it too: the record is gone already, or there is a newer one.
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error
  }
  await rm(aside, { force: true })
}
