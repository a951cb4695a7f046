import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { newObjectId } from '../../src/base/object-id.ts'
import { sql } from '../../src/store/sql.ts'
import { changeRows, lastSequence, loggedBy } from '../support/change-rows.ts'
import { fingerprint } from '../support/fingerprint.ts'
import { inTurn } from '../support/in-turn.ts'
import { assertProblem } from '../support/problem.ts'
import { subscriptionOf } from '../support/push-crypto.ts'
import { type Api, apiWith, type Reply, startService, type TestService, type TestTenant } from '../support/service.ts'
import { tablesHolding } from '../support/whole-database.ts'

let service: TestService
let nobody: Api
let tenant: TestTenant
let base: string

before(async () => {
  service = await startService({ MARQUEE_PUBLIC_READ_LIMIT: 'off', MARQUEE_PUBLIC_WRITE_LIMIT: 'off' })
  nobody = apiWith(service.url, { 'x-request-id': 'the-same-for-all' })
  tenant = await service.newTenant()
  base = `/v1/public/${tenant.broadcastId}`
})
after(() => service.stop())

async function write(method: string, path: string, body?: object) {
  const reply = await tenant.api(method, `${tenant.path}${path}`, body)
  assert(reply.status < 300, reply.text)
  return reply.body
}

const create = async (plural: string, body: object): Promise<string> => (await write('POST', `/${plural}`, body))._id

