import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnyRecord, allKinds, type Field, type Kind, kinds, views } from '@marquee/model'
import { sql } from '../../src/store/sql.ts'
import { fingerprint } from '../support/fingerprint.ts'
import { inTurn } from '../support/in-turn.ts'
import * as support from '../support/refusals.ts'
import { invalid, refusal, startRefusals } from '../support/refusals.ts'
import { leastBody, sampleBody } from '../support/sample-body.ts'

const at = startRefusals()
const nothingWritten = (name: string, work: () => Promise<void>) => support.nothingWritten(at, name, work)
const words = (text: string) => text.trim().split(/\s+/)

const otherId = '66a1f0c2d4e5b60718293a4b'
const creatable = allKinds.filter(({ operations, name }) => name !== 'broadcast' && operations.includes('create'))
const changeable = allKinds.filter(({ operations }) => operations.includes('update'))
const fieldsOf = (kind: Kind) => Object.entries(kind.fields) as [string, Field][]
const fixedOf = (kind: Kind) => fieldsOf(kind).filter(([, field]) => field.readOnly || field.immutable)
const apiFor = (kind: Kind) => (kind.area === 'members' ? at.owner : at.tenant.api)
const pathOf = (kind: Kind) => `${at.tenant.path}/${kind.plural}`
const addressOf = (kind: Kind, record: AnyRecord) =>
  kind.name === kinds.broadcast.name ? at.tenant.path : `${pathOf(kind)}/${record._id}`

/** Fields that no caller may set, named as in this service and in others. */
const strangers = words(
  `id broadcastId broadcast_id userId user_id plan created_at createdAt updated_at owner ownerId isAdmin _type _expanded
   _access kind body keys refs reference secrets last_sequence counts _broadcastId version digest`,
)

/** A record of every kind that can be changed. */
const stored = new Map<string, AnyRecord>()
const storedOf = (kind: Kind): AnyRecord => stored.get(kind.name) ?? assert.fail(kind.name)

test('a record of every kind can be created with every writable field', async () => {
  for (const kind of changeable) {
    const body = { ...fullBody(kind), ...(await referencesOf(kind)) }
    const reply =
      kind.name === kinds.broadcast.name
        ? await at.tenant.api('PATCH', at.tenant.path, body)
        : await apiFor(kind)('POST', pathOf(kind), body)
    assert(reply.status < 300, reply.text.slice(0, 500))
    stored.set(kind.name, reply.body)
  }
})

function fullBody(kind: Kind): Record<string, unknown> {
  let count = 0
  return sampleBody(kind, {
    text: ({ maxLength }) => `text ${++count}`.slice(0, maxLength),
    anything: () => ({ any: [1, null, { thing: true }] }),
    freeForm: () => ({ any: [1, { thing: true }] }),
  })
}

async function referencesOf(kind: Kind): Promise<Record<string, unknown>> {
  if (kind.name !== kinds.broadcastSession.name) return {}
  const create = async (target: Kind, body: object) =>
    (await at.tenant.api('POST', pathOf(target), body)).body._id as string
  return {
    categoryIds: [await create(kinds.broadcastCategory, { title: 'Music' })],
    hostIds: [await create(kinds.broadcastHost, { title: 'Ada' })],
    interestPointId: await create(kinds.broadcastInterestPoint, { title: 'Stage' }),
    broadcastMapId: await create(kinds.broadcastMap, { title: 'Map' }),
    media: { mediaId: at.mediaId },
  }
}

