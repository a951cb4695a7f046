import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { type Db, openDb } from '../../src/store/db.ts'
import { raw, sql } from '../../src/store/sql.ts'
import { newDatabase, type ServerConnection, urlOf } from '../support/database.ts'
import { startPooler, throughPooler } from '../support/pooler.ts'
import { newInstallation } from '../support/process.ts'
import { findOnPath, notFound } from '../support/programs.ts'
import { signedIn, startService } from '../support/service.ts'
import { until } from '../support/until.ts'

const bounded = { timeout: 240_000 }
const secretKey = randomBytes(32).toString('base64')

/** A migrated database with a role of its own, and what its superuser may execute. */
async function newRole(t: TestContext) {
  const server: ServerConnection = JSON.parse(process.env.MARQUEE_TEST_SERVER ?? '{}')
  const database = await newDatabase()
  const user = `pooled_${randomBytes(4).toString('hex')}`
  const execute = async (statement: string) => {
    const db = openDb(urlOf(server, 'postgres'), { maxConnections: 1 })
    await db.query(sql`${raw(statement)}`).finally(() => db.close())
  }
  await execute(`create role ${user} superuser login`)
  const closers = [() => execute(`drop role ${user}`), database.drop]
  t.after(async () => {
    for (const close of closers.reverse()) await close()
  })
  /** The last is closed first. */
  const atEnd = (close: () => Promise<unknown>) => void closers.push(async () => void (await close()))
  const name = new URL(database.url).pathname.slice(1)
  return { server: { ...server, user }, user, name, url: urlOf({ ...server, user }, name), execute, atEnd }
}

const setting = async (db: Db, name: string) =>
  (await db.query<{ value: string }>(sql`select current_setting(${name}) as value`))[0]?.value

const namedStatements = async (db: Db) =>
  (await db.query<{ count: number }>(sql`select count(*) as count from pg_prepared_statements`))[0]?.count

test(
  'behind a pooler the settings are those of the role, and a start without them says what is missing',
  bounded,
  async (t) => {
    const { user, url, execute, atEnd } = await newRole(t)
    const installation = await newInstallation(t, {
      MARQUEE_SECRET_KEY: secretKey,
      MARQUEE_DEMO: 'false',
      DATABASE_URL: url,
      MARQUEE_LISTEN_URL: url,
    })
    const alter = [
      `alter role ${user} set enable_seqscan = off`,
      `alter role ${user} set jit = off`,
      `alter role ${user} set statement_timeout = '9s'`,
      `alter role ${user} set idle_in_transaction_session_timeout = '6s'`,
    ]
    const refused = await installation.run(['serve'])
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.equal(
      refused.stderr,
      `With MARQUEE_LISTEN_URL the role of DATABASE_URL needs settings of its own, because connections of a pooler are shared; run \`${alter.join('; ')}\`, and let the pooler reconnect.\n`,
    )
    const doctor = await installation.run(['doctor'])
    assert.equal(doctor.code, 1)
    assert(doctor.stdout.includes(alter.join('; ')), doctor.stdout)

    await execute(alter[0] ?? '')
    await execute(alter[1] ?? '')
    await execute(alter[3] ?? '')
    // Stricter than ours, so that it shows whether the service changes it.
    await execute(`alter role ${user} set statement_timeout = '8s'`)
    assert.equal((await installation.ask(['doctor'])).ok, true)
    const env = { MARQUEE_LISTEN_URL: url, MARQUEE_PREPARED_STATEMENTS: 'off' }
    const service = await startService({ DATABASE_URL: url, ...env }, { url, secretKey })
    atEnd(() => service.stop())
    const { db } = service.platform
    assert.equal(await setting(db, 'statement_timeout'), '8s')
    assert.equal(await setting(db, 'enable_seqscan'), 'off')
    assert.equal(await setting(db, 'jit'), 'off')
    assert.equal((await db.withLimit(20_000).snapshot((reader) => reader.query(sql`show statement_timeout`))).length, 1)
    assert.equal(await setting(db, 'statement_timeout'), '8s', 'a longer limit ends with its transaction')
    assert.equal(await namedStatements(db), 0)
    await service.newTenant()
  },
)

test('without a pooler the service sets its own limits and prepares statements', bounded, async (t) => {
  const { url, atEnd } = await newRole(t)
  const db = openDb(url, { maxConnections: 1 })
  atEnd(() => db.close())
  assert.equal(await setting(db, 'statement_timeout'), '9s')
  assert.equal(await setting(db, 'enable_seqscan'), 'off')
  assert.equal(await setting(db, 'jit'), 'off')
  assert.notEqual(await namedStatements(db), 0)
})

