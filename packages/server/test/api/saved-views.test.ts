import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { assertProblem } from '../support/problem.ts'
import { type Api, addMember, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let path: string
let owner: Api
let editor: Api
let viewer: Api

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  path = `${tenant.path}/views`
  owner = await signedIn(service, tenant)
  editor = await addMember(service, tenant, 'editor')
  viewer = await addMember(service, tenant, 'viewer')
})
after(() => service.stop())

const drafts = { kind: 'broadcastHost', name: 'Drafts', query: { status: 'draft', sort: { title: 'asc' } } }

async function save(api: Api, body: object): Promise<string> {
  const reply = await api('POST', path, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}
const namesOf = async (api: Api) => (await api('GET', path)).body.data.map(({ name }: { name: string }) => name)

test('a view is seen by its person, a shared one by everybody', async () => {
  const own = await save(viewer, { ...drafts, name: 'Mine' })
  const shared = await save(editor, { ...drafts, name: 'Ours', shared: true })
  assert.deepEqual(await namesOf(viewer), ['Mine', 'Ours'])
  assert.deepEqual(await namesOf(owner), ['Ours'])
  const { data } = (await viewer('GET', path)).body
  const [first] = data
  assert.deepEqual(first, { id: own, ...drafts, name: 'Mine', shared: false, created_at: first.created_at })
  // A view of another person does not exist for me.
  for (const method of ['PATCH', 'DELETE'])
    assertProblem(await owner(method, `${path}/${own}`, method === 'PATCH' ? {} : undefined), {
      status: 404,
      code: 'not_found',
    })
  const renamed = await viewer('PATCH', `${path}/${own}`, { name: 'Later', query: { q: 'jazz' } })
  assert.deepEqual([renamed.status, renamed.body.name, renamed.body.query], [200, 'Later', { q: 'jazz' }])
  // Shared by its person, and taken back by another editor, who then owns it.
  assert.equal((await editor('PATCH', `${path}/${shared}`, { shared: false })).body.shared, false)
  assert.deepEqual(await namesOf(owner), [])
  for (const [api, id] of [
    [viewer, own],
    [editor, shared],
  ] as const)
    assert.equal((await api('DELETE', `${path}/${id}`)).status, 204)
  assert.deepEqual(await namesOf(viewer), [])
})

test('viewers cannot share a view, or change a shared one', async () => {
  const refused = { status: 403, code: 'insufficient_role' }
  assertProblem(await viewer('POST', path, { ...drafts, shared: true }), refused)
  const own = await save(viewer, drafts)
  assertProblem(await viewer('PATCH', `${path}/${own}`, { shared: true }), refused)
  const shared = await save(owner, { ...drafts, shared: true })
  assertProblem(await viewer('PATCH', `${path}/${shared}`, { name: 'Theirs' }), refused)
  assertProblem(await viewer('PATCH', `${path}/${shared}`, { shared: false }), refused)
  assertProblem(await viewer('DELETE', `${path}/${shared}`), refused)
  // A table that only owners may read has no views for others.
  await save(owner, { kind: 'broadcastMember', name: 'Editors', query: {}, shared: true })
  assert((await namesOf(owner)).includes('Editors'))
  assert(!(await namesOf(editor)).includes('Editors'))
  assertProblem(await editor('POST', path, { kind: 'broadcastMember', name: 'x', query: {} }), refused)
})

test('bad views are refused, and their number and size are limited', async () => {
  const invalid = { status: 400, code: 'invalid' }
  assertProblem(await editor('POST', path, { ...drafts, kind: 'nothing' }), invalid)
  assertProblem(await editor('POST', path, { ...drafts, name: '' }), invalid)
  assertProblem(await editor('POST', path, { ...drafts, query: [] }), invalid)
  assertProblem(await editor('POST', path, { ...drafts, query: { q: 'x'.repeat(4_000) } }), {
    ...invalid,
    pointer: '/query',
  })
  const person = await addMember(service, tenant, 'editor')
  let last = ''
  for (let count = 0; count < 50; count++) last = await save(person, { ...drafts, name: `View ${count}` })
  const full = { status: 403, code: 'quota_exceeded' }
  assertProblem(await person('POST', path, drafts), full)
  assert.equal((await person('PATCH', `${path}/${last}`, { name: 'Renamed' })).status, 200)
  const shared = await save(person, { ...drafts, shared: true })
  assertProblem(await person('PATCH', `${path}/${shared}`, { shared: false }), full)
})

test('a retried request with the same key saves one view', async () => {
  const key = { 'idempotency-key': 'view-once' }
  const [first, again] = [await owner('POST', path, drafts, key), await owner('POST', path, drafts, key)]
  assert.equal(again.body.id, first.body.id)
})

test('views are deleted with their broadcast', async () => {
  const gone = await service.newTenant()
  const api = await signedIn(service, gone)
  assert.equal((await api('POST', `${gone.path}/views`, drafts)).status, 201)
  await api('DELETE', gone.path)
  const rows = await service.platform.db.query(sql`select id from saved_views where broadcast_id = ${gone.broadcastId}`)
  assert.deepEqual(rows, [])
})