describe('answers to a form', () => {
  let formId: string
  const full = [
    { key: 'name', value: 'Ada' },
    { key: 'mail', value: 'ada@mail.example' },
    { key: 'terms', value: 'true' },
  ]

  before(async () => {
    const options = ['one', 'two', 'three']
    formId = await create('broadcastNetworkingForms', {
      ...{ title: 'Join', status: 'published' },
      fields: [
        { key: 'name', type: 'text', required: true },
        { key: 'mail', type: 'email', required: true },
        { key: 'terms', type: 'consent', required: true },
        { key: 'story', type: 'longText' },
        { key: 'tel', type: 'phone' },
        { key: 'age', type: 'number' },
        { key: 'born', type: 'date' },
        { key: 'site', type: 'url' },
        { key: 'size', type: 'choice', options },
        { key: 'days', type: 'choices', options },
        { key: 'empty', type: 'choice' },
      ],
    })
  })

  const answer = (fields: object[], more: object = {}) =>
    nobody('POST', `${base}/contacts`, { formId, fields, ...more })
  const contacts = async () =>
    (await write('GET', '/broadcastContacts?limit=200')).data as { _id: string; fields: object[]; formId: string }[]

  test('are stored as a contact of the form, and sent only to authorized callers', async () => {
    let reply: Reply | undefined
    const rows = await loggedBy(service, tenant.broadcastId, async () => {
      reply = await answer(full)
    })
    assert.deepEqual([reply?.status, reply?.text], [202, '{"received":true}'])
    assert.equal(reply?.headers.get('location'), null)
    const [contact, ...others] = await contacts()
    assert.deepEqual([contact?.fields, contact?.formId, others.length], [full, formId, 0])
    assert.deepEqual(
      rows.map(({ kind, record_id: id, operation, event_types: types }) => ({ kind, id, operation, types })),
      [{ kind: 'broadcastContact', id: contact?._id, operation: 'create', types: ['broadcastContact.created'] }],
    )
  })

  const good: Record<string, string[]> = {
    story: ['', 'x'.repeat(50_000), 'two\nlines', '{{7*7}}', '=1+1'],
    tel: ['+33 1 23 45 67 89', '(555) 123-4567', ''],
    age: ['0', '-1', '3.14', '123456789012345'],
    born: ['2000-02-29', '1999-12-31'],
    site: ['https://ada.example/x?y=1', 'http://ada.example'],
    size: ['one', ''],
  }
  const bad: Record<string, string[]> = {
    mail: ['ada', 'ada@', '@mail.example', 'a b@mail.example', `${'a'.repeat(65)}@mail.example`],
    tel: ['ring me', '+', '12', `+${'1'.repeat(50)}`],
    age: ['old', '1e3', '0x10', '1,5', ' 1', 'NaN', 'Infinity', '1.'],
    born: ['2001-02-29', '2000-13-01', '29/02/2000', '2000-1-1', '2000-01-01T00:00:00Z'],
    site: ['ada.example', 'javascript:alert(1)', 'ftp://ada.example', 'data:text/html,x', '//ada.example'],
    size: ['four', 'One', 'one,two'],
    days: ['four'],
    terms: ['yes', '1', 'TRUE'],
    empty: ['anything'],
  }

  test('are accepted when they match the questions, of any type', async () => {
    for (const [key, values] of Object.entries(good))
      for (const value of values) {
        const reply = await answer([...full, { key, value }])
        assert.equal(reply.status, 202, `${key} ${value.slice(0, 50)} ${reply.text}`)
      }
    const days = ['one', 'three'].map((value) => ({ key: 'days', value }))
    assert.equal((await answer([...full, ...days])).status, 202)
  })

  test('are refused when they do not match, with a pointer', async () => {
    const hash = await fingerprint(service.platform.db)
    for (const [key, values] of Object.entries(bad))
      for (const value of values) {
        const others = full.filter((field) => field.key !== key)
        const reply = await answer([...others, { key, value }])
        assertProblem(
          reply,
          { status: 400, code: 'invalid', pointer: `/fields/${others.length}/value` },
          `${key} ${value}`,
        )
      }
    assertProblem(await answer([...full, { key: 'other', value: 'x' }]), {
      status: 400,
      pointer: '/fields/3/key',
      error: 'unknown_field',
    })
    assertProblem(await answer([...full, { key: 'name', value: 'Eve' }]), {
      status: 400,
      pointer: '/fields/3/key',
      error: 'duplicate',
    })
    for (const missing of ['name', 'mail', 'terms'])
      assertProblem(await answer(full.filter(({ key }) => key !== missing)), {
        status: 400,
        pointer: '/fields',
        error: 'required',
      })
    for (const [key, value] of [
      ['name', '  '],
      ['name', ''],
      ['mail', ''],
      ['terms', 'false'],
      ['terms', ''],
    ]) {
      const others = full.filter((field) => field.key !== key)
      assertProblem(
        await answer([...others, { key, value }]),
        { status: 400, pointer: '/fields', error: 'required' },
        `${key} ${value}`,
      )
    }
    for (const body of [
      {},
      { formId },
      { fields: [] },
      { formId: 'x', fields: full },
      { formId, fields: [{ key: 'name' }] },
      { formId, fields: [{ key: 'name', value: 1 }] },
      { formId, fields: [{ key: 'name', value: 'x', more: 1 }] },
      [],
      null,
    ])
      assertProblem(
        await nobody('POST', `${base}/contacts`, body),
        { status: 400, code: 'invalid' },
        JSON.stringify(body),
      )
    for (const more of [{ metadata: {} }, { _reference: 'x' }, { _id: newObjectId(0) }, { status: 'x' }])
      assertProblem(await answer(full, more), {
        status: 400,
        pointer: `/${Object.keys(more)[0]}`,
        error: 'unknown_field',
      })
    assert.equal(await fingerprint(service.platform.db), hash)
  })

  test('from a bot that fills the honeypot get the same response, and are discarded', async () => {
    const honest = await answer(full)
    const hash = await fingerprint(service.platform.db)
    const since = await lastSequence(service, tenant.broadcastId)
    for (const [fields, more] of [
      [full, {}],
      [[], {}],
      [[{ key: 'nonsense', value: 'x' }], {}],
      [full, { formId: newObjectId(0) }],
    ] as const) {
      const caught = await answer([...fields], { ...more, website: 'https://spam.example' })
      assert.deepEqual(bytesOf(caught), bytesOf(honest))
    }
    assert.equal(await fingerprint(service.platform.db), hash)
    assert.deepEqual(await changeRows(service, tenant.broadcastId, since), [])
    assert.equal((await answer(full, { website: '' })).status, 202)
  })

  test('to a hidden form are refused like those to a missing one, valid or not', async () => {
    const other = await service.newTenant()
    const make = async (api: Api, path: string, body: object) =>
      (await api('POST', `${path}/broadcastNetworkingForms`, body)).body._id
    const fields = [{ key: 'name', type: 'text', required: true }]
    const draft = await make(tenant.api, tenant.path, { fields })
    const gone = await make(tenant.api, tenant.path, { fields, status: 'published' })
    await tenant.api('DELETE', `${tenant.path}/broadcastNetworkingForms/${gone}`)
    const foreign = await make(other.api, other.path, { fields, status: 'published' })
    const session = await create('broadcastSessions', { title: 'No form', status: 'published' })
    for (const sent of [[{ key: 'name', value: 'Ada' }], [], [{ key: 'zzz', value: '' }]]) {
      const missing = await nobody('POST', `${base}/contacts`, { formId: newObjectId(0), fields: sent })
      assert.equal(missing.status, 400)
      for (const id of [draft, gone, foreign, session]) {
        const reply = await nobody('POST', `${base}/contacts`, { formId: id, fields: sent })
        assert.deepEqual(bytesOf(reply), bytesOf(missing), `${id} ${JSON.stringify(sent)}`)
      }
    }
  })

  test('sent twice with one key are one contact', async () => {
    const before = (await contacts()).length
    const send = (fields: object[]) =>
      nobody('POST', `${base}/contacts`, { formId, fields }, { 'idempotency-key': 'once' })
    const [first, second] = [await send(full), await send(full)]
    assert.deepEqual([first.status, second.status, second.text], [202, 202, first.text])
    assert.equal((await contacts()).length, before + 1)
    assertProblem(await send([...full, { key: 'age', value: '7' }]), { status: 422, code: 'idempotency_key_reused' })
  })

  test('can have at most 64 KiB', async () => {
    const story = (length: number) => answer([...full, { key: 'story', value: 'x'.repeat(length) }])
    assert.equal((await story(50_000)).status, 202)
    assertProblem(await story(65_536), { status: 413, code: 'body_too_large' })
    const many = Array.from({ length: 201 }, () => ({ key: 'days', value: 'one' }))
    assertProblem(await answer(many), { status: 400, pointer: '/fields' })
  })
})

