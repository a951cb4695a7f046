import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { eventTypes, isSubscription } from '@marquee/model'
import { raw, sql } from '../../src/store/sql.ts'
import { lastSequence } from '../support/change-rows.ts'
import { readCatalogue } from '../support/event-catalogue.ts'
import { assertProblem } from '../support/problem.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import {
  type Api,
  addMember,
  apiWith,
  signedIn,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts'
import { until } from '../support/until.ts'

const local = { MARQUEE_OUTBOUND_ALLOW: '127.0.0.1', MARQUEE_OUTBOUND_ALLOW_HTTP: 'true' }
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const url = 'http://127.0.0.1:9/hook'

let service: TestService
let receiver: Receiver

before(async () => {
  service = await startService({ ...local, MARQUEE_QUOTA_WEBHOOKS: '3' })
  receiver = await startReceiver()
})
after(async () => {
  await receiver?.close()
  await service?.stop()
})

/** The last change that the relay has processed. */
async function relayedThrough({ broadcastId }: TestTenant): Promise<number | undefined> {
  const [row] = await service.platform.db.query<{ sequence: number }>(
    sql`select sequence from relay_cursors where broadcast_id = ${broadcastId}`,
  )
  return row?.sequence
}

/** The two endpoints of the same webhooks. */
const surfaces = [
  {
    name: 'Surface A',
    enter: async (tenant: TestTenant) => ({
      api: apiWith(service.url, { authorization: `Bearer ${tenant.key}` }),
      path: '/v1/webhooks',
    }),
  },
  {
    name: 'the broadcast path',
    enter: async (tenant: TestTenant) => ({ api: await signedIn(service, tenant), path: `${tenant.path}/webhooks` }),
  },
]

