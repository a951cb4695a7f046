import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runRetention } from '../../src/jobs/retention.ts'
import { lastSequence } from '../support/change-rows.ts'
import {
  type Api,
  apiWith,
  type Reply,
  signedIn,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let owner: Api
let used = 0

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  owner = await signedIn(service, tenant)
})
after(() => service.stop())

test('the same request with the same key gets the same response and takes effect once', async () => {
  const hosts = `${tenant.path}/broadcastHosts`
  const headers = newKey()
  const before = await total(hosts)
  const first = await tenant.api('POST', hosts, { title: 'Ada' }, headers)
  const sequence = await lastSequence(service, tenant.broadcastId)
  assert.equal(first.status, 201)
  assert.equal(first.headers.get('idempotent-replayed'), null)
  await tenant.api('PATCH', `${hosts}/${first.body._id}`, { title: 'Changed since' })
  const second = await tenant.api('POST', hosts, { title: 'Ada' }, headers)
  assertReplay(second, first)
  assert.equal(await total(hosts), before + 1)
  assert.equal(await lastSequence(service, tenant.broadcastId), sequence + 1)
  await tenant.api('DELETE', `${hosts}/${first.body._id}`)
  assertReplay(await tenant.api('POST', hosts, { title: 'Ada' }, headers), first)
})

test('the same key with another body or another path is 422 and has no effect', async () => {
  const hosts = `${tenant.path}/broadcastHosts`
  const headers = newKey()
  assert.equal((await tenant.api('POST', hosts, { title: 'Ada' }, headers)).status, 201)
  const sequence = await lastSequence(service, tenant.broadcastId)
  const others: [string, object][] = [
    [hosts, { title: 'Grace' }],
    [hosts, {}],
    [`${tenant.path}/broadcastPages`, { title: 'Ada' }],
  ]
  for (const [at, body] of others) {
    const reply = await tenant.api('POST', at, body, headers)
    assert.equal(reply.status, 422)
    assert.equal(reply.body.code, 'idempotency_key_reused')
  }
  assert.equal(await lastSequence(service, tenant.broadcastId), sequence)
})

test('20 concurrent requests with one key create one record: the others are replays, or 409 with Retry-After', async () => {
  const hosts = `${tenant.path}/broadcastHosts`
  for (let round = 0; round < 15; round++) {
    const headers = newKey()
    const body = { title: `Round ${round}`, _reference: `round-${round}` }
    const sequence = await lastSequence(service, tenant.broadcastId)
    const replies = await Promise.all([...Array(20)].map(() => tenant.api('POST', hosts, body, headers)))
    const made = replies.filter(({ status }) => status === 201)
    assert.equal(made.filter(({ headers: told }) => told.get('idempotent-replayed') === null).length, 1)
    assert.equal(new Set(made.map(({ text }) => text)).size, 1)
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      assert.equal(reply.body.code, 'idempotency_in_progress', reply.text)
      assert.equal(reply.status, 409)
      assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    }
    assert.equal(await lastSequence(service, tenant.broadcastId), sequence + 1)
    const replay = await tenant.api('POST', hosts, body, headers)
    assert.equal(replay.text, made[0]?.text)
  }
})

test('a key belongs to its sender: another API key, person or broadcast can use the same', async () => {
  const headers = newKey()
  const other = await service.newTenant()
  const secondKey = apiWith(service.url, { 'x-api-key': await service.newKey(tenant.broadcastId, ['read', 'write']) })
  const callers: [Api, string][] = [
    [tenant.api, tenant.path],
    [secondKey, tenant.path],
    [owner, tenant.path],
    [other.api, other.path],
  ]
  const ids = new Set<string>()
  for (const [api, path] of callers) {
    const reply = await api('POST', `${path}/broadcastHosts`, { title: 'Ada' }, headers)
    assert.equal(reply.status, 201)
    assert.equal(reply.headers.get('idempotent-replayed'), null)
    ids.add(reply.body._id)
  }
  assert.equal(ids.size, callers.length)
})

test('a failed request is not stored: the same key works once the error is corrected', async () => {
  const headers = newKey()
  const pages = `${tenant.path}/broadcastPages`
  const taken = await tenant.api('POST', pages, { _reference: 'taken' })
  assert.equal((await tenant.api('POST', pages, { titel: 'x' }, headers)).status, 400)
  assert.equal((await tenant.api('POST', pages, { categoryIds: ['0'.repeat(24)] }, headers)).status, 400)
  assert.equal((await tenant.api('POST', pages, { _reference: 'taken' }, headers)).status, 409)
  await tenant.api('DELETE', `${pages}/${taken.body._id}`)
  const reply = await tenant.api('POST', pages, { _reference: 'taken' }, headers)
  assert.equal(reply.status, 201)
  assert.equal(reply.headers.get('idempotent-replayed'), null)
})

