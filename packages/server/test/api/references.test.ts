import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { changeRows, lastSequence } from '../support/change-rows.ts'
import { statementsOf } from '../support/counted-statements.ts'
import { subscriptionOf } from '../support/push-crypto.ts'
import { laidOver, type ReferencePlace, referencePlaces, valueAt } from '../support/reference-places.ts'
import { type Reply, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let stranger: TestTenant

before(async () => {
  service = await startService({ MARQUEE_CACHE_MB: '0' })
  tenant = await service.newTenant()
  stranger = await service.newTenant()
})
after(() => service.stop())

const least: Record<string, object> = {
  medias: { mediaUrl: 'https://festival.example/a.png' },
  fonts: { fontFamily: 'Inter' },
}
const targetPlurals = [...new Set(referencePlaces.map(({ to }) => to))]

test('every reference must name a record of the right kind in the same broadcast, else 400 not_found_reference with its pointer', async () => {
  const mine = await targets(tenant)
  const theirs = await targets(stranger)
  const sequence = await lastSequence(service, tenant.broadcastId)
  const refused = async (place: ReferencePlace) => {
    const wrongKind = place.to === 'fonts' ? mine.medias : mine.fonts
    for (const id of ['0'.repeat(24), wrongKind, theirs[place.to]]) {
      const reply = await write(tenant, place, String(id))
      assert.equal(reply.status, 400, `${nameOf(place)} ${id} ${reply.text}`)
      const { pointer, code } = reply.body.errors[0]
      assert.deepEqual({ pointer, code }, { pointer: place.pointer, code: 'not_found_reference' }, nameOf(place))
    }
  }
  for (let first = 0; first < referencePlaces.length; first += 8)
    await Promise.all(referencePlaces.slice(first, first + 8).map(refused))
  assert.equal(await lastSequence(service, tenant.broadcastId), sequence)
})

test('an id that is not an object id is 400, and a mediaId of any other shape too', async () => {
  for (const id of ['', 'x', 'A'.repeat(24), 5, {}]) {
    assert.equal((await tenant.api('POST', list('broadcastSessions'), { hostIds: [id] })).status, 400)
    assert.equal((await tenant.api('POST', list('broadcastSessions'), { media: { mediaId: id } })).status, 400)
  }
  const free = [{ mediaId: null }, { mediaid: 'x' }, ['x'], 'x', 5, { other: { mediaId: 'x' } }]
  for (const media of free) {
    const reply = await tenant.api('POST', list('broadcastSessions'), { media })
    assert.equal(reply.status, 201, reply.text)
    assert.deepEqual(reply.body.media, media)
  }
})

for (const to of targetPlurals) {
  test(`deleting one of ${to} clears every reference to it in the same transaction, each changed record with its own change row`, async () => {
    const here = tenant
    const places = referencePlaces.filter((place) => place.to === to)
    const target = await create(here, to, least[to] ?? {})
    const other = await create(here, to, least[to] ?? {})
    const broadcast = places.filter(({ on }) => on === 'broadcast')
    const patch = broadcast.map((place) => place.body(target._id)).reduce<unknown>(laidOver, {})
    const patched = await here.api('PATCH', here.path, patch)
    assert.equal(patched.status, 200, patched.text)
    const holders = new Map<ReferencePlace, string>()
    for (const place of places) {
      if (place.on === 'broadcast') holders.set(place, here.path)
      else {
        const body = place.pointer.endsWith('Ids/0')
          ? { [place.pointer.slice(1, -2)]: [other._id, target._id, other._id, target._id] }
          : place.body(target._id)
        const held = await create(here, place.on, body)
        holders.set(place, `${here.path}/${place.on}/${held._id}`)
      }
    }
    const before = new Map<string, Reply>()
    for (const at of holders.values()) before.set(at, await here.api('GET', at))
    for (const [place, at] of holders) {
      if (!place.pointer.endsWith('Ids/0')) assert.equal(valueAt(before.get(at)?.body, place.pointer), target._id)
    }
    const sequence = await lastSequence(service, here.broadcastId)

    const force = to === 'medias' ? '?force=true' : ''
    assert.equal((await here.api('DELETE', `${here.path}/${to}/${target._id}${force}`)).status, 200)

    for (const [place, at] of holders) {
      const { body } = await here.api('GET', at)
      if (place.pointer.endsWith('Ids/0')) {
        assert.deepEqual(body[place.pointer.slice(1, -2)], [other._id, other._id], nameOf(place))
      } else {
        assert.equal(valueAt(body, place.pointer), null, nameOf(place))
      }
      assert(body._updatedAt > before.get(at)?.body._updatedAt, nameOf(place))
    }
    const rows = await changeRows(service, here.broadcastId, sequence)
    const logged = [...holders].filter(([{ on }]) => on !== 'broadcastEvents')
    const changed = new Set(logged.map(([, at]) => at))
    assert.equal(rows.length, changed.size + 1)
    assert.deepEqual(
      rows.filter(({ operation }) => operation === 'delete').map((row) => row.record_id),
      [target._id],
    )
    for (const [place, at] of logged) {
      const row = rows.find(({ record_id }) => at.endsWith(record_id))
      assert.equal(row?.operation, 'update', nameOf(place))
      assert(row.fields.includes(place.pointer.split('/')[1] ?? ''), nameOf(place))
      assert(!row.fields.includes('_updatedAt'))
      assert.equal(row.event_types.length > 0 || place.on === 'broadcastSessions', true, nameOf(place))
    }
    const [moments] = await service.platform.db.query<{ count: number }>(
      sql`select count(distinct at) as count from changes where broadcast_id = ${here.broadcastId} and sequence > ${sequence}`,
    )
    assert.equal(moments?.count, 1)
    assert.equal(await danglingPointers(here.broadcastId, [target._id]), 0)
  })
}

test('a media in use is not deleted: 409 in_use with every use, and nothing changes, unless force=true', async () => {
  const here = await service.newTenant()
  const media = await create(here, 'medias', { mediaUrl: 'https://festival.example/a.png' })
  const at = `${here.path}/medias/${media._id}`
  const page = await create(here, 'broadcastPages', {
    blocks: [{ type: 'media', values: [{ media: { mediaId: media._id } }] }],
  })
  const host = await create(here, 'broadcastHosts', { media: { mediaId: media._id } })
  await here.api('PATCH', here.path, { theme: { logo: { mediaId: media._id } } })
  const sequence = await lastSequence(service, here.broadcastId)
  const refused = await here.api('DELETE', at)
  assert.equal(refused.status, 409)
  assert.equal(refused.body.code, 'in_use')
  assert.deepEqual(
    refused.body.uses.toSorted((one: { kind: string }, other: { kind: string }) => one.kind.localeCompare(other.kind)),
    [
      { kind: 'broadcast', id: here.broadcastId },
      { kind: 'broadcastHost', id: host._id },
      { kind: 'broadcastPage', id: page._id },
    ],
  )
  assert.equal((await here.api('GET', at)).status, 200)
  assert.equal(await lastSequence(service, here.broadcastId), sequence)
  assert.equal((await here.api('DELETE', `${at}?force=true`)).status, 200)
  assert.equal((await here.api('GET', `${here.path}/broadcastHosts/${host._id}`)).body.media.mediaId, null)

  const unused = await create(here, 'medias', { mediaUrl: 'https://festival.example/b.png' })
  assert.equal((await here.api('DELETE', `${here.path}/medias/${unused._id}`)).status, 200)
})

test('no category is its own ancestor', async () => {
  const a = await create(tenant, 'broadcastCategories', {})
  const b = await create(tenant, 'broadcastCategories', { parentId: a._id })
  const c = await create(tenant, 'broadcastCategories', { parentId: b._id })
  for (const parentId of [a._id, b._id, c._id]) {
    const reply = await tenant.api('PATCH', `${list('broadcastCategories')}/${a._id}`, { parentId })
    assert.equal(reply.status, 400)
    assert.equal(reply.body.errors[0].pointer, '/parentId')
  }
  assert.equal((await tenant.api('PATCH', `${list('broadcastCategories')}/${c._id}`, { parentId: a._id })).status, 200)
})

test('two concurrent moves do not create a cycle of categories', async () => {
  const here = await service.newTenant()
  const parentOf = async (id: string) => (await here.api('GET', `${here.path}/broadcastCategories/${id}`)).body.parentId
  const move = (id: string, parentId: string) =>
    here.api('PATCH', `${here.path}/broadcastCategories/${id}`, { parentId })
  for (let round = 0; round < 15; round++) {
    const [top, otherTop] = [
      await create(here, 'broadcastCategories', {}),
      await create(here, 'broadcastCategories', {}),
    ]
    const below = await create(here, 'broadcastCategories', { parentId: top._id })
    const otherBelow = await create(here, 'broadcastCategories', { parentId: otherTop._id })
    const replies = await Promise.all([move(top._id, otherBelow._id), move(otherTop._id, below._id)])
    let steps = 0
    for (let id = top._id; id !== null && steps < 10; steps++) id = await parentOf(id)
    assert(steps < 10, `round ${round} made a loop`)
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 400])
  }
})