describe('an app', () => {
  let sessionIds: string[]
  let token: string
  let me: Record<string, unknown>

  before(async () => {
    sessionIds = []
    for (const title of ['A', 'B', 'C'])
      sessionIds.push(await create('broadcastSessions', { title, status: 'published' }))
  })
  beforeEach(async () => {
    const reply = await register({ platform: 'ios', locale: 'fr' })
    assert.equal(reply.status, 201, reply.text)
    const { token: own, ...shown } = reply.body
    token = own
    me = shown
  })

  const register = (body?: unknown, headers = {}) => nobody('POST', `${base}/clients`, body, headers)
  const bearer = (own: string | undefined = token) => (own === undefined ? {} : { authorization: `Bearer ${own}` })
  const mine = (method: string, body?: unknown, own = token, at = base) =>
    nobody(method, `${at}/clients/me`, body, bearer(own))
  const favorites = async () => (await mine('GET')).body.favoriteIds

  test('gets a token that is shown once, and stored only as a hash', async () => {
    assert.match(token, /^mrq_client_[\w-]{32,}$/)
    assert.deepEqual(Object.keys(me).sort(), [
      '_id',
      'calendarUrl',
      'favoriteIds',
      'locale',
      'platform',
      'pushSubscription',
      'quietHours',
      'reminderMinutes',
    ])
    assert.deepEqual([me.platform, me.locale, me.favoriteIds, me.pushSubscription], ['ios', 'fr', [], null])
    const read = await mine('GET')
    assert.deepEqual(read.body, me)
    assert.equal(read.headers.get('cache-control'), 'no-store')
    assert.equal((await register({})).headers.get('cache-control'), 'no-store')
    assert.deepEqual(await tablesHolding(service.platform.db, token), [])
    assert.deepEqual(await tablesHolding(service.platform.db, token.slice('mrq_client_'.length)), [])
    const stored = await write('GET', `/broadcastClients/${me._id}`)
    assert.deepEqual([stored.platform, stored.locale], ['ios', 'fr'])
    assert(!service.logLines.some((line) => line.includes(token)))
  })

  test('can register without a body', async () => {
    for (const body of [undefined, {}, { platform: null, locale: null, pushSubscription: null, favoriteIds: [] }])
      assert.equal((await register(body)).status, 201)
    for (const body of [
      { token: 'x' },
      { _id: newObjectId(0) },
      { lastSeenAt: '2026-07-04T18:00:00Z' },
      { metadata: {} },
      { locale: 'xx' },
      { platform: '' },
      { favoriteIds: ['x'] },
      { favoriteIds: 'x' },
      { pushSubscription: 'x' },
      [],
    ])
      assertProblem(await register(body), { status: 400, code: 'invalid' }, JSON.stringify(body))
    assertProblem(await register({ pushSubscription: { x: 'x'.repeat(66_000) } }), {
      status: 413,
      code: 'body_too_large',
    })
    const manyIds = { favoriteIds: Array.from({ length: 1_001 }, () => sessionIds[0]) }
    assertProblem(await register(manyIds), { status: 400, pointer: '/favoriteIds' })
  })

  test('that registers twice with one key gets the first response, without the token', async () => {
    const send = () => register({ platform: 'web' }, { 'idempotency-key': `key-${me._id}` })
    const [first, second] = [await send(), await send()]
    const { token: secret, ...shown } = first.body
    assert.deepEqual([second.status, second.body], [201, shown])
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(await tablesHolding(service.platform.db, secret), [])
  })

  test('is identified by its token, only in its own broadcast', async () => {
    const other = await service.newTenant()
    const elsewhere = `/v1/public/${other.broadcastId}`
    const { body: foreign } = await nobody('POST', `${elsewhere}/clients`, {})
    const refused = bytesOf(await nobody('GET', `${base}/clients/me`))
    assert.equal(refused.status, 401)
    const tokens = [foreign.token, `${token}x`, token.slice(0, -1), token.toUpperCase(), 'mrq_client_', tenant.key, '']
    for (const method of ['GET', 'PATCH', 'DELETE'])
      for (const wrong of tokens) {
        const reply = await mine(method, method === 'PATCH' ? {} : undefined, wrong)
        assert.deepEqual(bytesOf(reply), refused, `${method} ${wrong}`)
      }
    for (const headers of [{ 'x-api-key': token }, { cookie: `token=${token}` }, { authorization: `Basic ${token}` }])
      assert.deepEqual(bytesOf(await nobody('GET', `${base}/clients/me`, undefined, headers)), refused)
    assert.equal((await mine('GET', undefined, token, elsewhere)).status, 401)
    assert.equal((await mine('GET', undefined, foreign.token, elsewhere)).status, 200)
    assertProblem(await nobody('GET', `${tenant.path}/broadcastSessions`, undefined, bearer()), { status: 401 })
    assert(!refused.text.includes(String(me._id)))
  })

  test('changes its own fields, and only those it sends', async () => {
    const patched = await mine('PATCH', { locale: 'en', favoriteIds: [sessionIds[1]] })
    assert.deepEqual(patched.body, { ...me, locale: 'en', favoriteIds: [sessionIds[1]] })
    const secret = 'the-one-who-knows-this-may-push'
    const sent = subscriptionOf(`https://push.example/${secret}`)
    const pushed = await mine('PATCH', { pushSubscription: sent })
    assert.deepEqual(pushed.body, { ...patched.body, pushSubscription: { set: true } })
    assert.deepEqual(await tablesHolding(service.platform.db, secret), [])
    assert.deepEqual((await mine('PATCH', { pushSubscription: null })).body, patched.body)
    assert.deepEqual((await mine('PATCH', {})).body, patched.body)
    for (const body of [{ lastSeenAt: null }, { metadata: {} }, { clientId: me._id }, { locale: 'xx' }, { token }])
      assertProblem(await mine('PATCH', body), { status: 400, code: 'invalid' }, JSON.stringify(body))
    assertProblem(await mine('PATCH', { pushSubscription: { x: 'x'.repeat(66_000) } }), { status: 413 })
    assert.deepEqual((await mine('GET')).body, patched.body)
    assert.equal((await write('GET', `/broadcastClients/${me._id}`)).locale, 'en')
  })

  test('keeps its favorites when sessions are edited, hidden for a while and shown again', async () => {
    const [a = '', b = '', c = ''] = sessionIds
    assert.deepEqual((await mine('PATCH', { favoriteIds: [c, a, c] })).body.favoriteIds, [c, a])
    await write('PATCH', `/broadcastSessions/${a}`, { title: 'A, later', time: { start: '2026-07-04T18:00:00Z' } })
    assert.deepEqual(await favorites(), [c, a])
    await write('PATCH', `/broadcastSessions/${a}`, { status: 'draft' })
    assert.deepEqual(await favorites(), [c])
    // It cannot intend to drop what it cannot see.
    assert.deepEqual((await mine('PATCH', { favoriteIds: [b] })).body.favoriteIds, [b])
    await write('PATCH', `/broadcastSessions/${a}`, { status: 'published' })
    assert.deepEqual([...(await favorites())].sort(), [a, b].sort())
    assert.deepEqual((await mine('PATCH', { favoriteIds: [] })).body.favoriteIds, [])
    assert.deepEqual(await favorites(), [])
  })

  test('loses a favorite when the session is deleted', async () => {
    const gone = await create('broadcastSessions', { title: 'D', status: 'published' })
    await mine('PATCH', { favoriteIds: [gone, sessionIds[0]] })
    await write('DELETE', `/broadcastSessions/${gone}`)
    assert.deepEqual(await favorites(), [sessionIds[0]])
    assert.deepEqual((await write('GET', `/broadcastClients/${me._id}`)).favoriteIds, [sessionIds[0]])
  })

  test('cannot distinguish a draft from a missing session by its favorites', async () => {
    const draft = await create('broadcastSessions', { title: 'Sketch' })
    const page = await create('broadcastPages', { title: 'A page', status: 'published' })
    const other = await service.newTenant()
    const foreign = (await other.api('POST', `${other.path}/broadcastSessions`, { status: 'published' })).body._id
    const [seen = ''] = sessionIds
    for (const odd of [draft, page, foreign, me._id, tenant.broadcastId]) {
      const nothing = await mine('PATCH', { favoriteIds: [seen, newObjectId(0)] })
      const reply = await mine('PATCH', { favoriteIds: [seen, odd] })
      assert.deepEqual(bytesOf(reply), bytesOf(nothing), odd)
      assert.deepEqual(reply.body.favoriteIds, [seen])
      const [one, another] = [await register({ favoriteIds: [odd] }), await register({ favoriteIds: [newObjectId(0)] })]
      assert.deepEqual([one.status, one.body.favoriteIds], [another.status, another.body.favoriteIds])
    }
    // A requested draft does not become a favorite later.
    await write('PATCH', `/broadcastSessions/${draft}`, { status: 'published' })
    assert.deepEqual(await favorites(), [seen])
  })

  test('is deleted on request, and its token is no longer valid', async () => {
    const { calendarUrl } = me
    const reply = await mine('DELETE')
    assert.deepEqual([reply.status, reply.text], [204, ''])
    assert.equal((await tenant.api('GET', `${tenant.path}/broadcastClients/${me._id}`)).status, 404)
    const unknown = bytesOf(await nobody('GET', `${base}/clients/me`))
    for (const method of ['GET', 'DELETE']) assert.deepEqual(bytesOf(await mine(method)), unknown)
    assert.equal((await nobody('POST', `${base}/events`, { type: 'x' }, bearer())).status, 401)
    const [row] = await service.platform.db.query<{ count: number }>(
      sql`select count(*) as count from client_tokens where client_id = ${me._id}`,
    )
    assert.equal(row?.count, 0)
    assert.equal((await fetch(String(calendarUrl))).status, 404)
  })

  test('has a calendar of its favorites, which is not cached and needs its own token', async () => {
    const start = '2026-07-04T18:00:00Z'
    const [timed, other] = [
      await create('broadcastSessions', { title: 'Mine', status: 'published', time: { start } }),
      await create('broadcastSessions', { title: 'Not mine', status: 'published', time: { start } }),
    ]
    await mine('PATCH', { favoriteIds: [timed] })
    const reply = await fetch(String(me.calendarUrl))
    const text = await reply.text()
    assert.deepEqual([reply.status, reply.headers.get('cache-control')], [200, 'no-store'])
    assert(text.includes(timed) && !text.includes(other))
    await mine('PATCH', { favoriteIds: [other] })
    const later = await (await fetch(String(me.calendarUrl))).text()
    assert(later.includes(other) && !later.includes(timed), 'the calendar is behind the favourites')
    for (const wrong of [token, me._id, `${me._id}.99999999999.x`, 'x'])
      assert.equal((await nobody('GET', `${base}/programme.ics?favorites=${wrong}`)).status, 404)
    const elsewhere = await service.newTenant()
    const calendarToken = new URL(String(me.calendarUrl)).searchParams.get('favorites')
    assert.equal(
      (await nobody('GET', `/v1/public/${elsewhere.broadcastId}/programme.ics?favorites=${calendarToken}`)).status,
      404,
    )
    assert.equal((await mine('GET', undefined, String(calendarToken))).status, 401)
  })

  describe('records analytics events', () => {
    const tell = (body: unknown, own: string | undefined = token, headers = {}) =>
      nobody('POST', `${base}/events`, body, { ...bearer(own), ...headers })
    const told = async () =>
      (
        await write(
          'GET',
          `/broadcastEvents?limit=200&filters=${encodeURIComponent(JSON.stringify([{ clientId: me._id }]))}`,
        )
      ).data

    test('one or up to a hundred at once, in its own name and outside the change log', async () => {
      const since = await lastSequence(service, tenant.broadcastId)
      const one = await tell({ type: 'session.opened', metadata: { sessionId: sessionIds[0] } })
      assert.deepEqual([one.status, one.text], [202, '{"accepted":1}'])
      const occurredAt = new Date(service.clock.now() - 86_400_000).toISOString()
      const many = await tell({ events: Array.from({ length: 100 }, () => ({ type: 'map.opened', occurredAt })) })
      assert.deepEqual([many.status, many.text], [202, '{"accepted":100}'])
      const events = await told()
      assert.equal(events.length, 101)
      assert(events.every((event: { clientId: string }) => event.clientId === me._id))
      assert.equal(events.filter((event: { occurredAt: string }) => event.occurredAt === occurredAt).length, 100)
      assert.deepEqual(await changeRows(service, tenant.broadcastId, since), [])
    })

    test('never more at once, never for another client, and none of a batch that is partly invalid', async () => {
      const events = Array.from({ length: 101 }, () => ({ type: 'x' }))
      assertProblem(await tell({ events }), { status: 400, code: 'invalid', pointer: '/events' })
      const good = { type: 'x' }
      const wrong = [
        {},
        { events: [] },
        { ...good, events: [good] },
        { ...good, clientId: me._id },
        { events: [good, { ...good, clientId: me._id }] },
        { events: [good, {}] },
        { type: '' },
        { type: 'x'.repeat(201) },
        { ...good, occurredAt: 'then' },
        { ...good, metadata: 'x' },
        { ...good, _id: newObjectId(0) },
        [good],
        null,
        'x',
      ]
      for (const body of wrong)
        assertProblem(
          await tell(typeof body === 'string' ? JSON.stringify(body) : body),
          { status: 400, code: 'invalid' },
          JSON.stringify(body),
        )
      const metadata = { x: 'x'.repeat(70_000) }
      assertProblem(await tell({ events: [good, { ...good, metadata }] }), { status: 400 }, 'metadata may have 64 KiB')
      assertProblem(await tell({ ...good, metadata: { x: 'x'.repeat(262_144) } }), {
        status: 413,
        code: 'body_too_large',
      })
      assert.deepEqual(await told(), [])
    })

    test('only with its token', async () => {
      const { body: foreign } = await nobody(
        'POST',
        `/v1/public/${(await service.newTenant()).broadcastId}/clients`,
        {},
      )
      for (const wrong of ['', 'x', `${token}x`, foreign.token, tenant.key])
        assertProblem(await tell({ type: 'x' }, wrong), { status: 401, code: 'unauthenticated' })
      assertProblem(await nobody('POST', `${base}/events`, { type: 'x' }), { status: 400, pointer: '/type' })
      assert.deepEqual(await told(), [])
    })

    test('once per Idempotency-Key, which two apps can share', async () => {
      const key = { 'idempotency-key': 'shared' }
      for (let time = 0; time < 2; time++) assert.equal((await tell({ type: 'x' }, token, key)).status, 202)
      assert.equal((await told()).length, 1)
      const { body: other } = await register({})
      assert.equal((await tell({ type: 'y' }, other.token, key)).status, 202)
    })

    test('and updates its last-seen time, without a change', async () => {
      const seenAt = async () => Date.parse((await write('GET', `/broadcastClients/${me._id}`)).lastSeenAt)
      const first = await seenAt()
      const since = await lastSequence(service, tenant.broadcastId)
      service.clock.advance(120_000)
      await tell({ type: 'x' })
      assert((await seenAt()) >= first + 120_000)
      assert.deepEqual(await changeRows(service, tenant.broadcastId, since), [])
    })
  })
})