for (const { name, enter } of surfaces) {
  suite(`webhooks on ${name}`, () => {
    test('one is created, read, listed, changed and deleted', async () => {
      const tenant = await service.newTenant()
      const { api, path } = await enter(tenant)
      const made = await api('POST', path, { url, events: ['event.created', 'article.*'] })
      assert.equal(made.status, 201, made.text)
      const { id, created_at: createdAt } = made.body
      assert.match(id, /^[0-9a-f]{24}$/)
      assert.equal(made.headers.get('location'), `${path}/${id}`)
      const webhook = {
        id,
        url,
        events: ['event.created', 'article.*'],
        active: true,
        disabled_reason: null,
        has_secret: false,
        created_at: createdAt,
        updated_at: createdAt,
      }
      assert.deepEqual(made.body, webhook)
      assert.deepEqual((await api('GET', path)).body, { data: [webhook] })
      assert.deepEqual((await api('GET', `${path}/${id}`)).body, webhook)

      const changed = await api('PUT', `${path}/${id}`, { url: `${url}2`, events: ['*'], active: false })
      assert.equal(changed.status, 200, changed.text)
      assert.deepEqual(changed.body, {
        ...webhook,
        url: `${url}2`,
        events: ['*'],
        active: false,
        updated_at: changed.body.updated_at,
      })
      assert(changed.body.updated_at >= createdAt)
      assert.equal((await api('PUT', `${path}/${id}`, { active: true })).body.active, true)
      assert.equal((await api('PUT', `${path}/${id}`, {})).body.url, `${url}2`)

      const removed = await api('DELETE', `${path}/${id}`)
      assert.deepEqual([removed.status, removed.text], [204, ''])
      assertProblem(await api('DELETE', `${path}/${id}`), { status: 404 })
      assertProblem(await api('GET', `${path}/${id}`), { status: 404 })
      assertProblem(await api('PUT', `${path}/${id}`, { active: true }), { status: 404 })
      assert.deepEqual((await api('GET', path)).body, { data: [] })
    })

    test('a webhook can be registered disabled, and receives nothing until it is enabled', async () => {
      const tenant = await service.newTenant()
      const { api, path } = await enter(tenant)
      const made = await api('POST', path, { url: receiver.url, events: ['place.created'], active: false })
      assert.deepEqual([made.status, made.body.active, made.body.disabled_reason], [201, false, null], made.text)
      const at = `${path}/${made.body.id}`
      assertProblem(await api('POST', `${at}/test`), { status: 409, code: 'webhook_inactive' })
      await tenant.api('POST', '/v1/places', { name: 'Before' })
      const isRelayed = async () => (await relayedThrough(tenant)) === (await lastSequence(service, tenant.broadcastId))
      await until(isRelayed, 'the relay of the first place')
      const deliveries = async () => (await api('GET', `${at}/deliveries`)).body.data
      assert.deepEqual(await deliveries(), [])
      assert.equal((await api('PUT', at, { active: true })).body.active, true)
      await tenant.api('POST', '/v1/places', { name: 'After' })
      await until(isRelayed, 'the relay of the second place')
      assert.equal((await deliveries()).length, 1)
      const on = await api('POST', path, { url, events: ['*'], active: true })
      assert.deepEqual([on.status, on.body.active], [201, true])
      for (const active of [null, 'false', 0])
        assertProblem(await api('POST', path, { url, events: ['*'], active }), { status: 400, pointer: '/active' })
    })

    test('a secret is only in the response that set it', async () => {
      const tenant = await service.newTenant()
      const { api, path } = await enter(tenant)
      const made = await api('POST', path, { url, events: ['*'], secret }, { 'idempotency-key': 'once' })
      assert.equal(made.body.secret, secret)
      assert.equal(made.body.has_secret, true)
      const at = `${path}/${made.body.id}`
      const rotated = 'a plain new one'
      const answers = [
        await api('POST', path, { url, events: ['*'], secret }, { 'idempotency-key': 'once' }),
        await api('GET', path),
        await api('GET', at),
        await api('PUT', at, { active: true }),
        await api('GET', `${at}/deliveries`),
        await api('GET', `${tenant.path}/changes?since=0`),
      ]
      for (const { status, text } of answers) {
        assert(status < 300, text)
        assert(!text.includes(secret), text)
      }
      assert.equal((await api('POST', `${at}/rotate`, { secret: rotated })).body.secret, rotated)
      for (const { text } of [await api('GET', path), await api('GET', at)]) assert(!text.includes(rotated), text)
    })

    test('an unknown event type is refused with its pointer', async () => {
      const tenant = await service.newTenant()
      const { api, path } = await enter(tenant)
      for (const unknown of [
        'event.exploded',
        'event',
        'event.',
        '.*',
        '*.*',
        'session.created',
        'Event.created',
        'constructor.*',
        ' ',
      ]) {
        const reply = await api('POST', path, { url, events: ['event.created', unknown] })
        assertProblem(reply, { status: 400, pointer: '/events/1', error: 'unknown_event_type' }, unknown)
      }
      assert.deepEqual((await api('GET', path)).body, { data: [] })
    })

    test('an invalid body is refused, and nothing is created', async () => {
      const tenant = await service.newTenant()
      const { api, path } = await enter(tenant)
      const wrong: [object, string][] = [
        [{ events: ['*'] }, '/url'],
        [{ url }, '/events'],
        [{ url, events: [] }, '/events'],
        [{ url, events: 'event.created' }, '/events'],
        [{ url, events: ['*', '*'] }, '/events'],
        [{ url, events: ['*'], secret: '' }, '/secret'],
        [{ url, events: ['*'], secret: 'x'.repeat(257) }, '/secret'],
        [{ url, events: ['*'], active: 'false' }, '/active'],
        [{ url, events: ['*'], id: 'x' }, '/id'],
        [{ url: `http://127.0.0.1/${'x'.repeat(2_100)}`, events: ['*'] }, '/url'],
        [{ url: 'not a url', events: ['*'] }, '/url'],
        [{ url: 'ftp://127.0.0.1/', events: ['*'] }, '/url'],
        [{ url: 'http://user:word@127.0.0.1/', events: ['*'] }, '/url'],
      ]
      for (const [body, pointer] of wrong)
        assertProblem(await api('POST', path, body), { status: 400, pointer }, JSON.stringify(body))
      for (const bad of ['whsec_', 'whsec_!!', 'whsec_AA', 'whsec_AAAA='])
        assertProblem(
          await api('POST', path, { url, events: ['*'], secret: bad }),
          { status: 400, pointer: '/secret' },
          bad,
        )
      assert.deepEqual((await api('GET', path)).body, { data: [] })
    })
  })
}

test('both surfaces show the same webhooks', async () => {
  const tenant = await service.newTenant()
  const { body } = await tenant.api('POST', '/v1/webhooks', { url, events: ['*'] })
  assert.deepEqual((await tenant.api('GET', `${tenant.path}/webhooks/${body.id}`)).body, body)
  assert.equal((await tenant.api('DELETE', `${tenant.path}/webhooks/${body.id}`)).status, 204)
  assertProblem(await tenant.api('GET', `/v1/webhooks/${body.id}`), { status: 404 })
})