nothingWritten('a record cannot be created with a value that the service sets', async () => {
  const attempts = creatable.flatMap((kind) =>
    fieldsOf(kind).flatMap(([name, field]) =>
      field.readOnly
        ? otherValues(field, field.default).map((value, index) => ({ kind, name, value, isFirst: index === 0 }))
        : [],
    ),
  )
  assert(attempts.length > 50)
  await inTurn(attempts, async ({ kind, name, value, isFirst }) => {
    const body = { ...leastBody(kind), [name]: value }
    const expected = invalid(`/${name}`, 'read_only')
    await refusal(apiFor(kind)('POST', pathOf(kind), body), expected, `${kind.name} ${JSON.stringify(body)}`)
    if (!isFirst) return
    const batch = { mode: 'atomic', operations: [{ op: 'create', body }] }
    const inBatch = invalid(`/operations/0/body/${name}`, 'read_only')
    await refusal(apiFor(kind)('POST', `${pathOf(kind)}/batch`, batch), inBatch, kind.name)
  })
})

nothingWritten('fields that the service sets, or that are fixed after creation, cannot be changed', async () => {
  const attempts = changeable.flatMap((kind) =>
    fixedOf(kind).flatMap(([name, field]) =>
      otherValues(field, storedOf(kind)[name]).map((value, index) => ({ kind, name, value, isFirst: index === 0 })),
    ),
  )
  assert(attempts.length > 50)
  await inTurn(attempts, async ({ kind, name, value, isFirst }) => {
    const api = apiFor(kind)
    const record = storedOf(kind)
    const address = addressOf(kind, record)
    const expected = invalid(`/${name}`, 'read_only')
    const sent = { metadata: { got: 'in' }, [name]: value }
    await refusal(api('PATCH', address, sent), expected, `${kind.name} ${name} ${JSON.stringify(value)}`)
    if (!isFirst || kind.name === kinds.broadcast.name) return
    const byReference = `${pathOf(kind)}/by-reference/${encodeURIComponent(String(record._reference))}`
    await refusal(api('PUT', byReference, { [name]: value }), expected, kind.name)
    const operations = [{ op: 'update', id: record._id, body: { [name]: value } }]
    const { body } = await api('POST', `${pathOf(kind)}/batch`, { mode: 'each', operations })
    assert.equal(body.results[0].problem.errors[0].code, 'read_only', kind.name)
  })
})

nothingWritten('unknown fields are refused in every kind, on create and on change', async () => {
  const attempts = allKinds.flatMap((kind) =>
    strangers.filter((name) => !(name in kind.fields)).map((name) => ({ kind, name })),
  )
  await inTurn(attempts, async ({ kind, name }) => {
    const expected = invalid(`/${name}`, 'unknown_field')
    if (creatable.includes(kind)) {
      const body = { ...leastBody(kind), [name]: otherId }
      await refusal(apiFor(kind)('POST', pathOf(kind), body), expected, kind.name)
    }
    if (!changeable.includes(kind)) return
    await refusal(apiFor(kind)('PATCH', addressOf(kind, storedOf(kind)), { [name]: otherId }), expected, kind.name)
  })
})

nothingWritten('an operation of a batch accepts only its own members', async () => {
  const batch = (operation: object) => ({ mode: 'atomic', operations: [operation] })
  const { _id: id } = storedOf(kinds.broadcastSession)
  const attempts = [
    { op: 'create', id: otherId, body: { title: 'Chosen' } },
    { op: 'create', ifMatch: '"x"', body: { title: 'Chosen' } },
    { op: 'delete', id, body: { title: 'Chosen' } },
  ]
  for (const operation of attempts)
    await refusal(
      at.tenant.api('POST', `${at.sessions}/batch`, batch(operation)),
      { status: 400 },
      JSON.stringify(operation),
    )
  for (const name of words('broadcastId userId kind plan')) {
    const operation = { op: 'create', body: {}, [name]: otherId }
    const expected = invalid(`/operations/0/${name}`, 'unknown_field')
    await refusal(at.tenant.api('POST', `${at.sessions}/batch`, batch(operation)), expected)
  }
})

