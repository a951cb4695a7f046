import { resolve } from 'node:path'
import { StartupError } from './base/errors.ts'
import type { Config } from './config.ts'
import type { Connection } from './store/connection.ts'
import { type Db, openDb } from './store/db.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './store/embedded.ts'
import { isUnavailable } from './store/failures.ts'
import { requireVersion } from './store/migrate.ts'

/** A database that answers and is new enough, the embedded one or that of DATABASE_URL. Nothing in it has been changed. */
export interface OpenDatabase {
  db: Db
  connection: Connection
  version: string
  onLost(callback: () => void): void
  close(): Promise<void>
}

export async function openDatabase(config: Config, role: 'service' | 'command'): Promise<OpenDatabase> {
  const embedded =
    config.databaseUrl === undefined
      ? await openEmbeddedPostgres({ dataDir: resolve(config.dataDir), role })
      : undefined
  const connection = connectionOf(config, embedded)
  const db = openDb(connection, { maxConnections: config.poolSize })
  const close = async () => {
    await db.close()
    await embedded?.close()
  }
  try {
    const version = await requireVersion(db)
    return { db, connection, version, onLost: (callback) => embedded?.onLost(callback), close }
  } catch (error) {
    await close()
    throw isRefusal(error) ? unreachable(connection, error) : error
  }
}

function connectionOf(config: Config, embedded: EmbeddedPostgres | undefined): Connection {
  if (embedded) return embedded.connection
  if (config.databaseUrl === undefined) throw new Error('there is no database')
  return config.databaseUrl
}

/** Out of reach, or not willing: a wrong password or database name is the operator's to mend as well. */
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
      ? error.message || ('code' in error ? String(error.code) : 'it does not answer')
      : String(error)
  return new StartupError(`The database of DATABASE_URL${where} cannot be used: ${why}.`)
}