test('a webhook of another broadcast gets the same 404 as a missing one', async () => {
  const [tenant, other] = [await service.newTenant(), await service.newTenant()]
  const { id } = (await tenant.api('POST', '/v1/webhooks', { url, events: ['*'] })).body
  const calls: [string, string, unknown?][] = [
    ['GET', ''],
    ['PUT', '', { active: false }],
    ['DELETE', ''],
    ['POST', '/rotate', { secret: 'mine' }],
    ['POST', '/test'],
    ['POST', '/recover', { since: '2020-01-01T00:00:00Z' }],
    ['GET', '/deliveries'],
    ['GET', `/deliveries/${'0'.repeat(24)}`],
    ['POST', `/deliveries/${'0'.repeat(24)}/redeliver`],
  ]
  for (const [method, path, body] of calls) {
    for (const at of [id, 'f'.repeat(24), 'x'])
      assertProblem(await other.api(method, `/v1/webhooks/${at}${path}`, body), { status: 404 }, `${method} ${path}`)
  }
  assert.equal((await tenant.api('GET', `/v1/webhooks/${id}`)).body.active, true)
})

test('a secret is stored encrypted, and so is its rotation', async () => {
  const tenant = await service.newTenant()
  const marks = [`first ${randomBytes(8).toString('hex')}`, `second ${randomBytes(8).toString('hex')}`]
  const { id } = (
    await tenant.api('POST', '/v1/webhooks', { url, events: ['*'], secret: marks[0] }, { 'idempotency-key': 'a' })
  ).body
  await tenant.api('POST', `/v1/webhooks/${id}/rotate`, { secret: marks[1] }, { 'idempotency-key': 'b' })
  const tables = await service.platform.db.query<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  assert(tables.length > 5)
  for (const { name } of tables) {
    for (const mark of marks) {
      const found = await service.platform.db.query(
        sql`select 1 from ${raw(`"${name}"`)} t where t::text like ${`%${mark}%`} or t::text like ${`%${Buffer.from(mark ?? '').toString('hex')}%`}`,
      )
      assert.equal(found.length, 0, `the table ${name} holds a secret`)
    }
  }
  assert(!service.logLines.some((line) => marks.some((mark) => line.includes(mark))))
})

test('one webhook over the quota is refused, and deleting one makes room', async () => {
  const tenant = await service.newTenant()
  const make = () => tenant.api('POST', '/v1/webhooks', { url, events: ['*'] })
  const ids = [await make(), await make(), await make()].map(({ body }) => body.id)
  assertProblem(await make(), { status: 403, code: 'quota_exceeded' })
  assert.equal((await tenant.api('GET', '/v1/webhooks')).body.data.length, 3)
  await tenant.api('DELETE', `/v1/webhooks/${ids[0]}`)
  assert.equal((await make()).status, 201)
})

test('concurrent creations do not exceed the quota', async () => {
  const tenant = await service.newTenant()
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => tenant.api('POST', '/v1/webhooks', { url, events: ['*'] })),
  )
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201, 403]))
  assert.equal((await tenant.api('GET', '/v1/webhooks')).body.data.length, 3)
})

suite('addresses', () => {
  let strict: TestService
  let tenant: TestTenant
  before(async () => {
    strict = await startService()
    tenant = await strict.newTenant()
  })
  after(() => strict?.stop())

  test('plain http is refused unless it is allowed', async () => {
    const reply = await tenant.api('POST', '/v1/webhooks', { url: 'http://93.184.216.34/hook', events: ['*'] })
    assertProblem(reply, { status: 400, pointer: '/url', error: 'forbidden_url' })
    assert.equal(
      (await tenant.api('POST', '/v1/webhooks', { url: 'https://93.184.216.34/hook', events: ['*'] })).status,
      201,
    )
  })

  test('private addresses are refused in every notation, at registration and at a change', async () => {
    const { id } = (await tenant.api('POST', '/v1/webhooks', { url: 'https://93.184.216.34/', events: ['*'] })).body
    const hosts = [
      '127.0.0.1',
      '2130706433',
      '0177.0.0.1',
      '0x7f.1',
      '127.1',
      'localhost',
      'localhost.',
      '10.0.0.1',
      '192.168.1.1',
      '172.16.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::7f00:1]',
      '[64:ff9b::7f00:1]',
      '[fd00::1]',
      '0.0.0.0',
    ]
    for (const host of hosts) {
      const body = { url: `https://${host}/hook`, events: ['*'] }
      assertProblem(await tenant.api('POST', '/v1/webhooks', body), { status: 400, pointer: '/url' }, host)
      assertProblem(
        await tenant.api('PUT', `/v1/webhooks/${id}`, { url: body.url }),
        { status: 400, pointer: '/url' },
        host,
      )
    }
    assert.equal((await tenant.api('GET', `/v1/webhooks/${id}`)).body.url, 'https://93.184.216.34/')
  })

  test('cloud metadata services are refused even where their range is allowed', async () => {
    const lenient = await startService({ ...local, MARQUEE_OUTBOUND_ALLOW: '127.0.0.1,169.254.0.0/16' })
    try {
      const { api } = await lenient.newTenant()
      assertProblem(await api('POST', '/v1/webhooks', { url: 'http://169.254.169.254/latest', events: ['*'] }), {
        status: 400,
        pointer: '/url',
      })
    } finally {
      await lenient.stop()
    }
  })
})

