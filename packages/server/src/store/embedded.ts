import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../base/errors.ts'
import { type Cluster, prepareCluster } from './embedded/cluster.ts'
import { folderFailure } from './embedded/failure.ts'
import { type Connection, connectionTo, databaseName, ensureDatabase, type Hold, takeHold } from './embedded/hold.ts'
import { trimLog } from './embedded/log.ts'
import { type Found, findServer, type Server } from './embedded/server.ts'
import { startServer, type Waiting } from './embedded/start.ts'
import { stopServer, stopWhenUnused } from './embedded/stop.ts'

export interface EmbeddedPostgres {
  /** Options for `new pg.Pool(...)`; the host is the folder of a private Unix socket. */
  connection: Connection
  /** Calls back when the server ended unexpectedly, at once if it already has. */
  onLost(callback: () => void): void
  /** Releases the server; its last user stops it. Close the pools on it first. */
  close(): Promise<void>
}

/**
 * Runs the PostgreSQL that comes with Marquee on the cluster in `<dataDir>/postgres`, or joins the one that already runs
 * there: that of a running service, or of one that was killed. A data folder has one service at a time and any number
 * of commands.
 */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { role, mustExist = false } = options
  const cluster = await prepareCluster(resolve(options.dataDir), { mustExist })
  const { hold, server } = await joinServer(cluster, options).catch((error: unknown) => {
    throw folderFailure(cluster.dataDir, error)
  })
  try {
    if (role === 'service' && !(await claimService(hold))) {
      throw new StartupError(
        `The data folder ${cluster.dataDir} is in use by another running Marquee; stop it first, or set MARQUEE_DATA_DIR to another folder.`,
      )
    }
    await ensureDatabase(hold)
  } catch (error) {
    await leave(cluster, hold, server, role)
    if (error instanceof StartupError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new StartupError(`The database in ${cluster.dir} cannot be used: ${why}`, { cause: error })
  }
  const trimming = setInterval(() => trimLog(cluster.logFile).catch(() => {}), trimIntervalMs).unref()
  // An uncaught error ends the service; its server must end with it.
  const onExit = () => {
    if (role === 'service' && !hold.isLost()) stopWhenUnused(server)
  }
  process.on('exit', onExit)
  let closing: Promise<void> | undefined
  return {
    connection: connectionTo(server, databaseName),
    onLost: hold.onLost,
    close() {
      clearInterval(trimming)
      closing ??= leave(cluster, hold, server, role).finally(() => process.off('exit', onExit))
      return closing
    },
  }
}

/** Stops a server that this process lost and that recovered by itself, unless others use it. Gives up after a while. */
export async function stopLeftBehind(dataDir: string): Promise<void> {
  const cluster = await prepareCluster(resolve(dataDir), { mustExist: true })
  const giveUpAtMs = Date.now() + leftBehindMs
  while (Date.now() < giveUpAtMs) {
    const found = await findServer(cluster)
    if (found.state === 'none') return
    const attempt = found.state === 'ready' ? await takeHold(found.server) : undefined
    if (found.state === 'ready' && attempt && 'hold' in attempt)
      return leave(cluster, attempt.hold, found.server, 'command')
    await sleep(pauseMs)
  }
}

export interface EmbeddedOptions extends Waiting {
  dataDir: string
  role: 'service' | 'command'
  /** Refuses a data folder without a database instead of creating one: an empty database must not replace a lost one. */
  mustExist?: boolean
}

/** How long to continue without any progress. */
const patienceMs = 15_000
/** Crash recovery and the last checkpoint take as long as the disk needs, so a server doing that gets more time. */
const longestMs = 600_000
/** How long a server that reports ready may refuse connections before it counts as unreachable. */
const cutOffMs = 1_000
/** The session of a killed service needs a moment to notice that its process has ended. */
const servicePatienceMs = 3_000
const pauseMs = 20
const trimIntervalMs = 3_600_000
const leftBehindMs = 5_000

type Attempt =
  | { hold: Hold; server: Server }
  /** `moving`: it is making progress. `unreachable`: nothing responds, and waiting alone will not help. */
  | { trouble: string; moving?: boolean; unreachable?: boolean }

/**
 * Everything can change between checking and acting: the server may be starting, stopping, or just have lost its last user.
 * So after any failure it checks again, until there is a session with the lock that keeps the server running.
 */
async function joinServer(cluster: Cluster, waiting: Waiting): Promise<{ hold: Hold; server: Server }> {
  const startedAtMs = Date.now()
  let stuckSinceMs = startedAtMs
  let cutOffSinceMs: number | null = null
  for (;;) {
    const found = await findServer(cluster)
    const attempt = await tryJoin(cluster, found, waiting)
    if ('hold' in attempt) return attempt
    if (waiting.signal?.aborted) throw new StartupError(`PostgreSQL in ${cluster.dir} is not needed any more.`)
    const nowMs = Date.now()
    if (attempt.moving) stuckSinceMs = nowMs
    if (nowMs - stuckSinceMs > patienceMs || nowMs - startedAtMs > longestMs) {
      throw new StartupError(`PostgreSQL in ${cluster.dir} cannot be used: ${attempt.trouble}`)
    }
    cutOffSinceMs = attempt.unreachable ? (cutOffSinceMs ?? nowMs) : null
    if (cutOffSinceMs !== null && nowMs - cutOffSinceMs > cutOffMs) {
      await replace(cluster, found)
      cutOffSinceMs = null
    }
    await sleep(pauseMs)
  }
}

async function tryJoin(cluster: Cluster, found: Found, waiting: Waiting): Promise<Attempt> {
  if (found.state === 'ready') {
    const attempt = await takeHold(found.server)
    return 'hold' in attempt ? { hold: attempt.hold, server: found.server } : attempt
  }
  if (found.state === 'changing') {
    return { trouble: 'it is still starting or stopping', moving: found.proven, unreachable: !found.proven }
  }
  const outcome = await startServer(cluster, found.remains, waiting)
  return outcome === 'started' ? { trouble: 'it stopped again', moving: true } : outcome
}

/** Where the owner of a process is unknown, PostgreSQL decides whether another server may start. */
async function replace(cluster: Cluster, found: Found): Promise<void> {
  if (found.state === 'ready' && found.proven) await stopServer(cluster, found.server)
  else await startServer(cluster, null)
}

async function claimService(hold: Hold): Promise<boolean> {
  const giveUpAtMs = Date.now() + servicePatienceMs
  while (!(await hold.tryService())) {
    if (Date.now() > giveUpAtMs) return false
    await sleep(pauseMs)
  }
  return true
}

/** The exclusive lock is kept until the server has ended, so that no process joins a server that is about to stop. */
async function leave(cluster: Cluster, hold: Hold, server: Server, role: EmbeddedOptions['role']): Promise<void> {
  const use = await hold.release()
  if (use === 'last') await stopServer(cluster, server)
  // Others may be using it, so it is asked to shut down with its last session, once it responds again.
  if (use === 'unknown' && role === 'service') stopWhenUnused(server)
  await hold.end()
}
