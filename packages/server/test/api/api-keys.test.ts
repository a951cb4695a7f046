import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newApiKey } from '../../src/access/api-key.ts'
import { createRateLimiter } from '../../src/access/rate-limit.ts'
import { type Scope, scopes } from '../../src/access/rights.ts'
import { sql } from '../../src/store/sql.ts'
import { statementsOf } from '../support/counted-statements.ts'
import { fingerprint } from '../support/fingerprint.ts'
import { inTurn } from '../support/in-turn.ts'
import { assertProblem } from '../support/problem.ts'
import { sendRaw } from '../support/raw-http.ts'
import {
  type Api,
  addMember,
  apiWith,
  type Reply,
  signedIn,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts'
import { until } from '../support/until.ts'

/** Two nodes on one database: `first` without limits, `second` with them. */
let first: TestService
let second: TestService
let tenant: TestTenant
let owner: Api
let keys: string

before(async () => {
  first = await startService({ MARQUEE_QUOTA_KEYS: '8' })
  second = await startService({ MARQUEE_QUOTA_KEYS: '8' }, sameDatabase(first))
  tenant = await first.newTenant()
  owner = await signedIn(first, tenant)
  keys = `${tenant.path}/apiKeys`
})
after(async () => {
  await second.stop()
  await first.stop()
})

function sameDatabase({ config }: TestService): { url: string; secretKey: string } {
  return { url: config.databaseUrl ?? '', secretKey: config.secretKeys?.[0]?.toString('base64') ?? '' }
}

interface MadeKey {
  id: string
  key: string
}

async function makeKey(body: object = {}): Promise<MadeKey> {
  const reply = await owner('POST', keys, { name: 'Kiosk', ...body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

const withKey = (service: TestService, key: string) => apiWith(service.url, { 'x-api-key': key })
const readAs = (service: TestService, key: string) => withKey(service, key)('GET', tenant.path)
const refused = { status: 401, code: 'unauthenticated' }

/** Every test leaves room in the quota for the next. */
async function revokeAll(): Promise<void> {
  const { body } = await owner('GET', keys)
  for (const { id, name, revoked_at: revokedAt } of body.data)
    if (revokedAt === null && name !== 'Test') await owner('DELETE', `${keys}/${id}`)
}

test('a signed-in owner creates a key, which is shown once and works at once', async () => {
  const reply = await owner('POST', keys, { name: 'Kiosk \u{1f600}' })
  assert.equal(reply.status, 201, reply.text)
  const { key, ...shown } = reply.body
  assert.match(key, /^mrq_live_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/)
  assert.deepEqual(shown, {
    id: shown.id,
    name: 'Kiosk \u{1f600}',
    preview: `mrq_live_...${key.slice(-4)}`,
    scopes: ['read', 'write'],
    created_at: shown.created_at,
    expires_at: null,
    revoked_at: null,
    last_used: null,
  })
  assert.equal(reply.headers.get('location'), `${keys}/${shown.id}`)
  assert.equal((await readAs(first, key)).status, 200)
  const { body } = await owner('GET', keys)
  assert.equal(
    body.data.some((row: object) => 'key' in row),
    false,
  )
  await revokeAll()
})

test('only a signed-in owner, from the site itself, can list, create or revoke keys', async () => {
  const { id } = await makeKey()
  const hash = await fingerprint(first.platform.db)
  const editor = await addMember(first, tenant, 'editor')
  const viewer = await addMember(first, tenant, 'viewer')
  const before = await fingerprint(first.platform.db)
  assert.notEqual(before, hash)
  const stranger = await first.newTenant()
  const strangerSignedIn = await signedIn(first, stranger)
  const untouched = await fingerprint(first.platform.db)
  const callers: [string, Api, number, string][] = [
    ['nobody', apiWith(first.url, {}), 401, 'unauthenticated'],
    ['a key', tenant.api, 403, 'owner_required'],
    ['an editor', editor, 403, 'insufficient_role'],
    ['a viewer', viewer, 403, 'insufficient_role'],
    ['the key of another broadcast', stranger.api, 404, 'not_found'],
    ['the owner of another broadcast', strangerSignedIn, 404, 'not_found'],
  ]
  for (const [who, api, status, code] of callers) {
    for (const [method, path] of [
      ['GET', keys],
      ['POST', keys],
      ['DELETE', `${keys}/${id}`],
      ['POST', `${keys}/${id}/rotate`],
    ] as const)
      assertProblem(
        await api(method, path, method === 'POST' ? { name: 'Mine' } : undefined),
        { status, code },
        `${who} ${method} ${path}`,
      )
  }
  const elsewhere = { origin: 'https://evil.example' }
  assertProblem(await owner('POST', keys, { name: 'Mine' }, elsewhere), { status: 403, code: 'cross_site_request' })
  assertProblem(await owner('DELETE', `${keys}/${id}`, undefined, elsewhere), {
    status: 403,
    code: 'cross_site_request',
  })
  assert.equal(await fingerprint(first.platform.db), untouched)
  for (const other of [`${stranger.path}/apiKeys/${id}`, `${stranger.path}/apiKeys/${id}/rotate`])
    assertProblem(await strangerSignedIn(other.endsWith('rotate') ? 'POST' : 'DELETE', other), {
      status: 404,
      code: 'not_found',
    })
  assert.equal(await fingerprint(first.platform.db), untouched)
  await revokeAll()
})

test('an invalid request for a new key is refused', async () => {
  const hash = await fingerprint(first.platform.db)
  const bodies: [object, string][] = [
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(201) }, '/name'],
    [{ name: 1 }, '/name'],
    [{ name: 'x', scopes: [] }, '/scopes'],
    [{ name: 'x', scopes: ['read', 'read'] }, '/scopes'],
    [{ name: 'x', scopes: ['admin'] }, '/scopes/0'],
    [{ name: 'x', scopes: 'read' }, '/scopes'],
    [{ name: 'x', expires_at: 'soon' }, '/expires_at'],
    [{ name: 'x', expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    [{ name: 'x', expires_at: '2030-01-01' }, '/expires_at'],
    [{ name: 'x', expires_at: 1 }, '/expires_at'],
    [{ name: 'x', key: newApiKey() }, '/key'],
  ]
  for (const [body, pointer] of bodies)
    assertProblem(await owner('POST', keys, body), { status: 400, code: 'invalid', pointer }, JSON.stringify(body))
  for (const overlapSeconds of [-1, 604_801, 1.5, '60', null, true])
    assertProblem(await owner('POST', `${keys}/66a1f0c2d4e5b60718293a4b/rotate`, { overlapSeconds }), {
      status: 400,
      pointer: '/overlapSeconds',
    })
  assertProblem(await owner('POST', `${keys}/66a1f0c2d4e5b60718293a4b/rotate`), { status: 404, code: 'not_found' })
  assertProblem(await owner('DELETE', `${keys}/66a1f0c2d4e5b60718293a4b`), { status: 404, code: 'not_found' })
  assert.equal(await fingerprint(first.platform.db), hash)
})

test('a key has exactly the rights of its scopes', async () => {
  const { path } = tenant
  const { body: contact } = await tenant.api('POST', `${path}/broadcastContacts`, {})
  const attempts: { method: string; path: string; needs: Scope[] }[] = [
    { method: 'GET', path: `${path}/broadcastSessions`, needs: ['read'] },
    { method: 'GET', path, needs: ['read'] },
    { method: 'GET', path: `${path}/changes`, needs: ['read'] },
    { method: 'POST', path: `${path}/broadcastSessions`, needs: ['write'] },
    { method: 'PATCH', path, needs: ['write'] },
    { method: 'GET', path: `${path}/broadcastContacts`, needs: ['read', 'people'] },
    { method: 'GET', path: `${path}/broadcastContacts/${contact._id}/history`, needs: ['read', 'people'] },
    { method: 'POST', path: `${path}/broadcastContacts`, needs: ['write', 'people'] },
    { method: 'PATCH', path: `${path}/broadcastContacts/${contact._id}`, needs: ['write', 'people'] },
  ]
  for (let bits = 1; bits < 8; bits++) {
    const held = scopes.filter((_, index) => bits & (1 << index))
    const api = withKey(first, (await makeKey({ scopes: held })).key)
    for (const { method, path: address, needs } of attempts) {
      const reply = await api(method, address, method === 'GET' ? undefined : {})
      const about = `${held} ${method} ${address}`
      if (needs.every((scope) => held.includes(scope))) assert(reply.status < 300, `${about} ${reply.text}`)
      else assertProblem(reply, { status: 403, code: 'insufficient_scope' }, about)
    }
    const { body } = await api('GET', `${path}/changes?limit=1000`)
    if (held.includes('read'))
      assert.equal(
        body.data.some(({ kind }: { kind: string }) => kind === 'broadcastContact'),
        held.includes('people'),
      )
    await revokeAll()
  }
})

test('a key works until the moment it expires, on every node', async () => {
  const expiresAt = new Date(first.clock.now() + 3_600_000).toISOString()
  const { key, id } = await makeKey({ expires_at: expiresAt })
  for (const service of [first, second]) assert.equal((await readAs(service, key)).status, 200)
  for (const service of [first, second]) service.clock.advance(3_590_000)
  for (const service of [first, second]) assert.equal((await readAs(service, key)).status, 200)
  for (const service of [first, second]) service.clock.advance(10_000)
  for (const service of [first, second]) assertProblem(await readAs(service, key), refused)
  assertProblem(await owner('POST', `${keys}/${id}/rotate`, {}), { status: 404, code: 'not_found' })
  await revokeAll()
})

test('an expiry without an offset is local to the time zone of the broadcast', async () => {
  await owner('PATCH', tenant.path, { timezone: 'Europe/Paris' })
  const reply = await owner('POST', keys, { name: 'Local', expires_at: '2099-07-04T20:00:00' })
  await owner('PATCH', tenant.path, { timezone: 'UTC' })
  await revokeAll()
  assert.equal(reply.body.expires_at, '2099-07-04T18:00:00.000Z')
})

test('after a rotation the old key works until the overlap ends, and the new one continues', async () => {
  const old = await makeKey({ scopes: ['read'], name: 'Turned' })
  const { body: fresh } = await owner('POST', `${keys}/${old.id}/rotate`, { overlapSeconds: 600 })
  assert.deepEqual([fresh.name, fresh.scopes, fresh.expires_at], ['Turned', ['read'], null])
  assert.notEqual(fresh.key, old.key)
  for (const service of [first, second])
    for (const key of [old.key, fresh.key]) assert.equal((await readAs(service, key)).status, 200)
  for (const service of [first, second]) service.clock.advance(590_000)
  for (const service of [first, second]) assert.equal((await readAs(service, old.key)).status, 200)
  for (const service of [first, second]) service.clock.advance(10_000)
  for (const service of [first, second]) {
    assertProblem(await readAs(service, old.key), refused)
    assert.equal((await readAs(service, fresh.key)).status, 200)
  }
  const { body: next } = await owner('POST', `${keys}/${fresh.id}/rotate`, { overlapSeconds: 0 })
  assertProblem(await readAs(first, fresh.key), refused)
  const day = await owner('POST', `${keys}/${next.id}/rotate`)
  assert.equal(day.status, 201, day.text)
  const { body: list } = await owner('GET', keys)
  const turned = list.data.find(({ id }: { id: string }) => id === next.id)
  const overlapMs = Date.parse(turned.expires_at) - first.clock.now()
  assert(Math.abs(overlapMs - 86_400_000) < 60_000, String(overlapMs))
  // An overlap does not extend a key that expires sooner.
  const brief = await makeKey({ expires_at: new Date(first.clock.now() + 60_000).toISOString() })
  await owner('POST', `${keys}/${brief.id}/rotate`, { overlapSeconds: 600 })
  first.clock.advance(61_000)
  second.clock.advance(61_000)
  assertProblem(await readAs(first, brief.key), refused)
  await revokeAll()
})

test('a revoked key is refused at once here, and within a second on another node', async () => {
  const { key, id } = await makeKey()
  for (const service of [first, second]) assert.equal((await readAs(service, key)).status, 200)
  const stream = await fetch(`${second.url}${tenant.path}/changes/stream`, { headers: { 'x-api-key': key } })
  assert.equal(stream.status, 200)
  const revoked = await owner('DELETE', `${keys}/${id}`)
  const revokedAtMs = performance.now()
  assert.equal(revoked.status, 200)
  assert(revoked.body.revoked_at)
  assertProblem(await readAs(first, key), refused)
  while ((await readAs(second, key)).status === 200)
    assert(performance.now() - revokedAtMs < 1_000, 'not within a second')
  for await (const _ of stream.body ?? []);
  assert(performance.now() - revokedAtMs < 1_000, 'the stream went on')
  const again = await owner('DELETE', `${keys}/${id}`)
  assert.deepEqual(again.body, revoked.body)
  assertProblem(await owner('POST', `${keys}/${id}/rotate`, {}), { status: 404, code: 'not_found' })
})

test('a node that misses the notification of a revocation forgets the cached key after a second', async () => {
  const { key, id } = await makeKey()
  assert.equal((await readAs(second, key)).status, 200)
  await first.platform.control.query(sql`update api_keys set revoked_at = now() - interval '1 day' where id = ${id}`)
  second.clock.advance(1_000)
  assertProblem(await readAs(second, key), refused)
})

test('the last use of a key is stored at most once a minute', async () => {
  const { key, id } = await makeKey()
  const lastUsed = async () => {
    const { body } = await owner('GET', keys)
    return body.data.find((row: { id: string }) => row.id === id).last_used as string | null
  }
  const touches: string[] = []
  const stopListening = first.platform.control.onStatement((text) => {
    if (text.includes('last_used_at = greatest')) touches.push(text)
  })
  for (let times = 0; times < 5; times++) await readAs(first, key)
  assert.equal(touches.length, 1)
  await until(async () => (await lastUsed()) !== null, 'the first use')
  const noted = await lastUsed()
  first.clock.advance(58_000)
  await readAs(first, key)
  assert.equal(touches.length, 1)
  first.clock.advance(2_000)
  await readAs(first, key)
  assert.equal(touches.length, 2)
  await until(async () => (await lastUsed()) !== noted, 'the next use')
  stopListening()
  second.clock.advance(60_000)
  await revokeAll()
})

test('the same key in both headers is valid, two different keys are not', async () => {
  const { key: other } = await makeKey()
  const { key } = tenant
  const send = (headers: Record<string, string>) => apiWith(first.url, headers)('GET', tenant.path)
  assert.equal((await send({ 'x-api-key': key, authorization: `Bearer ${key}` })).status, 200)
  for (const headers of [
    { 'x-api-key': key, authorization: `Bearer ${other}` },
    { 'x-api-key': other, authorization: `Bearer ${key}` },
    { 'x-api-key': key, authorization: 'Bearer nonsense' },
    { 'x-api-key': '', authorization: `Bearer ${key}` },
    { 'x-api-key': `${key}, ${other}` },
  ])
    assertProblem(await send(headers), refused, JSON.stringify(headers))
  await revokeAll()
})

test('two different keys in repeated headers are refused', async () => {
  const { key: other } = await makeKey()
  const head = `GET ${tenant.path} HTTP/1.1\r\nHost: ${new URL(first.url).host}\r\n`
  for (const name of ['X-API-KEY: ', 'Authorization: Bearer ']) {
    const { replies } = await sendRaw(first.url, `${head}${name}${tenant.key}\r\n${name}${other}\r\n\r\n`, {
      answers: 1,
    })
    assert(replies[0])
    assertProblem(replies[0], refused, name)
  }
  await revokeAll()
})

test('a key is accepted in its own header or as a bearer token, and nowhere else', async () => {
  const { key } = tenant
  const send = (headers: Record<string, string>, path = tenant.path) => apiWith(first.url, headers)('GET', path)
  for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER  ${key}`])
    assert.equal((await send({ authorization })).status, 200, authorization)
  const basic = Buffer.from(`${key}:`).toString('base64')
  for (const authorization of [
    key,
    `Basic ${basic}`,
    `Token ${key}`,
    `Bearer ${key} x`,
    'Bearer',
    `Bearer ${key},`,
    `Bearer "${key}"`,
  ])
    assertProblem(await send({ authorization }), refused, authorization)
  for (const header of ['x-apikey', 'api-key', 'x-auth-token', 'cookie', 'proxy-authorization'])
    assertProblem(await send({ [header]: key }), refused, header)
  for (const name of ['key', 'api_key', 'apiKey', 'access_token', 'X-API-KEY', 'token']) {
    assertProblem(await send({}, `${tenant.path}?${name}=${key}`), refused, name)
    const both = await send({ 'x-api-key': key }, `${tenant.path}?${name}=${key}`)
    assertProblem(both, { status: 400, pointer: `?${name}`, error: 'unknown_parameter' })
    assert(!both.text.includes(key))
  }
  const asBody = await apiWith(first.url, {})('POST', `${tenant.path}/broadcastSessions`, { api_key: key })
  assertProblem(asBody, refused)
  assert.equal(asBody.headers.get('www-authenticate'), 'Bearer realm="Marquee"')
})

test('a key takes precedence over a cookie, and an invalid key is refused despite a valid cookie', async () => {
  const reader = await makeKey({ scopes: ['read'] })
  const asKey = await owner('POST', `${tenant.path}/broadcastSessions`, {}, { 'x-api-key': reader.key })
  assertProblem(asKey, { status: 403, code: 'insufficient_scope' })
  assertProblem(await owner('GET', tenant.path, undefined, { 'x-api-key': newApiKey() }), refused)
  await revokeAll()
})

test('a key with a wrong checksum is refused without a database query', async () => {
  const { key } = tenant
  const last = key.at(-1) === '0' ? '1' : '0'
  const wrong = [
    `${key.slice(0, -1)}${last}`,
    key.slice(0, -1),
    `${key}0`,
    key.toLowerCase(),
    key.toUpperCase(),
    key.replace('live', 'test'),
    key.replace('mrq_', ''),
    `mrq_live_${'0'.repeat(38)}`,
    'nonsense',
    "mrq_live_' or 1=1--",
    'x'.repeat(10_000),
  ]
  // The first refusal of an address goes to the audit trail; it is not about the key.
  await readAs(first, 'nonsense')
  await until(async () => (await audited()) > 0, 'the entry')
  let replies: Reply[] = []
  const statements = await statementsOf(first, async () => {
    replies = await inTurn(wrong, (text) => readAs(first, text))
  })
  assert.deepEqual(statements, [])
  for (const reply of replies) assertProblem(reply, refused)
  const bodies = new Set(replies.map(({ body }) => body.detail))
  assert.equal(bodies.size, 1, 'the answer tells a near miss from a far one')
  assertProblem(await readAs(first, newApiKey()), refused)
})

async function audited(): Promise<number> {
  const [row] = await first.platform.control.query<{ count: number }>(
    sql`select count(*) as count from audit where action = 'authentication.refused'`,
  )
  return row?.count ?? 0
}

async function liveKeys(): Promise<number> {
  const { body } = await owner('GET', keys)
  const nowMs = first.clock.now()
  return body.data.filter(
    (row: { revoked_at: string | null; expires_at: string | null }) =>
      row.revoked_at === null && (row.expires_at === null || Date.parse(row.expires_at) > nowMs),
  ).length
}

test('a broadcast can have at most its quota of valid keys; revoked and expired ones do not count', async () => {
  while ((await liveKeys()) < 8) await makeKey()
  const hash = await fingerprint(first.platform.db)
  assertProblem(await owner('POST', keys, { name: 'One more' }), { status: 403, code: 'quota_exceeded' })
  assert.equal(await fingerprint(first.platform.db), hash)
  await revokeAll()
  while ((await liveKeys()) < 8) await makeKey({ expires_at: new Date(first.clock.now() + 60_000).toISOString() })
  for (const service of [first, second]) service.clock.advance(60_000)
  await makeKey()
  await revokeAll()
})

test('concurrently created keys do not exceed the quota', async () => {
  const room = 8 - (await liveKeys())
  const replies = await Promise.all(Array.from({ length: 20 }, () => owner('POST', keys, { name: 'At once' })))
  const live = await liveKeys()
  await revokeAll()
  assert.equal(live, 8)
  assert.equal(replies.filter(({ status }) => status === 201).length, room)
  for (const reply of replies.filter(({ status }) => status !== 201))
    assertProblem(reply, { status: 403, code: 'quota_exceeded' })
})

test('after 300 failed attempts a minute an address is refused, but not its valid keys', async () => {
  const service = first
  toWindowStart(service)
  const guess = (headers: Record<string, string> = {}) =>
    apiWith(service.url, { 'x-api-key': 'mrq_live_guess', ...headers })('GET', tenant.path)
  const replies = await inTurn(Array.from({ length: 300 }), () => guess())
  for (const reply of replies) assertProblem(reply, refused)
  const tooMany = { status: 429, code: 'rate_limited' }
  const next = await guess()
  assertProblem(next, tooMany)
  const seconds = Number(next.headers.get('retry-after'))
  assert(seconds >= 1 && seconds <= 60, String(seconds))
  assertProblem(await guess({ 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }), tooMany)
  assertProblem(await guess({ 'x-api-key': newApiKey() }), tooMany)
  assertProblem(
    await apiWith(service.url, { authorization: 'Bearer x' })('POST', `${tenant.path}/broadcastSessions`, {}),
    tooMany,
  )
  assert.equal((await tenant.api('GET', tenant.path)).status, 200)
  assert.equal((await owner('GET', tenant.path)).status, 200)
  service.clock.advance(60_000)
  second.clock.advance(60_000)
  assertProblem(await guess(), refused)
})

test('without a limit there are no rate headers, and no request is refused', async () => {
  const replies = await inTurn(Array.from({ length: 50 }), () => tenant.api('GET', tenant.path))
  for (const reply of [
    ...replies,
    await tenant.api('GET', `${tenant.path}/nonsense`),
    await readAs(first, 'nonsense'),
  ]) {
    assert.deepEqual(rateHeadersOf(reply), [])
    assert.notEqual(reply.status, 429)
  }
})

test('every response to a known key has the remaining quota', async (t) => {
  const limited = await limitedService(t, '100/60')
  const { api, path } = limited.tenant
  const { body: session } = await api('POST', `${path}/broadcastSessions`, {})
  const address = `${path}/broadcastSessions/${session._id}`
  const foreign = path.replace(/[^/]+$/, '66a1f0c2d4e5b60718293a4b')
  const { headers } = await api('GET', address)
  // The first refusal compiles schemas, for longer than the headers and the clock may differ on a busy machine.
  assert.equal((await limited.owner('POST', `${path}/broadcastSessions`, { title: 1 })).status, 400)
  const answers: [number, () => Promise<Reply>][] = [
    [200, () => api('GET', path)],
    [201, () => api('POST', `${path}/broadcastSessions`, {})],
    [304, () => api('GET', address, undefined, { 'if-none-match': headers.get('etag') ?? '' })],
    [400, () => api('POST', `${path}/broadcastSessions`, { title: 1 })],
    [400, () => api('POST', `${path}/broadcastSessions`, '{')],
    [400, () => api('GET', `${path}/broadcastSessions/nonsense`)],
    [403, () => api('GET', `${path}/apiKeys`)],
    [403, () => api('GET', `/v1/users/${limited.tenant.userId}/broadcasts`)],
    [404, () => api('GET', `${path}/broadcastSessions/66a1f0c2d4e5b60718293a4b`)],
    [404, () => api('GET', foreign)],
    [404, () => api('GET', `${foreign}/broadcastSessions`)],
    [405, () => api('PUT', path, {})],
    [412, () => api('PATCH', address, {}, { 'if-match': '"stale"' })],
    [413, () => api('POST', `${path}/broadcastSessions`, 'x'.repeat(1_048_577))],
    [415, () => api('POST', `${path}/broadcastSessions`, '{}', { 'content-type': 'text/plain' })],
    [200, () => api('GET', `${path}/changes`)],
    [404, () => api('GET', '/v1/nonsense')],
    [404, () => api('POST', `${path}/nonsense`, {})],
    [404, () => api('GET', `${path}/`)],
    [404, () => api('GET', `${path}//usage`)],
    [404, () => api('GET', `/v1/events/${'x'.repeat(4_097)}`)],
    [400, () => api('GET', '/v1/events/%zz')],
  ]
  const remaining = new Set<number>()
  for (const [status, answer] of answers) {
    const reply = await answer()
    assert.equal(reply.status, status, reply.text)
    remaining.add(assertRateHeaders(reply, limited.service, 100))
  }
  assert.equal(remaining.size, answers.length, 'each answer counts one')
  assert.equal(Math.min(...remaining), 100 - answers.length - 2)
  for (const reply of [await withKey(limited.service, newApiKey())('GET', path), await limited.owner('GET', path)])
    assert.deepEqual(rateHeadersOf(reply), [], 'a stranger or a person has no quota of a key')
  for (const reply of [
    await withKey(limited.service, newApiKey())('GET', '/v1/nonsense'),
    await limited.owner('GET', '/v1/nonsense'),
  ]) {
    assert.equal(reply.status, 404)
    assert.deepEqual(rateHeadersOf(reply), [], 'nor where nothing is')
  }
})

test('a key over its limit is refused everywhere until the window ends, and other keys are not', async (t) => {
  const limited = await limitedService(t, '20/60')
  const { service } = limited
  const { api, path, key, broadcastId } = limited.tenant
  const forms: (() => Promise<Reply>)[] = [
    () => api('GET', path),
    () => apiWith(service.url, { authorization: `Bearer ${key}` })('GET', `${path}/broadcastSessions`),
    () => apiWith(service.url, { authorization: `bearer ${key}` })('POST', `${path}/broadcastSessions`, {}),
    () =>
      apiWith(service.url, { 'X-Api-Key': key, 'x-forwarded-for': '203.0.113.7' })(
        'GET',
        `${path}/nonsense`.replace('nonsense', 'usage'),
      ),
    () => api('GET', `${path}/broadcastSessions/nonsense`),
    () => api('GET', `${path}/broadcastSessions?limit=1`),
    () => api('GET', `${path.replace(/[^/]+$/, 'nonsense')}`),
    () => api('PUT', path, {}),
    () => api('HEAD', path),
    () => api('DELETE', `${path}/broadcastSessions/66a1f0c2d4e5b60718293a4b`),
  ]
  for (let times = 0; times < 20; times++) {
    const reply = await forms[times % forms.length]?.()
    assert.notEqual(reply?.status, 429)
    assert.equal(reply?.headers.get('x-ratelimit-remaining'), String(19 - times))
  }
  const hash = await fingerprint(service.platform.db)
  for (const send of forms) {
    const reply = await send()
    assert.equal(reply.status, 429)
    if (reply.text !== '') assertProblem(reply, { status: 429, code: 'rate_limited' })
    assert.equal(assertRateHeaders(reply, service, 20), 0)
    assert.equal(reply.headers.get('retry-after'), /t=(\d+)$/.exec(reply.headers.get('ratelimit') ?? '')?.[1])
  }
  assert.equal(await fingerprint(service.platform.db), hash)
  const nowhere = await api('GET', `${path}/nonsense`)
  assert.equal(nowhere.status, 404, 'a path that does not exist is the first thing said')
  assert.equal(assertRateHeaders(nowhere, service, 20), 0)
  const other = await service.newKey(broadcastId, ['read'])
  assert.equal((await withKey(service, other)('GET', path)).status, 200)
  service.clock.advance(60_000)
  const { headers } = await api('GET', path)
  assert.equal(headers.get('x-ratelimit-remaining'), '19')
})

test('a burst within the limit is accepted completely', async (t) => {
  const { tenant: someone } = await limitedService(t, '100/60')
  const replies = await Promise.all(Array.from({ length: 100 }, () => someone.api('GET', someone.path)))
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
  assert.equal((await someone.api('GET', someone.path)).status, 429)
})

test('two nodes share one quota, in blocks and not by a query for each request', async (t) => {
  const limited = await limitedService(t, '60/60')
  const { service, tenant: someone } = limited
  const other = await startService({ MARQUEE_RATE_LIMIT: '60/60' }, sameDatabase(service))
  t.after(() => other.stop())
  // The minute may have ended while it started, and the next window would have a quota of its own.
  other.clock.advance(service.clock.now() - other.clock.now())
  let draws = 0
  for (const node of [service, other])
    node.platform.control.onStatement((text) => {
      if (text.includes('rate_windows')) draws += 1
    })
  const send = (node: TestService) => withKey(node, someone.key)('GET', someone.path)
  const replies = await inTurn(Array.from({ length: 100 }), (_, index) => send(index % 2 === 0 ? service : other))
  assert.equal(replies.filter(({ status }) => status === 200).length, 60)
  assert.equal(replies.filter(({ status }) => status === 429).length, 40)
  assert(draws <= 14, `${draws} queries for 100 requests`)
  for (const node of [service, other]) node.clock.advance(60_000)
  assert.equal((await send(other)).status, 200)
})

test('a share that could not be reserved is reserved by the next request', async () => {
  let isBroken = true
  const limiter = createRateLimiter({
    clock: first.clock,
    rate: { limit: 10, windowSeconds: 60 },
    draw: async (_subject, _start, wanted) => {
      if (isBroken) throw new Error('the database is away')
      return wanted
    },
  })
  await assert.rejects(limiter.take('a key'))
  isBroken = false
  assert.equal((await limiter.take('a key')).isExceeded, false)
})

interface Limited {
  service: TestService
  tenant: TestTenant
  owner: Api
}

/** A separate service with a limit, at the start of a window. */
async function limitedService(t: { after(work: () => Promise<void>): void }, limit: string): Promise<Limited> {
  const service = await startService({ MARQUEE_RATE_LIMIT: limit })
  t.after(() => service.stop())
  const someone = await service.newTenant()
  const signed = await signedIn(service, someone)
  toWindowStart(service)
  return { service, tenant: someone, owner: signed }
}

/** So that no window ends in the middle of a test. */
function toWindowStart({ clock }: TestService): void {
  clock.advance(60_000 - (clock.now() % 60_000))
}

const rateNames = ['ratelimit-policy', 'ratelimit', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
const rateHeadersOf = ({ headers }: Reply) => rateNames.filter((name) => headers.has(name))

/** Returns the remaining quota, after checking that all headers agree. */
function assertRateHeaders({ headers, status }: Reply, { clock }: TestService, limit: number): number {
  assert.equal(headers.get('ratelimit-policy'), `"default";q=${limit};w=60`, String(status))
  const [, remaining, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
  assert.equal(headers.get('x-ratelimit-limit'), String(limit))
  assert.equal(headers.get('x-ratelimit-remaining'), remaining)
  const resetInSeconds = Number(headers.get('x-ratelimit-reset')) - clock.now() / 1_000
  assert(Math.abs(resetInSeconds - Number(seconds)) <= 2, `${resetInSeconds} and ${seconds}`)
  assert(Number(seconds) >= 1 && Number(seconds) <= 60)
  return Number(remaining)
}
