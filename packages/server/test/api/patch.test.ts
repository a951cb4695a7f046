import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { broadcastKinds, type Kind } from '@marquee/model'
import { lastSequence, loggedBy } from '../support/change-rows.ts'
import { subscriptionOf } from '../support/push-crypto.ts'
import { type Api, type Reply, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let owner: Api

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  owner = await signedIn(service, tenant)
})
after(() => service.stop())

/** The required fields of each kind on create. */
const least: Record<string, object> = {
  media: { mediaUrl: 'https://festival.example/a.png' },
  font: { fontFamily: 'Inter' },
  workflow: { name: 'Nightly' },
  revision: { tos: { accepted: true } },
  importSource: { title: 'schedule.xml' },
  broadcastEvent: { type: 'open' },
  broadcastMember: { email: 'Grace@festival.example' },
}

const createdKinds = broadcastKinds.filter(({ operations }) => operations.includes('create'))
const patchedKinds = createdKinds.filter(({ operations }) => operations.includes('update'))

test('a new record of any kind has its defaults: nullable fields null, lists empty, metadata {}, optional fields absent', async () => {
  for (const kind of createdKinds) {
    const sent: Record<string, unknown> = { ...least[kind.name] }
    const { body } = await createAs(owner, kind.plural, sent)
    for (const [name, field] of Object.entries(kind.fields)) {
      const at = `${kind.name}.${name}`
      if (name in sent || field.readOnly || field.default === undefined) {
        if (field.presence === 'nullable' && !(name in sent)) assert.equal(body[name], null, at)
        else if (field.presence === 'optional') assert(!(name in body), at)
        else assert(body[name] !== undefined && (field.presence === 'nullable' || body[name] !== null), at)
      } else assert.deepEqual(body[name], field.default, at)
    }
    assert.deepEqual(body.metadata, {})
    assert.equal(body._updatedAt, body._createdAt)
    assert.equal(body._reference, null)
  }
})

test('null on create equals leaving the field out', async () => {
  const page = { title: null, url: null, categoryIds: null, media: null, metadata: null, localeDetails: null }
  const { body: sent } = await create('broadcastPages', page)
  const { body: unsent } = await create('broadcastPages', {})
  const plain = ({ _id, _createdAt, _updatedAt, ...rest }: Record<string, unknown>) => rest
  assert.deepEqual(plain(sent), plain(unsent))
})

test('fields that a patch leaves out are unchanged', async () => {
  const { body: before, at } = await create('broadcastSessions', {
    title: 'Opening',
    description: 'The first night',
    color: 'red',
    time: { start: '2026-07-04T18:00:00Z', end: '2026-07-04T19:00:00Z' },
    metadata: { a: 1 },
    _reference: 'opening',
  })
  const { body: after } = await tenant.api('PATCH', at, { color: 'blue' })
  assert.deepEqual(after, { ...before, color: 'blue', _updatedAt: after._updatedAt })
})

test('null clears: a nullable field is null, an optional one absent, a list empty, metadata {}', async () => {
  const page = await create('broadcastPages', {
    title: 'Food',
    url: '/food',
    nativeContent: 'home',
    blocks: [{ type: 'divider' }],
    media: { any: 'thing' },
    metadata: { a: 1 },
    localeDetails: { fr: { title: 'Manger' } },
    _reference: 'food',
  })
  const { body } = await tenant.api('PATCH', page.at, {
    title: null,
    url: null,
    nativeContent: null,
    blocks: null,
    media: null,
    metadata: null,
    localeDetails: null,
    _reference: null,
  })
  assert(!('title' in body) && !('url' in body))
  assert.deepEqual(
    [body.nativeContent, body.blocks, body.media, body.metadata, body.localeDetails, body._reference],
    [null, [], null, {}, null, null],
  )
  assert.deepEqual((await tenant.api('GET', page.at)).body, body)
})

test('null for a required field is 400 and changes nothing', async () => {
  const workflow = await create('workflows', { name: 'Nightly' })
  const session = await create('broadcastSessions', { title: 'Opening' })
  for (const [at, patch] of [
    [workflow.at, { name: null }],
    [session.at, { status: null }],
  ] as const) {
    const before = await tenant.api('GET', at)
    await assertRefused(() => tenant.api('PATCH', at, patch), `/${Object.keys(patch)[0]}`)
    assert.equal((await tenant.api('GET', at)).text, before.text)
  }
})