test('200 writes that refer to a record race with its deletion, and none leaves a dangling reference', async () => {
  const here = await service.newTenant()
  const gone: string[] = []
  const tally: Record<string, number> = {}
  const race = async (number: number) => {
    const round = races[number % races.length]
    if (!round) throw new Error('there is no such race')
    const target = await create(here, round.to, least[round.to] ?? {})
    const at = `${here.path}/${round.to}/${target._id}`
    const write = await round.ready(here, target._id)
    const remove = () => here.api('DELETE', at)
    const [one, other] = number % 2 ? [write, remove] : [remove, write]
    const replies = await Promise.all([one(), other()])
    const [written, removed] = number % 2 ? replies : replies.toReversed()
    assert(written && removed)
    if (written.status >= 300) assert.equal(written.body.errors?.[0]?.code, 'not_found_reference', written.text)
    if (removed.status !== 200) assert.equal(removed.body.code, 'in_use', removed.text)
    assert(written.status < 300 || removed.status === 200)
    if (removed.status === 200) gone.push(target._id)
    const outcome = `${round.to} ${written.status} ${removed.status}`
    tally[outcome] = (tally[outcome] ?? 0) + 1
  }
  for (let first = 0; first < 200; first += 8) {
    await Promise.all([...Array(8).keys()].map((place) => race(first + place)))
  }
  assert.equal(await danglingPointers(here.broadcastId, gone), 0, JSON.stringify(tally))
})

