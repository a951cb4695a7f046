import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { inOnePlace } from '../support/cluster.ts'
import { newDatabase } from '../support/database.ts'
import { type DatabaseLine, openDatabaseLine } from '../support/database-line.ts'
import { assertProblem } from '../support/problem.ts'
import { type Api, apiWith, type Reply, signedIn, startService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

test(
  'writes whose commit was not confirmed return 503, say so, and are made once or not at all',
  inOnePlace,
  async (t) => {
    const { service, line } = await startBehindLine(t)
    const tenant = await service.newTenant()
    const count = async () => (await tenant.api('GET', `${tenant.path}/broadcastHosts?limit=0`)).body.metadata.total
    for (let round = 0; round < 5; round++) {
      const before = await count()
      const titles = Array.from({ length: 8 }, (_, at) => `Round ${round}, host ${at}`)
      line.loseCommitOf(titles[5] ?? '')
      const replies = await Promise.all(
        titles.map((title) => tenant.api('POST', `${tenant.path}/broadcastHosts`, { title })),
      )
      assert.equal(await count(), before + titles.length, 'every write was made once')
      const lost = replies.filter(({ status }) => status !== 201)
      assert(lost.length > 0, 'the answer to a commit was lost')
      for (const reply of lost) {
        assertProblem(reply, { status: 503, code: 'unavailable' })
        assert.match(reply.body.detail, /may have been made or not/)
      }
    }
  },
)

test(
  'a write whose commit was not confirmed is seen on every node, once the database answers',
  inOnePlace,
  async (t) => {
    const { service, line, databaseUrl } = await startBehindLine(t)
    const secretKey = service.config.secretKeys?.[0]?.toString('base64') ?? ''
    const other = await startService({}, { url: databaseUrl, secretKey })
    t.after(() => other.stop())
    const tenant = await service.newTenant()
    const elsewhere = apiWith(other.url, { authorization: `Bearer ${tenant.key}` })
    const count = async (api: Api) => (await api('GET', `${tenant.path}/broadcastHosts?limit=0`)).body.metadata.total
    for (let round = 1; round <= 3; round++) {
      line.loseCommitOf(`Host ${round}`)
      const reply = await tenant.api('POST', `${tenant.path}/broadcastHosts`, { title: `Host ${round}` })
      assertProblem(reply, { status: 503, code: 'unavailable' })
      assert.equal(await count(tenant.api), round)
      await until(async () => (await count(elsewhere)) === round, 'the other node has it')
    }
  },
)

test(
  'when PostgreSQL runs out of disk space writes return the reason, reads continue, and a successful write ends it',
  inOnePlace,
  async (t) => {
    const service = await startService({ MARQUEE_RATE_LIMIT: '600/60', MARQUEE_CACHE_MB: '0' })
    t.after(() => service.stop())
    const tenant = await service.newTenant()
    const { api, path } = tenant
    const { body: host } = await api('POST', `${path}/broadcastHosts`, { title: 'Searchable words' })
    assert.equal((await api('GET', `${path}/search?q=searchable`)).body.data.length, 1)
    await api('PATCH', `${path}/broadcastHosts/${host._id}`, { title: 'Searchable once more' })
    const makeSpace = await runOutOfSpace(service)

    const refused = await api('POST', `${path}/broadcastHosts`, { title: 'One more' })
    assertProblem(refused, { status: 503, code: 'storage_full' })
    assert.match(refused.body.detail, /The disk is full/)
    assertProblem(await api('GET', '/readyz'), { status: 503, code: 'storage_full' })
    // Another window of the rate limit, without a reserved share.
    service.clock.advance(60_000)
    for (let turn = 0; turn < 100; turn++) {
      const read = await api('GET', `${path}/broadcastHosts/${host._id}`)
      assert.equal(read.status, 200, read.text)
    }
    assert.equal((await api('GET', `${path}/search?q=searchable`)).body.data.length, 1)

    await makeSpace()
    await until(async () => (await api('POST', `${path}/broadcastHosts`, { title: 'Space' })).status === 201, 'a write')
    assert.equal((await api('GET', '/readyz')).status, 200)
  },
)

test('sign-in returns 503 when its connection breaks, even if the database is back at once', inOnePlace, async (t) => {
  const { service, line } = await startBehindLine(t)
  const tenant = await service.newTenant()
  const { email, password } = tenant
  const person = await signedIn(service, tenant)
  const calls: [statement: string, call: () => Promise<Reply>][] = [
    ['"sessions"', () => person('GET', tenant.path)],
    ['"sessions"', () => person('GET', '/v1/auth/get-session')],
    ['"users"', () => person('POST', '/v1/auth/sign-in/email', { email, password })],
  ]
  for (const [statement, call] of calls) {
    // A session that was just found is remembered for a second.
    service.clock.advance(2_000)
    line.loseCommitOf(statement)
    assertProblem(await call(), { status: 503, code: 'unavailable' })
    assert.equal((await call()).status, 200)
  }
})

test('a statement timeout is enforced by the server, and the connection stays usable', async (t) => {
  const service = await startService()
  t.after(() => service.stop())
  const { db } = service.platform
  // The pause between two statements has the same limit.
  await assert.rejects(
    db.withLimit(1_000).transaction((tx) => tx.query(sql`select pg_sleep(5)`)),
    { code: '57014' },
  )
  await db.transaction(async (tx) => {
    await tx.extendLimit(60_000)
    const [row] = await tx.query<{ limit: string }>(sql`select current_setting('statement_timeout') as limit`)
    assert.equal(row?.limit, '1min')
  })
  const [row] = await db.query<{ limit: string }>(sql`select current_setting('statement_timeout') as limit`)
  assert.equal(row?.limit, '9s')
})

/** A service with a proxy before its database. */
async function startBehindLine(
  t: TestContext,
): Promise<{ service: TestService; line: DatabaseLine; databaseUrl: string }> {
  const database = await newDatabase()
  const line = await openDatabaseLine(database.url)
  const service = await startService({}, { url: line.url, secretKey: randomBytes(32).toString('base64') })
  t.after(async () => {
    await service.stop()
    await line.close()
    await database.drop()
  })
  return { service, line, databaseUrl: database.url }
}

/**
 * Makes every write fail as PostgreSQL does when it cannot extend a file; the returned function ends it. All tables, because a write of
 * a background task that succeeds means that there is space again.
 */
async function runOutOfSpace({ platform: { db } }: TestService): Promise<() => Promise<void>> {
  const tables = await db.query<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const script = (text: string) => db.transaction((tx) => tx.script(text))
  await script(`
    create function no_space() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
  await script(
    tables
      .map(
        ({ name }) =>
          `create trigger no_space before insert or update or delete on ${name} execute function no_space();`,
      )
      .join(''),
  )
  return async () => {
    await script('drop function no_space() cascade')
  }
}
