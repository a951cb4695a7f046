import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { newAccount } from '../support/accounts.ts'
import { newDatabase } from '../support/database.ts'
import { type EventStream, openStream } from '../support/event-stream.ts'
import { assertProblem } from '../support/problem.ts'
import { apiWith, cookieOf, makeMember, startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'

let database: Awaited<ReturnType<typeof newDatabase>>
let service: TestService
let other: TestService
let tenant: TestTenant

before(async () => {
  database = await newDatabase()
  const existing = { url: database.url, secretKey: randomBytes(32).toString('base64') }
  service = await startService({ MARQUEE_RATE_LIMIT: '100000/60' }, existing)
  other = await startService({}, existing)
  tenant = await service.newTenant()
})
after(async () => {
  await Promise.all([service.stop(), other.stop()])
  await database.drop()
})

/** A member with a name, on both nodes. */
async function member(name: string, role: 'viewer' | 'editor' | 'owner', place = tenant) {
  const person = await newAccount(service.platform)
  await service.platform.control.query(sql`update users set name = ${name} where id = ${person.userId}`)
  await makeMember(service, place, { id: person.userId, email: person.email }, role)
  const cookie = await cookieOf(service, person)
  const presence = `${place.path}/presence`
  const api = apiWith(service.url, { cookie, origin: service.url })
  const there = apiWith(other.url, { cookie, origin: other.url })
  return { id: person.userId, cookie, api, there, presence }
}

async function newHost(): Promise<string> {
  const { body } = await tenant.api('POST', `${tenant.path}/broadcastHosts`, { title: 'Ada' })
  return body._id
}

const stand = (recordId: string, field: string | null = null, tab = 'one') => ({
  tab,
  kind: 'broadcastHost',
  recordId,
  field,
})

test('members see each other on a record, with the field, until they leave or fall silent', async () => {
  const recordId = await newHost()
  const [camille, viewer] = [await member('Camille', 'editor'), await member('Noor', 'viewer')]
  const first = await camille.api('PUT', camille.presence, stand(recordId, 'title'))
  assert.equal(first.status, 200, first.text)
  assert.equal(first.headers.get('cache-control'), 'no-store')
  const both = await viewer.api('PUT', viewer.presence, stand(recordId))
  assert.deepEqual(both.body, {
    kind: 'broadcastHost',
    recordId,
    people: [
      { id: camille.id, name: 'Camille', field: 'title' },
      { id: viewer.id, name: 'Noor', field: null },
    ],
  })
  // A second tab of the same person shows them once, and outlives the first.
  await camille.api('PUT', camille.presence, stand(recordId, null, 'two'))
  assert.equal((await camille.api('DELETE', `${camille.presence}?tab=one`)).status, 204)
  const names = async () => {
    const { body } = await viewer.api('PUT', viewer.presence, stand(recordId))
    return body.people.map((one: { name: string }) => one.name)
  }
  assert.deepEqual(await names(), ['Camille', 'Noor'])
  service.clock.advance(31_000)
  assert.deepEqual(await names(), ['Noor'])
})

test('another node and its streams learn who arrives, moves and leaves', async () => {
  const recordId = await newHost()
  const [camille, noor] = [await member('Camille', 'editor'), await member('Noor', 'viewer')]
  const stream = await openStream(`${other.url}${tenant.path}/changes/stream?presence=true`, { cookie: noor.cookie })
  assert.equal(stream.status, 200)
  const people = async () => {
    const { data } = (await presenceOf(stream, recordId)) ?? {}
    return data.people.map((one: { name: string; field: string | null }) => `${one.name} ${one.field}`)
  }
  await camille.api('PUT', camille.presence, stand(recordId))
  assert.deepEqual(await people(), ['Camille null'])
  await camille.api('PUT', camille.presence, stand(recordId, 'title'))
  assert.deepEqual(await people(), ['Camille title'])
  await until(async () => {
    const { body } = await noor.there('PUT', noor.presence, stand(recordId))
    return body.people.length === 2
  }, 'both on the other node')
  assert.deepEqual(await people(), ['Camille title', 'Noor null'])
  await camille.api('DELETE', `${camille.presence}?tab=one`)
  assert.deepEqual(await people(), ['Noor null'])
  stream.close()
})

test('presence is for signed-in members: keys, others and streams of keys get none', async () => {
  const recordId = await newHost()
  const { presence, path, api, key } = { ...tenant, presence: `${tenant.path}/presence` }
  assertProblem(await api('PUT', presence, stand(recordId)), { status: 403, code: 'owner_required' })
  const stream = await openStream(`${service.url}${path}/changes/stream?presence=true`, { 'x-api-key': key })
  assert.equal(stream.status, 403)
  stream.close()
  const elsewhere = await service.newTenant()
  const stranger = await member('Sam', 'owner', elsewhere)
  assertProblem(await stranger.api('PUT', presence, stand(recordId)), { status: 404, code: 'not_found' })
  // A record of another broadcast, and a kind that only owners may read.
  assertProblem(await stranger.api('PUT', stranger.presence, stand(recordId)), { status: 404, code: 'not_found' })
  const viewer = await member('Noor', 'viewer')
  const { body } = await (await member('Olu', 'owner')).api('GET', `${path}/broadcastMembers`)
  const onMember = { ...stand(body.data[0]._id), kind: 'broadcastMember' }
  assertProblem(await viewer.api('PUT', presence, onMember), { status: 403, code: 'insufficient_role' })
})

test('a change stream without the parameter has no presence', async () => {
  const recordId = await newHost()
  const camille = await member('Camille', 'editor')
  const stream = await openStream(`${service.url}${tenant.path}/changes/stream`, { cookie: camille.cookie })
  await camille.api('PUT', camille.presence, stand(recordId, 'title'))
  const made = await newHost()
  assert.equal((await stream.next())?.data.id, made)
  stream.close()
})

test('bad presence is refused, and requests are limited per person', async () => {
  const recordId = await newHost()
  const camille = await member('Camille', 'editor')
  const put = (body: object) => camille.api('PUT', camille.presence, body)
  assertProblem(await put({ ...stand(recordId), kind: 'nothing' }), { status: 400, code: 'invalid' })
  assertProblem(await put(stand(recordId, 'nothing')), { status: 400, code: 'invalid' })
  assertProblem(await put({ ...stand(recordId), tab: 'x'.repeat(41) }), { status: 400, code: 'invalid' })
  assertProblem(await put({ tab: 'one' }), { status: 400, code: 'invalid' })
  assertProblem(await camille.api('DELETE', camille.presence), { status: 400, code: 'invalid' })
  const statuses: number[] = []
  // At the start of a window: across two windows, nothing would be refused.
  service.clock.advance(60_000 - (service.clock.now() % 60_000))
  for (let turn = 0; turn < 125; turn++) statuses.push((await put(stand(recordId))).status)
  assert.equal(statuses.at(-1), 429)
  assert.equal(statuses.filter((status) => status === 200).length < 121, true)
})

test('presence writes nothing: no change, no audit entry, no row', async () => {
  const recordId = await newHost()
  const camille = await member('Camille', 'owner')
  const { db } = service.platform
  const counts = () =>
    db.query(sql`select (select count(*) from changes where broadcast_id = ${tenant.broadcastId}) as changes,
      (select count(*) from broadcast_audit where broadcast_id = ${tenant.broadcastId}) as audit`)
  const before = await counts()
  await camille.api('PUT', camille.presence, stand(recordId, 'title'))
  await camille.api('DELETE', `${camille.presence}?tab=one`)
  assert.deepEqual(await counts(), before)
})

test('a person has at most ten tabs on records; the oldest is forgotten', async () => {
  const recordId = await newHost()
  const first = await newHost()
  const camille = await member('Camille', 'editor')
  await camille.api('PUT', camille.presence, stand(first, null, 'first'))
  for (let tab = 0; tab < 10; tab++) await camille.api('PUT', camille.presence, stand(recordId, null, `tab${tab}`))
  const noor = await member('Noor', 'viewer')
  const { body } = await noor.api('PUT', noor.presence, stand(first))
  assert.deepEqual(
    body.people.map((one: { name: string }) => one.name),
    ['Noor'],
  )
})

/** The next presence of a record on a stream. */
async function presenceOf(stream: EventStream, recordId: string) {
  for (;;) {
    const event = await stream.next()
    if (!event || event.data.recordId === recordId) return event
  }
}
