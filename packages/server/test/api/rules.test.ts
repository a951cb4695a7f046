import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lastSequence, loggedBy } from '../support/change-rows.ts'
import {
  type Api,
  addMember,
  type Reply,
  signedIn,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts'

let service: TestService
/** A service with small quotas. */
let small: TestService
let tenant: TestTenant
let owner: Api

before(async () => {
  service = await startService()
  small = await startService({ MARQUEE_QUOTA_RECORDS: '3', MARQUEE_QUOTA_WORKFLOWS: '2' })
  tenant = await service.newTenant()
  owner = await signedIn(service, tenant)
})
after(async () => {
  await small.stop()
  await service.stop()
})

test('an article published without a date gets the current time, and keeps an existing date', async () => {
  const draft = await create('broadcastArticles', { title: 'News' })
  assert.deepEqual([draft.body.status, draft.body.publishedAt], ['draft', null])
  const published = await tenant.api('PATCH', draft.at, { status: 'published' })
  assert.equal(published.body.publishedAt, published.body._updatedAt)
  const redrafted = await tenant.api('PATCH', draft.at, { status: 'draft' })
  assert.equal(redrafted.body.publishedAt, published.body.publishedAt)
  const again = await tenant.api('PATCH', draft.at, { status: 'published' })
  assert.equal(again.body.publishedAt, published.body.publishedAt)

  const atOnce = await create('broadcastArticles', { status: 'published' })
  assert.equal(atOnce.body.publishedAt, atOnce.body._createdAt)
  const dated = await create('broadcastArticles', { status: 'published', publishedAt: '2020-02-29T12:00:00+01:00' })
  assert.equal(dated.body.publishedAt, '2020-02-29T11:00:00.000Z')
  const cleared = await tenant.api('PATCH', dated.at, { publishedAt: null })
  assert.equal(cleared.body.publishedAt, cleared.body._updatedAt)
})

test('article.published is sent when an article becomes visible, and not before its date', async () => {
  const soon = new Date(service.clock.now() + 3_600_000).toISOString()
  const events = async (work: () => Promise<unknown>) =>
    (await loggedBy(service, tenant.broadcastId, work)).map(({ event_types }) => event_types)
  let at = ''
  const created = await events(async () => {
    at = (await create('broadcastArticles', { status: 'published', publishedAt: soon })).at
  })
  assert.deepEqual(created, [['article.created']])
  const patch = (body: object) => events(() => tenant.api('PATCH', at, body))
  assert.deepEqual(await patch({ publishedAt: null }), [['article.updated', 'article.published']])
  assert.deepEqual(await patch({ title: 'Seen' }), [['article.updated']])
  assert.deepEqual(await patch({ status: 'draft' }), [['article.updated']])
  assert.deepEqual(await patch({ status: 'published' }), [['article.updated', 'article.published']])
  assert.deepEqual(await events(() => tenant.api('DELETE', at)), [['article.deleted']])
})

test('the format of an article is detected from its content when it is not given', async () => {
  const guesses: [string | null, string | null][] = [
    ['<p>Hello</p>', 'html'],
    ['  <!DOCTYPE html><html>', 'html'],
    ['<br/>Hello', 'html'],
    ['Some text and <em>more</em>', 'html'],
    ['# Hello\n\n*world*', 'markdown'],
    ['2 < 3 and 4 > 3', 'markdown'],
    ['<3 festivals', 'markdown'],
    ['', 'markdown'],
    [null, null],
  ]
  for (const [content, contentFormat] of guesses) {
    assert.equal((await create('broadcastArticles', { content })).body.contentFormat, contentFormat, String(content))
  }
  const told = await create('broadcastArticles', { content: '<p>Hello</p>', contentFormat: 'markdown' })
  assert.equal(told.body.contentFormat, 'markdown')
  const later = await create('broadcastArticles', {})
  assert.equal((await tenant.api('PATCH', later.at, { content: '<p>x</p>' })).body.contentFormat, 'html')
})

test('the key of a category defaults to its title, cut to 200 characters, or else its id, and never changes', async () => {
  const titled = await create('broadcastCategories', { title: 'Music' })
  assert.equal(titled.body.key, 'Music')
  const long = await create('broadcastCategories', { title: '\u{1F3B5}'.repeat(300) })
  assert.equal(long.body.key, '\u{1F3B5}'.repeat(200))
  for (const body of [{}, { title: '' }, { title: null }]) {
    const bare = await create('broadcastCategories', body)
    assert.equal(bare.body.key, bare.body._id)
  }
  const own = await create('broadcastCategories', { title: 'Art', key: 'fine art' })
  assert.equal(own.body.key, 'fine art')
  const renamed = await tenant.api('PATCH', titled.at, { title: 'Concerts', key: 'Music' })
  assert.deepEqual([renamed.body.title, renamed.body.key], ['Concerts', 'Music'])
  await assertRefused(400, () => tenant.api('PATCH', titled.at, { key: 'Concerts' }), '/key')
})

test('no two categories of a broadcast share a key; another broadcast may use it, and case counts', async () => {
  await create('broadcastCategories', { key: 'stage' })
  const taken = await assertRefused(
    409,
    () => tenant.api('POST', list('broadcastCategories'), { key: 'stage' }),
    '/key',
  )
  assert.equal(taken.body.code, 'value_taken')
  await assertRefused(409, () => tenant.api('POST', list('broadcastCategories'), { title: 'stage' }), '/title')
  await create('broadcastCategories', { key: 'Stage' })
  const other = await service.newTenant()
  assert.equal((await other.api('POST', `${other.path}/broadcastCategories`, { key: 'stage' })).status, 201)
  const atOnce = await Promise.all(
    [...Array(8)].map(() => tenant.api('POST', list('broadcastCategories'), { key: 'raced' })),
  )
  assert.deepEqual(atOnce.map(({ status }) => status).toSorted(), [201, ...Array(7).fill(409)])
})

test('the slug of a diffuser is unique across all broadcasts; many can have none', async () => {
  const other = await service.newTenant()
  const first = await create('broadcastDiffusers', { slug: 'nuits-du-port' })
  const clash = () => other.api('POST', `${other.path}/broadcastDiffusers`, { slug: 'nuits-du-port' })
  const taken = await clash()
  assert.equal(taken.status, 409)
  assert.equal(taken.body.code, 'value_taken')
  assert.equal(taken.body.errors[0].pointer, '/slug')
  assert(!taken.text.includes(tenant.broadcastId) && !taken.text.includes(first.body._id))
  for (const _ of [1, 2]) await create('broadcastDiffusers', {})
  assert.equal((await tenant.api('PATCH', first.at, { slug: 'another' })).status, 200)
  assert.equal((await clash()).status, 201)
  for (const slug of ['Upper', 'with space', '-x', 'x-', 'é', '', '0'.repeat(24), 'x'.repeat(64)]) {
    await assertRefused(400, () => tenant.api('POST', list('broadcastDiffusers'), { slug }), '/slug')
  }
})

test('the e-mail of a member is stored in lower case and unique in a broadcast', async () => {
  const members = list('broadcastMembers')
  const made = await owner('POST', members, { email: 'Ada.Lovelace@Festival.Example', role: 'editor' })
  assert.equal(made.status, 201)
  assert.deepEqual([made.body.email, made.body.status], ['ada.lovelace@festival.example', 'invited'])
  const again = await owner('POST', members, { email: 'ADA.lovelace@festival.example' })
  assert.equal(again.status, 409)
  assert.equal(again.body.code, 'value_taken')
  const elsewhere = await service.newTenant()
  const others = await signedIn(service, elsewhere)
  const { status } = await others('POST', `${elsewhere.path}/broadcastMembers`, {
    email: 'ada.lovelace@festival.example',
  })
  assert.equal(status, 201)
  await assertRefused(
    400,
    () => owner('PATCH', `${members}/${made.body._id}`, { email: 'x@festival.example' }),
    '/email',
  )
  await assertRefused(400, () => owner('PATCH', `${members}/${made.body._id}`, { status: 'active' }), '/status')
})

test('the last owner who can sign in can be neither removed nor demoted: 409 last_owner', async () => {
  const here = await service.newTenant()
  const me = await signedIn(service, here)
  const members = `${here.path}/broadcastMembers`
  const [self] = (await me('GET', members)).body.data
  await me('POST', members, { email: 'invited@festival.example', role: 'owner' })
  const attempts = [
    () => me('PATCH', `${members}/${self._id}`, { role: 'editor' }),
    () => me('PATCH', `${members}/${self._id}`, { role: 'viewer' }),
    () => me('DELETE', `${members}/${self._id}`),
  ]
  const sequence = await lastSequence(service, here.broadcastId)
  for (const attempt of attempts) {
    const reply = await attempt()
    assert.equal(reply.status, 409)
    assert.equal(reply.body.code, 'last_owner')
  }
  assert.equal(await lastSequence(service, here.broadcastId), sequence)
  await addMember(service, here, 'owner')
  assert.equal((await me('PATCH', `${members}/${self._id}`, { role: 'viewer' })).status, 200)
})

test('two owners who demote each other at once leave one owner', async () => {
  const here = await service.newTenant()
  const me = await signedIn(service, here)
  const other = await addMember(service, here, 'owner')
  const members = `${here.path}/broadcastMembers`
  const both = (await me('GET', members)).body.data.map(({ _id }: { _id: string }) => `${members}/${_id}`)
  const replies = await Promise.all([
    me('PATCH', both[0], { role: 'viewer' }),
    other('PATCH', both[1], { role: 'viewer' }),
  ])
  const [done, refused] = replies.toSorted((one, another) => one.status - another.status)
  // The slower of the two is either no longer an owner, or the last one.
  assert.deepEqual([done?.status, [403, 409].includes(refused?.status ?? 0)], [200, true], refused?.text)
  const roles = await Promise.all([me, other].map((person) => person('GET', members)))
  assert.deepEqual(roles.map(({ status }) => status).toSorted(), [200, 403])
})

test('a revision needs the terms accepted, and becomes the newest of the broadcast in the same transaction', async () => {
  const here = await service.newTenant()
  const revisions = `${here.path}/revisions`
  for (const body of [{}, { tos: {} }, { tos: { accepted: false } }, { tos: { accepted: true }, sequence: 7 }]) {
    assert.equal((await here.api('POST', revisions, body)).status, 400, JSON.stringify(body))
  }
  for (const _ of [1, 2]) await here.api('POST', `${here.path}/broadcastHosts`, {})
  await here.api('POST', `${here.path}/broadcastContacts`, {})
  const sequence = await lastSequence(service, here.broadcastId)
  const before = (await here.api('GET', here.path)).body
  let made: Reply | undefined
  const rows = await loggedBy(service, here.broadcastId, async () => {
    made = await here.api('POST', revisions, { tos: { accepted: true }, title: 'Before the summer' })
  })
  assert.equal(made?.status, 201)
  const { _id, sequence: frozen, stats, tos } = made.body
  assert.deepEqual(tos, { accepted: true })
  assert.equal(frozen, sequence)
  assert.deepEqual(stats, { broadcastHost: 2 })
  assert.deepEqual(
    rows.map(({ kind, record_id, operation, event_types }) => [kind, record_id, operation, ...event_types]),
    [
      ['revision', _id, 'create', 'revision.created'],
      ['broadcast', here.broadcastId, 'update', 'broadcast.updated'],
    ],
  )
  assert.deepEqual(rows[1]?.fields, ['revisionId'])
  const after = (await here.api('GET', here.path)).body
  assert.deepEqual(after, { ...before, revisionId: _id, _updatedAt: after._updatedAt })
  assert(after._updatedAt > before._updatedAt)
  const patch = await here.api('PATCH', `${revisions}/${_id}`, { title: 'x' })
  assert.equal(patch.status, 405)
})

test('a revision never moves the time of the broadcast backwards, when the clock of its node is behind', async () => {
  const here = await service.newTenant()
  service.clock.advance(5_000)
  const patched = await here.api('PATCH', here.path, { description: 'From a node that is ahead' })
  service.clock.advance(-5_000)
  assert.equal((await here.api('POST', `${here.path}/revisions`, { tos: { accepted: true } })).status, 201)
  assert((await here.api('GET', here.path)).body._updatedAt > patched.body._updatedAt)
})

test('people can draft and schedule a campaign, but not set its other states', async () => {
  const { at, body } = await create('broadcastCampaigns', { title: 'Tonight' })
  assert.deepEqual([body.status, body.stats], ['draft', {}])
  for (const status of ['sending', 'sent', 'failed', 'cancelled']) {
    await assertRefused(400, () => tenant.api('PATCH', at, { status }), '/status')
    await assertRefused(400, () => tenant.api('POST', list('broadcastCampaigns'), { status }), '/status')
  }
  const scheduledAt = new Date(service.clock.now() + 86_400_000).toISOString()
  for (const status of ['scheduled', 'draft', 'scheduled']) {
    assert.equal((await tenant.api('PATCH', at, { status, scheduledAt })).body.status, status)
  }
  await assertRefused(400, () => tenant.api('PATCH', at, { stats: { sent: 5 } }), '/stats')
  await assertRefused(400, () => tenant.api('PATCH', at, { status: 'done' }), '/status')
})

test('an incomplete workflow can be saved; enabling an invalid one is 400 with the pointers', async () => {
  const config = { code: { type: 'string', value: 'return 1' } }
  const node = (id: string, more: object = {}) => ({ id, type: 'code', config, ...more })
  const broken: [object, string[]][] = [
    [{}, ['/entryNodeId']],
    [{ entryNodeId: 'a' }, ['/entryNodeId']],
    [{ entryNodeId: 'a', nodes: [node('b')] }, ['/entryNodeId']],
    [{ entryNodeId: 'a', nodes: [node('a'), node('a')] }, ['/nodes/1/id']],
    [
      { entryNodeId: 'a', nodes: [node('a', { onSuccess: 'x' }), node('b', { onError: 'y' })] },
      ['/nodes/0/onSuccess', '/nodes/1/onError'],
    ],
  ]
  for (const [definition, pointers] of broken) {
    const saved = await create('workflows', { name: 'Nightly', ...definition })
    assert.equal(saved.body.status, 'disabled')
    const enabled = await tenant.api('PATCH', saved.at, { status: 'enabled' })
    assert.equal(enabled.status, 400)
    assert.deepEqual(
      enabled.body.errors.map(({ pointer }: { pointer: string }) => pointer),
      pointers,
    )
    const atOnce = await tenant.api('POST', list('workflows'), { name: 'Nightly', status: 'enabled', ...definition })
    assert.equal(atOnce.status, 400)
  }
  const whole = { entryNodeId: 'a', nodes: [node('a', { onSuccess: 'b', onError: null }), node('b')] }
  const { at } = await create('workflows', { name: 'Nightly', status: 'enabled', ...whole })
  await assertRefused(400, () => tenant.api('PATCH', at, { nodes: [node('b')] }), '/entryNodeId')
  assert.equal((await tenant.api('PATCH', at, { status: 'disabled', nodes: [] })).status, 200)
})

test('analytics events are appended and read, never changed, and are not in the change log', async () => {
  const client = await create('broadcastClients', {})
  let made: Reply | undefined
  const rows = await loggedBy(service, tenant.broadcastId, async () => {
    made = await tenant.api('POST', list('broadcastEvents'), {
      type: 'open',
      clientId: client.body._id,
      metadata: { a: 1 },
    })
  })
  assert.deepEqual(rows, [])
  assert.equal(made?.status, 201)
  assert.equal(made.body.occurredAt, made.body._createdAt)
  const at = `${list('broadcastEvents')}/${made.body._id}`
  for (const method of ['PATCH', 'DELETE', 'PUT']) {
    const reply = await tenant.api(method, at, method === 'DELETE' ? undefined : { type: 'x' })
    assert.equal(reply.status, 405)
    assert.equal(reply.headers.get('allow'), 'GET, HEAD, OPTIONS')
  }
  assert.equal((await tenant.api('PUT', `${list('broadcastEvents')}/by-reference/x`, { type: 'x' })).status, 404)
  assert.deepEqual((await tenant.api('GET', at)).body, made.body)
  const yesterday = new Date(service.clock.now() - 86_400_000).toISOString()
  const dated = await create('broadcastEvents', { type: 'open', occurredAt: yesterday.replace('Z', '+00:00') })
  assert.equal(dated.body.occurredAt, yesterday)
  const { body } = await tenant.api('GET', `${list('broadcastEvents')}?limit=1`)
  assert.deepEqual([body.metadata.total, body.data[0]._id], [2, dated.body._id])
  await tenant.api('DELETE', client.at)
  assert.equal((await tenant.api('GET', at)).body.clientId, null)
})

test('a session does not end before it starts, and is an event once it has a title and both times', async () => {
  const start = '2026-07-04T18:00:00Z'
  for (const time of [{ end: start }, { start, end: '2026-07-04T17:59:59.999Z' }]) {
    assert.equal((await tenant.api('POST', list('broadcastSessions'), { time })).status, 400)
  }
  const events = async (work: () => Promise<unknown>) =>
    (await loggedBy(service, tenant.broadcastId, work)).map(({ event_types }) => event_types)
  let at = ''
  const created = await events(async () => {
    at = (await create('broadcastSessions', { time: { start, end: start } })).at
  })
  assert.deepEqual(created, [[]])
  const patch = (body: object) => events(() => tenant.api('PATCH', at, body))
  assert.deepEqual(await patch({ title: 'Opening' }), [['event.created']])
  assert.deepEqual(await patch({ color: 'red' }), [['event.updated']])
  assert.deepEqual(await patch({ time: { start } }), [['event.deleted']])
  assert.deepEqual(await events(() => tenant.api('DELETE', at)), [[]])
})

test('a broadcast can have at most its quota of records of a kind: one more is 403 quota_exceeded and nothing is written', async () => {
  const here = await small.newTenant()
  const hosts = `${here.path}/broadcastHosts`
  const made: string[] = []
  for (let number = 0; number < 3; number++) made.push((await here.api('POST', hosts, {})).body._id)
  for (const name of ['One', 'Two']) await here.api('POST', `${here.path}/workflows`, { name })
  const sequence = await lastSequence(small, here.broadcastId)
  const refusals = [
    await here.api('POST', hosts, {}),
    await here.api('PUT', `${hosts}/by-reference/new`, {}),
    await here.api('POST', hosts, {}, { 'idempotency-key': 'full' }),
    await here.api('POST', `${here.path}/workflows`, { name: 'Three' }),
  ]
  for (const reply of refusals) {
    assert.equal(reply.status, 403)
    assert.equal(reply.body.code, 'quota_exceeded')
  }
  assert.equal(await lastSequence(small, here.broadcastId), sequence)
  const listed = (await here.api('GET', hosts)).body.data.map(({ _id }: { _id: string }) => _id)
  assert.deepEqual(listed, made.toReversed())
  const records = await usedRecords(here)
  assert.deepEqual(records.broadcastHost, { used: 3, limit: 3 })
  assert.deepEqual(records.workflow, { used: 2, limit: 2 })
  assert.deepEqual(records.broadcastMember, { used: 1, limit: 3 })
  assert.deepEqual(records.broadcastPage, { used: 0, limit: 3 })
})

test('a kind at its quota can be changed, and a deletion allows one creation', async () => {
  const here = await small.newTenant()
  const hosts = `${here.path}/broadcastHosts`
  let last = ''
  for (let number = 0; number < 3; number++) last = `${hosts}/${(await here.api('POST', hosts, {})).body._id}`
  assert.equal((await here.api('PATCH', last, { title: 'Full, not locked' })).status, 200)
  assert.equal((await here.api('DELETE', last)).status, 200)
  assert.equal((await usedRecords(here)).broadcastHost?.used, 2)
  const atOnce = await Promise.all([...Array(5)].map(() => here.api('POST', hosts, {})))
  assert.deepEqual(atOnce.map(({ status }) => status).toSorted(), [201, 403, 403, 403, 403])
  assert.equal((await usedRecords(here)).broadcastHost?.used, 3)
})

test('analytics events have no quota, as the usage shows: they are limited by retention', async () => {
  const here = await small.newTenant()
  const statuses: number[] = []
  for (let number = 0; number < 4; number++)
    statuses.push((await here.api('POST', `${here.path}/broadcastEvents`, { type: 'open' })).status)
  assert.deepEqual(statuses, [201, 201, 201, 201])
  assert.deepEqual((await usedRecords(here)).broadcastEvent, { used: 4, limit: null })
})

async function usedRecords(here: TestTenant): Promise<Record<string, { used: number; limit: number | null }>> {
  return (await here.api('GET', `${here.path}/usage`)).body.records
}

async function create(plural: string, body: object) {
  const reply = await tenant.api('POST', list(plural), body)
  assert.equal(reply.status, 201, reply.text)
  return { ...reply, at: `${list(plural)}/${reply.body._id}` }
}

/** A write that is refused at a pointer, without a change row. */
async function assertRefused(status: number, write: () => Promise<Reply>, pointer: string): Promise<Reply> {
  const sequence = await lastSequence(service, tenant.broadcastId)
  const reply = await write()
  assert.equal(reply.status, status, reply.text)
  assert.equal(reply.body.errors[0].pointer, pointer)
  assert.equal(await lastSequence(service, tenant.broadcastId), sequence)
  return reply
}

const list = (plural: string) => `${tenant.path}/${plural}`
