import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { StartupError } from './base/errors.ts'
import type { Config } from './config.ts'
import type { Connection } from './store/connection.ts'
import { type Db, openDb } from './store/db.ts'
import { type Space, watchSpace } from './store/embedded/space.ts'
import { openEmbeddedPostgres } from './store/embedded.ts'
import { superviseEmbeddedPostgres } from './store/embedded-supervisor.ts'
import { isUnavailable } from './store/failures.ts'
import { requireVersion } from './store/migrate.ts'

/** A reachable database of a supported version: the embedded one or that of DATABASE_URL. Opening it changes nothing. */
export interface OpenDatabase {
  db: Db
  connection: Connection
  version: string
  /** From now on, refuses writes while the disk of an embedded database is almost full. */
  reserveSpace(): void
  isSpaceLow(): boolean
  close(): Promise<void>
}

/** A service claims its data folder. Its other processes join the same server, and outlive it too. */
export type DatabaseRole = 'service' | 'process of a service' | 'command'

/** `onLaunched` is called when an embedded server was started, while it is not ready yet. */
export async function openDatabase(
  config: Config,
  role: DatabaseRole,
  log: DatabaseLog = silent,
  onLaunched?: () => void,
): Promise<OpenDatabase> {
  const { connection, closeServer } = await openServer(config, role, log, onLaunched)
  let space: Space | undefined
  const isSpaceLow = () => space?.isLow() ?? false
  const db = openDb(connection, {
    maxConnections: config.poolSize,
    isSpaceLow,
    slowMs: config.slowStatementMs,
    onSlow: (text, ms) => log.warn({ ms: Math.round(ms), statement: shortened(text) }, 'a statement was slow'),
  })
  const close = async () => {
    space?.stop()
    await db.close().finally(closeServer)
  }
  const reserveSpace = () => {
    if (config.databaseUrl !== undefined) return
    space ??= watchSpace(resolve(config.dataDir), (isLow, freeBytes) => {
      if (isLow) log.error({ freeBytes }, 'the disk of the database is full; writes are refused until there is space')
      else log.info({ freeBytes }, 'the disk of the database has space again; writes are accepted')
    })
  }
  try {
    const version = await requireVersion(db)
    return { db, connection, version, reserveSpace, isSpaceLow, close }
  } catch (error) {
    await close()
    throw isRefusal(error) ? unreachable(connection, error) : error
  }
}

/** Statements have placeholders for values, so no content is logged. */
const shortened = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 500)

type DatabaseLog = Pick<Logger, 'error' | 'warn' | 'info'>
const silent: DatabaseLog = { error: () => {}, warn: () => {}, info: () => {} }

/** The configured server. A service restarts an embedded server that dies; a command fails. */
async function openServer(
  { databaseUrl, dataDir: folder }: Config,
  role: DatabaseRole,
  log: DatabaseLog,
  onLaunched: (() => void) | undefined,
): Promise<{ connection: Connection; closeServer(): Promise<void> }> {
  if (databaseUrl !== undefined) return { connection: databaseUrl, closeServer: async () => {} }
  const dataDir = resolve(folder)
  if (role === 'command') {
    const embedded = await openEmbeddedPostgres({ dataDir, role })
    return { connection: embedded.connection, closeServer: embedded.close }
  }
  const supervised = await superviseEmbeddedPostgres(dataDir, role === 'service' ? 'service' : 'command', {
    onLost: () => log.error('the embedded database has stopped; it is being started again'),
    onFailed: (error, retryInMs) =>
      log.error(
        { reason: error instanceof Error ? error.message : String(error), retryInMs },
        'the embedded database could not be started',
      ),
    onRestarted: () => log.info('the embedded database runs again'),
    onLaunched,
  })
  return { connection: supervised.target, closeServer: supervised.close }
}

/** Unreachable or refusing: a wrong password or database name also needs the operator. */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return (
    isUnavailable(error) ||
    /^(28|3D|ERR_INVALID_URL$)/.test(code) ||
    error instanceof URIError ||
    (error instanceof Error && /SSL|password|SASL/.test(error.message))
  )
}

function unreachable(connection: Connection, error: unknown): StartupError {
  const url = typeof connection === 'string' && URL.canParse(connection) ? new URL(connection) : undefined
  const where = url ? ` (${url.host || 'a socket'})` : ''
  const why =
    error instanceof Error
      ? error.message || ('code' in error ? String(error.code) : 'it does not respond')
      : String(error)
  return new StartupError(`The database of DATABASE_URL${where} cannot be used: ${why}.`)
}
