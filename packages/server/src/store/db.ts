import type pg from 'pg'
import { type Connection, openClient, openPool } from './connection.ts'
import { commitFailure, isRetryable, isUnavailable, OutcomeUnknown } from './failures.ts'
import { ping } from './ping.ts'
import { createPlaces } from './places.ts'
import { createLine, createPools, queryOn, readAtOnce } from './pools.ts'
import { begin, openSession, type SessionHooks, sessionSettings, type Trace } from './session.ts'
import { type ReadRecords, readInShard } from './shards.ts'
import type { Sql } from './sql.ts'
import { getTypeParser } from './statement.ts'
import { noTickets, type Tickets } from './tickets.ts'
import { type Outcome, openTx, type Plane, type Queryable, type Raising, type Tx } from './tx.ts'
import { isWrite, type WriteSpace, watchWrites } from './write-space.ts'

export type { BeforeCommit, Deferred, Outcome, Plane, Queryable, Raising, Tx } from './tx.ts'

export interface Db<P extends Plane = 'content'> extends Queryable<P>, Raising {
  /**
   * Runs the work in one transaction, and retries it when the database requires it (deadlock, serialization). With `isBuffered` writes
   * of records wait for each other, and a conflict of one is only found with the others: see `BufferedWriteFailed`.
   */
  transaction<T>(work: (tx: Tx<P>) => Promise<T>, options?: { isBuffered: boolean }): Promise<T>
  /** Reads some records of one broadcast by a statement of its own. */
  readRecords: ReadRecords
  /** Runs several reads in one snapshot. The work may be called twice, when a replica fails. */
  snapshot<T>(work: (reader: Queryable<P>) => Promise<T>): Promise<T>
  /** The same database for work whose statements may take longer than those of a request: migrations, retention, exports. */
  withLimit(statementMs: number): Db<P>
  /** Rejects unless the database answers within two seconds. */
  ping(): Promise<void>
  /** Whether writes currently fail because the disk is full. */
  isFull(): boolean
  /** Called with every statement; tests count them. */
  onStatement(listener: StatementListener): () => void
  /** From now on, runs every statement through this. */
  traceWith(trace: Trace): void
  isDivided(): boolean
  /** From now on, runs statements on the node of a cluster that they are about. `coordinator` is the address of this database. */
  useNodes(coordinator: string): void
  /** How many statements took longer than `slowMs` so far. */
  slowStatements(): number
  /** A separate connection, for LISTEN; never that of a pooler which is known as one. */
  connect(): Promise<pg.Client>
  /** The utilization of the pool. */
  pool: { total(): number; idle(): number; waiting(): number }
  close(): Promise<void>
}

/** Runs the work in a transaction: in this one, or in a new one of the database. */
export const inTransaction = <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  'isTransaction' in db ? work(db) : db.transaction(work)

export type StatementListener = (text: string, values: readonly unknown[]) => void

export interface DbOptions {
  maxConnections: number
  /** Of the broadcasts in which transactions leave work. */
  tickets?: Tickets
  /** Whether there is space for writes. Both planes share it where they are one database. */
  space?: WriteSpace
  /** Statements that take longer are counted and reported. */
  slowMs?: number
  onSlow?: (text: string, ms: number) => void
  /** The address without the pooler, where the connection is that of one: for LISTEN. The pooler's get no settings of a session. */
  direct?: Connection | undefined
  /** Whether statements are prepared under a name; true unless told. */
  isPrepared?: boolean
}

export function openDb(connection: Connection, options: DbOptions): Db {
  return openPlane(connection, 'content', options)
}

