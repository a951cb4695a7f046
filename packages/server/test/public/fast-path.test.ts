import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { ask, seen } from '../support/whole-answer.ts'

/** `short` uses the fast path for cached responses; `long`, on the same database, never does. */
let short: TestService
let long: TestService
let tenant: TestTenant

before(async () => {
  short = await startService({ MARQUEE_RATE_LIMIT: '1000/60', MARQUEE_LOG_LEVEL: 'info' })
  const { databaseUrl = '', secretKeys = [] } = short.config
  const existing = { url: databaseUrl, secretKey: secretKeys.map((key) => key.toString('base64')).join() }
  long = await startService({ MARQUEE_RATE_LIMIT: '1000/60', MARQUEE_CACHE_MB: '0' }, existing)
  tenant = await short.newTenant()
  for (let number = 0; number < 30; number++)
    await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title: `Session ${number}`, status: 'published' })
})
after(async () => {
  await long.stop()
  await short.stop()
})

const questions = (): [string, Record<string, string>][] => {
  const key = { 'x-api-key': tenant.key }
  const bearer = { authorization: `Bearer ${tenant.key}` }
  const publicly = `/v1/public/${tenant.broadcastId}`
  return [
    ['/v1/events', key],
    ['/v1/events?limit=3', bearer],
    [`${tenant.path}/broadcastSessions?limit=2&locale=fr`, bearer],
    [tenant.path, key],
    [`${publicly}/broadcastSessions`, {}],
    [`${publicly}/broadcastSessions`, { 'accept-encoding': 'gzip' }],
    [`${publicly}/bundle`, { 'accept-encoding': 'br' }],
    [`${publicly}/programme.ics`, { 'accept-encoding': 'identity' }],
  ]
}

test('a cached response equals an uncached one, byte for byte and header for header', async () => {
  for (const [path, headers] of questions()) {
    const expected = await seen(await ask(long, path, headers))
    assert.equal(expected.status, 200, path)
    for (let time = 0; time < 4; time++) assert.deepEqual(await seen(await ask(short, path, headers)), expected, path)
    const etag = expected.headers.find(([name]) => name === 'etag')?.[1] ?? ''
    const known = { ...headers, 'if-none-match': etag }
    const unchanged = await seen(await ask(long, path, known))
    assert.equal(unchanged.status, 304)
    assert.deepEqual(await seen(await ask(short, path, known)), unchanged, path)
  }
})

test('the rate limit of a key counts cached responses, and refuses with the ordinary problem', async () => {
  const key = { 'x-api-key': await short.newKey(tenant.broadcastId, ['read']) }
  // At the start of a window: across two windows, nothing would be refused.
  short.clock.advance(60_000 - (short.clock.now() % 60_000))
  const remaining: number[] = []
  for (let time = 0; time < 5; time++)
    remaining.push(Number((await ask(short, '/v1/places', key)).headers.get('x-ratelimit-remaining')))
  assert.deepEqual(remaining, [999, 998, 997, 996, 995])
  for (let time = 0; time < 995; time++) await (await ask(short, '/v1/places', key)).arrayBuffer()
  const refused = await ask(short, '/v1/places', key)
  assert.equal(refused.status, 429)
  assert.equal(((await refused.json()) as { code: string }).code, 'rate_limited')
})

test('a response cached for one key is not sent to another, nor to one with other scopes or none', async () => {
  const stranger = await short.newTenant()
  const path = `${tenant.path}/broadcastSessions?limit=1`
  for (let time = 0; time < 3; time++) assert.equal((await tenant.api('GET', path)).status, 200)
  const writer = await short.newKey(tenant.broadcastId, ['write'])
  for (let time = 0; time < 3; time++) {
    assert.equal((await stranger.api('GET', path)).status, 404)
    assert.equal((await ask(short, path, { 'x-api-key': writer })).status, 403)
    assert.equal((await ask(short, path)).status, 401)
    assert.equal((await ask(short, path, { 'x-api-key': tenant.key, authorization: `Bearer ${writer}` })).status, 401)
  }
})

test('a revoked key is refused at once, also for cached responses', async () => {
  const here = await short.newTenant()
  const owner = { broadcastId: here.broadcastId }
  for (let time = 0; time < 3; time++) assert.equal((await here.api('GET', '/v1/events')).status, 200)
  const [key] = await short.platform.keys.list(owner.broadcastId)
  await short.platform.control.transaction((tx) =>
    short.platform.keys.revoke(tx, owner.broadcastId, key?.id ?? '', { type: 'command' }),
  )
  assert.equal((await here.api('GET', '/v1/events')).status, 401)
})
