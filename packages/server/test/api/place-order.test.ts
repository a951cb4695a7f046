import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem } from '../support/problem.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

test('places have an order, by which lists are sorted, and which the public reads', async () => {
  const { api, path } = tenant
  const places = `${path}/broadcastInterestPoints`
  for (const [title, order] of Object.entries({ Quay: 2, Barge: -0.5, Tower: null })) {
    const { status, body } = await api('POST', places, { title, order, status: 'published' })
    assert.deepEqual([status, body.order], [201, order])
  }
  const plain = await api('POST', places, { title: 'Bar', status: 'published' })
  assert.equal(plain.body.order, null)
  const { body } = await api('GET', `${places}?sort={"order":"desc"}&filters=[{"order":{"$gt":-1}}]`)
  assert.deepEqual(
    body.data.map(({ title }: { title: string }) => title),
    ['Quay', 'Barge'],
  )
  const bundle = await api('GET', `${path}/bundle`)
  const shown = bundle.body.data.broadcastInterestPoints.map((one: { title: string; order: unknown }) => [
    one.title,
    one.order,
  ])
  assert.deepEqual(Object.fromEntries(shown), { Quay: 2, Barge: -0.5, Tower: null, Bar: null })
})

test('an order that is no number is refused, and nothing changes', async () => {
  const { api, path } = tenant
  const made = await api('POST', `${path}/broadcastInterestPoints`, { title: 'Pier', order: 4 })
  const at = `${path}/broadcastInterestPoints/${made.body._id}`
  for (const order of ['first', 1e10, [1], true])
    assertProblem(await api('PATCH', at, { order }), { status: 400, pointer: '/order' })
  assert.equal((await api('GET', at)).body.order, 4)
})
