import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openPool } from './connection.ts'
import type { Db, DbOptions, Queryable, StatementListener } from './db.ts'
import { isDatabaseError, isUnavailable } from './failures.ts'
import { graceMs, wholeBroadcastMs } from './limits.ts'
import { isPooled } from './pooler.ts'
import { openSession, type Session, settingsWith } from './session.ts'
import { numbered, raw, type Sql, sql } from './sql.ts'
import { getTypeParser } from './statement.ts'
import { isSelect, isWrite } from './write-space.ts'

/** A streaming replica that answers reads as if it were the primary. */
export interface Replica {
  /** The same database as the primary: reads outside a transaction go to the replica while it has what they must see. */
  db: Db
  /** Reads by what became of them: answered, or sent to the primary because the replica was behind, failed, or rests. */
  reads(): Readonly<ReplicaReads>
  lag(): Promise<ReplicaLag>
}

export interface ReplicaReads {
  answered: number
  behind: number
  failed: number
  resting: number
}

export interface ReplicaLag {
  bytes: number
  seconds: number
}

export interface ReplicaOptions extends Pick<DbOptions, 'maxConnections' | 'slowMs' | 'onSlow'> {
  /** Called when the replica cannot be used, and when it can be used again. */
  onLost?(error: unknown): void
  onBack?(): void
}

/**
 * Before a read, the primary is asked how far its log is written: a commit is in the log before anybody can see it, so everything that
 * was committed before the read is before this point, from every node. The replica may answer when it has replayed up to there.
 */
