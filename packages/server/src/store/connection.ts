import pg from 'pg'
import { isTimeout } from './failures.ts'
import { connectMs, graceMs, statementMs } from './limits.ts'
import { type Silence, watchSilence } from './silence.ts'
import { Statement } from './statement.ts'

/** The address of a database. A function where it can change: the embedded one gets a new socket each time it starts. */
export type Connection = string | Target | (() => Target)

export interface Target {
  host: string
  port: number
  user: string
  database: string
  ssl?: false
}

/** A pool that connects to the current address of the database. */
export function openPool(connection: Connection, options: pg.PoolConfig): pg.Pool {
  const idle = new Set<pg.Client>()
  const silence = watchSilence({
    newClient: () => new BoundedClient({ application_name: 'marquee probe', ...targetOf(connection) }),
    cut: destroy,
    idle: () => idle,
  })
  const BoundClient = class extends BoundedClient {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, ...targetOf(connection) })
      this.silence = silence
    }
  }
  const pool = new pg.Pool({
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + graceMs,
    ...options,
    Client: BoundClient,
  })
  // A connection that breaks while idle is replaced by the pool; the next statement reports an unavailable database.
  pool.on('error', () => {})
  watchPool(pool, silence, idle)
  return pool
}

/** Ends waiting for a connection when the database falls silent. */
function watchPool(pool: pg.Pool, silence: Silence, idle: Set<object>): void {
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (error, client) => {
    if (!error) idle.add(client)
  })
  pool.on('remove', (client) => idle.delete(client))
  const [connect, end] = [pool.connect.bind(pool), pool.end.bind(pool)]
  pool.connect = ((callback?: (error?: Error, client?: pg.PoolClient, release?: () => void) => void) => {
    const connected = silence.orSilence(
      () => connect(),
      (late) => late.release(),
    )
    if (!callback) return connected
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }) as typeof pool.connect
  pool.end = (() => {
    silence.stop()
    return end()
  }) as typeof pool.end
}

/** A single connection. */
export async function openClient(connection: Connection, options: pg.ClientConfig): Promise<pg.Client> {
  const client = new BoundedClient({ connectionTimeoutMillis: connectMs, ...options, ...targetOf(connection) })
  await client.connect()
  return client
}

/** Closes the socket abruptly: a server that hangs does not respond to a request to end. */
export function destroy(client: object): void {
  const { connection } = client as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}

/** A connection whose statement timed out is closed: a late response would be mistaken for that of the next statement. */
class BoundedClient extends pg.Client {
  protected silence: Silence | undefined
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // A connection can break at any time, also while better-auth uses it, which has no listener; the unhandled error would end
    // the process. The statement that runs on it, or the next one, fails with the error.
    this.on('error', () => {})
    this.query = ((...parts: unknown[]) => {
      const [first] = parts
      const own = first instanceof Statement ? first.answer : undefined
      const answer: unknown = Reflect.apply(pg.Client.prototype.query, this, parts)
      if (own) return this.#bounded(own)
      return answer instanceof Promise ? this.#bounded(answer) : answer
    }) as pg.Client['query']
  }

  #bounded(answer: Promise<unknown>): Promise<unknown> {
    this.silence?.sent(this)
    return answer.then(
      (result) => {
        this.silence?.settled(this, true)
        return result
      },
      (error: unknown) => {
        this.silence?.settled(this, error instanceof pg.DatabaseError)
        // The stack of the driver leads to its socket; this one leads to the caller.
        if (error instanceof Error) Error.captureStackTrace(error)
        if (isTimeout(error)) destroy(this)
        throw error
      },
    )
  }
}

/** The rows of a statement. */
export const send = <Row>(client: pg.ClientBase, statement: Statement): Promise<Row[]> =>
  client.query(statement) as unknown as Promise<Row[]>

function targetOf(connection: Connection): pg.ClientConfig {
  if (typeof connection === 'string') return { connectionString: connection }
  return typeof connection === 'function' ? connection() : connection
}
