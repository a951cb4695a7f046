import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
const batch = (body: unknown, headers: Record<string, string> = {}) =>
  tenant.api('POST', `${tenant.path}/broadcastSessions/batch`, body, headers)
const sequence = async () =>
  Number((await tenant.api('GET', `${tenant.path}/broadcastSessions?limit=0`)).headers.get('marquee-sequence'))
const total = async () => (await tenant.api('GET', `${tenant.path}/broadcastSessions?limit=0`)).body.metadata.total

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

test('an atomic batch writes all its operations in order, each with its own change row', async () => {
  const since = await sequence()
  const first = await batch({
    mode: 'atomic',
    operations: [
      { op: 'create', body: { title: 'One' } },
      { op: 'create', body: { title: 'Two' } },
    ],
  })
  assert.equal(first.status, 200)
  const [one, two] = first.body.results
  assert.deepEqual([one.status, two.status], [201, 201])
  const second = await batch({
    mode: 'atomic',
    operations: [
      { op: 'update', id: one.id, body: { title: 'Uno' } },
      { op: 'delete', id: two.id },
    ],
  })
  assert.deepEqual(second.body.results, [
    { status: 200, id: one.id, record: second.body.results[0].record },
    { status: 200, id: two.id },
  ])
  assert.equal(second.body.results[0].record.title, 'Uno')
  const { data } = (await tenant.api('GET', `${tenant.path}/changes?since=${since}`)).body
  assert.deepEqual(
    data.map(({ id, operation }: { id: string; operation: string }) => [id, operation]),
    [
      [one.id, 'create'],
      [two.id, 'create'],
      [one.id, 'update'],
      [two.id, 'delete'],
    ],
  )
})

test('a failure in an atomic batch is a 400 with a pointer to the operation, and nothing is written', async () => {
  const before = [await total(), await sequence()]
  const good = { op: 'create', body: { title: 'Good' } }
  const invalid = await batch({ mode: 'atomic', operations: [good, good, { op: 'create', body: { title: '' } }] })
  assert.equal(invalid.status, 400)
  assert.equal(invalid.body.errors[0].pointer, '/operations/2/body/title')
  const missing = await batch({ mode: 'atomic', operations: [good, { op: 'delete', id: '0'.repeat(24) }] })
  assert.equal(missing.status, 400)
  assert.deepEqual([missing.body.errors[0].pointer, missing.body.errors[0].code], ['/operations/1', 'not_found'])
  const taken = { op: 'create', body: { title: 'Same', _reference: 'same' } }
  const conflict = await batch({ mode: 'atomic', operations: [taken, taken] })
  assert.equal(conflict.status, 400)
  assert.equal(conflict.body.errors[0].pointer, '/operations/1/body/_reference')
  assert.deepEqual([await total(), await sequence()], before)
})

test('in a batch with mode each, valid operations are kept and invalid ones return their problem', async () => {
  const before = await total()
  const since = await sequence()
  const reply = await batch({
    mode: 'each',
    operations: [
      { op: 'create', body: { title: 'Kept', _reference: 'kept' } },
      { op: 'create', body: { title: 'Refused', _reference: 'kept' } },
      { op: 'create', body: { title: 3 } },
      { op: 'update', id: 'nonsense', body: {} },
      { op: 'create', body: { title: 'Kept too' } },
    ],
  })
  assert.equal(reply.status, 200)
  assert.deepEqual(
    reply.body.results.map(({ status }: { status: number }) => status),
    [201, 409, 400, 400, 201],
  )
  assert.equal(reply.body.results[1].problem.code, 'reference_taken')
  assert.equal(reply.body.results[3].problem.code, 'invalid_id')
  assert.equal(await total(), before + 2)
  assert.equal(await sequence(), since + 2)
})

test('ifMatch is checked for an operation of a batch', async () => {
  const made = await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title: 'Matched' })
  const etag = made.headers.get('etag')
  const update = (title: string) => ({ op: 'update', id: made.body._id, ifMatch: etag, body: { title } })
  const reply = await batch({ mode: 'each', operations: [update('First'), update('Second')] })
  assert.deepEqual(
    reply.body.results.map(({ status }: { status: number }) => status),
    [200, 412],
  )
})

test('a batch is refused as a whole when it is empty, too long, malformed, or has an unsupported operation', async () => {
  const create = { op: 'create', body: { type: 'opened' } }
  for (const body of [
    { mode: 'atomic', operations: [] },
    { mode: 'atomic', operations: Array(501).fill(create) },
    { mode: 'all', operations: [create] },
    [],
    { mode: 'each' },
  ]) {
    assert.equal((await batch(body)).status, 400)
  }
  const analytics = await tenant.api('POST', `${tenant.path}/broadcastEvents/batch`, {
    mode: 'each',
    operations: [create, { op: 'delete', id: '0'.repeat(24) }],
  })
  assert.equal(analytics.status, 400)
  assert.equal(analytics.body.errors[0].pointer, '/operations/1/op')
})

test('a batch with an Idempotency-Key takes effect once', async () => {
  const before = await total()
  const body = { mode: 'atomic', operations: [{ op: 'create', body: { title: 'Once' } }] }
  const headers = { 'idempotency-key': 'batch-1' }
  const [first, again] = [await batch(body, headers), await batch(body, headers)]
  assert.deepEqual(again.body, first.body)
  assert.equal(await total(), before + 1)
})

test('a dry run of a batch returns the changes and writes nothing', async () => {
  const before = [await total(), await sequence()]
  const reply = await tenant.api('POST', `${tenant.path}/broadcastSessions/batch?dry_run=true`, {
    mode: 'atomic',
    operations: [
      { op: 'create', body: { title: 'Maybe', time: { start: '2027-07-02T18:00:00Z', end: '2027-07-02T19:00:00Z' } } },
    ],
  })
  assert.equal(reply.body.dry_run, true)
  assert.deepEqual(reply.body.event_types, ['event.created'])
  assert.equal(reply.body.changes.length, 1)
  assert.deepEqual([await total(), await sequence()], before)
})
