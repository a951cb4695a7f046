import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { StartupError } from './base/errors.ts'
import type { Config } from './config.ts'
import { fillAddresses } from './content/fill-addresses.ts'
import { distribute, isCluster } from './store/cluster.ts'
import type { Connection } from './store/connection.ts'
import { createTickets } from './store/control/tickets.ts'
import { type Db, openDb, openPlane } from './store/db.ts'
import { type Space, watchSpace } from './store/embedded/space.ts'
import { openEmbeddedPostgres } from './store/embedded.ts'
import { superviseEmbeddedPostgres } from './store/embedded-supervisor.ts'
import { isUnavailable } from './store/failures.ts'
import { migrate, requireVersion } from './store/migrate.ts'
import { isPooled, requireRoleSettings, requireSameDatabase } from './store/pooler.ts'
import { openReplica, type Replica } from './store/replica.ts'
import type { Tickets } from './store/tickets.ts'
import { watchWrites } from './store/write-space.ts'

/** A reachable database of a supported version: the embedded one or that of DATABASE_URL. Opening it changes nothing. */
export interface OpenDatabase {
  db: Db
  /** The replica that reads of `db` go to. Commands use none. */
  replica: Replica | undefined
  connection: Connection
  /** The accounts: in the same database, unless MARQUEE_CONTROL_URL names another. */
  control: Db<'control'>
  controlConnection: Connection
  tickets: Tickets
  version: string
  /** Updates the schema, never through a pooler, and returns the names of the migrations that were pending. */
  migrate(): Promise<string[]>
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
  let disk: Space | undefined
  const isSpaceLow = () => disk?.isLow() ?? false
  const space = watchWrites(isSpaceLow)
  const watched = {
    slowMs: config.slowStatementMs,
    onSlow: (text: string, ms: number) =>
      log.warn({ ms: Math.round(ms), statement: shortened(text) }, 'a statement was slow'),
  }
  const sizes = { ...watched, maxConnections: config.poolSize }
  const through = { direct: config.listenUrl, isPrepared: config.hasPreparedStatements }
  const isControlApart = config.controlUrl !== undefined
  const controlConnection = config.controlUrl ?? connection
  // Connections of its own, so that a transaction of content never waits for one that another such transaction has.
  const control = openPlane(controlConnection, 'control', {
    ...watched,
    maxConnections: controlConnections,
    ...(isControlApart ? {} : { ...through, space }),
  })
  const tickets = createTickets(control)
  const primary = openDb(connection, { ...sizes, ...through, space, tickets })
  const replica =
    config.replicaUrl === undefined || role === 'command'
      ? undefined
      : openReplica(primary, config.replicaUrl, { ...sizes, ...replicaLog(log) })
  const db = replica?.db ?? primary
  const close = async () => {
    disk?.stop()
    await Promise.all([db.close(), control.close()]).finally(closeServer)
  }
  const reserveSpace = () => {
    if (config.databaseUrl !== undefined) return
    disk ??= watchSpace(resolve(config.dataDir), (isLow, freeBytes) => {
      if (isLow) log.error({ freeBytes }, 'the disk of the database is full; writes are refused until there is space')
      else log.info({ freeBytes }, 'the disk of the database has space again; writes are accepted')
    })
  }
  try {
    const version = await requireVersion(primary)
    if (config.databaseUrl !== undefined && role !== 'command') await checkAddresses(config, primary, log)
    const isDivided = config.databaseUrl !== undefined && (await isCluster(primary))
    if (isDivided && !isControlApart)
      throw new StartupError(
        'DATABASE_URL is a Citus cluster; set MARQUEE_CONTROL_URL to a PostgreSQL database for the accounts, which cannot be divided among workers.',
      )
    if (isControlApart)
      await requireVersion(control).catch((error: unknown) => {
        throw isRefusal(error) ? unreachable(controlConnection, error, 'MARQUEE_CONTROL_URL') : error
      })
    if (isDivided && typeof connection === 'string') primary.useNodes(connection)
    /** Each database has the tables of both planes, and uses its own. */
    const migrateBoth = async () => {
      const applied = await (config.listenUrl === undefined ? migrate(primary) : migrateAt(config.listenUrl))
      if (isDivided) await distribute(primary)
      if (!isControlApart) return applied
      const ofControl = await migrate(control)
      // The migration finds no channels there.
      if (ofControl.includes('0053-addresses.sql')) await fillAddresses({ db: primary, control })
      return [...new Set([...applied, ...ofControl])]
    }
    return {
      db,
      replica,
      connection,
      control,
      controlConnection,
      tickets,
      version,
      migrate: migrateBoth,
      reserveSpace,
      isSpaceLow,
      close,
    }
  } catch (error) {
    await close()
    throw config.databaseUrl !== undefined && isRefusal(error) ? unreachable(connection, error) : error
  }
}

/** Keys and limits are cached, and sign-in has connections of its own. */
const controlConnections = 4

const replicaLog = (log: DatabaseLog) => ({
  onLost: (error: unknown) =>
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'the replica cannot be used; reads go to the database of DATABASE_URL',
    ),
  onBack: () => log.info('the replica answers reads again'),
})

/** A pooler that hands its connections around delivers no notifications, and its sessions have no settings. */
async function checkAddresses({ listenUrl }: Config, db: Db, log: DatabaseLog): Promise<void> {
  const client = await db.connect().catch((error: unknown) => {
    throw listenUrl !== undefined && isRefusal(error) ? unreachable(listenUrl, error, 'MARQUEE_LISTEN_URL') : error
  })
  try {
    if (listenUrl !== undefined) await requireSameDatabase(db, client)
    if (await isPooled(client))
      log.warn(
        listenUrl === undefined
          ? 'DATABASE_URL leads to a connection pooler; unless it pools by session, set MARQUEE_LISTEN_URL to the address of PostgreSQL itself'
          : 'MARQUEE_LISTEN_URL leads to a connection pooler; unless it pools by session, no notifications arrive',
      )
  } finally {
    await client.end()
  }
  if (listenUrl !== undefined) await requireRoleSettings(db)
}

async function migrateAt(url: string): Promise<string[]> {
  const db = openDb(url, { maxConnections: 1 })
  return migrate(db)
    .catch((error: unknown) => {
      throw isRefusal(error) ? unreachable(url, error, 'MARQUEE_LISTEN_URL') : error
    })
    .finally(() => db.close())
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

function unreachable(connection: Connection, error: unknown, option = 'DATABASE_URL'): StartupError {
  const url = typeof connection === 'string' && URL.canParse(connection) ? new URL(connection) : undefined
  const where = url ? ` (${url.host || 'a socket'})` : ''
  const why =
    error instanceof Error
      ? error.message || ('code' in error ? String(error.code) : 'it does not respond')
      : String(error)
  return new StartupError(`The database of ${option}${where} cannot be used: ${why}.`)
}