test('two referenced records can be deleted at once, and both references are cleared', async () => {
  const here = await service.newTenant()
  for (let round = 0; round < 10; round++) {
    const hosts = await Promise.all([create(here, 'broadcastHosts', {}), create(here, 'broadcastHosts', {})])
    const session = await create(here, 'broadcastSessions', { hostIds: hosts.map(({ _id }) => _id) })
    const replies = await Promise.all(hosts.map(({ _id }) => here.api('DELETE', `${here.path}/broadcastHosts/${_id}`)))
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    )
    assert.deepEqual((await here.api('GET', `${here.path}/broadcastSessions/${session._id}`)).body.hostIds, [])
  }
})

test('two records that refer to each other can both be deleted at once', async () => {
  const here = await service.newTenant()
  const pairs = await Promise.all(
    [...Array(3)].map(async () => {
      const one = await create(here, 'broadcastPages', {})
      const button = { type: 'button', navigator: { broadcastPageId: one._id } }
      const other = await create(here, 'broadcastPages', { blocks: [button] })
      const back = [{ type: 'button', navigator: { broadcastPageId: other._id } }]
      assert.equal((await here.api('PATCH', `${here.path}/broadcastPages/${one._id}`, { blocks: back })).status, 200)
      return [one._id, other._id]
    }),
  )
  const replies = await Promise.all(pairs.flat().map((id) => here.api('DELETE', `${here.path}/broadcastPages/${id}`)))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 200, 200, 200],
  )
})

