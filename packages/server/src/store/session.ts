import { createHash } from 'node:crypto'
import type pg from 'pg'
import { send } from './connection.ts'
import { graceMs, idleTransactionMs, statementMs } from './limits.ts'
import { numbered, type Sql } from './sql.ts'
import { type Bounds, canBegin, Statement } from './statement.ts'

/** Statements on one connection, each with a timeout. */
export interface Session {
  /** Extends the timeout of the statements that follow. */
  extend(statementMs: number): void
  run<Row>(statement: Sql, bounds?: Bounds): Promise<Row[]>
  /** A statement without parameters and result. */
  command(text: string): Promise<void>
}

export type Trace = <T>(text: string, work: () => Promise<T>) => Promise<T>

export interface SessionHooks {
  /** Called with every statement. */
  onStatement(text: string, values: readonly unknown[]): void
  /** Called with a statement that took longer than `slowMs`. Statements with a timeout of their own are not measured. */
  onSlow(text: string, ms: number): void
  slowMs: number
  /** Runs every statement, where statements are traced. */
  trace?: Trace | undefined
  /** Called with the error of a statement; rethrows it. */
  onFailed(error: unknown): never
  /** Whether statements are prepared on the server, under a name. Poolers before PgBouncer 1.21 do not support that. */
  isPrepared: boolean
}

export function openSession(client: pg.PoolClient, hooks: SessionHooks): Session {
  const { onStatement, onFailed } = hooks
  const limit: { query_timeout?: number } = {}
  const traced: Trace = (text, work) => (hooks.trace ? hooks.trace(text, work) : work())
  const command = async (text: string): Promise<void> => {
    await traced(text, () => client.query({ text, ...limit }))
  }
  return {
    extend(ms) {
      limit.query_timeout = ms + graceMs
    },
    command,
    run: async <Row>(sent: Sql, bounds?: Bounds): Promise<Row[]> => {
      const { text, values } = numbered(sent)
      onStatement(text, values)
      const name = hooks.isPrepared && !sent.isPlannedAnew ? nameOf(text) : undefined
      const begins = bounds?.begins && canBegin(client, name)
      if (bounds?.begins && !begins) await command('begin')
      const startedMs = performance.now()
      const statement = new Statement({ name, text, values, ...limit, ...bounds, begins })
      const rows = await traced(text, () => send<Row>(client, statement)).catch(onFailed)
      const ms = performance.now() - startedMs
      if (ms > hooks.slowMs && limit.query_timeout === undefined) hooks.onSlow(text, ms)
      return rows
    },
  }
}

/** Begins a transaction. Only its later statements get a longer timeout: a server that does not even begin is not waited for. */
export async function begin(session: Session, text: string, limitMs: number | undefined): Promise<void> {
  await session.command(text)
  if (limitMs === undefined) return
  await session.command(localLimit(limitMs))
  session.extend(limitMs)
}

export const localLimit = (limitMs: number) =>
  setAll({ statement_timeout: limitMs, idle_in_transaction_session_timeout: limitMs }, 'true')

/**
 * Forbids sequential scans in plans that were cached while the table was small. Where one is the only way, its cost then looks immense,
 * and the server would compile such a short statement for longer than it runs, so it must not. The timeout is the server's too, which would
 * otherwise continue a statement after the client has given up; and it ends a transaction whose node has stopped in the middle of it,
 * because its locks keep other nodes from writing. A pooler shares its connections, so there the role has all of them.
 */
export const sessionSettings = settingsWith(statementMs)

export function settingsWith(timeoutMs: number): string {
  const settings = {
    enable_seqscan: 'off',
    jit: 'off',
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
  }
  return setAll(settings, 'false')
}

/** One statement, because a pooler may refuse several in one text. */
function setAll(settings: Record<string, string | number>, isLocal: 'true' | 'false'): string {
  const each = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`)
  return `select ${each.join(', ')}`
}

const names = new Map<string, string>()
const maxNames = 1_000
const maxNamedLength = 4_000

/**
 * Prepared statements are named by their text. Filters and rows that are written out produce unlimited different ones, so only the first
 * are named, and no long ones.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= maxNames || text.length > maxNamedLength) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}
