import { createHash } from 'node:crypto'
import pg from 'pg'
import { type Sql, textOf } from './sql.ts'

/** Runs one statement. */
export interface Queryable {
  query<Row>(statement: Sql): Promise<Row[]>
}

/** An open transaction. Every write takes one, so that no write can happen outside. */
export interface Tx extends Queryable {
  readonly isTransaction: true
  /** How many statements were run that are more than a look. */
  writes(): number
  /** Runs several statements that take no values, such as a migration. */
  script(text: string): Promise<void>
  /** Runs a part of the transaction that may fail without failing the rest. */
  savepoint<T>(part: () => Promise<T>): Promise<T>
  /** Calls back after all the work and before the commit. What a failed part asked for is called off. */
  beforeCommit(callback: () => Promise<void>): Deferred
  /** Does now what waits for the commit. */
  flush(): Promise<void>
  /** Calls back once the transaction has been committed. */
  afterCommit(callback: () => void): void
}

export interface Deferred {
  isCalledOff: boolean
}

export interface Db extends Queryable {
  /** Runs the work in one transaction, again from the start when the database asks for it (deadlock, serialization). */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs several reads that all see the database as of one moment. */
  snapshot<T>(work: (reader: Queryable) => Promise<T>): Promise<T>
  /** Called with the text of every statement; tests count them. */
  onStatement(listener: (text: string) => void): () => void
  /** A connection of one's own, for LISTEN. */
  connect(): Promise<pg.Client>
  /** How busy the pool is. */
  pool: { total(): number; idle(): number; waiting(): number }
  close(): Promise<void>
}

export type Connection = string | { host: string; port: number; user: string; database: string }

export function openDb(connection: Connection, options: { maxConnections: number }): Db {
  const config = clientConfig(connection)
  const pool = new pg.Pool({
    ...config,
    max: options.maxConnections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    // A plan that was made when a table was small is kept while it grows, and then nobody wants to have it read from end to end.
    onConnect: async (client) => {
      await client.query('set enable_seqscan = off')
    },
  })
  // A connection that breaks while idle is replaced by the pool; the next query tells if the database is gone.
  pool.on('error', () => {})
  const listeners = new Set<(text: string) => void>()

  const run = async <Row>(client: pg.Pool | pg.PoolClient, statement: Sql): Promise<Row[]> => {
    const text = textOf(statement)
    for (const listener of listeners) listener(text)
    const result = await client.query({ name: nameOf(text), text, values: [...statement.values] })
    return result.rows as Row[]
  }

  /** A connection that breaks while it is held tells so by the statement that runs on it. */
  const hold = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect()
    client.on('error', ignore)
    return client
  }
  const letGo = (client: pg.PoolClient, broken: Error | undefined) => {
    client.off('error', ignore)
    client.release(broken)
  }

  const attempt = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await hold()
    let broken: Error | undefined
    try {
      await client.query('begin')
      const { tx, onCommitted } = openTx(client, (statement) => run(client, statement))
      const result = await work(tx)
      await tx.flush()
      await client.query('commit')
      onCommitted()
      return result
    } catch (error) {
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError
      })
      throw error
    } finally {
      letGo(client, broken)
    }
  }

  return {
    // A statement by itself is a transaction, and is tried again like one.
    query: (statement) => untilPassed(() => run(pool, statement)),
    transaction: (work) => untilPassed(() => attempt(work)),
    async snapshot(work) {
      const client = await hold()
      let broken: Error | undefined
      try {
        await client.query('begin isolation level repeatable read, read only')
        return await work({ query: (statement) => run(client, statement) })
      } finally {
        await client.query('commit').catch((error: Error) => {
          broken = error
        })
        letGo(client, broken)
      }
    },
    onStatement(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async connect() {
      const client = new pg.Client({ ...config, application_name: 'marquee news' })
      await client.connect()
      return client
    },
    pool: { total: () => pool.totalCount, idle: () => pool.idleCount, waiting: () => pool.waitingCount },
    close: () => pool.end(),
  }
}

function openTx(client: pg.PoolClient, query: Tx['query']): { tx: Tx; onCommitted(): void } {
  let before: { callback: () => Promise<void>; deferred: Deferred }[] = []
  let after: (() => void)[] = []
  let writes = 0
  const tx: Tx = {
    isTransaction: true,
    writes: () => writes,
    query(statement) {
      if (!/^\s*select\b/.test(statement.strings[0] ?? '')) writes += 1
      return query(statement)
    },
    script: async (text) => {
      await client.query(text)
    },
    savepoint: async (part) => {
      const asked = { before: before.length, after: after.length }
      await client.query('savepoint part')
      try {
        const result = await part()
        await client.query('release savepoint part')
        return result
      } catch (error) {
        await client.query('rollback to savepoint part')
        for (const { deferred } of before.slice(asked.before)) deferred.isCalledOff = true
        before = before.slice(0, asked.before)
        after = after.slice(0, asked.after)
        throw error
      }
    },
    beforeCommit(callback) {
      const deferred = { isCalledOff: false }
      before.push({ callback, deferred })
      return deferred
    },
    async flush() {
      for (let next = before.shift(); next; next = before.shift()) await next.callback()
    },
    afterCommit: (callback) => after.push(callback),
  }
  return {
    tx,
    onCommitted() {
      for (const callback of after) callback()
    },
  }
}

/** The unique index that a failed write ran into, if it did. */
export function violatedIndex(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
}

/** Whether the database refused a statement, after which its transaction can only be taken back. */
export const isDatabaseError = (error: unknown) => error instanceof pg.DatabaseError

/** Whether the role may not do what it was asked to. */
export function isForbidden(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501'
}

/** Whether the database itself is out of reach, rather than the statement wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code !== undefined && /^(08|57P|53)/.test(error.code)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
  )
}

/**
 * Whether the database refuses a statement for what it says, so that it would refuse it again. Out of reach, out of resources,
 * cancelled, or in the way of others at the moment are other matters.
 */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && !/^(08|40|53|55|57|58)/.test(error.code)
}

/** Whether a write broke a rule about the data, such as a key that must be unique. */
export function isDataRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && /^(22|23)/.test(error.code)
}

/** Tries again when the database took something back only because of what others did at the same time. */
async function untilPassed<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= maxTries || !isPassing(error)) throw error
    }
  }
}

const ignore = () => {}
const maxTries = 5
const isPassing = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')

function clientConfig(connection: Connection): pg.ClientConfig {
  const target = typeof connection === 'string' ? { connectionString: connection } : connection
  return { ...target, application_name: 'marquee', types: { getTypeParser } }
}

/** JSON comes as the text it is: most of it goes to the caller as it stands. Big integers become numbers. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.JSON || oid === pg.types.builtins.JSONB) return (text: string) => text
  if (oid === pg.types.builtins.INT8) return Number
  return pg.types.getTypeParser(oid, format)
}

const names = new Map<string, string>()
const maxNames = 1_000

/** Statements are prepared under a name made of their text. Filters make endless different ones, so only the first are named. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= maxNames) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}
