import { createHash } from 'node:crypto'
import pg from 'pg'
import { type Connection, openClient, openPool } from './connection.ts'
import { commitFailure, isRetryable, isUnavailable } from './failures.ts'
import { graceMs, pingMs, statementMs } from './limits.ts'
import { type Sql, textOf } from './sql.ts'
import { isSelect, isWrite, watchWrites } from './write-space.ts'

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
  /** Lets the statements that follow take longer than those of an ordinary request. */
  extendLimit(statementMs: number): Promise<void>
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
  /** The same database for work whose statements may take longer than those of a request: migrations, retention, exports. */
  withLimit(statementMs: number): Db
  /** Rejects unless the database answers within two seconds. */
  ping(): Promise<void>
  /** Whether writes fail at present because there is no space left. */
  isFull(): boolean
  /** Called with the text of every statement; tests count them. */
  onStatement(listener: (text: string) => void): () => void
  /** A connection of one's own, for LISTEN. */
  connect(): Promise<pg.Client>
  /** How busy the pool is. */
  pool: { total(): number; idle(): number; waiting(): number }
  close(): Promise<void>
}

export interface DbOptions {
  maxConnections: number
  /** Whether space is so short that writes must be refused before PostgreSQL fails by them. */
  isSpaceLow?: () => boolean
}

export function openDb(connection: Connection, options: DbOptions): Db {
  const config = { application_name: 'marquee', types: { getTypeParser } }
  const pool = openPool(connection, {
    ...config,
    max: options.maxConnections,
    onConnect: async (client) => {
      await client.query(sessionSettings)
    },
  })
  const listeners = new Set<(text: string) => void>()
  const space = watchWrites(options.isSpaceLow)

  /** The statements of one connection, each with a limit of its own. */
  const on = (client: pg.PoolClient): Session => {
    const limit: { query_timeout?: number } = {}
    return {
      extend(ms) {
        limit.query_timeout = ms + graceMs
      },
      command: async (text) => {
        await client.query({ text, ...limit })
      },
      run: async <Row>(statement: Sql): Promise<Row[]> => {
        const text = textOf(statement)
        for (const listener of listeners) listener(text)
        const query = { name: nameOf(text), text, values: [...statement.values], ...limit }
        return (await client.query(query).catch(space.failed)).rows as Row[]
      },
    }
  }

  const attempt = async <T>(work: (tx: Tx) => Promise<T>, limitMs: number | undefined): Promise<T> => {
    space.require()
    const client = await pool.connect()
    const session = on(client)
    let broken: Error | undefined
    try {
      await begin(session, 'begin', limitMs)
      const { tx, onCommitted } = openTx(session)
      const result = await work(tx)
      await tx.flush()
      await session.command('commit').catch((error: unknown) => {
        throw commitFailure(error)
      })
      if (tx.writes() > 0) space.succeeded()
      onCommitted()
      return result
    } catch (error) {
      await session.command('rollback').catch((rollbackError: Error) => {
        broken = rollbackError
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  const queryOnce = async <Row>(statement: Sql): Promise<Row[]> => {
    if (isWrite(statement)) space.require()
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await on(client).run<Row>(statement)
    } catch (error) {
      if (isUnavailable(error) && error instanceof Error) broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }

  const snapshot = async <T>(work: (reader: Queryable) => Promise<T>, limitMs: number | undefined): Promise<T> => {
    const client = await pool.connect()
    const session = on(client)
    let broken: Error | undefined
    try {
      await begin(session, 'begin isolation level repeatable read, read only', limitMs)
      return await work({ query: session.run })
    } finally {
      await session.command('commit').catch((error: Error) => {
        broken = error
      })
      client.release(broken)
    }
  }

  const view = (limitMs?: number): Db => ({
    // A statement by itself is a transaction, and is tried again like one.
    query: <Row>(statement: Sql) =>
      untilPassed(() => {
        if (limitMs === undefined) return queryOnce<Row>(statement)
        // A limit of one's own needs a transaction.
        const ask = (queryable: Queryable) => queryable.query<Row>(statement)
        return isWrite(statement) ? attempt(ask, limitMs) : snapshot(ask, limitMs)
      }),
    transaction: (work) => untilPassed(() => attempt(work, limitMs)),
    snapshot: (work) => snapshot(work, limitMs),
    withLimit: view,
    async ping() {
      const startedMs = performance.now()
      const client = await within(pingMs, pool.connect(), (late) => late.release())
      const leftMs = Math.max(1, pingMs - (performance.now() - startedMs))
      const question = { text: 'select 1', query_timeout: leftMs }
      await client.query(question).then(
        () => client.release(),
        (error: Error) => {
          client.release(error)
          throw error
        },
      )
    },
    isFull: space.isFull,
    onStatement(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connect: () =>
      openClient(connection, { ...config, application_name: 'marquee news', query_timeout: newsStatementMs }),
    pool: { total: () => pool.totalCount, idle: () => pool.idleCount, waiting: () => pool.waitingCount },
    close: () => pool.end(),
  })
  return view()
}

/** Statements on one connection. */
interface Session {
  /** Waits longer for the statements that follow. */
  extend(statementMs: number): void
  run: Queryable['query']
  /** A statement that takes no values and returns nothing. */
  command(text: string): Promise<void>
}

/**
 * Plans must not scan a table from end to end that was small when they were cached. The server cancels what takes too
 * long, as it would go on with it after we have given up.
 */
const sessionSettings = `set enable_seqscan = off; set statement_timeout = ${statementMs}`

/** A server that does not even begin is not waited for any longer than in an ordinary transaction. */
async function begin(session: Session, text: string, limitMs: number | undefined): Promise<void> {
  await session.command(limitMs === undefined ? text : `${text}; ${localLimit(limitMs)}`)
  if (limitMs !== undefined) session.extend(limitMs)
}

const localLimit = (limitMs: number) => `set local statement_timeout = ${limitMs}`

/** Notifications are short; silence means that the connection is lost. */
const newsStatementMs = 5_000

/** What a promise comes to within a time; what comes later is let go of. */
function within<T>(ms: number, promise: Promise<T>, onLate: (late: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error('timeout exceeded when trying to connect'))
    }, ms)
    promise.finally(() => clearTimeout(timer)).then((value) => (isLate ? onLate(value) : resolve(value)), reject)
  })
}

function openTx({ run, command, extend }: Session): { tx: Tx; onCommitted(): void } {
  let before: { callback: () => Promise<void>; deferred: Deferred }[] = []
  let after: (() => void)[] = []
  let writes = 0
  const tx: Tx = {
    isTransaction: true,
    writes: () => writes,
    query(statement) {
      if (!isSelect(statement)) writes += 1
      return run(statement)
    },
    script: command,
    async extendLimit(ms) {
      extend(ms)
      await command(localLimit(ms))
    },
    savepoint: async (part) => {
      const asked = { before: before.length, after: after.length }
      await command('savepoint part')
      try {
        const result = await part()
        await command('release savepoint part')
        return result
      } catch (error) {
        await command('rollback to savepoint part')
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

/** Tries again when the database took something back only because of what others did at the same time. */
async function untilPassed<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= maxTries || !isRetryable(error)) throw error
    }
  }
}

const maxTries = 5

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
