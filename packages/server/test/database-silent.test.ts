import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openSignInDatabase } from '../src/store/control/sign-in-database.ts'
import { openDb } from '../src/store/db.ts'
import { DatabaseSilent, databaseFailure, isTimeout, OutcomeUnknown } from '../src/store/failures.ts'
import { idleTransactionMs } from '../src/store/limits.ts'
import { sql } from '../src/store/sql.ts'
import { newDatabase } from './support/database.ts'
import { openDatabaseLine } from './support/database-line.ts'
import { until } from './support/until.ts'

test('when the database falls silent, statements fail before they time out, and later ones are not even sent', async (t) => {
  const { db, line } = await open(t)
  await db.query(sql`select 1`)
  line.freeze()
  const failed = await Promise.all([failureOf(db.query(sql`select 1`)), failureOf(db.query(sql`select 2`))])
  for (const error of failed) {
    assert(databaseFailure(error), String(error))
    assert(!isTimeout(error), 'it waited for the timeout of the statement')
  }
  for (let turn = 0; turn < 20; turn++) assert((await failureOf(db.query(sql`select 1`))) instanceof DatabaseSilent)
  await assert.rejects(db.ping(), DatabaseSilent)

  line.thaw()
  await until(
    async () => (await db.query(sql`select 1`).catch(() => [])).length === 1,
    'a database that responds',
    5_000,
  )
})

test('a commit without a response from a silent database has an unknown outcome', async (t) => {
  const { db, line } = await open(t)
  const error = await failureOf(
    db.transaction(async (tx) => {
      await tx.query(sql`create table kept (value int)`)
      line.freeze()
    }),
  )
  assert(error instanceof OutcomeUnknown, String(error))
  assert(!isTimeout(error.cause))
})

test('sign-in fails like the rest when the database falls silent', async (t) => {
  const { line } = await open(t)
  const signIn = openSignInDatabase(line.url, { isPooled: false })
  t.after(() => signIn.close())
  await signIn.check()
  line.freeze()
  const client = await signIn.pool.connect()
  const error = await failureOf(client.query('select 1'))
  client.release(true)
  assert(databaseFailure(error) && !isTimeout(error), String(error))
  assert((await failureOf(signIn.check())) instanceof DatabaseSilent)
  line.thaw()
})

test('a slow statement of a database that responds is not cut, also alone, behind a lock or over a slow network', async (t) => {
  const { db, line } = await open(t)
  assert.deepEqual(await db.query(sql`select 1 as one from pg_sleep(2.5)`), [{ one: 1 }])
  await db.query(sql`create table busy (id int)`)
  const waiting = await db.transaction(async (tx) => {
    await tx.query(sql`lock table busy`)
    const count = db.query(sql`select count(*) as count from busy`)
    await tx.query(sql`select pg_sleep(2.5)`)
    return { count }
  })
  assert.deepEqual(await waiting.count, [{ count: 0 }])
  line.throttle(200)
  assert.deepEqual(await db.query(sql`select 2 as two from pg_sleep(0.9)`), [{ two: 2 }])
  assert.deepEqual(await Promise.all(numbers.map((number) => db.query(sql`select ${number}::int as number`))), [
    ...numbers.map((number) => [{ number }]),
  ])
})

test('statements on connections that the network has lost fail soon, and the next ones get new connections', async (t) => {
  const { db, line } = await open(t)
  await Promise.all(numbers.map(() => db.query(sql`select pg_sleep(0.1)`)))
  line.halfOpen()
  const error = await failureOf(db.query(sql`select 1`))
  assert(databaseFailure(error) && !isTimeout(error), String(error))
  for (const number of numbers) assert.deepEqual(await db.query(sql`select ${number}::int as number`), [{ number }])
})

test('the locks of a transaction on a lost connection are released when it is noticed, also after a silence', async (t) => {
  const { db, line } = await open(t)
  await db.query(sql`create table kept (value int)`)
  for (const fault of ['lost', 'silent']) {
    const failed = await failureOf(
      db.transaction(async (tx) => {
        await tx.query(sql`lock table kept`)
        line.halfOpen()
        if (fault === 'silent') line.freeze()
        await tx.query(sql`select 1`)
      }),
    )
    assert(databaseFailure(failed) && !isTimeout(failed), String(failed))
    line.thaw()
    // Less than the server waits for the next statement of a transaction.
    const startedAt = performance.now()
    await until(() => db.query(sql`insert into kept values (1)`).then(Boolean, () => false), `an insert, ${fault}`)
    const waitedMs = performance.now() - startedAt
    assert(waitedMs < idleTransactionMs / 2, `it waited for ${waitedMs} ms`)
  }
})

test('the locks of a node that stops in the middle of a transaction are released before other nodes give up', async (t) => {
  const { db, line, url } = await open(t)
  const other = openDb(url, { maxConnections: 1 })
  t.after(() => other.close())
  await other.query(sql`create table kept (value int)`)
  const stopped = Promise.withResolvers<void>()
  const resumed = Promise.withResolvers<void>()
  const abandoned = db.transaction(async (tx) => {
    await tx.query(sql`lock table kept`)
    line.freeze()
    stopped.resolve()
    await resumed.promise
  })
  await stopped.promise
  await other.query(sql`insert into kept values (1)`)
  line.thaw()
  resumed.resolve()
  assert(databaseFailure(await failureOf(abandoned)))
  const [row] = await db
    .withLimit(60_000)
    .transaction((tx) =>
      tx.query<{ limit: string }>(sql`select current_setting('idle_in_transaction_session_timeout') as limit`),
    )
  assert.equal(row?.limit, '1min')
})

const numbers = [1, 2, 3, 4]

async function open(t: TestContext) {
  const database = await newDatabase()
  const line = await openDatabaseLine(database.url)
  const db = openDb(line.url, { maxConnections: 4 })
  t.after(async () => {
    line.thaw()
    await db.close()
    await line.close()
    await database.drop()
  })
  return { db, line, url: database.url }
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail('it succeeded'),
    (error: unknown) => error,
  )
