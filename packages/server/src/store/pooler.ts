import type pg from 'pg'
import { StartupError } from '../base/errors.ts'
import type { Db, Queryable } from './db.ts'
import { idleTransactionMs, statementMs } from './limits.ts'
import { numbered, sql } from './sql.ts'

/** Whether a connection ends at a pooler such as PgBouncer: it makes up the process id that PostgreSQL gives to a client. */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // Not in the types of pg.
  return (client as { processID?: number }).processID !== rows[0]?.pid
}

/** Refuses a direct address that does not lead to the same database as that of the pooler. */
export async function requireSameDatabase(pooled: Queryable, direct: pg.Client): Promise<void> {
  const [through] = await pooled.query<{ place: string }>(place)
  const { rows } = await direct.query<{ place: string }>(numbered(place).text)
  if (through?.place !== rows[0]?.place)
    throw new StartupError('MARQUEE_LISTEN_URL and DATABASE_URL are not addresses of the same database.')
}

/** The identifier of a cluster is made by initdb, and is the same on its replicas. */
const place = sql`select system_identifier || ' ' || current_database() as place from pg_control_system()`

/**
 * Statements to give the role the settings that a session cannot have behind a pooler, which hands its connection to others; none
 * when it has them.
 */
export async function missingRoleSettings(db: Queryable): Promise<string[]> {
  const [row] = await db.query<{ role: string; scans: string; jit: string; timeout: number; idle: number }>(sql`
    select quote_ident(current_user) as role, current_setting('enable_seqscan') as scans,
      current_setting('jit') as jit,
      (select setting::integer from pg_settings where name = 'statement_timeout') as timeout,
      (select setting::integer from pg_settings where name = 'idle_in_transaction_session_timeout') as idle`)
  if (!row) return []
  return [
    ...(row.scans === 'off' ? [] : [`alter role ${row.role} set enable_seqscan = off`]),
    ...(row.jit === 'off' ? [] : [`alter role ${row.role} set jit = off`]),
    ...(row.timeout > 0 && row.timeout <= statementMs
      ? []
      : [`alter role ${row.role} set statement_timeout = '${statementMs / 1_000}s'`]),
    ...(row.idle > 0
      ? []
      : [`alter role ${row.role} set idle_in_transaction_session_timeout = '${idleTransactionMs / 1_000}s'`]),
  ]
}

export async function requireRoleSettings(db: Db): Promise<void> {
  const missing = await missingRoleSettings(db)
  if (missing.length === 0) return
  throw new StartupError(
    `With MARQUEE_LISTEN_URL the role of DATABASE_URL needs settings of its own, because connections of a pooler are shared; run \`${missing.join('; ')}\`, and let the pooler reconnect.`,
  )
}
