import assert from 'node:assert/strict'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStream } from '../support/event-stream.ts'
import { assertProblem } from '../support/problem.ts'
import { type Installation, migratedInstallation } from '../support/process.ts'
import { apiWith, type Reply } from '../support/service.ts'
import { shownIn } from '../support/shown.ts'
import { elapse, until } from '../support/until.ts'

const bounded = { timeout: 240_000 }

test(
  'when PostgreSQL is killed, the service returns 503, restarts it, and loses no acknowledged write',
  bounded,
  async (t) => {
    const installation = await migratedInstallation(t, { MARQUEE_RATE_LIMIT: 'off' })
    const service = await installation.serve()
    const { key, path, email, password } = shownIn(service.welcome)
    const api = apiWith(installation.url, { 'x-api-key': key })
    const origin = installation.url
    const signedIn = await apiWith(origin, { origin })('POST', '/v1/auth/sign-in/email', { email, password })
    const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
    const person = apiWith(origin, { origin, cookie: cookie.join('; ') })
    const acknowledged: string[] = []
    const replies: Reply[] = []
    for (let round = 0; round < 3; round++) {
      let isOver = false
      const writer = async (number: number) => {
        for (let turn = 0; !isOver; turn++) {
          const title = `Round ${round}, writer ${number}, turn ${turn}`
          const reply = await api('POST', `${path}/broadcastSessions`, { title })
          replies.push(reply)
          if (reply.status === 201) acknowledged.push(reply.body._id)
        }
      }
      const reader = async () => {
        while (!isOver) replies.push(await api('GET', `${path}/broadcastSessions?limit=1`), await person('GET', path))
      }
      const others = [1, 2, 3, 4].map(writer)
      const reading = reader()
      await until(() => replies.some(({ status }) => status === 201), 'a first write')
      const killed = await killPostgres(installation)
      await until(async () => (await status(installation, '/readyz')) === 503, 'a service that is not ready')
      assert.equal(await status(installation, '/livez'), 200)
      await until(async () => (await status(installation, '/readyz')) === 200, 'a service that is ready again')
      assert.notEqual(await installation.findPostmaster(), killed)
      const before = acknowledged.length
      await until(() => acknowledged.length > before + 4, 'writes after the restart')
      isOver = true
      await Promise.all([...others, reading])
    }
    const refused = replies.filter((reply) => reply.status >= 300)
    for (const reply of refused) {
      assertProblem(reply, { status: 503, code: 'unavailable' })
      assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/)
    }
    assert(refused.length > 0, 'some requests were made while the database was down')
    for (const id of acknowledged) assert.equal((await api('GET', `${path}/broadcastSessions/${id}`)).status, 200)
    assert.match(service.stderr(), /the embedded database has stopped/)
    assert.match(service.stderr(), /the embedded database runs again/)
    assert.equal((await service.stop()).code, 0)
    assert.deepEqual(await installation.findPostgres(), [])
  },
)

test('a service whose database is killed during its start becomes ready, too', bounded, async (t) => {
  const installation = await migratedInstallation(t)
  const record = join(installation.dataDir, 'postgres/postmaster.pid')
  const isReady = async () => /ready/.test(await readFile(record, 'utf8').catch(() => ''))
  // Within this time the service joins the database, migrates it, and looks for the demo.
  for (const afterMs of [0, 30, 60, 120, 240, 480]) {
    const starting = installation.serve()
    await until(isReady, 'a database that is ready')
    await elapse(afterMs)
    await killPostgres(installation)
    const service = await starting
    await until(async () => (await status(installation, '/readyz')) === 200, 'a service that is ready')
    assert.equal((await service.stop()).code, 0)
    assert.deepEqual(await installation.findPostgres(), [])
  }
})

test('streams, cached responses and background work continue after the database was killed', bounded, async (t) => {
  const installation = await migratedInstallation(t)
  const service = await installation.serve()
  const { key, path } = shownIn(service.welcome)
  const api = apiWith(installation.url, { 'x-api-key': key })
  const { body: session } = await api('POST', `${path}/broadcastSessions`, { title: 'Before' })
  const read = () => api('GET', `${path}/broadcastSessions/${session._id}`)
  for (let turn = 0; turn < 3; turn++) assert.equal((await read()).body.title, 'Before')
  await killPostgres(installation)
  await until(async () => (await status(installation, '/readyz')) === 503, 'a service that is not ready')
  await until(async () => (await status(installation, '/readyz')) === 200, 'a service that is ready again')

  assert.equal((await api('PATCH', `${path}/broadcastSessions/${session._id}`, { title: 'After' })).status, 200)
  assert.equal((await read()).body.title, 'After')
  const stream = await openStream(`${installation.url}${path}/changes/stream`, { 'x-api-key': key })
  t.after(() => stream.close())
  const article = await api('POST', `${path}/broadcastArticles`, {
    title: 'Due',
    content: 'Soon',
    status: 'published',
    publishedAt: new Date(Date.now() + 1_000).toISOString(),
  })
  assert.equal(article.status, 201)
  const operations = (await stream.take(2)).map(({ data }) => [data.id, data.operation])
  assert.deepEqual(operations, [
    [article.body._id, 'create'],
    [article.body._id, 'publish'],
  ])
  assert.equal((await service.stop()).code, 0)
})

test('a missing data folder is retried, never created again, and used when it is back', bounded, async (t) => {
  const installation = await migratedInstallation(t)
  const service = await installation.serve()
  const { key, path } = shownIn(service.welcome)
  const api = apiWith(installation.url, { 'x-api-key': key })
  const { body: session } = await api('POST', `${path}/broadcastSessions`, { title: 'Kept' })
  const cluster = join(installation.dataDir, 'postgres')
  const aside = join(installation.folder, 'aside')
  await rename(cluster, aside)
  const killed = await pidIn(aside)
  process.kill(killed, 'SIGKILL')
  await until(() => /could not be started/.test(service.stderr()), 'a reason in the log')
  assert.match(service.stderr(), /The database in .* is gone; put it back from a backup\./)
  assertProblem(await api('GET', `${path}/broadcastSessions/${session._id}`), { status: 503, code: 'unavailable' })

  await rename(aside, cluster)
  await until(async () => (await status(installation, '/readyz')) === 200, 'a service that is ready again')
  assert.equal((await api('GET', `${path}/broadcastSessions/${session._id}`)).body.title, 'Kept')
  assert.equal((await service.stop()).code, 0)
  assert.deepEqual(await installation.findPostgres(), [])
})

test('stopped while the database is down, the service exits and leaves no database running', bounded, async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false' })
  const service = await installation.serve()
  await killPostgres(installation)
  await until(async () => (await status(installation, '/readyz')) === 503, 'a service that is not ready')
  assert.equal((await service.stop()).code, 0)
  assert.deepEqual(await installation.findPostgres(), [])
})

async function killPostgres(installation: Installation): Promise<number> {
  const postmaster = (await installation.findPostmaster()) ?? assert.fail('PostgreSQL does not run')
  process.kill(postmaster, 'SIGKILL')
  return postmaster
}

async function pidIn(cluster: string): Promise<number> {
  return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

const status = async ({ url }: Installation, path: string) => (await apiWith(url, {})('GET', path)).status
