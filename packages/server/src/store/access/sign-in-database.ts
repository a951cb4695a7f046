import type pg from 'pg'
import { type Connection, openPool } from '../connection.ts'
import { statementMs } from '../limits.ts'

/** The way better-auth reaches our tables. It writes its own SQL, so it gets connections of its own. */
export interface SignInDatabase {
  readonly pool: pg.Pool
  /** Throws what is wrong when the database is out of reach; better-auth only says that something failed. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Unlike our own pool, this one leaves every type as `pg` reads it, because that is what better-auth expects. */
export function openSignInDatabase(connection: Connection): SignInDatabase {
  const pool = openPool(connection, {
    application_name: 'marquee sign-in',
    max: 5,
    onConnect: async (client) => {
      await client.query(`set statement_timeout = ${statementMs}`)
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
