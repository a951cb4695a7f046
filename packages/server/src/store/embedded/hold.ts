import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { superuser } from './cluster.ts'
import { codeOf } from './failure.ts'
import type { Server } from './server.ts'

/**
 * A session that marks the server as in use, by advisory locks: they end with the process, however it ends. The session
 * is in the maintenance database, because nothing else takes locks there and a database with sessions cannot be copied.
 */
export interface Hold {
  tryService(): Promise<boolean>
  /**
   * Gives up the use, and returns whether it was the last one. If so, no other process can join until `end`.
   * `unknown` when the server does not respond.
   */
  release(): Promise<'last' | 'shared' | 'gone' | 'unknown'>
  isLost(): boolean
  end(): Promise<void>
  onLost(callback: () => void): void
  client: pg.Client
}

export interface Connection {
  host: string
  port: number
  user: string
  database: string
  /** Otherwise `pg` reads PGSSLMODE from the environment, which is meant for other servers. */
  ssl: false
}

export const databaseName = 'marquee'

export function connectionTo({ host, port }: Server, database: string): Connection {
  return { host, port, user: superuser, database, ssl: false }
}

/** `unreachable`: nothing responds at the socket, so waiting does not help. */
export async function takeHold(server: Server): Promise<{ hold: Hold } | { trouble: string; unreachable: boolean }> {
  const client = new pg.Client({
    ...connectionTo(server, 'postgres'),
    application_name: 'marquee hold',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs,
  })
  const hold = watch(client)
  try {
    await client.connect()
    if (await ask(client, 'select pg_try_advisory_lock_shared($1, $2) as yes', userLock)) return { hold }
    await client.end()
    return { trouble: 'its last user is stopping it', unreachable: false }
  } catch (error) {
    await client.end().catch(() => {})
    const code = codeOf(error) ?? ''
    return {
      trouble: error instanceof Error ? error.message : String(error),
      unreachable: code === 'ENOENT' || code === 'ECONNREFUSED',
    }
  }
}

/** The lock prevents two processes from creating it twice; `create database` cannot be part of a transaction. */
export async function ensureDatabase({ client }: Hold): Promise<void> {
  await client.query('select pg_advisory_lock($1, $2)', databaseLock)
  if (!(await ask(client, 'select exists (select from pg_database where datname = $1) as yes', [databaseName]))) {
    await client.query(`create database ${databaseName}`)
  }
  await client.query('select pg_advisory_unlock($1, $2)', databaseLock)
}

const connectTimeoutMs = 5_000
/** Another process may be creating the database. */
const statementTimeoutMs = 60_000
/** A frozen server does not respond, and a stopping service cannot wait for it. */
const releaseTimeoutMs = 3_000
const lockSpace = 0x4d61_7271
const userLock = [lockSpace, 1]
const serviceLock = [lockSpace, 2]
const databaseLock = [lockSpace, 3]

function watch(client: pg.Client): Hold {
  let given = false
  let lost = false
  const callbacks: (() => void)[] = []
  client.on('error', () => {})
  client.on('end', () => {
    lost = true
    if (!given) for (const callback of callbacks) callback()
  })
  return {
    client,
    onLost(callback) {
      callbacks.push(callback)
      if (lost && !given) callback()
    },
    tryService: () => ask(client, 'select pg_try_advisory_lock($1, $2) as yes', serviceLock),
    isLost: () => lost,
    async release() {
      given = true
      if (lost) return 'gone'
      const asking = (async () => {
        await client.query('select pg_advisory_unlock_shared($1, $2)', userLock)
        return await ask(client, 'select pg_try_advisory_lock($1, $2) as yes', userLock)
      })()
      const answer = asking.then(
        (isLast) => (isLast ? 'last' : 'shared'),
        // The server ended at this moment: there is nothing left to stop.
        () => 'gone' as const,
      )
      const silence = sleep(releaseTimeoutMs, 'unknown' as const, { ref: false })
      return Promise.race([answer, silence])
    },
    async end() {
      given = true
      if (!lost) await Promise.race([client.end().catch(() => {}), sleep(releaseTimeoutMs, undefined, { ref: false })])
    },
  }
}

async function ask(client: pg.Client, question: string, values: unknown[]): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(question, values)
  return rows[0]?.yes === true
}