nothingWritten('a new broadcast has the defaults of the service, and belongs to its creator', async () => {
  const path = `/v1/users/${at.tenant.userId}/broadcasts`
  const chosen = { _id: otherId, _createdAt: '2000-01-01T00:00:00.000Z', revisionId: otherId, status: 'onboarding' }
  for (const [name, value] of Object.entries(chosen))
    await refusal(at.owner('POST', path, { name: 'Mine', [name]: value }), invalid(`/${name}`, 'read_only'))
  for (const name of strangers)
    await refusal(at.owner('POST', path, { name: 'Mine', [name]: otherId }), invalid(`/${name}`, 'unknown_field'))
  await refusal(at.owner('POST', `/v1/users/${otherId}/broadcasts`, { name: 'Mine' }), {
    status: 404,
    code: 'not_found',
  })
  await refusal(at.tenant.api('POST', path, { name: 'Mine' }), { status: 403, code: 'owner_required' })
})

nothingWritten('a campaign is sent only by its send operation, and the service sets the fields of a key', async () => {
  const campaign = storedOf(kinds.broadcastCampaign)
  for (const status of ['sending', 'sent', 'failed', 'cancelled']) {
    await refusal(at.tenant.api('POST', pathOf(kinds.broadcastCampaign), { status }), invalid('/status', 'read_only'))
    const address = addressOf(kinds.broadcastCampaign, campaign)
    await refusal(at.tenant.api('PATCH', address, { status }), invalid('/status', 'read_only'))
  }
  const keys = `${at.tenant.path}/apiKeys`
  for (const name of words('id key digest broadcast_id created_at created_by revoked_at last_used last_four plan'))
    await refusal(at.owner('POST', keys, { name: 'Mine', [name]: otherId }), invalid(`/${name}`, 'unknown_field'))
})

nothingWritten('a read-only value equal to the stored one is ignored', async () => {
  for (const kind of changeable) {
    const record = storedOf(kind)
    for (const [name] of fixedOf(kind)) {
      const reply = await apiFor(kind)('PATCH', addressOf(kind, record), { [name]: record[name] ?? null })
      assert.equal(reply.status, 200, `${kind.name} ${name} ${reply.text.slice(0, 300)}`)
      assert.deepEqual(reply.body, record)
    }
  }
})

nothingWritten('a record sent back as it was read changes nothing', async () => {
  for (const kind of changeable) {
    const api = apiFor(kind)
    const address = addressOf(kind, storedOf(kind))
    const read = await api('GET', address)
    const etag = read.headers.get('etag') ?? ''
    const sentBack = await api('PATCH', address, read.body, { 'if-match': etag })
    assert.equal(sentBack.status, 200, `${kind.name} ${sentBack.text.slice(0, 500)}`)
    assert.equal(sentBack.text, read.text)
    assert.equal(sentBack.headers.get('etag'), etag)
    if (kind.name === kinds.broadcast.name) continue
    const operations = [{ op: 'update', id: read.body._id, body: read.body }]
    const batch = await api('POST', `${pathOf(kind)}/batch`, { mode: 'atomic', operations })
    assert.equal(batch.status, 200, batch.text.slice(0, 500))
    assert.deepEqual(batch.body.results[0].record, read.body)
  }
})

test('a record put back by its reference changes nothing, and returns 200', async () => {
  const { db } = at.service.platform
  for (const kind of changeable.filter(({ name }) => name !== kinds.broadcast.name)) {
    const record = storedOf(kind)
    const hash = await fingerprint(db)
    const address = `${pathOf(kind)}/by-reference/${encodeURIComponent(String(record._reference))}`
    const reply = await apiFor(kind)('PUT', address, record)
    assert.deepEqual(reply.body, record)
    assert.equal(await fingerprint(db), hash)
    assert.equal(reply.status, 200, `${kind.name} answered ${reply.status}`)
  }
})

const events = {
  title: 'Opening',
  start_time: '2027-07-02T18:00:00Z',
  end_time: '2027-07-02T19:30:00Z',
  timezone: 'Europe/Paris',
  category: 'concert',
}
const plain: Record<string, Record<string, unknown>> = {
  event: events,
  place: { name: 'Stage', category: 'stage', coordinates: { x: 1, y: 2 } },
  article: {
    title: 'News',
    content: '# Hello',
    status: 'published',
    cover_image_url: 'https://festival.example/a.png',
  },
}