test('expand returns the target of each declared reference, with one query per kind, on a record and on a list', async () => {
  const here = await service.newTenant()
  const ids = await targets(here)
  const media = { mediaId: ids.medias }
  const second = await create(here, 'broadcastCategories', {})
  const categoryIds = [second._id, ids.broadcastCategories]
  const holders: [plural: string, body: Record<string, unknown>][] = [
    [
      'broadcastSessions',
      {
        categoryIds,
        hostIds: [ids.broadcastHosts],
        interestPointId: ids.broadcastInterestPoints,
        broadcastMapId: ids.broadcastMaps,
        media,
      },
    ],
    ['broadcastPages', { categoryIds, media }],
    ['broadcastHosts', { categoryIds, media }],
    ['broadcastArticles', { categoryIds, media }],
    ['broadcastInterestPoints', { categoryIds, media, mapId: ids.broadcastMaps }],
    ['broadcastMaps', { media }],
    ['broadcastCategories', { parentId: ids.broadcastCategories }],
    ['broadcastContacts', { formId: ids.broadcastNetworkingForms }],
    ['broadcastClients', { favoriteIds: [ids.broadcastSessions] }],
    ['broadcastEvents', { clientId: ids.broadcastClients, type: 'open' }],
  ]
  for (const [plural, body] of holders) {
    const record = await create(here, plural, body)
    const { type, ...references } = body
    const expand = Object.keys(references)
    const at = `${here.path}/${plural}/${record._id}`
    const plain = await here.api('GET', at)
    const read = await statementsIn(() => here.api('GET', `${at}?expand=${expand.join()}`))
    assert.equal(read.statements.length, 1 + expand.length, `${plural} ${read.statements.join('\n')}`)
    const { _expanded, ...rest } = read.reply.body
    assert.deepEqual(rest, plain.body)
    assert.deepEqual(Object.keys(_expanded), expand)
    for (const [name, value] of Object.entries(references)) {
      const found = [_expanded[name]].flat().map(({ _id }: { _id: string }) => _id)
      assert.deepEqual(found, name === 'media' ? [ids.medias] : [value].flat(), `${plural}.${name}`)
      assert.equal(Array.isArray(_expanded[name]), Array.isArray(value))
    }
    const listed = await statementsIn(() => here.api('GET', `${here.path}/${plural}?expand=${expand.join()}`))
    assert.equal(listed.statements.length, 1 + expand.length)
    const inList = listed.reply.body.data.find(({ _id }: { _id: string }) => _id === record._id)
    assert.deepEqual(inList, read.reply.body)
  }
})

test('fields of one kind are expanded by one query, and unset references are null or empty', async () => {
  const here = await service.newTenant()
  const form = await create(here, 'broadcastNetworkingForms', {})
  for (const formId of [form._id, form._id, null]) await create(here, 'broadcastContacts', { formId })
  const contacts = await statementsIn(() => here.api('GET', `${here.path}/broadcastContacts?expand=formId`))
  assert.equal(contacts.statements.length, 2)
  const expanded = contacts.reply.body.data.map((one: { _expanded: { formId: unknown } }) => one._expanded.formId)
  assert.deepEqual(expanded, [null, form, form])

  await create(here, 'broadcastSessions', { media: { url: 'https://festival.example/a.png' } })
  const empty = await statementsIn(() =>
    here.api('GET', `${here.path}/broadcastSessions?expand=categoryIds,interestPointId,media`),
  )
  assert.equal(empty.statements.length, 1)
  assert.deepEqual(empty.reply.body.data[0]._expanded, { categoryIds: [], interestPointId: null, media: null })
})

