import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { type Connection, openPool } from '../connection.ts'
import { isUnavailable } from '../failures.ts'
import { statementMs } from '../limits.ts'

/** The database access of better-auth. It writes its own SQL, so it gets a separate pool. */
export interface SignInDatabase {
  readonly pool: pg.Pool
  /**
   * Runs a call of better-auth, which only reports that something failed: when the database failed meanwhile, it rejects with that
   * failure. A call that is fulfilled with a refusal can look at what was seen.
   */
  observe<T>(call: (seen: Seen) => Promise<T>): Promise<T>
  /** Throws when the database is unavailable. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface Seen {
  /** The first failure of the database during the call. */
  failure?: unknown
}

/**
 * Unlike our own pool, this one leaves every type as `pg` reads it, because that is what better-auth expects. The connections of a
 * pooler have the timeout of their role.
 */
export function openSignInDatabase(connection: Connection, { isPooled }: { isPooled: boolean }): SignInDatabase {
  const calls = new AsyncLocalStorage<Seen>()
  const note = (error: unknown): never => {
    const seen = calls.getStore()
    if (seen && isUnavailable(error)) seen.failure ??= error
    throw error
  }
  const pool = openPool(connection, {
    application_name: 'marquee sign-in',
    max: 5,
    onConnect: async (client) => {
      if (!isPooled) await client.query(`set statement_timeout = ${statementMs}`)
      client.query = noting(client.query.bind(client), note)
    },
  })
  pool.connect = noting(pool.connect.bind(pool), note)
  return {
    pool,
    async observe(call) {
      const seen: Seen = {}
      try {
        return await calls.run(seen, () => call(seen))
      } catch (error) {
        throw seen.failure ?? error
      }
    },
    async check() {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}

/** The same function, whose rejections pass through `note`. */
function noting<F extends (...parts: never[]) => unknown>(call: F, note: (error: unknown) => never): F {
  return ((...parts: Parameters<F>) => {
    const answer = call(...parts)
    return answer instanceof Promise ? answer.catch(note) : answer
  }) as F
}
