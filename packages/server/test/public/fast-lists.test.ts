import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, test } from 'node:test'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'
import { ask, seen } from '../support/whole-answer.ts'

/** `fast` answers lists from memory ahead of the framework; `plain`, on the same database, remembers nothing. */
let fast: TestService
let plain: TestService
let tenant: TestTenant
let number = 0

before(async () => {
  fast = await startService({ MARQUEE_RATE_LIMIT: '5000/60', MARQUEE_LOG_LEVEL: 'info' })
  const { databaseUrl = '', secretKeys = [] } = fast.config
  const existing = { url: databaseUrl, secretKey: secretKeys.map((key) => key.toString('base64')).join() }
  plain = await startService({ MARQUEE_RATE_LIMIT: '5000/60', MARQUEE_CACHE_MB: '0' }, existing)
  tenant = await fast.newTenant()
  await tenant.api('PATCH', tenant.path, { isWeb: true, isPrivate: false, timezone: 'Europe/Paris' })
  const { api, path } = tenant
  const category = await api('POST', `${path}/broadcastCategories`, { key: 'jazz', title: 'Jazz', status: 'published' })
  const place = await api('POST', `${path}/broadcastInterestPoints`, { title: 'Kiosk', status: 'published' })
  for (let index = 0; index < 60; index++)
    await api('POST', `${path}/broadcastSessions`, {
      title: `Séance ${index}`,
      status: index % 7 === 0 ? 'draft' : 'published',
      time: { start: startOf(index), end: startOf(index + 1), timezone: 'Europe/Paris' },
      categoryIds: index % 2 === 0 ? [category.body._id] : [],
      interestPointId: index % 3 === 0 ? place.body._id : null,
      localeDetails: { en: { title: `Session ${index}` } },
    })
})
after(async () => {
  await plain.stop()
  await fast.stop()
})

const startOf = (index: number) => new Date(Date.UTC(2027, 6, 1, 10) + index * 3_600_000).toISOString()

const key = () => ({ 'x-api-key': tenant.key })
const publicPath = () => `/v1/public/${tenant.broadcastId}/broadcastSessions`
const filters = (...all: object[]) => `filters=${encodeURIComponent(JSON.stringify(all))}`

/** An instant that no list had before. */
const instant = () => new Date(Date.UTC(2027, 6, 1, 12) + number++).toISOString()

const lists = (): [string, Record<string, string>][] => [
  [`/v1/events?from=${instant()}`, key()],
  [`/v1/events?day=2027-07-02&limit=7&offset=${number++}`, key()],
  [`/v1/events?category=jazz&status=all&locale=en&from=${instant()}`, key()],
  [`${tenant.path}/broadcastSessions?${filters({ 'time.start': { $gte: instant() } })}&limit=5`, key()],
  [`${tenant.path}/broadcastSessions?day=2027-07-02&${filters({ 'time.end': { $gt: instant() } })}`, key()],
  [`${publicPath()}?${filters({ 'time.start': { $gte: instant() } })}`, {}],
  [`${publicPath()}?locale=fr&day=2027-07-01&${filters({ 'time.start': { $lt: instant() } })}`, {}],
  [`${publicPath()}?${filters({ 'time.start': { $gte: instant() } })}`, { 'accept-encoding': 'gzip' }],
]

/** Whether the framework handles a request meanwhile. */
async function isByFramework(work: () => Promise<unknown>): Promise<boolean> {
  let count = 0
  const onStart = () => {
    count += 1
  }
  subscribe('tracing:fastify.request.handler:start', onStart)
  try {
    await work()
  } finally {
    unsubscribe('tracing:fastify.request.handler:start', onStart)
  }
  return count > 0
}

/** Asks for lists like these until one is answered ahead of the framework: now and then a key is looked up again. */
async function answeredAhead(index: number) {
  let found: { path: string; headers: Record<string, string>; response: Awaited<ReturnType<typeof seen>> } | undefined
  await until(async () => {
    const [path = '', headers = {}] = lists()[index] ?? []
    const isByIt = await isByFramework(async () => {
      found = { path, headers, response: await seen(await ask(fast, path, headers)) }
    })
    return !isByIt
  }, 'a list is answered ahead of the framework')
  return found ?? assert.fail('no list was asked for')
}

