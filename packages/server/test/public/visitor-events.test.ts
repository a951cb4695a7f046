import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { newObjectId } from '../../src/base/object-id.ts'
import { sql } from '../../src/store/sql.ts'
import { lastSequence } from '../support/change-rows.ts'
import { inOnePlace } from '../support/cluster.ts'
import { isNews, statementsOf } from '../support/counted-statements.ts'
import { fingerprint } from '../support/fingerprint.ts'
import { assertProblem } from '../support/problem.ts'
import { type Api, apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'
import { tablesHolding } from '../support/whole-database.ts'

let service: TestService
let visitor: Api
let tenant: TestTenant
before(async () => {
  service = await startService({ MARQUEE_PUBLIC_WRITE_LIMIT: 'off' })
  visitor = apiWith(service.url, {})
})
after(() => service.stop())
beforeEach(async () => {
  tenant = await service.newTenant()
})

const send = (body: unknown, headers?: Record<string, string>) =>
  visitor('POST', `/v1/public/${tenant.broadcastId}/events`, body, headers)
const stored = async () => (await tenant.api('GET', `${tenant.path}/broadcastEvents?limit=200`)).body.data
const id = newObjectId(0)

const known = [
  { type: 'visit' },
  { type: 'visit', metadata: {} },
  { type: 'page.viewed', metadata: { screen: 'programme' } },
  { type: 'page.viewed', metadata: { screen: 'session', id } },
  { type: 'favorite.added', metadata: { id } },
  { type: 'favorite.removed', metadata: { id } },
  { type: 'share', metadata: { screen: 'article', id } },
  { type: 'search.empty', metadata: { text: 'parking' } },
]

test('a visitor without a token sends events of the site, one or up to a hundred, which belong to nobody', async () => {
  const since = await lastSequence(service, tenant.broadcastId)
  for (const event of known) {
    const reply = await send(event)
    assert.deepEqual([reply.status, reply.text], [202, '{"accepted":1}'], JSON.stringify(event))
  }
  const occurredAt = new Date(service.clock.now() - 86_400_000).toISOString()
  const many = await send({ events: Array.from({ length: 100 }, () => ({ type: 'visit', occurredAt })) })
  assert.deepEqual([many.status, many.text], [202, '{"accepted":100}'])
  const events = await stored()
  assert.equal(events.length, 100 + known.length)
  for (const event of events) assert.equal(event.clientId, null)
  assert.equal(await lastSequence(service, tenant.broadcastId), since)
})

test('other types and other metadata are refused without a token, and nothing of their batch is stored', async () => {
  const wrong: [object, pointer: string][] = [
    [{ type: 'session.opened' }, '/type'],
    [{ type: 'visit', metadata: { name: 'Ada' } }, '/metadata'],
    [{ type: 'visit', clientId: id }, '/clientId'],
    [{ type: 'visit', _reference: 'x' }, '/_reference'],
    [{ type: 'page.viewed' }, '/metadata'],
    [{ type: 'page.viewed', metadata: {} }, '/metadata/screen'],
    [{ type: 'page.viewed', metadata: { screen: 'cellar' } }, '/metadata/screen'],
    [{ type: 'page.viewed', metadata: { screen: 'home', id: 'x' } }, '/metadata/id'],
    [{ type: 'page.viewed', metadata: { screen: 'home', referrer: 'x' } }, '/metadata/referrer'],
    [{ type: 'favorite.added', metadata: { id: 7 } }, '/metadata/id'],
    [{ type: 'favorite.removed', metadata: {} }, '/metadata/id'],
    [{ type: 'share', metadata: { screen: 'home', to: 'x' } }, '/metadata/to'],
    [{ type: 'search.empty', metadata: { text: 'x'.repeat(81) } }, '/metadata/text'],
    [{ type: 'search.empty', metadata: { text: '' } }, '/metadata/text'],
  ]
  const hash = await fingerprint(service.platform.db)
  for (const [event, pointer] of wrong) {
    const about = JSON.stringify(event)
    assertProblem(await send(event), { status: 400, code: 'invalid', pointer }, about)
    const batch = { events: [{ type: 'visit' }, event] }
    assertProblem(await send(batch), { status: 400, code: 'invalid', pointer: `/events/1${pointer}` }, about)
  }
  for (const body of [{}, { events: [] }, { events: Array(101).fill({ type: 'visit' }) }, [], null, 'x', { type: 1 }])
    assertProblem(await send(body), { status: 400 }, JSON.stringify(body).slice(0, 100))
  const late = new Date(service.clock.now() + 7_200_000).toISOString()
  for (const occurredAt of ['then', late])
    assertProblem(await send({ type: 'visit', occurredAt }), { status: 400, pointer: '/occurredAt' })
  assert.equal(await fingerprint(service.platform.db), hash)
})

test('a token that is sent must be valid, and gives the freedom of an app', async () => {
  assertProblem(await send({ type: 'visit' }, { authorization: 'Bearer wrong' }), { status: 401 })
  const { body: app } = await visitor('POST', `/v1/public/${tenant.broadcastId}/clients`, {})
  const reply = await send({ type: 'session.opened' }, { authorization: `Bearer ${app.token}` })
  assert.equal(reply.status, 202, reply.text)
  const [event] = await stored()
  assert.equal(event.clientId, app._id)
})

test('searches are stored in one spelling, and not at all when they could be personal', async () => {
  const personal = ['ada@mail.example', 'ada＠mail.example', '0612345678', '06 12 34 56 78', '+33 (0)6.12-34', '٠١٢٣٤٥']
  const plain = [' Vegan  Food', 'VEGAN FOOD', 'ＶＥＧＡＮ food', 'Stage 2026', 'Été']
  const events = [...personal, ...plain].map((text) => ({ type: 'search.empty', metadata: { text } }))
  const reply = await send({ events })
  assert.deepEqual([reply.status, reply.body.accepted], [202, plain.length])
  const texts = (await stored()).map(({ metadata }: { metadata: { text: string } }) => metadata.text).sort()
  assert.deepEqual(texts, ['stage 2026', 'vegan food', 'vegan food', 'vegan food', 'été'])
  assert.deepEqual((await send({ type: 'search.empty', metadata: { text: 'ada@mail.example' } })).body, { accepted: 0 })
  for (const text of personal) assert.deepEqual(await tablesHolding(service.platform.db, text), [], text)
})

test('neither the address nor the browser of a visitor is stored', async () => {
  const agent = 'Curious/1.0 (zvisitorz)'
  const headers = { 'user-agent': agent, 'idempotency-key': 'once', referer: 'https://elsewhere.example/zvisitorz' }
  for (let time = 0; time < 2; time++) assert.equal((await send({ type: 'visit' }, headers)).status, 202)
  assert.equal((await stored()).length, 1, 'once per Idempotency-Key')
  assert.deepEqual(await tablesHolding(service.platform.db, 'zvisitorz'), [])
  const scopes = await service.platform.db.query<{ scope: string }>(
    sql`select scope from idempotency_keys where key = 'once'`,
  )
  assert.deepEqual(scopes, [{ scope: `visitors/${tenant.broadcastId}` }])
  for (const table of ['timeline', 'timeline_counts', 'timeline_subject_counts'])
    assert(!(await tablesHolding(service.platform.db, '127.0.0.1')).includes(table), table)
})

test('events for a private or unknown broadcast get the same 404', async () => {
  await tenant.api('PATCH', tenant.path, { isPrivate: true })
  const hidden = await send({ type: 'visit' })
  const missing = await visitor('POST', `/v1/public/${newObjectId(0)}/events`, { type: 'visit' })
  assert.deepEqual([hidden.status, missing.status], [404, 404])
  assert.deepEqual([hidden.body.code, hidden.body.detail], [missing.body.code, missing.body.detail])
})

test('a hundred events need as many statements as one of each type', inOnePlace, async () => {
  const events = Array.from({ length: 100 }, (_, index) => known[index % known.length])
  // What is known about the broadcast is in memory afterwards.
  await send({ events: known })
  const few = (await statementsOf(service, () => send({ events: known }))).filter((text) => !isNews(text))
  const many = (await statementsOf(service, () => send({ events }))).filter((text) => !isNews(text))
  assert.deepEqual(many, few)
  assert(few.length <= 6, few.join('\n'))
  const plain = await statementsOf(service, () => send({ type: 'visit' }))
  assert.equal(
    plain.filter((text) => text.includes('timeline_subject_counts')).length,
    0,
    'events without subjects need no further statement',
  )
})

test('visitors without a token are limited by their address', async () => {
  const own = await startService({ MARQUEE_PUBLIC_WRITE_LIMIT: '3/60' })
  try {
    const { broadcastId } = await own.newTenant()
    own.clock.advance(60_000 - (own.clock.now() % 60_000))
    const call = apiWith(own.url, {})
    const statuses: number[] = []
    for (let time = 0; time < 4; time++)
      statuses.push((await call('POST', `/v1/public/${broadcastId}/events`, { type: 'visit' })).status)
    assert.deepEqual(statuses, [202, 202, 202, 429])
  } finally {
    await own.stop()
  }
})