test('a sent object or list replaces the old one completely', async () => {
  const session = await create('broadcastSessions', {
    time: { start: '2026-07-04T18:00:00Z', end: '2026-07-04T19:00:00Z', timezone: 'Europe/Paris', allDay: true },
    blocks: [{ type: 'title', text: 'One', level: 2 }, { type: 'divider' }],
  })
  const { body } = await tenant.api('PATCH', session.at, {
    time: { start: '2026-07-05T18:00:00Z' },
    blocks: [{ type: 'title', text: 'Two' }],
  })
  assert.deepEqual(body.time, { start: '2026-07-05T18:00:00.000Z', end: null, timezone: null, allDay: false })
  assert.deepEqual(body.blocks, [{ type: 'title', text: 'Two' }])

  const diffuser = await create('broadcastDiffusers', { seo: { title: 'Festival', indexing: true } })
  const patched = await tenant.api('PATCH', diffuser.at, { seo: { metaDescription: 'Music' } })
  assert.deepEqual(patched.body.seo, { metaDescription: 'Music' })
})

test('metadata merges by top-level key, null removes a key, and deeper values are replaced', async () => {
  const { at, body } = await create('broadcastHosts', {
    metadata: { keep: 1, go: 2, deep: { a: 1, b: 2 }, none: null },
  })
  assert.deepEqual(body.metadata, { keep: 1, go: 2, deep: { a: 1, b: 2 } })
  const patched = await tenant.api('PATCH', at, { metadata: { go: null, deep: { a: null }, more: [null] } })
  assert.deepEqual(patched.body.metadata, { keep: 1, deep: { a: null }, more: [null] })
  const emptied = await tenant.api('PATCH', at, { metadata: { keep: null, deep: null, more: null } })
  assert.deepEqual(emptied.body.metadata, {})
})

test('localeDetails merges by locale, null removes a locale, and a sent locale is replaced completely', async () => {
  const { at } = await create('broadcastSessions', {
    localeDetails: { fr: { title: 'Ouverture', description: 'Le soir' }, en: { title: 'Opening' } },
  })
  const { body } = await tenant.api('PATCH', at, {
    localeDetails: { fr: { title: 'Début' }, es: { title: 'Apertura' }, en: null },
  })
  assert.deepEqual(body.localeDetails, { fr: { title: 'Début' }, es: { title: 'Apertura' } })
})

test('localeDetails accepts three locales; another one is 400 by name', async () => {
  const { at } = await create('broadcastSessions', {})
  for (const localeDetails of [{ de: { title: 'Anfang' } }, { FR: {} }, { title: 'Anfang' }]) {
    const [locale] = Object.keys(localeDetails)
    await assertRefused(() => tenant.api('PATCH', at, { localeDetails }), `/localeDetails/${locale}`)
    await assertRefused(
      () => tenant.api('POST', list('broadcastSessions'), { localeDetails }),
      `/localeDetails/${locale}`,
    )
  }
})

test('localized fields inside localeDetails are validated like the plain ones, and other keys are kept', async () => {
  const { at } = await create('broadcastSessions', {})
  const wrong: [object, string][] = [
    [{ title: 5 }, '/title'],
    [{ title: '' }, '/title'],
    [{ description: 'x'.repeat(50_001) }, '/description'],
    [{ blocks: [{ type: 'nothing' }] }, '/blocks/0/type'],
    [
      { blocks: [{ type: 'button', navigator: { broadcastPageId: '0'.repeat(24) } }] },
      '/blocks/0/navigator/broadcastPageId',
    ],
  ]
  for (const [fr, pointer] of wrong) {
    await assertRefused(() => tenant.api('PATCH', at, { localeDetails: { fr } }), `/localeDetails/fr${pointer}`)
  }
  const fr = { title: 'Ouverture', note: { any: ['thing', null] }, status: 7 }
  const { status, body } = await tenant.api('PATCH', at, { localeDetails: { fr } })
  assert.equal(status, 200)
  assert.deepEqual(body.localeDetails, { fr })
})

test('a patch with an effect writes one change row with the changed fields, and updates _updatedAt', async () => {
  const { at, body: before } = await create('broadcastHosts', {
    title: 'Ada',
    subtitle: 'Engineer',
    metadata: { a: 1 },
  })
  let after: Reply['body']
  const rows = await loggedBy(service, tenant.broadcastId, async () => {
    const patch = { title: 'Ada', subtitle: 'Poet', metadata: { a: 2 } }
    after = (await tenant.api('PATCH', at, patch)).body
  })
  assert.deepEqual(
    rows.map(({ kind, operation, fields, event_types }) => ({
      kind,
      operation,
      fields: fields.toSorted(),
      event_types,
    })),
    [
      {
        kind: 'broadcastHost',
        operation: 'update',
        fields: ['metadata', 'subtitle'],
        event_types: ['broadcastHost.updated'],
      },
    ],
  )
  assert(after._updatedAt > before._updatedAt)
})