test('the address for notifications must be reachable, and that of the same database', bounded, async (t) => {
  const { url } = await newRole(t)
  const another = await newDatabase()
  t.after(() => another.drop())
  const installation = await newInstallation(t, { MARQUEE_SECRET_KEY: secretKey, DATABASE_URL: url })
  for (const [listenUrl, complaint] of [
    [another.url, /^MARQUEE_LISTEN_URL and DATABASE_URL are not addresses of the same database\.\n$/],
    [
      'postgres://u:hushhush@127.0.0.1:1/none',
      /^The database of MARQUEE_LISTEN_URL \(127\.0\.0\.1:1\) cannot be used: .*ECONNREFUSED.*\n$/,
    ],
  ] as const) {
    const { code, stderr } = await installation.run(['serve'], { MARQUEE_LISTEN_URL: listenUrl })
    assert.equal(code, 1)
    assert.match(stderr, complaint)
    assert(!stderr.includes('hushhush'))
  }
})

const program = process.env.MARQUEE_TEST_POOLER || findOnPath('pgbouncer')
const withPooler = { ...bounded, skip: program ? false : notFound('pgbouncer') }

test('two nodes work through PgBouncer in transaction mode', withPooler, async (t) => {
  const { server, user, name, url, execute, atEnd } = await newRole(t)
  await execute(`alter role ${user} set enable_seqscan = off`)
  await execute(`alter role ${user} set jit = off`)
  await execute(`alter role ${user} set statement_timeout = '9s'`)
  await execute(`alter role ${user} set idle_in_transaction_session_timeout = '6s'`)
  const pooler = await startPooler(program ?? '', server)
  atEnd(() => pooler.stop())
  const pooled = throughPooler(url, pooler.port)
  const env = { MARQUEE_LISTEN_URL: url, MARQUEE_PREPARED_STATEMENTS: 'off' }

  const empty = `${name}_empty`
  await execute(`create database ${empty}`)
  atEnd(() => execute(`drop database ${empty} with (force)`))
  const installation = await newInstallation(t, { MARQUEE_SECRET_KEY: secretKey })
  const { applied } = await installation.ask(['migrate'], {
    DATABASE_URL: throughPooler(urlOf(server, empty), pooler.port),
    MARQUEE_LISTEN_URL: urlOf(server, empty),
    MARQUEE_PREPARED_STATEMENTS: 'off',
  })
  assert(applied.length > 0)

  const start = () => startService({ DATABASE_URL: pooled, ...env }, { url, secretKey })
  const one = await start()
  atEnd(() => one.stop())
  const two = await start()
  atEnd(() => two.stop())
  const tenant = await one.newTenant()
  await signedIn(two, tenant)
  await until(() => one.platform.notifications.isLive() && two.platform.notifications.isLive(), 'notifications arrive')
  const heard: number[] = []
  two.platform.notifications.subscribe((notification) => {
    if (notification.type === 'changes') heard.push(notification.sequence)
  })
  const writes = Array.from({ length: 60 }, (_, index) =>
    tenant.api('POST', `${tenant.path}/broadcastHosts`, { title: `Host ${index}` }),
  )
  for (const { status, text } of await Promise.all(writes)) assert.equal(status, 201, text)
  await until(() => heard.length > 0, 'the other node is notified')
  const { body } = await tenant.api('GET', `${tenant.path}/broadcastHosts?limit=100`)
  assert.equal(body.data.length, 60)
  assert.equal(one.logLines.filter((line) => line.includes('connection pooler')).length, 0)
  // Three connections to the server, and those for listening.
  const [row] = await one.platform.db.query<{ count: number }>(
    sql`select count(*) as count from pg_stat_activity where datname = ${name}`,
  )
  assert((row?.count ?? 0) <= 3 + 2, `${row?.count} connections`)
})

test('a pooler at DATABASE_URL alone is noticed', withPooler, async (t) => {
  const { server, url, atEnd } = await newRole(t)
  const pooler = await startPooler(program ?? '', server)
  atEnd(() => pooler.stop())
  const pooled = throughPooler(url, pooler.port)
  const service = await startService({ DATABASE_URL: pooled, MARQUEE_PREPARED_STATEMENTS: 'off' }, { url, secretKey })
  atEnd(() => service.stop())
  assert(service.logLines.some((line) => line.includes('DATABASE_URL leads to a connection pooler')))
})
