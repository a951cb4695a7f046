import pg from 'pg'
import type { Connection } from './db.ts'

/** The way better-auth reaches our tables. It writes its own SQL, so it gets connections of its own. */
export interface SignInDatabase {
  readonly pool: pg.Pool
  /** Throws what is wrong when the database is out of reach; better-auth only says that something failed. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Unlike our own pool, this one leaves every type as `pg` reads it, because that is what better-auth expects. */
export function openSignInDatabase(connection: Connection): SignInDatabase {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    application_name: 'marquee sign-in',
    max: 5,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
  })
  // A connection that breaks while idle is replaced by the pool; the next query tells if the database is gone.
  pool.on('error', () => {})
  return {
    pool,
    async check() {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}