test('no two versions of a record share their _updatedAt, however fast they are written', async () => {
  const { at } = await create('broadcastHosts', {})
  const replies = await Promise.all([...Array(20).keys()].map((n) => tenant.api('PATCH', at, { metadata: { n } })))
  assert.equal(new Set(replies.map(({ body }) => body._updatedAt)).size, 20)
})

for (const kind of patchedKinds) {
  test(`sending a ${kind.name} back as it was read writes nothing`, async () => {
    const { at } = await createAs(owner, kind.plural, { ...least[kind.name], ...filled(kind) })
    await assertNothingWritten(at, (record) => owner('PATCH', at, record))
  })
}

test('sending the broadcast back as it was read, secrets hidden, writes nothing and keeps the secrets', async () => {
  const authData = [{ type: 'basic', name: 'Tickets', basic: { username: 'us', password: 'secret' } }]
  assert.equal((await owner('PATCH', tenant.path, { authData })).body.authData[0].set, true)
  await assertNothingWritten(tenant.path, (record) => owner('PATCH', tenant.path, record))
  assert.equal((await owner('GET', tenant.path)).body.authData[0].set, true)
})

test('an equal value in another notation changes nothing: offsets, order of keys, an empty patch', async () => {
  const { at } = await create('broadcastSessions', {
    title: 'Opening',
    time: { start: '2026-07-04T18:00:00Z', end: '2026-07-04T19:00:00Z' },
    metadata: { a: { b: 1, c: 2 } },
    localeDetails: { fr: { title: 'Ouverture' } },
  })
  for (const same of [
    {},
    { time: { allDay: false, end: '2026-07-04T21:00:00.000999+02:00', start: '2026-07-04T20:00+02:00' } },
    { metadata: { a: { c: 2, b: 1 } } },
    { metadata: {} },
    { metadata: { absent: null } },
    { localeDetails: { en: null } },
    { description: null, categoryIds: null, blocks: [] },
  ]) {
    await assertNothingWritten(at, () => tenant.api('PATCH', at, same))
  }
})

test('minus zero is stored as zero: sending it where zero is stored writes nothing', async () => {
  const { at } = await create('broadcastHosts', { metadata: { n: 0 } })
  await assertNothingWritten(at, () => tenant.api('PATCH', at, '{"metadata":{"n":-0}}'))
})

test('a put by reference that changes nothing writes nothing and returns 200', async () => {
  const at = `${list('broadcastHosts')}/by-reference/ada`
  const first = await tenant.api('PUT', at, { title: 'Ada' })
  assert.equal(first.status, 201)
  assert.equal(first.headers.get('location'), `${list('broadcastHosts')}/${first.body._id}`)
  const record = `${list('broadcastHosts')}/${first.body._id}`
  await assertNothingWritten(record, () => tenant.api('PUT', at, { title: 'Ada' }))
  const changed = await tenant.api('PUT', at, { title: 'Ada L.' })
  assert.equal(changed.status, 200)
  assert.equal(changed.headers.get('location'), null)
})

test('a dry run of a put by reference shows whether it would be 200 or 201, and writes nothing', async () => {
  const at = (reference: string) => `${list('broadcastHosts')}/by-reference/${reference}?dry_run=true`
  await create('broadcastHosts', { _reference: 'grace' })
  const sequence = await lastSequence(service, tenant.broadcastId)
  assert.equal((await tenant.api('PUT', at('nobody'), { title: 'New' })).body.would_status, 201)
  assert.equal((await tenant.api('PUT', at('grace'), { title: 'Known' })).body.would_status, 200)
  assert.equal(await lastSequence(service, tenant.broadcastId), sequence)
})

test('a read-only field equal to the stored value is ignored, and another value is 400 by name', async () => {
  const { at, body } = await create('broadcastCategories', { key: 'music' })
  const same = { _id: body._id, _createdAt: body._createdAt, _updatedAt: body._updatedAt, key: 'music', title: 'Music' }
  assert.equal((await tenant.api('PATCH', at, same)).body.title, 'Music')
  for (const [name, value] of Object.entries({
    _id: '0'.repeat(24),
    _createdAt: '2020-01-01T00:00:00.000Z',
    key: 'art',
  })) {
    await assertRefused(() => tenant.api('PATCH', at, { [name]: value }), `/${name}`)
  }
  await assertRefused(() => tenant.api('PATCH', tenant.path, { status: 'onboarding' }), '/status')
  await assertRefused(() => tenant.api('POST', list('broadcastHosts'), { _id: '0'.repeat(24) }), '/_id')
})

