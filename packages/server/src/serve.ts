import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { StartupError, withoutRows } from './base/errors.ts'
import { keepTicksQuick } from './base/ticks.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database.ts'
import { createLog } from './log.ts'
import { unknownOptions } from './options.ts'
import { disconnectFromPrimary, onPrimaryGone, runProcesses } from './processes.ts'
import type { Service } from './service.ts'
import { databaseFailure } from './store/failures.ts'

/** Runs the service until a signal stops it, and returns the exit code. */
export async function serve(config: Config): Promise<number> {
  keepTicksQuick()
  const log = createLog(config.logLevel)
  for (const name of unknownOptions(process.env)) log.warn(`${name} is not an option of Marquee`)
  // Handled from the first moment, because a service stopped during startup must still close its database. And never
  // removed, because npm and the terminal both forward Ctrl-C, and the second signal must not end the process early.
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(0))
  if (config.endsWithParent) onParentGone(() => stop.abort(0))
  onPrimaryGone(() => stop.abort(0))
  onUncaught((error) => {
    log.fatal({ err: withoutRows(error) }, 'uncaught error; the service stops')
    stop.abort(1)
  })
  // Counted from the first signal, because a start that hangs must end as well.
  stop.signal.addEventListener('abort', () => {
    setTimeout(() => process.exit(Number(stop.signal.reason) || 1), stopWithinMs).unref()
  })
  if (config.processes > 1 && cluster.isPrimary) return runProcesses(config, log, stop)
  const service = await start(config, log, stop.signal)
  if (!stop.signal.aborted) await once(stop.signal, 'abort')
  const code = Number(stop.signal.reason)
  setTimeout(() => service.closeConnections(), drainWithinMs).unref()
  await service.stop()
  disconnectFromPrimary()
  return code
}

/** An embedded database that dies during the start is started again, as it would be later. */
async function start(config: Config, log: Logger, stop: AbortSignal): Promise<Service> {
  for (let attempt = 1; ; attempt++) {
    try {
      // PostgreSQL starts while the other modules are loaded, which takes this thread about as long.
      const launched = Promise.withResolvers<void>()
      const role = cluster.isWorker ? 'process of a service' : 'service'
      const database = openDatabase(config, role, log, launched.resolve)
      await Promise.race([launched.promise, database])
      const { startService } = await import('./service.ts')
      return await startService(config, { log, database, stop })
    } catch (error) {
      const isOver = stop.aborted || attempt === maxStarts
      if (isOver || config.databaseUrl !== undefined || !isLost(error)) throw error
      log.warn('the embedded database stopped during the start; the service starts again')
    }
  }
}

const maxStarts = 5

/** Whether the connection to the database broke. */
function isLost(error: unknown): boolean {
  const failure = databaseFailure(error instanceof StartupError ? error.cause : error)
  return failure === 'unreachable' || failure === 'outcome_unknown'
}

/** Longer requests are aborted, so that there is time left to stop the database. */
const drainWithinMs = 20_000
const stopWithinMs = 30_000

/** By default Node exits at once, and would leave the embedded database running. */
function onUncaught(callback: (error: unknown) => void): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, callback)
}

/** `npm start` may end without forwarding the signal to its child; the service would become an orphan. */
function onParentGone(callback: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    callback()
  }, parentCheckMs).unref()
}

const parentCheckMs = 250
