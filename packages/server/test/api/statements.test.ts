import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isNews, statementsOf } from '../support/counted-statements.ts'
import { type Api, type Reply, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let tenant: TestTenant
let owner: Api
let ids: Record<string, string>

before(async () => {
  // Without the response cache.
  service = await startService({ MARQUEE_CACHE_MB: '0' })
  tenant = await service.newTenant()
  owner = await signedIn(service, tenant)
  ids = await targets()
})
after(() => service.stop())

/** The same for a key and for a signed-in person. */
const callers: [name: string, () => Api][] = [
  ['a key', () => tenant.api],
  ['a session', () => owner],
]

for (const [name, caller] of callers) {
  test(`with ${name} cached on the node, reading one record is one statement`, async () => {
    const session = await create('broadcastSessions', {
      title: 'Opening',
      localeDetails: { fr: { title: 'Ouverture' } },
    })
    for (const at of [tenant.path, session.at, `${session.at}?fields=title`, `${session.at}?locale=fr`]) {
      await assertStatements(caller(), 1, () => caller()('GET', at), 200)
    }
    const missing = `${tenant.path}/broadcastSessions/${'0'.repeat(24)}`
    await assertStatements(caller(), 1, () => caller()('GET', missing), 404)
  })

  test(`with ${name} cached on the node, a list is at most two statements, and one unless it starts after a record`, async () => {
    const { body } = await create('broadcastSessions', { title: 'Closing' })
    const list = `${tenant.path}/broadcastSessions`
    const filters = encodeURIComponent('[{"title":{"$startsWith":"C"}},{"$or":[{"status":"draft"},{"metadata.a":1}]}]')
    const sort = encodeURIComponent('{"title":"asc","time.start":"desc"}')
    await assertStatements(caller(), 1, () => caller()('GET', list), 200)
    await assertStatements(caller(), 1, () => caller()('GET', `${list}?filters=${filters}&sort=${sort}&skip=1`), 200)
    await assertStatements(caller(), 1, () => caller()('GET', `${list}?startId=${body._id}`), 200)
    await assertStatements(
      caller(),
      2,
      () => caller()('GET', `${list}?filters=${filters}&sort=${sort}&startId=${body._id}`),
      200,
    )
  })

  test(`with ${name} cached on the node, a write is at most six statements, or nine of single shards`, async () => {
    const api = caller()
    const sessions = `${tenant.path}/broadcastSessions`
    const media = `${tenant.path}/medias/${(await create('medias', { mediaUrl: 'https://a.example/b' })).body._id}`
    const host = await create('broadcastHosts', {})
    for (let number = 0; number < 3; number++) await create('broadcastSessions', { hostIds: [host.body._id] })
    const session = await create('broadcastSessions', {})
    const key = { 'idempotency-key': `once-${name.length}` }
    const writes: [string, () => Promise<Reply>, number][] = [
      ['create', () => api('POST', `${tenant.path}/broadcastHosts`, {}), 201],
      ['create with references', () => api('POST', sessions, pointing()), 201],
      [
        'create with a local time',
        () => api('POST', sessions, { ...pointing(), time: { start: '2026-07-04T18:00' } }),
        201,
      ],
      ['patch', () => api('PATCH', session.at, { title: 'Opening' }), 200],
      ['patch with references', () => api('PATCH', session.at, pointing()), 200],
      ['patch that changes nothing', () => api('PATCH', session.at, pointing()), 200],
      ['patch of the broadcast', () => api('PATCH', tenant.path, { description: name, menu: menu() }), 200],
      ['delete', () => api('DELETE', media), 200],
      ['delete with references', () => api('DELETE', host.at), 200],
      ['idempotent create', () => api('POST', sessions, pointing(), key), 201],
      ['replay', () => api('POST', sessions, pointing(), key), 201],
      ['put by reference that creates', () => api('PUT', `${sessions}/by-reference/${name.length}`, pointing()), 201],
      [
        'put by reference that changes',
        () => api('PUT', `${sessions}/by-reference/${name.length}`, { title: 'x' }),
        200,
      ],
      ['revision', () => api('POST', `${tenant.path}/revisions`, { tos: { accepted: true } }), 201],
      ['dry run', () => api('POST', `${sessions}?dry_run=true`, pointing()), 200],
    ]
    for (const [what, write, status] of writes) await assertStatements(api, mostOfWrite(), write, status, what)
  })
}

test('a write of a deeply nested category needs no more', async () => {
  let parentId: string | null = null
  for (let depth = 0; depth < 12; depth++) parentId = (await create('broadcastCategories', { parentId })).body._id
  const categories = `${tenant.path}/broadcastCategories`
  await assertStatements(tenant.api, mostOfWrite(), () => tenant.api('POST', categories, { parentId }), 201)
})

test('a write notifies the other nodes once, without a connection of the pool', async () => {
  const listener = await service.platform.control.connect()
  const told: unknown[] = []
  listener.on('notification', ({ payload = '{}' }) => told.push(...(JSON.parse(payload).signals ?? [])))
  await listener.query('listen marquee')
  const statements = await statementsOf(service, () => tenant.api('POST', `${tenant.path}/broadcastHosts`, {}))
  await until(async () => told.length > 0, 'the news')
  await listener.end()
  assert.equal(told.length, 1)
  assert.deepEqual(
    statements.filter((text) => text.includes('pg_notify')),
    [],
  )
})

test('a key with a wrong checksum, and no key at all, need no database query', async () => {
  for (const headers of [
    { 'x-api-key': `${tenant.key.slice(0, -1)}_` },
    { 'x-api-key': `mrq_live_${'0'.repeat(38)}` },
  ]) {
    const call = () => tenant.api('GET', tenant.path, undefined, headers)
    // The first refusal of an address goes to the audit.
    await call()
    const statements = await statementsOf(service, async () => assert.equal((await call()).status, 401))
    assert.deepEqual(statements, [])
  }
})

test('the last use of a key is stored once a minute, without delaying the request', async () => {
  const here = await service.newTenant()
  const read = () => here.api('GET', here.path)
  const touches = async () => (await statementsOf(service, read)).filter((text) => text.includes('last_used_at ='))
  assert.equal((await touches()).length, 1)
  assert.equal((await touches()).length, 0)
  service.clock.advance(61_000)
  assert.equal((await touches()).length, 1)
})

/** On a cluster, rows for several tables need a statement each. */
const mostOfWrite = () => (service.platform.db.isDivided() ? 9 : 6)

/** Calls after the caller is cached on the node, and counts the statements. Notifications to other nodes do not count. */
async function assertStatements(
  api: Api,
  most: number,
  call: () => Promise<Reply>,
  status: number,
  what = '',
): Promise<void> {
  const answered = async () => {
    const reply = await call()
    assert.equal(reply.status, status, `${what} ${reply.text}`)
  }
  const statements = await statementsOf(service, answered, () => api('GET', tenant.path))
  const own = statements.filter((text) => !isNews(text))
  assert(own.length >= 1 && own.length <= most, `${what} took ${own.length} statements:\n${own.join('\n')}`)
}

async function targets(): Promise<Record<string, string>> {
  const made: Record<string, string> = {}
  for (const plural of ['Categories', 'Hosts', 'InterestPoints', 'Maps', 'Articles', 'Pages']) {
    made[plural] = (await create(`broadcast${plural}`, {})).body._id
  }
  made.medias = (await create('medias', { mediaUrl: 'https://festival.example/a.png' })).body._id
  return made
}

/** A session that refers to a record of every possible kind. */
function pointing(): object {
  return {
    categoryIds: [ids.Categories],
    hostIds: [ids.Hosts],
    interestPointId: ids.InterestPoints,
    broadcastMapId: ids.Maps,
    media: { mediaId: ids.medias },
    blocks: [
      { type: 'button', navigator: { broadcastArticleId: ids.Articles } },
      { type: 'section', blocks: [{ type: 'media', values: [{ media: { mediaId: ids.medias } }] }] },
    ],
    localeDetails: { fr: { blocks: [{ type: 'button', navigator: { broadcastPageId: ids.Pages } }] } },
  }
}

const menu = () => ({ sections: [{ tiles: [{ navigator: { broadcastPageId: ids.Pages } }] }] })

async function create(plural: string, body: object) {
  const reply = await tenant.api('POST', `${tenant.path}/${plural}`, body)
  assert.equal(reply.status, 201, reply.text)
  return { ...reply, at: `${tenant.path}/${plural}/${reply.body._id}` }
}