test('an unknown field is 400 by name, at the top and inside', async () => {
  const { at } = await create('broadcastSessions', {})
  await assertRefused(() => tenant.api('PATCH', at, { titel: 'x' }), '/titel')
  await assertRefused(() => tenant.api('PATCH', at, { time: { begin: null } }), '/time/begin')
  await assertRefused(() => tenant.api('PATCH', at, { blocks: [{ type: 'divider', text: 'x' }] }), '/blocks/0/text')
  await assertRefused(() => tenant.api('POST', list('broadcastSessions'), { titel: 'x' }), '/titel')
})

test('of duplicate keys the last one is used', async () => {
  const { at } = await create('broadcastHosts', {})
  const { body } = await tenant.api('PATCH', at, '{"title":"first","title":"last"}')
  assert.equal(body.title, 'last')
})

test('metadata can have at most 65,536 bytes as JSON, counted after merging', async () => {
  const full = { a: 'x'.repeat(65_536 - '{"a":""}'.length) }
  const { at, body } = await create('broadcastHosts', { metadata: full })
  assert.deepEqual(body.metadata, full)
  await assertRefused(() => tenant.api('PATCH', at, { metadata: { b: 1 } }), '/metadata')
  await assertRefused(() => tenant.api('PATCH', at, { metadata: { a: `${full.a}x` } }), '/metadata')
  await assertRefused(() => tenant.api('PATCH', at, { metadata: { a: 'é'.repeat(40_000) } }), '/metadata')
  await assertRefused(() => tenant.api('POST', list('broadcastHosts'), { metadata: { a: `${full.a}x` } }), '/metadata')
  assert.deepEqual((await tenant.api('PATCH', at, { metadata: { a: null, b: 1 } })).body.metadata, { b: 1 })
})

async function create(plural: string, body: object) {
  return createAs(tenant.api, plural, body)
}

async function createAs(api: Api, plural: string, body: object) {
  const reply = await api('POST', list(plural), body)
  assert.equal(reply.status, 201, reply.text)
  return { ...reply, at: `${list(plural)}/${reply.body._id}` }
}

/** Values for the fields that most kinds have, so that a record sent back is more than its defaults. */
function filled(kind: Kind): object {
  const values: Record<string, unknown> = {
    email: 'lin@festival.example',
    title: 'A title',
    media: { url: 'https://festival.example/b.png', deep: [1, { x: null }] },
    blocks: [{ type: 'section', blocks: [{ type: 'countdown', target: '2026-07-04T20:00:00+02:00' }] }],
    time: { start: '2026-07-04T20:00:00+02:00' },
    position: { x: 15, y: -3 },
    pushSubscription: subscriptionOf('https://push.example/1'),
    lastSeenAt: '2026-07-04T20:00:00.123456+02:00',
    localeDetails: { fr: { title: 'Un titre', other: 1 } },
    metadata: { a: [1, null, { b: 'c' }] },
  }
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => name in kind.fields && !kind.fields[name]?.readOnly),
  )
}

/** Runs a write that must have no effect: same bytes, same tag, no change row. */
async function assertNothingWritten(at: string, write: (record: object) => Promise<Reply>): Promise<void> {
  const before = await owner('GET', at)
  const sequence = await lastSequence(service, tenant.broadcastId)
  const reply = await write(before.body)
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.body, before.body)
  const after = await owner('GET', at)
  assert.equal(after.text, before.text)
  assert.equal(after.headers.get('etag'), before.headers.get('etag'))
  assert.equal(await lastSequence(service, tenant.broadcastId), sequence)
}

/** A write that is refused with 400 at a pointer, without a change row. */
async function assertRefused(write: () => Promise<Reply>, pointer: string): Promise<void> {
  const sequence = await lastSequence(service, tenant.broadcastId)
  const { status, body, text } = await write()
  assert.equal(status, 400, text)
  assert(
    body.errors.some((error: { pointer: string }) => error.pointer === pointer),
    `${pointer} is not named by ${text}`,
  )
  assert.equal(await lastSequence(service, tenant.broadcastId), sequence)
}

const list = (plural: string) => `${tenant.path}/${plural}`
