import type pg from 'pg'
import { pingMs } from './limits.ts'

/** Rejects unless the database responds in time, including the wait for a connection. */
export async function ping(pool: pg.Pool): Promise<void> {
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
}

/** The value of a promise within a time; a later value goes to `onLate`. */
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
