import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kindNamed, kinds } from '@marquee/model'
import { newObjectId } from '../../src/base/object-id.ts'
import { type Api, startService, type TestService } from '../support/service.ts'
import { assertProblem, fieldErrorsOf } from './assertions.ts'
import { type Documented, readDocumentation } from './documented.ts'
import { fullBody, minimalBody, patchBody, targetKinds } from './samples.ts'
import { type House, openHouse, type Row } from './stage.ts'

let service: TestService
let documented: Documented
let house: House

before(async () => {
  service = await startService()
  documented = await readDocumentation(service.url)
  house = await openHouse(service, documented)
})
after(() => service.stop())

const rowsSince = async (api: Api, path: string, since: number) => {
  const { body } = await api('GET', `${path}/changes?since=${since}`)
  return body.data.map(({ kind, id, operation, fields }: Row) => ({ kind, id, operation, fields: fields.toSorted() }))
}
const sequenceOf = async (api: Api, path: string) => (await api('GET', `${path}/usage`)).body.sequence

test('a person creates a broadcast, owns it, finds it in their list, and deletes it', async () => {
  const { owner, tenant } = house
  const mine = `/v1/users/${tenant.userId}/broadcasts`
  const created = await owner('POST', mine, { name: 'Nuits du Port' })
  assert.equal(created.status, 201, created.text)
  const record = created.body
  assert.equal(record._updatedAt, record._createdAt)
  const path = created.headers.get('location') ?? ''
  assert.equal(path, `${mine}/${record._id}`)
  const read = await owner('GET', path)
  assert.equal(read.text, created.text)
  assert.equal(read.headers.get('etag'), created.headers.get('etag'))
  const { body: members } = await owner('GET', `${path}/broadcastMembers`)
  const [site] = (await owner('GET', `${path}/broadcastDiffusers`)).body.data
  const [member] = members.data
  assert.deepEqual([member.email, member.role, member.status], [tenant.email, 'owner', 'active'])
  assert.deepEqual(await rowsSince(owner, path, 0), [
    { kind: 'broadcast', id: record._id, operation: 'create', fields: Object.keys(record).sort() },
    { kind: 'broadcastMember', id: member._id, operation: 'create', fields: Object.keys(member).sort() },
    { kind: 'broadcastDiffuser', id: site._id, operation: 'create', fields: Object.keys(site).sort() },
  ])
  const list = await owner('GET', mine)
  const [newest] = list.body.data
  assert.deepEqual(newest, { ...record, _access: { userId: tenant.userId, role: 'owner', plan: 'pro', sequence: 3 } })
  const gone = await owner('DELETE', path)
  const result = { success: true, referenceType: 'broadcast', referenceId: record._id, operationType: 'delete' }
  assert.deepEqual([gone.status, gone.body], [200, result])
  assertProblem(await owner('GET', path), 404, 'not_found')
  assertProblem(await owner('DELETE', path), 404, 'not_found')
})

test('a patch of the broadcast returns the record without its secrets, and logs the changed fields', async () => {
  const { key, tenant } = house
  const targets = new Map<string, string>()
  for (const name of targetKinds(kinds.broadcast)) {
    const { body } = await key('POST', `${tenant.path}/${kindNamed(name).plural}`, minimalBody(kindNamed(name)))
    targets.set(name, body._id)
  }
  const target = (name: string) => targets.get(name) ?? ''
  const first = fullBody(kinds.broadcast, target)
  const { name: _, ...rest } = first
  for (const patch of [rest, patchBody(kinds.broadcast, first, target)]) {
    const before = (await key('GET', tenant.path)).body
    const since = await sequenceOf(key, tenant.path)
    const reply = await key('PATCH', tenant.path, patch)
    assert.equal(reply.status, 200, reply.text)
    const { authData, authProviders, metadata, ...plain } = patch
    for (const [field, value] of Object.entries(plain)) assert.deepEqual(reply.body[field], value, field)
    assert.deepEqual(reply.body.metadata, { ...before.metadata, ...(metadata as object) })
    for (const entry of [...reply.body.authData, ...reply.body.authProviders]) {
      assert.equal(entry.set, true)
      const { key: secret, basic, oauth } = entry
      assert.deepEqual([secret, basic?.password, oauth?.clientSecret], [undefined, undefined, undefined])
    }
    const changed = Object.keys(patch).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(patch[field]))
    assert.deepEqual(await rowsSince(key, tenant.path, since), [
      { kind: 'broadcast', id: tenant.broadcastId, operation: 'update', fields: changed.sort() },
    ])
    assert.equal((await key('GET', tenant.path)).text, reply.text)
  }
})