test('an undeclared write does not exist', async () => {
  for (const plural of ['broadcastSessions', 'broadcastArticles', 'broadcastNetworkingForms'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      assert.equal((await nobody(method, `${base}/${plural}`, {})).status, 405)
  for (const path of ['/clients', '/contacts', '/events']) assert.equal((await nobody('GET', base + path)).status, 405)
  for (const path of [
    '/broadcastContacts',
    '/broadcastClients',
    '/broadcastEvents',
    '/medias',
    '/fonts',
    '/broadcastDiffusers',
    '/revisions',
    '/workflows',
    '/changes',
    '/usage',
    '/clients/them',
    '/previews',
  ])
    for (const method of ['GET', 'POST'])
      assert.equal((await nobody(method, base + path, method === 'POST' ? {} : undefined)).status, 404, path)
})

describe('limits', () => {
  /** A separate service with these limits, and a broadcast in it. */
  async function limited(
    reads: string,
    writes: string,
    work: (own: TestService, at: string) => Promise<void>,
  ): Promise<void> {
    const own = await startService({ MARQUEE_PUBLIC_READ_LIMIT: reads, MARQUEE_PUBLIC_WRITE_LIMIT: writes })
    try {
      const { broadcastId } = await own.newTenant()
      // Windows follow the clock; start with a new one.
      own.clock.advance(60_000 - (own.clock.now() % 60_000))
      await work(own, `/v1/public/${broadcastId}`)
    } finally {
      await own.stop()
    }
  }

  test('apply to reads and writes of one address separately, and end with their window', () =>
    limited('5/60', '20/60', async (own, at) => {
      const call = apiWith(own.url, {})
      // Cached responses, missing broadcasts and invented paths count, too.
      for (const path of [at, at, `${at}/bundle`, '/v1/public/nobody', at])
        assert.notEqual(
          (await call('GET', path, undefined, { 'x-forwarded-for': `10.0.0.${path.length}` })).status,
          429,
        )
      const refused = await call('GET', at)
      assertProblem(refused, { status: 429, code: 'rate_limited' })
      const wait = Number(refused.headers.get('retry-after'))
      assert(wait >= 1 && wait <= 60)
      assert.equal(refused.headers.get('access-control-allow-origin'), '*')
      assert.equal((await call('HEAD', at)).status, 429)
      const { body } = await call('POST', `${at}/clients`, {})
      // One app has a tenth of the limit of its address.
      const tell = (token: string) => call('POST', `${at}/events`, { type: 'x' }, { authorization: `Bearer ${token}` })
      assert.deepEqual([(await tell(body.token)).status, (await tell(body.token)).status], [202, 202])
      const full = await tell(body.token)
      assertProblem(full, { status: 429, code: 'rate_limited' })
      assert(Number(full.headers.get('retry-after')) >= 1)
      const { body: other } = await call('POST', `${at}/clients`, {})
      assert.equal((await tell(other.token)).status, 202)
      const statuses = []
      for (let time = 0; time < 16; time++) statuses.push((await call('POST', `${at}/clients`, {})).status)
      assert.deepEqual([statuses.filter((status) => status === 201).length, statuses.at(-1)], [14, 429])
      own.clock.advance(wait * 1_000)
      assert.equal((await call('GET', at)).status, 200)
      assert.equal((await tell(body.token)).status, 202)
    }))

  test('can be disabled', () =>
    limited('off', 'off', async (own, at) => {
      const call = apiWith(own.url, {})
      const { body } = await call('POST', `${at}/clients`, {})
      const patch = () => call('PATCH', `${at}/clients/me`, {}, { authorization: `Bearer ${body.token}` })
      // More than the default limit of an app.
      const replies = await inTurn(Array.from({ length: 70 }), patch)
      assert(replies.every(({ status }) => status === 200))
    }))
})

/** A response without the time. */
function bytesOf({ status, headers, text }: Reply) {
  return { status, headers: [...headers].filter(([name]) => name !== 'date'), text }
}