test('lists that were never asked for are answered ahead of the framework, with the bytes and headers of the ordinary path', async () => {
  for (const index of lists().keys()) {
    const { path, headers, response } = await answeredAhead(index)
    assert.equal(response.status, 200, path)
    assert.deepEqual(response, await seen(await ask(plain, path, headers)), path)
    const etag = response.headers.find(([name]) => name === 'etag')?.[1] ?? ''
    assert.equal((await ask(fast, path, { ...headers, 'if-none-match': etag })).status, 304)
  }
})

test('a write is in the next list', async () => {
  for (const index of [0, 3, 5]) {
    await answeredAhead(index)
    const title = `New ${index}`
    const time = { start: startOf(80 + index), end: startOf(81 + index), timezone: 'Europe/Paris' }
    const made = await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title, status: 'published', time })
    assert.equal(made.status, 201)
    const [path = '', headers = {}] = lists()[index] ?? []
    const listed = await ask(fast, path.replace('limit=5', 'limit=200'), headers)
    assert.match(await listed.text(), new RegExp(title))
  }
})

test('what is wrong with a query is refused as by the ordinary path', async () => {
  await answeredAhead(0)
  await answeredAhead(3)
  await answeredAhead(5)
  const wrong: [string, Record<string, string>][] = [
    ['/v1/events?limit=0', key()],
    ['/v1/events?from=yesterday', key()],
    ['/v1/events?locale=xx', key()],
    ['/v1/events?unknown=1', key()],
    ['/v1/events?limit=1&limit=2', key()],
    [`${tenant.path}/broadcastSessions?${filters({ nothing: 1 })}`, key()],
    [`${tenant.path}/broadcastSessions?startId=none`, key()],
    [`${publicPath()}?${filters({ status: 'draft', nothing: 1 })}`, {}],
    [`${publicPath()}?preview=none`, {}],
  ]
  const withoutIds = ({ body, ...rest }: Awaited<ReturnType<typeof seen>>) => {
    const { instance: _, request_id: __, ...problem } = JSON.parse(body)
    return { ...rest, problem }
  }
  for (const [path, headers] of wrong) {
    const expected = withoutIds(await seen(await ask(plain, path, headers)))
    assert.ok(expected.status >= 400, path)
    for (let time = 0; time < 2; time++)
      assert.deepEqual(withoutIds(await seen(await ask(fast, path, headers))), expected, path)
  }
})

test('each list counts once in the rate limit, and is refused beyond it', async () => {
  await answeredAhead(0)
  const own = { 'x-api-key': await fast.newKey(tenant.broadcastId, ['read', 'write']) }
  fast.clock.advance(60_000 - (fast.clock.now() % 60_000))
  // The scopes are new, so that the first requests are ordinary.
  const remaining: number[] = []
  for (let time = 0; time < 6; time++) {
    const response = await ask(fast, `/v1/events?from=${instant()}`, own)
    remaining.push(Number(response.headers.get('x-ratelimit-remaining')))
    await response.arrayBuffer()
  }
  assert.deepEqual(remaining, [4999, 4998, 4997, 4996, 4995, 4994])
  for (let time = 0; time < 4994; time++) await (await ask(fast, '/v1/events?limit=1', own)).arrayBuffer()
  const refused = await ask(fast, `/v1/events?from=${instant()}`, own)
  assert.equal(refused.status, 429)
})

test('strangers, other scopes and visitors of a broadcast that became private get what they got before', async () => {
  await answeredAhead(3)
  await answeredAhead(5)
  const list = () => lists()[3]?.[0] ?? ''
  const stranger = await fast.newTenant()
  const writer = await fast.newKey(tenant.broadcastId, ['write'])
  for (let time = 0; time < 3; time++) {
    assert.equal((await ask(fast, list(), { 'x-api-key': stranger.key })).status, 404)
    assert.equal((await ask(fast, list(), { 'x-api-key': writer })).status, 403)
    assert.equal((await ask(fast, list())).status, 401)
  }
  const { api } = tenant
  assert.equal((await api('PATCH', tenant.path, { isPrivate: true })).status, 200)
  assert.equal((await ask(fast, lists()[5]?.[0] ?? '')).status, 404)
  assert.equal((await api('PATCH', tenant.path, { isPrivate: false })).status, 200)
})