test('Surface A refuses values that the service sets too, and a record sent back changes nothing', async () => {
  const { db } = at.service.platform
  const { api } = at.tenant
  for (const view of views) {
    const path = `/v1/${view.plural}`
    const made = await api('POST', path, { ...plain[view.name], reference: 'known' })
    assert.equal(made.status, 201, made.text)
    const address = `${path}/${made.body.id}`
    const hash = await fingerprint(db)
    for (const [name, { schema, readOnly }] of Object.entries(view.fields)) {
      if (!readOnly) continue
      for (const value of otherValues({ schema, presence: 'required' }, made.body[name])) {
        const about = `${view.name} ${name} ${JSON.stringify(value)}`
        const expected = invalid(`/${name}`, 'read_only')
        await refusal(api('PUT', address, { [name]: value }), expected, about)
        await refusal(api('PUT', `${path}/by-reference/known`, { [name]: value }), expected, about)
        await refusal(api('POST', path, { ...plain[view.name], [name]: value }), expected, about)
      }
    }
    for (const name of strangers.filter((stranger) => !(stranger in view.fields))) {
      await refusal(api('PUT', address, { [name]: otherId }), invalid(`/${name}`, 'unknown_field'), view.name)
      const created = api('POST', path, { ...plain[view.name], [name]: otherId })
      await refusal(created, invalid(`/${name}`, 'unknown_field'), view.name)
    }
    const read = await api('GET', address)
    assert.deepEqual(read.body, made.body)
    const etag = read.headers.get('etag') ?? ''
    for (const target of [address, `${path}/by-reference/known`]) {
      const sentBack = await api('PUT', target, read.body, { 'if-match': etag })
      assert.equal(sentBack.status, 200, `${view.name} ${sentBack.text}`)
      assert.equal(sentBack.text, read.text)
      assert.equal(sentBack.headers.get('etag'), etag)
    }
    assert.equal(await fingerprint(db), hash, view.name)
  }
})

test('a change writes one row of the log, with the fields that changed and no others', async () => {
  const kind = kinds.broadcastSession
  const record = storedOf(kind)
  const { body } = await at.tenant.api('PATCH', addressOf(kind, record), { ...record, title: 'Another' })
  assert.deepEqual({ ...body, title: record.title, _updatedAt: record._updatedAt }, record)
  const rows = await at.service.platform.db.query<{ fields: string[] }>(
    sql`select fields from changes where record_id = ${record._id} order by sequence desc`,
  )
  assert.deepEqual(rows[0]?.fields, ['title'])
  assert.equal(rows.length, 2)
})

test('a dry run by reference shows whether a record would be created or changed', async () => {
  const rehearse = (reference: string) =>
    at.tenant.api('PUT', `${at.sessions}/by-reference/${encodeURIComponent(reference)}?dry_run=true`, { title: 'New' })
  const known = String(storedOf(kinds.broadcastSession)._reference)
  assert.equal((await rehearse(known)).body.would_status, 200)
  assert.equal((await rehearse('not there yet')).body.would_status, 201)
})

/** Values of the right type that are not the given one. */
function otherValues({ schema, presence }: Pick<Field, 'schema' | 'presence'>, value: unknown): unknown[] {
  const { type, enum: choices, format } = schema as { type?: string | string[]; enum?: unknown[]; format?: string }
  const others: unknown[] = [{ any: 'thing' }, 'text', 12_345, [1]]
  if (choices) others.push(...choices)
  if (format === 'objectId') others.push(otherId)
  if (format === 'date-time') others.push('2000-01-01T00:00:00.000Z')
  if ([type].flat().includes('boolean')) others.push(true, false)
  // Null says of an optional field what its absence says.
  if (presence === 'required' || presence === 'always') others.push(null)
  return others.filter((other) => JSON.stringify(other) !== JSON.stringify(value))
}
