import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isNews, statementsOf } from '../support/counted-statements.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let ids: Record<string, string>

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  const make = async (plural: string, body: object = {}) =>
    (await tenant.api('POST', `${tenant.path}/${plural}`, { _reference: 'x', ...body })).body._id
  ids = {
    host: await make('broadcastHosts'),
    place: await make('broadcastInterestPoints'),
    category: await make('broadcastCategories'),
    media: await make('medias', { mediaUrl: 'https://a.example/b.jpg' }),
  }
})
after(() => service.stop())

const x = { reference: 'x' }
const named = () => ({
  title: 'Harp',
  hostIds: [x, ids.host],
  categoryIds: [x],
  interestPointId: x,
  media: { mediaId: x },
  blocks: [{ type: 'button', label: 'To the stage', navigator: { broadcastInterestPointId: x } }],
})
const sessions = () => `${tenant.path}/broadcastSessions`

/** A record that has ids, and no reference in their place. */
function assertIds(record: Record<string, unknown>): void {
  const { hostIds, categoryIds, interestPointId, media, blocks } = record
  assert.deepEqual(
    [hostIds, categoryIds, interestPointId, media],
    [[ids.host, ids.host], [ids.category], ids.place, { mediaId: ids.media }],
  )
  assert.equal((blocks as { navigator: Record<string, unknown> }[])[0]?.navigator.broadcastInterestPointId, ids.place)
}

test('a reference stands for an id in bodies of create, change, put and batch, and ids are stored', async () => {
  const created = await tenant.api('POST', sessions(), named())
  assert.equal(created.status, 201, created.text)
  assertIds(created.body)
  const { _id } = created.body
  await tenant.api('PATCH', `${sessions()}/${_id}`, { hostIds: [], blocks: null, media: null })
  assertIds((await tenant.api('PATCH', `${sessions()}/${_id}`, named())).body)
  assertIds((await tenant.api('GET', `${sessions()}/${_id}`)).body)
  for (const status of [201, 200]) {
    const put = await tenant.api('PUT', `${sessions()}/by-reference/harp`, named())
    assert.equal(put.status, status, put.text)
    assertIds(put.body)
  }
  const operations = [
    { op: 'create', body: named() },
    { op: 'update', id: _id, body: named() },
  ]
  for (const some of [operations, [operations[0], operations[0]]]) {
    const batch = await tenant.api('POST', `${sessions()}/batch`, { mode: 'atomic', operations: some })
    assert.equal(batch.status, 200, batch.text)
    for (const { record } of batch.body.results) assertIds(record)
  }
  const { body } = await tenant.api('POST', `${sessions()}?dry_run=true`, named())
  assertIds(body.record)
})

test('a reference that names no record of the kind in the broadcast is refused with a pointer', async () => {
  const other = await service.newTenant()
  await other.api('POST', `${other.path}/broadcastHosts`, { _reference: 'elsewhere' })
  const refused = await tenant.api('POST', sessions(), {
    title: '',
    hostIds: [x, { reference: 'elsewhere' }],
    broadcastMapId: x,
  })
  assert.equal(refused.status, 400)
  assert.deepEqual(refused.body.errors.map(({ pointer, code }: Record<string, unknown>) => [pointer, code]).sort(), [
    ['/broadcastMapId', 'not_found_reference'],
    ['/hostIds/1', 'not_found_reference'],
    ['/title', 'min_length'],
  ])
  const operations = [{ op: 'create', body: { interestPointId: { reference: 'none' } } }]
  const batch = await tenant.api('POST', `${sessions()}/batch`, { mode: 'atomic', operations })
  assert.deepEqual(
    [batch.body.errors[0].pointer, batch.body.errors[0].code],
    ['/operations/0/body/interestPointId', 'not_found_reference'],
  )
})

test('an object that is no reference is refused like any other value', async () => {
  for (const wrong of [{}, { reference: 7 }, { reference: '' }, { reference: 'x', kind: 'broadcastHost' }]) {
    const { status, body } = await tenant.api('POST', sessions(), { hostIds: [wrong] })
    assert.deepEqual([status, body.errors[0].pointer, body.errors[0].code], [400, '/hostIds/0', 'type'])
  }
})

test('all references of a write cost one statement, and a write without them none', async () => {
  const byId = { hostIds: [ids.host], interestPointId: ids.place, categoryIds: [ids.category] }
  const byName = { hostIds: [x], interestPointId: x, categoryIds: [x] }
  const count = async (body: object) => {
    const create = () => tenant.api('POST', sessions(), body)
    return (await statementsOf(service, create, create)).filter((text) => !isNews(text)).length
  }
  assert.equal(await count(byName), (await count(byId)) + 1)
})