test('an invalid request is 400, a stale one 412, an unsupported method 405, and nothing changes', async () => {
  const { key, owner, tenant } = house
  const since = await sequenceOf(key, tenant.path)
  assert.deepEqual(fieldErrorsOf(await key('PATCH', tenant.path, { zzz: 1 }), 400), [['/zzz', 'unknown_field']])
  assert.deepEqual(fieldErrorsOf(await key('PATCH', tenant.path, { name: '' }), 400), [['/name', 'min_length']])
  assert.deepEqual(fieldErrorsOf(await key('PATCH', tenant.path, { name: null }), 400), [['/name', 'type']])
  assert.deepEqual(fieldErrorsOf(await key('PATCH', tenant.path, { menu: {} }), 400), [['/menu/sections', 'required']])
  assert.deepEqual(fieldErrorsOf(await key('PATCH', tenant.path, { status: 'onboarding' }), 400), [
    ['/status', 'read_only'],
  ])
  assert.deepEqual(fieldErrorsOf(await key('GET', `${tenant.path}?zzz=1`), 400), [['?zzz', 'unknown_parameter']])
  const stale = { 'if-match': '"stale"' }
  assertProblem(await key('PATCH', tenant.path, { name: 'Stale' }, stale), 412, 'precondition_failed')
  for (const method of ['POST', 'PUT']) assertProblem(await key(method, tenant.path, {}), 405, 'method_not_allowed')
  const mine = `/v1/users/${tenant.userId}/broadcasts`
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    assertProblem(await owner(method, mine, {}), 405, 'method_not_allowed')
  assert.deepEqual(fieldErrorsOf(await owner('POST', mine, {}), 400), [['/name', 'required']])
  assert.deepEqual(fieldErrorsOf(await owner('POST', mine, { name: 'a'.repeat(31) }), 400), [['/name', 'max_length']])
  assert.deepEqual(await rowsSince(key, tenant.path, since), [])
})

test('a broadcast is 401 without authentication, 403 for a key without the right, 404 for others', async () => {
  const { nobody, guesser, key, reader, writer, owner, tenant, other } = house
  const mine = `/v1/users/${tenant.userId}/broadcasts`
  const patch = { shortDescription: 'Not for you' }
  for (const api of [nobody, guesser]) {
    for (const method of ['GET', 'PATCH', 'DELETE'])
      assertProblem(await api(method, tenant.path, method === 'PATCH' ? patch : undefined), 401, 'unauthenticated')
    assertProblem(await api('GET', mine), 401, 'unauthenticated')
    assertProblem(await api('POST', mine, { name: 'Mine' }), 401, 'unauthenticated')
  }
  assertProblem(await reader('PATCH', tenant.path, patch), 403, 'insufficient_scope')
  assertProblem(await writer('GET', tenant.path), 403, 'insufficient_scope')
  assertProblem(await key('DELETE', tenant.path), 403, 'owner_required')
  assertProblem(await key('GET', mine), 403, 'owner_required')
  assertProblem(await key('POST', mine, { name: 'Mine' }), 403, 'owner_required')
  for (const api of [key, owner]) {
    for (const path of [other.path, `${mine}/${newObjectId(Date.now())}`]) {
      assertProblem(await api('GET', path), 404, 'not_found')
      assertProblem(await api('PATCH', path, patch), 404, 'not_found')
      assertProblem(await api('DELETE', path), 404, 'not_found')
    }
  }
  assertProblem(await owner('GET', `/v1/users/${other.userId}/broadcasts`), 404, 'not_found')
})