test('the ETag covers the expansion: it changes when an expanded record changes, and only then', async () => {
  const here = await service.newTenant()
  const host = await create(here, 'broadcastHosts', { title: 'Ada' })
  const session = await create(here, 'broadcastSessions', { hostIds: [host._id] })
  for (const at of [`${here.path}/broadcastSessions/${session._id}`, `${here.path}/broadcastSessions`]) {
    const plain = await here.api('GET', at)
    const expanded = await here.api('GET', `${at}?expand=hostIds`)
    assert.notEqual(expanded.headers.get('etag'), plain.headers.get('etag'))
    const known = { 'if-none-match': expanded.headers.get('etag') ?? '' }
    assert.equal((await here.api('GET', `${at}?expand=hostIds`, undefined, known)).status, 304)
    await here.api('PATCH', `${here.path}/broadcastHosts/${host._id}`, { title: `for ${at}` })
    assert.equal((await here.api('GET', `${at}?expand=hostIds`, undefined, known)).status, 200)
    assert.equal((await here.api('GET', at)).headers.get('etag'), plain.headers.get('etag'))
  }
})

test('expanding requires the right to read the targets, and expanded people are not cached', async () => {
  const here = await service.newTenant()
  const client = await create(here, 'broadcastClients', { pushSubscription: subscriptionOf('https://push.example/1') })
  const event = await create(here, 'broadcastEvents', { type: 'open', clientId: client._id })
  const at = `${here.path}/broadcastEvents/${event._id}?expand=clientId`
  const reader = { 'x-api-key': await service.newKey(here.broadcastId, ['read']) }
  const refused = await here.api('GET', at, undefined, reader)
  assert.equal(refused.status, 403)
  assert.equal(refused.body.code, 'insufficient_scope')
  const allowed = await here.api('GET', at)
  assert.deepEqual(allowed.body._expanded.clientId.pushSubscription, { set: true })
  assert.equal(allowed.headers.get('cache-control'), 'no-store')
})

test('unknown names in expand and fields are 400 by name', async () => {
  const at = `${list('broadcastSessions')}`
  for (const query of [
    'expand=blocks',
    'expand=title',
    'expand=',
    'fields=titel',
    'fields=time.start',
    'fields=',
    'locale=de',
  ]) {
    const reply = await tenant.api('GET', `${at}?${query}`)
    assert.equal(reply.status, 400, query)
    assert.equal(reply.body.errors[0].pointer, `?${query.split('=')[0]}`)
  }
})

test('fields returns the named fields and _id, on a record and on a list, and paging still works', async () => {
  const here = await service.newTenant()
  for (const title of ['One', 'Two']) await create(here, 'broadcastSessions', { title })
  const { body } = await here.api('GET', `${here.path}/broadcastSessions?fields=title,time&limit=1`)
  const [shown] = body.data
  assert.deepEqual(Object.keys(shown), ['_id', 'title', 'time'])
  assert.equal(body.metadata.nextStartId, shown._id)
  const one = await here.api('GET', `${here.path}/broadcastSessions/${shown._id}?fields=title`)
  assert.deepEqual(one.body, { _id: shown._id, title: 'Two' })
  const both = await here.api('GET', `${here.path}/broadcastSessions/${shown._id}?fields=title&expand=hostIds`)
  assert.deepEqual(both.body, { _id: shown._id, title: 'Two', _expanded: { hostIds: [] } })
})

test('a locale replaces localizable fields, falling back to the default locale and then to the plain field', async () => {
  const here = await service.newTenant()
  const host = await create(here, 'broadcastHosts', { title: 'Ada', localeDetails: { fr: { title: 'Ada (fr)' } } })
  const session = await create(here, 'broadcastSessions', {
    title: 'Opening',
    description: 'Plain',
    blocks: [{ type: 'divider' }],
    defaultLocale: 'en',
    hostIds: [host._id],
    localeDetails: {
      fr: { title: 'Ouverture', description: null, color: 'not a localized field' },
      en: { title: 'Opening (en)', description: 'English' },
    },
  })
  const at = `${here.path}/broadcastSessions/${session._id}`
  const read = async (query: string) => (await here.api('GET', `${at}?${query}`)).body
  const told = ({ title, description, blocks, color }: Record<string, unknown>) => ({
    title,
    description,
    blocks,
    color,
  })
  const blocks = [{ type: 'divider' }]
  assert.deepEqual(told(await read('locale=fr')), { title: 'Ouverture', description: 'English', blocks, color: null })
  assert.deepEqual(told(await read('locale=es')), {
    title: 'Opening (en)',
    description: 'English',
    blocks,
    color: null,
  })
  await here.api('PATCH', at, { defaultLocale: null })
  assert.deepEqual(told(await read('locale=es')), { title: 'Opening', description: 'Plain', blocks, color: null })
  assert.deepEqual((await read('locale=fr')).localeDetails, session.localeDetails)
  assert.equal((await read('locale=fr&fields=title')).title, 'Ouverture')
  assert.equal((await read('locale=fr&expand=hostIds'))._expanded.hostIds[0].title, 'Ada (fr)')
  const [listed] = (await here.api('GET', `${here.path}/broadcastSessions?locale=fr`)).body.data
  assert.equal(listed.title, 'Ouverture')
})