test('a dry run neither uses a key nor returns a stored response', async () => {
  const headers = newKey()
  const hosts = `${tenant.path}/broadcastHosts`
  assert.equal((await tenant.api('POST', `${hosts}?dry_run=true`, { title: 'Ada' }, headers)).body.dry_run, true)
  assert.equal((await tenant.api('POST', hosts, { title: 'Ada' }, headers)).status, 201)
})

test('a new API key is made once, and a replay does not show its secret', async () => {
  const headers = newKey()
  const keys = `${tenant.path}/apiKeys`
  const before = (await owner('GET', keys)).body.data.length
  const first = await owner('POST', keys, { name: 'Site' }, headers)
  const second = await owner('POST', keys, { name: 'Site' }, headers)
  assert.equal(first.status, 201)
  const { key, ...open } = first.body
  assert.match(key, /^mrq_live_/)
  assert.deepEqual(second.body, open)
  assert.equal(second.status, 201)
  assert.equal(second.headers.get('location'), first.headers.get('location'))
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal((await owner('GET', keys)).body.data.length, before + 1)

  const rotate = `${keys}/${first.body.id}/rotate`
  const again = newKey()
  const rotated = await owner('POST', rotate, { overlapSeconds: 0 }, again)
  const replayed = await owner('POST', rotate, { overlapSeconds: 0 }, again)
  assert.equal(replayed.status, 201)
  assert.equal(replayed.body.id, rotated.body.id)
  assert(!replayed.text.includes(rotated.body.key))
  assert.equal((await owner('GET', keys)).body.data.length, before + 2)
})

test('a new broadcast is made once', async () => {
  const headers = newKey()
  const broadcasts = `/v1/users/${tenant.userId}/broadcasts`
  const first = await owner('POST', broadcasts, { name: 'Second' }, headers)
  assert.equal(first.status, 201)
  assertReplay(await owner('POST', broadcasts, { name: 'Second' }, headers), first)
  const { body } = await owner('GET', broadcasts)
  assert.equal(body.data.filter(({ name }: { name: string }) => name === 'Second').length, 1)
})

test('a replay with personal data in it is not to be stored either', async () => {
  const headers = newKey()
  const contacts = `${tenant.path}/broadcastContacts`
  const body = { fields: [{ key: 'name', value: 'Ada' }] }
  const first = await tenant.api('POST', contacts, body, headers)
  assert.equal(first.headers.get('cache-control'), 'no-store')
  const second = await tenant.api('POST', contacts, body, headers)
  assertReplay(second, first)
  assert.equal(second.headers.get('cache-control'), 'no-store')
})

test('a key is 1 to 255 visible ASCII characters, else 400', async () => {
  const hosts = `${tenant.path}/broadcastHosts`
  for (const key of ['', 'with space', 'x'.repeat(256), 'é']) {
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') }
    assert.equal((await tenant.api('POST', hosts, {}, headers)).status, 400, key)
  }
  assert.equal((await tenant.api('POST', hosts, {}, { 'idempotency-key': 'y'.repeat(255) })).status, 201)
})

test('a response is stored for 24 hours and no longer', async () => {
  const hosts = `${tenant.path}/broadcastHosts`
  const headers = newKey()
  const hourMs = 3_600_000
  const forget = () => runRetention({ db: service.platform.db, clock: service.clock, kept: service.config })
  const first = await tenant.api('POST', hosts, { title: 'Ada' }, headers)
  service.clock.advance(24 * hourMs - 60_000)
  await forget()
  assertReplay(await tenant.api('POST', hosts, { title: 'Ada' }, headers), first)
  service.clock.advance(120_000)
  await forget()
  const later = await tenant.api('POST', hosts, { title: 'Ada' }, headers)
  assert.equal(later.status, 201)
  assert.notEqual(later.body._id, first.body._id)
})

/** Same status, same bytes, same Location; marked as a replay. */
function assertReplay(reply: Reply, first: Reply): void {
  assert.equal(reply.status, first.status)
  assert.equal(reply.text, first.text)
  assert.equal(reply.headers.get('location'), first.headers.get('location'))
  assert.equal(reply.headers.get('content-type'), first.headers.get('content-type'))
  assert.equal(reply.headers.get('idempotent-replayed'), 'true')
}

async function total(list: string): Promise<number> {
  return (await tenant.api('GET', `${list}?limit=0`)).body.metadata.total
}

function newKey(): Record<string, string> {
  used += 1
  return { 'idempotency-key': `key-${used}` }
}
