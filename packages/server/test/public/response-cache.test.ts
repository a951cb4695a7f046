import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openDb } from '../../src/store/db.ts'
import { sql } from '../../src/store/sql.ts'
import { isNews, statementsOf } from '../support/counted-statements.ts'
import { inTurn } from '../support/in-turn.ts'
import { type Api, apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'
import { elapse, until } from '../support/until.ts'

let first: TestService
let second: TestService
let tenant: TestTenant
/** All readers: without a key, with one on either surface, here and on the other node. */
let nobody: Api
let nobodyThere: Api
let there: Api
let open: string
let sessionId: string

before(async () => {
  const env = { MARQUEE_PUBLIC_READ_LIMIT: 'off', MARQUEE_PUBLIC_WRITE_LIMIT: 'off' }
  first = await startService(env)
  const { databaseUrl = '', secretKeys } = first.config
  second = await startService(env, { url: databaseUrl, secretKey: secretKeys?.[0]?.toString('base64') ?? '' })
  tenant = await first.newTenant()
  nobody = apiWith(first.url, {})
  nobodyThere = apiWith(second.url, {})
  there = apiWith(second.url, { 'x-api-key': tenant.key })
  open = `/v1/public/${tenant.broadcastId}`
  const time = { start: '2026-07-04T18:00:00Z', end: '2026-07-04T19:00:00Z' }
  const { body } = await tenant.api('POST', `${tenant.path}/broadcastSessions`, {
    title: 'T 0',
    status: 'published',
    time,
  })
  sessionId = body._id
})
after(async () => {
  await second.stop()
  await first.stop()
})

const rename = async (title: string, api = tenant.api) => {
  const reply = await api('PATCH', `${tenant.path}/broadcastSessions/${sessionId}`, { title })
  assert.equal(reply.status, 200, reply.text)
}

test('a write is in the very next response on both surfaces and for the public, despite concurrent reads', async () => {
  const addresses: [Api, string][] = [
    [nobody, `${open}/broadcastSessions`],
    [nobody, `${open}/broadcastSessions/${sessionId}`],
    [nobody, `${open}/bundle`],
    [nobody, `${open}/programme.ics`],
    [tenant.api, `${tenant.path}/broadcastSessions`],
    [tenant.api, `${tenant.path}/broadcastSessions/${sessionId}?locale=fr`],
    [tenant.api, '/v1/events'],
    [tenant.api, `/v1/events/${sessionId}`],
  ]
  let isWriting = true
  const readers = addresses.slice(1, 3).map(async ([api, address]) => {
    while (isWriting) {
      assert.equal((await api('GET', address)).status, 200)
      await elapse(10)
    }
  })
  try {
    for (let round = 1; round <= 100; round++) {
      await rename(`T ${round}`)
      const [api, address] = addresses[round % addresses.length] ?? assert.fail()
      const { text } = await api('GET', address)
      assert(new RegExp(`T ${round}\\b`).test(text), `round ${round}: ${address} says ${/T \d+/.exec(text)?.[0]}`)
    }
  } finally {
    isWriting = false
    await Promise.all(readers)
  }
})

test('a cached response equals the original', async () => {
  const [one, other] = [await nobody('GET', `${open}/bundle`), await nobody('GET', `${open}/bundle`)]
  assert.equal(other.text, one.text)
  const headers = ({ headers: all }: typeof one) =>
    [...all].filter(([name]) => !['date', 'x-request-id'].includes(name))
  assert.deepEqual(headers(other), headers(one))
  for (const address of [`${open}/bundle`, `${open}/broadcastSessions`, open]) {
    await nobody('GET', address)
    assert.deepEqual((await statementsOf(first, () => nobody('GET', address))).filter(isReading), [], address)
  }
})

test('concurrent identical requests are read once', async () => {
  let titles = 0
  const most = async (times: number): Promise<string[]> => {
    let hasMissed = false
    const stop = first.platform.notifications.subscribe(({ type }) => {
      hasMissed ||= type === 'gap'
    })
    await rename(`Asked ${++titles}`)
    const ask = () => Promise.all(Array.from({ length: times }, () => nobody('GET', `${open}/bundle`)))
    const texts = await statementsOf(first, ask)
    stop()
    // While notifications of other nodes can have been missed, nothing is cached or shared.
    return hasMissed || !first.platform.notifications.isLive() ? most(times) : texts.filter(isReading)
  }
  const alone = await most(1)
  assert.deepEqual(await most(20), alone)
})

/** The statements for building a response; finding the broadcast costs one each. */
const isReading = (text: string) => !text.includes('b.user_id') && !isNews(text)

test('registrations, favorites and analytics events of apps do not invalidate public responses', async () => {
  const addresses = [`${open}/bundle`, `${open}/broadcastSessions`, open]
  for (const address of addresses) await nobody('GET', address)
  const { body } = await nobody('POST', `${open}/clients`, { favoriteIds: [sessionId] })
  const headers = { authorization: `Bearer ${body.token}` }
  await nobody('PATCH', `${open}/clients/me`, { locale: 'fr' }, headers)
  await nobody('POST', `${open}/events`, { type: 'opened' }, headers)
  for (const address of addresses)
    assert.deepEqual((await statementsOf(first, () => nobody('GET', address))).filter(isReading), [], address)
})

test('another node shows writes by their news, long before it looks at the change log again', async () => {
  const path = `${tenant.path}/broadcastSessions/${sessionId}`
  const readers = [() => nobodyThere('GET', `${open}/broadcastSessions/${sessionId}`), () => there('GET', path)]
  const delays: number[] = []
  for (let round = 0; round < 100; round++) {
    await Promise.all(readers.map((read) => read()))
    const read = readers[round % 2] ?? assert.fail()
    const title = `Over there ${round}`
    await rename(title)
    const since = performance.now()
    while ((await read()).body.title !== title) assert(performance.now() - since < 2_000, `round ${round}`)
    delays.push(performance.now() - since)
  }
  // A busy machine delays some, but not most.
  assert((delays.toSorted((a, b) => a - b)[50] ?? 0) < 100)
})

test('a node without notifications returns nothing older than 1.5 s, and recovers', async () => {
  const address = `${open}/broadcastSessions/${sessionId}`
  await until(async () => (await statementsOf(second, () => nobodyThere('GET', address))).length === 0, 'a kept answer')
  await cutListeners(second)
  let isFresh = true
  for (let round = 0; round < 5; round++) {
    await rename(`Cut off ${round}`)
    const writtenMs = performance.now()
    await elapse(20)
    const { body } = await nobodyThere('GET', address)
    isFresh &&= body.title === `Cut off ${round}` || performance.now() - writtenMs < 1_500
  }
  assert(isFresh)
  await until(
    async () => (await statementsOf(second, () => nobodyThere('GET', address))).length === 0,
    'the memory to work again',
  )
  await rename('Heard again')
  const since = performance.now()
  while ((await nobodyThere('GET', address)).body.title !== 'Heard again') assert(performance.now() - since < 500)
})

/** Closes the connections on which the other nodes receive notifications. */
async function cutListeners(service: TestService): Promise<void> {
  const { controlUrl, databaseUrl = '' } = service.config
  const admin = openDb(controlUrl ?? databaseUrl, { maxConnections: 1 })
  const ended = await admin.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'marquee notifications' and pid <> pg_backend_pid()`)
  await admin.close()
  assert(ended.length >= 1)
}

describe('with little memory', () => {
  test('many different requests are answered, and do not evict a small broadcast', async () => {
    const own = await startService({ MARQUEE_CACHE_MB: '1', MARQUEE_PUBLIC_READ_LIMIT: 'off' })
    try {
      const [large, small] = [await own.newTenant(), await own.newTenant()]
      const description = 'x'.repeat(10_000)
      for (const title of ['A', 'B'])
        await large.api('POST', `${large.path}/broadcastSessions`, { title, description, status: 'published' })
      const call = apiWith(own.url, {})
      const quiet = `/v1/public/${small.broadcastId}/bundle`
      await call('GET', quiet)
      const replies = await inTurn(Array.from({ length: 300 }), (_, skip) =>
        call('GET', `/v1/public/${large.broadcastId}/broadcastSessions?skip=${skip % 2}&limit=${skip + 1}`),
      )
      assert(replies.every(({ status }) => status === 200))
      assert.deepEqual(await statementsOf(own, () => call('GET', quiet)), [])
    } finally {
      await own.stop()
    }
  })
})