export function openPlane<P extends Plane>(connection: Connection, plane: P, options: DbOptions): Db<P> {
  const config = { application_name: 'marquee', types: { getTypeParser } }
  const poolAt = (address: Connection) =>
    openPool(address, {
      ...config,
      max: options.maxConnections,
      onConnect: async (client) => {
        if (options.direct === undefined) await client.query(sessionSettings)
      },
    })
  const pool = poolAt(connection)
  const pools = createPools(pool, poolAt)
  const listeners = new Set<StatementListener>()
  const space = options.space ?? watchWrites()
  const tickets = options.tickets ?? noTickets

  let slowStatements = 0
  const hooks: SessionHooks = {
    onStatement(text, values) {
      for (const listener of listeners) listener(text, values)
    },
    slowMs: options.slowMs ?? Number.POSITIVE_INFINITY,
    onSlow(text: string, ms: number) {
      slowStatements += 1
      options.onSlow?.(text, ms)
    },
    onFailed: space.failed,
    isPrepared: options.isPrepared ?? true,
  }
  const on = (client: pg.PoolClient) => openSession(client, hooks)
  const queryAlone = queryOn(pools, on)

  const attempt = async <T>(
    work: (tx: Tx<P>) => Promise<T>,
    limitMs: number | undefined,
    isBuffered = false,
  ): Promise<T> => {
    space.require()
    const line = createLine(pools, on)
    const { session } = line
    if (!line.isRouted) await line.connect()
    const { tx, hasBegun, finish, onCommitted, onEnded } = openTx(session, {
      plane,
      isBuffered,
      isDivided: line.isRouted,
      tickets,
      connect: line.connect,
      begin: () => begin(session, 'begin', limitMs),
      mayBeginWith: limitMs === undefined,
    })
    let broken: Error | undefined
    let outcome: Outcome = 'rolled back'
    try {
      const result = await work(tx)
      await finish(() =>
        session.command('commit').catch((error: unknown) => {
          throw commitFailure(error)
        }),
      )
      outcome = 'committed'
      if (tx.writes() > 0) space.succeeded()
      onCommitted()
      return result
    } catch (error) {
      if (error instanceof OutcomeUnknown) outcome = 'unknown'
      if (hasBegun())
        await session.command('rollback').catch((rollbackError: Error) => {
          broken = rollbackError
        })
      else if (isUnavailable(error) && error instanceof Error) broken = error
      throw error
    } finally {
      line.release(broken)
      await onEnded(outcome)
    }
  }

  const queryOnce = async <Row>(statement: Sql): Promise<Row[]> => {
    if (isWrite(statement)) space.require()
    return queryAlone<Row>(statement)
  }

  const snapshot = <T>(work: (reader: Queryable<P>) => Promise<T>, limitMs: number | undefined): Promise<T> =>
    readAtOnce(createLine(pools, on), limitMs, (query) => work({ plane, query }))

  // A single statement is a transaction, and is retried like one.
  const queryWithin = (limitMs: number | undefined): Queryable['query'] => {
    return <Row>(statement: Sql) =>
      untilPassed(() => {
        if (limitMs === undefined) return queryOnce<Row>(statement)
        // A different timeout needs a transaction.
        const ask = (queryable: Queryable<P>) => queryable.query<Row>(statement)
        return isWrite(statement) ? attempt(ask, limitMs) : snapshot(ask, limitMs)
      })
  }

  const view = (limitMs?: number): Db<P> => ({
    plane,
    query: queryWithin(limitMs),
    readRecords: readInShard(queryWithin(limitMs), pools.places),
    transaction: (work, options) => untilPassed(() => attempt(work, limitMs, options?.isBuffered)),
    snapshot: (work) => snapshot(work, limitMs),
    async raise(broadcastId) {
      await tickets.raise(broadcastId)
      tickets.told(broadcastId)
    },
    withLimit: view,
    ping: () => ping(pool),
    isFull: space.isFull,
    onStatement(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    traceWith(trace) {
      hooks.trace = trace
    },
    isDivided: pools.isRouted,
    useNodes: (coordinator) =>
      pools.routeBy(createPlaces({ ask: queryOn({ connect: () => pool.connect() }, on), coordinator })),
    slowStatements: () => slowStatements,
    connect: () =>
      openClient(options.direct ?? connection, {
        ...config,
        application_name: 'marquee notifications',
        query_timeout: notificationStatementMs,
      }),
    pool: {
      total: () => pools.sum(({ totalCount }) => totalCount),
      idle: () => pools.sum(({ idleCount }) => idleCount),
      waiting: () => pools.sum(({ waitingCount }) => waitingCount),
    },
    close: pools.end,
  })
  return view()
}

/** Notifications are short; silence means that the connection is lost. */
const notificationStatementMs = 5_000

/** Retries what was rolled back only because of concurrent transactions. */
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