/** Writes that add a reference to a record while it is deleted. */
const races: { to: string; ready(here: TestTenant, id: string): Promise<() => Promise<Reply>> }[] = [
  {
    to: 'broadcastHosts',
    ready: async (here, id) => () => here.api('POST', `${here.path}/broadcastSessions`, { hostIds: [id] }),
  },
  {
    to: 'broadcastInterestPoints',
    async ready(here, id) {
      const session = await create(here, 'broadcastSessions', {})
      return () => here.api('PATCH', `${here.path}/broadcastSessions/${session._id}`, { interestPointId: id })
    },
  },
  {
    to: 'broadcastArticles',
    ready: async (here, id) => () =>
      here.api('PUT', `${here.path}/broadcastPages/by-reference/${id}`, {
        blocks: [{ type: 'section', blocks: [{ type: 'button', navigator: { broadcastArticleId: id } }] }],
      }),
  },
  {
    to: 'medias',
    ready: async (here, id) => () => here.api('POST', `${here.path}/broadcastPages`, { media: { mediaId: id } }),
  },
  {
    to: 'broadcastNetworkingForms',
    ready: async (here, id) => () => here.api('POST', `${here.path}/broadcastContacts`, { formId: id }),
  },
]

async function targets({ api, path }: TestTenant): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const plural of new Set([...targetPlurals, 'medias', 'fonts'])) {
    ids[plural] = (await api('POST', `${path}/${plural}`, least[plural] ?? {})).body._id
  }
  return ids
}

async function create({ api, path }: TestTenant, plural: string, body: object) {
  const reply = await api('POST', `${path}/${plural}`, body)
  assert.equal(reply.status, 201, `${plural} ${reply.text}`)
  return reply.body
}

function write({ api, path }: TestTenant, place: ReferencePlace, id: string): Promise<Reply> {
  return place.on === 'broadcast'
    ? api('PATCH', path, place.body(id))
    : api('POST', `${path}/${place.on}`, place.body(id))
}

/** A response and the number of its statements, with the key cached on the node. */
async function statementsIn(call: () => Promise<Reply>): Promise<{ reply: Reply; statements: string[] }> {
  let reply = await call()
  const answered = async () => {
    reply = await call()
  }
  const statements = await statementsOf(service, answered, call)
  assert.equal(reply.status, 200, reply.text)
  return { reply, statements }
}

/** References to missing records: those in `refs`, and ids in bodies. */
async function danglingPointers(broadcastId: string, gone: string[]): Promise<number> {
  const [row] = await service.platform.db.query<{ count: number }>(sql`
    select count(*) as count from records r
    where r.broadcast_id = ${broadcastId} and (
      exists (
        select from unnest(r.refs) as id
        where not exists (select from records t where t.broadcast_id = ${broadcastId} and t.id = id)
      )
      or exists (select from unnest(${gone}::text[]) as id where position(id in (r.body::jsonb - '_reference')::text) > 0)
    )`)
  return row?.count ?? 0
}

const nameOf = ({ on, pointer }: ReferencePlace) => `${on}${pointer}`
const list = (plural: string) => `${tenant.path}/${plural}`
