import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../support/problem.ts'
import { type Installation, migratedInstallation } from '../support/process.ts'
import { apiWith } from '../support/service.ts'
import { shownIn } from '../support/shown.ts'
import { until } from '../support/until.ts'

const bounded = { timeout: 240_000 }

test(
  'while PostgreSQL is frozen, /readyz returns 503 within 2 s and every request long before a statement times out; afterwards the service works again',
  bounded,
  async (t) => {
    const installation = await migratedInstallation(t)
    const service = await installation.serve()
    const { key, path, email, password } = shownIn(service.welcome)
    const origin = installation.url
    const api = apiWith(origin, { 'x-api-key': key })
    const person = apiWith(origin, { origin })
    const { body: session } = await api('POST', `${path}/broadcastSessions`, { title: 'Before' })
    const thaw = await freezePostgres(installation)
    t.after(thaw)

    const [readyz, ...others] = await Promise.all([
      timed(() => api('GET', '/readyz')),
      ...Array.from({ length: 20 }, (_, number) =>
        timed(() => api('POST', `${path}/broadcastSessions`, { title: `Frozen ${number}` })),
      ),
      timed(() => api('GET', `${path}/broadcastSessions?limit=1`)),
      timed(() => person('POST', '/v1/auth/sign-in/email', { email, password })),
    ])
    assertProblem(readyz.reply, { status: 503, code: 'unavailable' })
    assert(readyz.tookMs < 2_000, `/readyz took ${readyz.tookMs} ms`)
    for (const { reply, tookMs } of others) {
      assertProblem(reply, { status: 503, code: 'unavailable' })
      assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/)
      assert(tookMs < 5_000, `a request took ${tookMs} ms`)
    }
    assert.equal((await api('GET', '/livez')).status, 200)
    await thaw()

    await until(async () => (await api('GET', '/readyz')).status === 200, 'a service that is ready again', 5_000)
    const read = await api('GET', `${path}/broadcastSessions/${session._id}`)
    assert.equal(read.body.title, 'Before')
    assert.equal((await api('POST', `${path}/broadcastSessions`, { title: 'After' })).status, 201)
    // Sign-in has a pool of its own, which notices it by itself.
    const signIn = async () => (await person('POST', '/v1/auth/sign-in/email', { email, password })).status
    await until(async () => (await signIn()) === 200, 'a sign-in', 5_000)
    assert.equal((await service.stop()).code, 0)
    assert.deepEqual(await installation.findPostgres(), [])
  },
)

test(
  'a stopped service exits although its PostgreSQL is frozen, and PostgreSQL exits once it is resumed',
  bounded,
  async (t) => {
    const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false' })
    const service = await installation.serve()
    const thaw = await freezePostgres(installation)
    t.after(thaw)
    const startedMs = performance.now()
    await service.stop()
    assert(performance.now() - startedMs < 40_000)
    await thaw()
    await until(async () => (await installation.findPostgres()).length === 0, 'the end of PostgreSQL')
  },
)

/** Suspends every process of PostgreSQL, like a debugger or a hung disk, and returns a function that resumes them. */
async function freezePostgres(installation: Installation): Promise<() => Promise<void>> {
  const pids = new Set<number>()
  // A connection that is being opened is a process that the first look misses.
  for (let found = await installation.findPostgres(); found.some((pid) => !pids.has(pid)); ) {
    for (const pid of found) process.kill(pid, 'SIGSTOP')
    for (const pid of found) pids.add(pid)
    found = await installation.findPostgres()
  }
  assert(pids.size > 0, 'PostgreSQL does not run')
  return async () => {
    for (const pid of await installation.findPostgres()) if (pids.has(pid)) process.kill(pid, 'SIGCONT')
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ reply: T; tookMs: number }> {
  const startedMs = performance.now()
  const reply = await work()
  return { reply, tookMs: performance.now() - startedMs }
}
