import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
const read = async (plural: string, id: string) => (await tenant.api('GET', `${tenant.path}/${plural}/${id}`)).body
const make = async (plural: string, body: object) => {
  const { status, body: record, text } = await tenant.api('POST', `${tenant.path}/${plural}`, body)
  assert.equal(status, 201, text)
  return record
}

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

/** A session that a visitor has starred, and a host of it; both known by a reference. */
async function starred(reference: string) {
  const host = await make('broadcastHosts', { title: 'Harpist', _reference: reference })
  const time = { start: '2027-07-02T18:00:00Z', end: '2027-07-02T19:00:00Z' }
  const fields = { title: 'Harp', time, hostIds: [host._id], description: 'Old', _reference: reference }
  const session = await make('broadcastSessions', fields)
  const client = await make('broadcastClients', { platform: 'web', favoriteIds: [session._id] })
  return { host, session, client }
}

const remove = async (plural: string, id: string) => {
  service.clock.advance(5_000)
  assert.equal((await tenant.api('DELETE', `${tenant.path}/${plural}/${id}`)).status, 200)
}

const session = { title: 'Harp again', time: { start: '2027-07-02T20:00:00Z', end: '2027-07-02T21:00:00Z' } }
const event = { title: 'Harp again', start_time: '2027-07-02T20:00:00Z', end_time: '2027-07-02T21:00:00Z' }
const ways: Record<string, (reference: string) => Promise<{ status: number; text: string }>> = {
  'Surface B': (reference) => tenant.api('PUT', `${tenant.path}/broadcastSessions/by-reference/${reference}`, session),
  'Surface A': (reference) => tenant.api('PUT', `/v1/events/by-reference/${reference}`, event),
}

for (const [name, put] of Object.entries(ways))
  test(`a session put again on ${name} has its id and its favorites back, and only the values that were sent`, async () => {
    const reference = name.replace(' ', '-')
    const { session: before, client } = await starred(reference)
    await remove('broadcastSessions', before._id)
    assert.deepEqual((await read('broadcastClients', client._id)).favoriteIds, [])
    const answer = await put(reference)
    assert.equal(answer.status, 201, answer.text)
    const after = await read('broadcastSessions', before._id)
    assert.deepEqual([after.title, after.description, after.hostIds], ['Harp again', null, []])
    assert.equal(after._createdAt, before._createdAt)
    assert(after._updatedAt > before._updatedAt)
    assert.deepEqual((await read('broadcastClients', client._id)).favoriteIds, [before._id])
    const { body: trash } = await tenant.api('GET', `${tenant.path}/trash`)
    assert(!trash.data.some(({ id }: { id: string }) => id === before._id))
    assert.equal((await put(reference)).status, 200)
  })

test('a host put again is a host of its sessions again', async () => {
  const { host, session: before } = await starred('quay')
  await remove('broadcastHosts', host._id)
  assert.deepEqual((await read('broadcastSessions', before._id)).hostIds, [])
  const put = await tenant.api('PUT', `${tenant.path}/broadcastHosts/by-reference/quay`, { title: 'Harpist' })
  assert.deepEqual([put.status, put.body._id], [201, host._id])
  assert.deepEqual((await read('broadcastSessions', before._id)).hostIds, [host._id])
})

test('a record that is created with the reference of a deleted one is a new record', async () => {
  const { session: before, client } = await starred('new')
  await remove('broadcastSessions', before._id)
  const created = await make('broadcastSessions', { title: 'Other', _reference: 'new' })
  assert.notEqual(created._id, before._id)
  assert.deepEqual((await read('broadcastClients', client._id)).favoriteIds, [])
})

test('a dry run and a refused body leave the record in the trash', async () => {
  const { session: before } = await starred('dry')
  await remove('broadcastSessions', before._id)
  const path = `${tenant.path}/broadcastSessions/by-reference/dry`
  const rehearsed = await tenant.api('PUT', `${path}?dry_run=true`, session)
  assert.deepEqual([rehearsed.body.would_status, rehearsed.body.record._id], [201, before._id])
  assert.equal((await tenant.api('PUT', path, { title: '' })).status, 400)
  assert.equal((await tenant.api('PUT', path, session, { 'if-match': '*' })).status, 412)
  assert.equal((await tenant.api('GET', `${tenant.path}/trash/${before._id}`)).status, 200)
})