export function openReplica(primary: Db, url: string, options: ReplicaOptions): Replica {
  const reads: ReplicaReads = { answered: 0, behind: 0, failed: 0, resting: 0 }
  /** How far the server of a connection is known to be. It only advances: a server that restarts ends its connections. */
  const reached = new WeakMap<pg.PoolClient, Point>()
  let restsUntilMs = Number.NEGATIVE_INFINITY
  let isLost = false
  let slowStatements = 0
  const listeners = new Set<StatementListener>()
  const pool = openPool(url, {
    application_name: 'marquee replica',
    types: { getTypeParser },
    max: options.maxConnections,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + graceMs,
    onConnect: async (client) => {
      await client.query(settingsWith(statementMs))
      await requireReplicaOf(primary, client)
    },
  })
  const hooks = {
    onStatement(text: string, values: readonly unknown[]) {
      for (const listener of listeners) listener(text, values)
    },
    slowMs: options.slowMs ?? Number.POSITIVE_INFINITY,
    onSlow(text: string, ms: number) {
      slowStatements += 1
      options.onSlow?.(text, ms)
    },
    onFailed(error: unknown): never {
      throw error
    },
    isPrepared: true,
  }
  const endOfLog = shared(() => findEndOfLog(primary))

  /** Whether the server has replayed the log up to a point. It is usually milliseconds behind, which are waited for. */
  const hasReached = async (client: pg.PoolClient, wanted: Point): Promise<boolean> => {
    for (const pauseMs of [...pausesMs, undefined]) {
      const known = reached.get(client)
      if (known && known.timeline === wanted.timeline && known.position >= wanted.position) return true
      const found = await findReplayed(client)
      if (found) reached.set(client, found)
      if (found && found.timeline === wanted.timeline && found.position >= wanted.position) return true
      if (pauseMs !== undefined) await sleep(pauseMs)
    }
    return false
  }
  const rest = (ms: number) => {
    restsUntilMs = performance.now() + ms
  }
  const failed = (error: unknown) => {
    reads.failed += 1
    // A statement that this replica refuses, or that blocked the replay, does not concern the next one.
    if (isDatabaseError(error) && !isUnavailable(error)) return
    rest(restAfterFailureMs)
    if (!isLost) options.onLost?.(error)
    isLost = true
  }

  /** The work on a connection of the replica; undefined when the primary must do it. */
  const tryOn = async <T>(work: (session: Session) => Promise<T>): Promise<{ result: T } | undefined> => {
    if (performance.now() < restsUntilMs) {
      reads.resting += 1
      return undefined
    }
    const wanted = await endOfLog()
    let client: pg.PoolClient | undefined
    let broken: Error | undefined
    try {
      client = await pool.connect()
      if (!(await hasReached(client, wanted))) {
        reads.behind += 1
        rest(restWhileBehindMs)
        return undefined
      }
      const result = await work(openSession(client, hooks))
      reads.answered += 1
      if (isLost) options.onBack?.()
      isLost = false
      return { result }
    } catch (error) {
      if (client && !isDatabaseError(error) && !isUnavailable(error)) throw error
      if (isUnavailable(error) && error instanceof Error) broken = error
      failed(error)
      return undefined
    } finally {
      client?.release(broken)
    }
  }

  const query = async <Row>(statement: Sql, on: Db): Promise<Row[]> => {
    const found = isReplicable(statement) ? await tryOn((session) => session.run<Row>(statement)) : undefined
    return found ? found.result : on.query<Row>(statement)
  }
  const snapshot = async <T>(work: (reader: Queryable) => Promise<T>, on: Db): Promise<T> => {
    const found = await tryOn(async (session) => {
      await session.command('begin isolation level repeatable read, read only')
      return work({ plane: 'content', query: session.run }).finally(() => session.command('commit'))
    })
    return found ? found.result : on.snapshot(work)
  }
  const view = (on: Db): Db => ({
    ...on,
    query: (statement) => query(statement, on),
    readRecords: (statementOn) => query(statementOn(raw('records')), on),
    snapshot: (work) => snapshot(work, on),
    // A replica cancels long statements when they block the replay.
    withLimit: (limitMs) => (limitMs > wholeBroadcastMs ? on.withLimit(limitMs) : view(on.withLimit(limitMs))),
    slowStatements: () => on.slowStatements() + slowStatements,
    onStatement(listener) {
      listeners.add(listener)
      const stop = on.onStatement(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
    close: async () => {
      await pool.end().finally(() => on.close())
    },
  })
  return {
    db: view(primary),
    reads: () => reads,
    async lag() {
      const client = await pool.connect()
      return measureLag(primary, client).finally(() => client.release())
    },
  }
}

/** A place in the log of PostgreSQL. After a failover there is another timeline, whose positions mean something else. */
interface Point {
  timeline: number
  position: bigint
}

/**
 * Up to where the log is flushed, because only that is sent to replicas, and a commit is flushed before it is visible. Not so with
 * synchronous_commit = off: then everything that was inserted counts.
 */
async function findEndOfLog(primary: Queryable): Promise<Point> {
  const [row] = await primary.query<{ lsn: string; file: string }>(sql`
    select lsn::text, pg_walfile_name(lsn) as file from (
      select case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn
    ) as log`)
  return { timeline: Number.parseInt((row?.file ?? '').slice(0, 8), 16), position: positionOf(row?.lsn ?? '') }
}

/** Undefined for a server that is no replica, or is one no more. The timeline is that of the log that it has replayed. */
async function findReplayed(client: pg.ClientBase): Promise<Point | undefined> {
  const { rows } = await client.query<{ lsn: string | null; timeline: number }>({
    name: 'replayed',
    text: `select pg_last_wal_replay_lsn()::text as lsn, min_recovery_end_timeline as timeline
      from pg_control_recovery() where pg_is_in_recovery()`,
  })
  const [row] = rows
  return row && row.lsn !== null ? { timeline: row.timeline, position: positionOf(row.lsn) } : undefined
}

/** The number of a position such as 1/4AC. */
function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Refuses a server of another cluster, and a pooler: the point and the read could be answered by two servers. */
export async function requireReplicaOf(primary: Queryable, client: pg.ClientBase): Promise<void> {
  const clusterOf = sql`select system_identifier::text as cluster from pg_control_system()`
  const [ours] = await primary.query<{ cluster: string }>(clusterOf)
  const { rows } = await client.query<{ cluster: string }>(numbered(clusterOf).text)
  if (ours?.cluster !== rows[0]?.cluster) throw new Error('it is not a replica of the database of DATABASE_URL')
  if (await isPooled(client)) throw new Error('it is the address of a pooler; give that of PostgreSQL itself')
}

/** How far a replica is behind. */
export async function measureLag(primary: Queryable, client: pg.ClientBase): Promise<ReplicaLag> {
  const wanted = await findEndOfLog(primary)
  const found = await findReplayed(client)
  if (!found) throw new Error('it is not a replica')
  const bytes = Math.max(0, Number(wanted.position - found.position))
  // Without new transactions the last one gets old, although nothing is missing.
  if (bytes === 0) return { bytes, seconds: 0 }
  const { rows } = await client.query<{ seconds: number | null }>(
    'select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as seconds',
  )
  return { bytes, seconds: Math.max(0, rows[0]?.seconds ?? 0) }
}

/** Reads of rows only: no lock, no notification, nothing about the server itself or its clock. */
function isReplicable(statement: Sql): boolean {
  const text = numbered(statement).text
  if (isWrite(statement) || !(isSelect(statement) || /^\s*with\b/i.test(text))) return false
  return !/\bfor (no key )?(update|share|key share)\b|\bpg_\w+|\bnextval\b|\bnow\(\)|\bclock_timestamp\b|\bcurrent_setting\b/i.test(
    text,
  )
}

/** Callers share a question that has not been sent yet; one that is under way may have been answered before they came. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  let current: Promise<unknown> = Promise.resolve()
  return () => {
    next ??= current.then(() => {
      next = undefined
      const asked = ask()
      current = asked.catch(() => {})
      return asked
    })
    return next
  }
}

/** Shorter than those of the primary, which is asked afterwards. */
const connectMs = 500
const statementMs = 2_000
const restAfterFailureMs = 5_000
/** While the replica is behind, one read in this time waits for it. */
const restWhileBehindMs = 100
const pausesMs = [1, 2, 4, 8]