test('an owner creates, lists, rotates and revokes keys; the key itself is shown once', async () => {
  const { owner, tenant } = house
  const path = `${tenant.path}/apiKeys`
  const made = await owner('POST', path, { name: 'Site', scopes: ['read'] })
  assert.equal(made.status, 201)
  assert.match(made.body.key, /^mrq_live_[0-9A-Za-z]{38}$/)
  const rotated = await owner('POST', `${path}/${made.body.id}/rotate`, { overlapSeconds: 60 })
  assert.equal(rotated.status, 201)
  assert.notEqual(rotated.body.key, made.body.key)
  assert.deepEqual(rotated.body.scopes, ['read'])
  const revoked = await owner('DELETE', `${path}/${rotated.body.id}`)
  assert.equal(revoked.status, 200)
  assert.notEqual(revoked.body.revoked_at, null)
  const list = await owner('GET', path)
  assert.equal(list.status, 200)
  assert(list.body.data.length > 0)
  assert(!list.text.includes(made.body.key) && !list.text.includes(rotated.body.key))
  assertProblem(await owner('DELETE', `${path}/${newObjectId(Date.now())}`), 404, 'not_found')
  assertProblem(await owner('POST', `${path}/${newObjectId(Date.now())}/rotate`), 404, 'not_found')
  assertProblem(await owner('POST', `${path}/${rotated.body.id}/rotate`), 404, 'not_found')
  assert.deepEqual(fieldErrorsOf(await owner('POST', path, { name: 'x', scopes: ['all'] }), 400), [
    ['/scopes/0', 'enum'],
  ])
  assert.deepEqual(fieldErrorsOf(await owner('POST', path, { name: 'x', expires_at: '2000-01-01T00:00:00Z' }), 400), [
    ['/expires_at', 'order'],
  ])
})

test('usage, audit, changes and health checks respond as documented', async () => {
  const { owner, nobody, tenant } = house
  for (const part of ['usage', 'audit', 'changes'])
    assert.equal((await owner('GET', `${tenant.path}/${part}`)).status, 200)
  for (const probe of ['/livez', '/readyz', '/v1/openapi.json']) assert.equal((await nobody('GET', probe)).status, 200)
  assert.deepEqual(fieldErrorsOf(await owner('GET', `${tenant.path}/changes?since=-1`), 400), [['?since', 'range']])
})

test('HEAD returns the headers of GET without a body', async () => {
  const { path, key } = house.tenant
  for (const part of ['', '/usage', '/changes', '/broadcastSessions', '/changes/stream']) {
    // The stream responds at once and stays open; a HEAD of it has nothing to wait for.
    const request = (method: string) =>
      fetch(service.url + path + part, { method, headers: { 'x-api-key': key }, signal: AbortSignal.timeout(5_000) })
    const get = await request('GET')
    await get.body?.cancel()
    const head = await request('HEAD')
    const type = 'content-type'
    assert.deepEqual([head.status, head.headers.get(type)], [get.status, get.headers.get(type)], part)
    assert.equal(await head.text(), '')
  }
})

test('an unknown path gets a problem document too', async () => {
  for (const path of ['/nowhere', '/v1/nowhere', `${house.tenant.path}/nowhere`, '/v1/users'])
    assertProblem(await house.key('GET', path), 404, 'not_found')
})

test('a malformed path gets a problem document too, with the request id', async () => {
  assertProblem(await house.key('GET', '/%zz'), 400, 'malformed_request')
})
