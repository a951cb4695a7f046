import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { openDatabase } from './database.ts'
import { listenFailure, requireFreePorts } from './listening.ts'
import { restartDelayMs } from './store/embedded-supervisor.ts'

/** The message of a worker that accepts connections. */
const readyMessage = 'ready'

/** Reports to the primary, if there is one, that this process accepts connections. */
export const reportReady = (): void => void cluster.worker?.send(readyMessage)

/** Calls back when the primary of this worker is gone. Node would exit at once, and leave the embedded database running. */
export function onPrimaryGone(callback: () => void): void {
  const { worker } = cluster
  worker?.once('disconnect', () => {
    worker.exitedAfterDisconnect = true
    callback()
  })
}

/** The open channel to the primary would keep a worker from exiting. */
export function disconnectFromPrimary(): void {
  if (cluster.isWorker && process.connected) process.disconnect()
}

/** Whether this process is alone, or the first of several. */
export const isFirstProcess = (): boolean => cluster.worker === undefined || cluster.worker.id === 1

/**
 * Runs the service in several processes on one port, and returns the exit code. They work like nodes on one database. This process
 * holds the embedded database, hands out connections, serves the metrics of all, and replaces a process that ends.
 */
export async function runProcesses(config: Config, log: Logger, stop: AbortController): Promise<number> {
  const database = await openDatabase({ ...config, poolSize: 2 }, 'service', log)
  const running = new Set<Worker>()
  const stopAll = () => {
    for (const worker of running) worker.process.kill('SIGTERM')
  }
  stop.signal.addEventListener('abort', stopAll)
  let metrics: Server | undefined
  try {
    await requireFreePorts(config)
    // The first one alone, because it updates the database and creates the demo.
    const first = await start(running)
    if (first.exitCode !== undefined) return stop.signal.aborted ? Number(stop.signal.reason) : first.exitCode
    metrics = config.metrics && (await serveMetrics(config.metrics))
    const others = Array.from({ length: config.processes - 1 }, () => keepRunning(running, undefined, log, stop.signal))
    await Promise.all([keepRunning(running, first.worker, log, stop.signal), ...others])
    return Number(stop.signal.reason)
  } finally {
    stopAll()
    await Promise.all([...running].map((worker) => once(worker, 'exit')))
    metrics?.close()
    metrics?.closeAllConnections()
    await database.close()
  }
}

interface Started {
  worker: Worker
  /** Undefined when it is ready. */
  exitCode: number | undefined
}

function start(running: Set<Worker>): Promise<Started> {
  const worker = cluster.fork()
  running.add(worker)
  return new Promise((resolve) => {
    worker.on('message', (message) => {
      if (message === readyMessage) resolve({ worker, exitCode: undefined })
    })
    worker.once('exit', (code) => {
      running.delete(worker)
      resolve({ worker, exitCode: code ?? 1 })
    })
  })
}

/** Starts a process again whenever it ends, until the service stops. */
async function keepRunning(
  running: Set<Worker>,
  first: Worker | undefined,
  log: Logger,
  stop: AbortSignal,
): Promise<void> {
  let worker = first
  for (let failures = 0; !stop.aborted; worker = undefined) {
    const startedMs = performance.now()
    worker ??= (await start(running)).worker
    if (running.has(worker)) await once(worker, 'exit')
    if (stop.aborted) return
    failures = performance.now() - startedMs > settledMs ? 0 : failures + 1
    log.error({ code: worker.process.exitCode }, 'a process of the service has ended; another one is started')
    await sleep(restartDelayMs(failures), undefined, { signal: stop }).catch(() => {})
  }
}

async function serveMetrics(at: { host: string; port: number }): Promise<Server> {
  const { listenForAll } = await import('./http/metrics.ts')
  return listenForAll(at).catch((error: Error) => {
    throw listenFailure(error, at, 'MARQUEE_METRICS_')
  })
}

/** A process that ran for this long did not end because of its start. */
const settledMs = 30_000
