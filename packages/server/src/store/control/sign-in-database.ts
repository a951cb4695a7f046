import type pg from 'pg'
import { type Connection, openPool } from '../connection.ts'
import { statementMs } from '../limits.ts'

/** The database access of better-auth. It writes its own SQL, so it gets a separate pool. */
export interface SignInDatabase {
  readonly pool: pg.Pool
  /** Throws the original error when the database is unavailable; better-auth only reports that something failed. */
  check(): Promise<void>
  close(): Promise<void>
}

/**
 * Unlike our own pool, this one leaves every type as `pg` reads it, because that is what better-auth expects. The connections of a
 * pooler have the timeout of their role.
 */
export function openSignInDatabase(connection: Connection, { isPooled }: { isPooled: boolean }): SignInDatabase {
  const pool = openPool(connection, {
    application_name: 'marquee sign-in',
    max: 5,
    onConnect: async (client) => {
      if (!isPooled) await client.query(`set statement_timeout = ${statementMs}`)
    },
  })
  return {
    pool,
    async check() {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}
