import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Reply, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
const batch = (operations: object[], mode = 'atomic', query = '', headers: Record<string, string> = {}) =>
  tenant.api('POST', `${tenant.path}/batch${query}`, { mode, operations }, headers)
const put = (kind: string, reference: string, body: object) => ({ kind, op: 'put', reference, body })
const statusesOf = ({ body, text }: Reply) => {
  assert(body.results, text)
  return body.results.map(({ status }: { status: number }) => status)
}
const total = async (plural: string) =>
  (await tenant.api('GET', `${tenant.path}/${plural}?limit=0`)).body.metadata.total

before(async () => {
  service = await startService()
})
after(() => service.stop())

const programme = () => [
  put('broadcastSession', 's1', {
    title: 'Harp',
    hostIds: [{ reference: 'h1' }, { reference: 'h2' }],
    interestPointId: { reference: 'p1' },
    categoryIds: [{ reference: 'child' }],
  }),
  put('broadcastHost', 'h1', { title: 'Harpist', categoryIds: [{ reference: 'child' }] }),
  put('broadcastCategory', 'child', { title: 'Folk', parentId: { reference: 'parent' } }),
  { kind: 'broadcastHost', op: 'create', body: { title: 'Singer', _reference: 'h2' } },
  put('broadcastInterestPoint', 'p1', { title: 'Quay' }),
  put('broadcastCategory', 'parent', { title: 'Music' }),
]

test('records of one batch refer to each other in any order, and a second time nothing changes', async () => {
  tenant = await service.newTenant()
  const first = await batch(programme())
  assert.deepEqual(statusesOf(first), [201, 201, 201, 201, 201, 201])
  const [session, host, child, singer, place, parent] = first.body.results
  assert.deepEqual(session.record.hostIds, [host.id, singer.id])
  assert.deepEqual([session.record.interestPointId, session.record.categoryIds], [place.id, [child.id]])
  assert.equal(child.record.parentId, parent.id)
  const puts = programme().filter(({ op }) => op === 'put')
  const again = await batch(puts)
  assert.deepEqual(statusesOf(again), [200, 200, 200, 200, 200])
  assert.deepEqual(again.body.results[0].record, session.record)
})

test('an atomic batch writes nothing when one operation is refused, and names it', async () => {
  tenant = await service.newTenant()
  const refused = await batch([
    ...programme(),
    put('broadcastSession', 's2', { title: '', hostIds: [{ reference: 'x' }] }),
  ])
  assert.equal(refused.status, 400)
  assert.deepEqual(
    refused.body.errors.map(({ pointer, code }: Record<string, unknown>) => [pointer, code]),
    [
      ['/operations/6/body/title', 'min_length'],
      ['/operations/6/body/hostIds/0', 'not_found_reference'],
    ],
  )
  assert.deepEqual([await total('broadcastSessions'), await total('broadcastHosts')], [0, 0])
})

test('each by itself: an operation that needs a refused one is refused, too', async () => {
  tenant = await service.newTenant()
  const operations = [
    put('broadcastSession', 's1', { title: 'Harp', hostIds: [{ reference: 'h1' }] }),
    put('broadcastHost', 'h1', { titel: 'Harpist' }),
    put('broadcastInterestPoint', 'p1', { title: 'Quay' }),
  ]
  const reply = await batch(operations, 'each')
  assert.deepEqual(statusesOf(reply), [400, 400, 201])
  assert.equal(reply.body.results[0].problem.errors[0].code, 'not_found_reference')
})

test('a dry run shows the changes of all kinds, and a repeated key the first answer', async () => {
  tenant = await service.newTenant()
  const { body } = await batch(programme(), 'atomic', '?dry_run=true')
  assert.deepEqual(
    body.changes.map(({ kind }: { kind: string }) => kind).sort(),
    programme()
      .map(({ kind }) => kind)
      .sort(),
  )
  assert.equal(await total('broadcastSessions'), 0)
  const key = { 'idempotency-key': 'once' }
  const first = await batch(programme(), 'atomic', '', key)
  const second = await batch(programme(), 'atomic', '', key)
  assert.deepEqual(second.body, first.body)
  assert.equal(await total('broadcastSessions'), 1)
})

test('a caller that may not write one of the kinds is refused for the whole batch', async () => {
  tenant = await service.newTenant()
  const operations = [
    put('broadcastHost', 'h1', { title: 'Harpist' }),
    { kind: 'broadcastContact', op: 'create', body: { fields: [{ key: 'email', value: 'a@b.example' }] } },
  ]
  const narrow = await service.newKey(tenant.broadcastId, ['read', 'write'])
  const refused = await batch(operations, 'each', '', { 'x-api-key': narrow })
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
  assert.equal(await total('broadcastHosts'), 0)
  assert.deepEqual(statusesOf(await batch(operations)), [201, 201])
})

test('kinds and operations that do not exist are refused with a pointer', async () => {
  tenant = await service.newTenant()
  const wrong: [object, string][] = [
    [{ op: 'create', body: {} }, '/operations/0/kind'],
    [{ kind: 'broadcast', op: 'create', body: {} }, '/operations/0/kind'],
    [{ kind: 'revision', op: 'put', reference: 'a', body: {} }, '/operations/0/op'],
    [{ kind: 'broadcastHost', op: 'put', body: {} }, '/operations/0/reference'],
    [put('broadcastHost', 'a', { _reference: 'b' }), '/operations/0/body/_reference'],
  ]
  for (const [operation, pointer] of wrong) {
    const { status, body } = await batch([operation])
    assert.deepEqual([status, body.errors?.[0].pointer], [400, pointer], JSON.stringify(body))
  }
})

test('a put of one kind creates once and changes afterwards, also for a record from the trash', async () => {
  tenant = await service.newTenant()
  const path = `${tenant.path}/broadcastHosts/batch`
  const operations = [{ op: 'put', reference: 'h1', body: { title: 'Harpist' } }]
  const first = await tenant.api('POST', path, { mode: 'atomic', operations })
  assert.deepEqual(statusesOf(first), [201])
  const [{ id }] = first.body.results
  await tenant.api('DELETE', `${tenant.path}/broadcastHosts/${id}`)
  const again = await tenant.api('POST', path, { mode: 'each', operations })
  assert.deepEqual([statusesOf(again), again.body.results[0].id], [[201], id])
  const stale = [{ ...operations[0], ifMatch: '"stale"' }]
  assert.deepEqual(statusesOf(await tenant.api('POST', path, { mode: 'each', operations: stale })), [412])
})