suite('rights', () => {
  let tenant: TestTenant
  const calls: [string, string, unknown?][] = [
    ['GET', ''],
    ['POST', '', { url, events: ['*'] }],
    ['GET', '/event-types'],
  ]
  before(async () => {
    tenant = await service.newTenant()
  })

  test('owners have access, editors and viewers do not', async () => {
    const owner = await addMember(service, tenant, 'owner')
    for (const [method, path, body] of calls) {
      const reply = await owner(method, `${tenant.path}/webhooks${path}`, body)
      assert(reply.status < 300, `${method} ${path}: ${reply.text}`)
    }
    for (const role of ['editor', 'viewer'] as const) {
      const member = await addMember(service, tenant, role)
      for (const [method, path, body] of calls)
        assertProblem(
          await member(method, `${tenant.path}/webhooks${path}`, body),
          { status: 403 },
          `${role} ${method} ${path}`,
        )
    }
  })

  test('a key reads with the scope read and changes with the scope write', async () => {
    const keyed = async (scope: 'read' | 'write'): Promise<Api> =>
      apiWith(service.url, { 'x-api-key': await service.newKey(tenant.broadcastId, [scope]) })
    const [reader, writer] = [await keyed('read'), await keyed('write')]
    assert.equal((await reader('GET', '/v1/webhooks')).status, 200)
    assertProblem(await reader('POST', '/v1/webhooks', { url, events: ['*'] }), { status: 403 })
    assert.equal((await writer('POST', '/v1/webhooks', { url, events: ['*'] })).status, 201)
    assertProblem(await writer('GET', '/v1/webhooks'), { status: 403 })
    assertProblem(await apiWith(service.url, {})('GET', '/v1/webhooks'), { status: 401 })
  })
})

suite('the list of event types', () => {
  test('every type has a schema that compiles, and a matching example', async () => {
    const tenant = await service.newTenant()
    const catalogue = await readCatalogue(tenant.api)
    assert.deepEqual(
      catalogue.types.map(({ type }) => type),
      eventTypes().map(({ type }) => type),
    )
    assert.equal(new Set(catalogue.types.map(({ type }) => type)).size, catalogue.types.length)
    for (const { type, description, sample } of catalogue.types) {
      assert.equal(sample.type, type)
      catalogue.assertValid(sample)
      assert(!catalogue.isValid(type, { ...sample, data: {} }), `${type} takes anything`)
      assert(description.endsWith('.'))
    }
  })

  test('contains the documented names', () => {
    const types = eventTypes().map(({ type }) => type)
    const named = ['event.created', 'event.updated', 'event.deleted', 'article.published', 'place.created']
    for (const type of [...named, 'webhook.disabled', 'broadcastContact.erased', 'broadcastMember.created'])
      assert(types.includes(type), type)
  })

  test('every type, every group and * can be subscribed to', async () => {
    const tenant = await service.newTenant()
    const types = eventTypes().map(({ type }) => type)
    const patterns = [...new Set(['*', ...types, ...types.map((type) => `${type.split('.')[0]}.*`)])]
    assert(patterns.every(isSubscription))
    const reply = await tenant.api('POST', '/v1/webhooks', { url, events: patterns })
    assert.equal(reply.status, 201, reply.text)
    assert.deepEqual(reply.body.events, patterns)
  })

  test('a group matches its types and no other', async () => {
    const tenant = await service.newTenant()
    const follow = (path: string, events: string[]) =>
      tenant.api('POST', '/v1/webhooks', { url: `${receiver.url}/${tenant.userId}${path}`, events })
    await follow('/group', ['place.*'])
    await follow('/one', ['place.created'])
    await follow('/all', ['*'])
    const { id } = (await tenant.api('POST', '/v1/places', { name: 'Stage' })).body
    await tenant.api('PUT', `/v1/places/${id}`, { name: 'Main stage' })
    await tenant.api('POST', '/v1/articles', { title: 'News' })
    const at = (path: string) =>
      receiver
        .at(`/${tenant.userId}${path}`)
        .map(({ event }) => event.type)
        .sort()
    await receiver.until(
      () => at('/all').length === 3 && at('/group').length === 2 && at('/one').length === 1,
      'each its own',
    )
    assert.deepEqual(at('/group'), ['place.created', 'place.updated'])
    assert.deepEqual(at('/one'), ['place.created'])
    assert.deepEqual(at('/all'), ['article.created', 'place.created', 'place.updated'])
  })
})
