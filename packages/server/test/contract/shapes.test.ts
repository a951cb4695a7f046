import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { kinds } from '@marquee/model'
import { inTodaysShape } from '../../src/content/patch.ts'
import { sql } from '../../src/store/sql.ts'
import { startService, type TestService } from '../support/service.ts'
import { fieldErrorsOf } from './assertions.ts'
import { type Documented, readDocumentation } from './documented.ts'

let service: TestService
let documented: Documented

before(async () => {
  service = await startService()
  documented = await readDocumentation(service.url)
})
after(() => service.stop())

test('the icon of a tile has any type that the client chooses, empty and long ones included', async () => {
  const tenant = await service.newTenant()
  const api = documented.api(tenant.api)
  const menuWith = (type: string) => ({ menu: { sections: [{ tiles: [{ icon: { family: 'remix', type } }] }] } })
  for (const type of ['', 'a'.repeat(41), 'arrow/left 2', '𝄞'.repeat(1_000)]) {
    const { status, body, text } = await api('PATCH', tenant.path, menuWith(type))
    assert.equal(status, 200, text)
    assert.deepEqual(body.menu.sections[0].tiles[0].icon, { family: 'remix', type })
  }
  const refused = await api('PATCH', tenant.path, menuWith('a'.repeat(1_001)))
  assert.deepEqual(fieldErrorsOf(refused, 400), [['/menu/sections/0/tiles/0/icon/type', 'max_length']])
})

test('revisionId of a broadcast is absent until there is a revision, and again once that one is deleted', async () => {
  const tenant = await service.newTenant()
  const api = documented.api(tenant.api)
  const read = async () => (await api('GET', tenant.path)).body
  assert.equal('revisionId' in (await read()), false)
  const created = await api('POST', `${tenant.path}/revisions`, { tos: { accepted: true } })
  assert.equal((await read()).revisionId, created.body._id)
  await api('DELETE', `${tenant.path}/revisions/${created.body._id}`)
  assert.equal('revisionId' in (await read()), false)
  const echoed = await api('PATCH', tenant.path, { revisionId: null, isApp: false })
  assert.equal(echoed.status, 200, 'null says what is so')
})

test('the migration removes a stored revisionId of null and keeps the other bytes', async () => {
  const tenant = await service.newTenant()
  const metadata = { revisionId: null, 'a "quoted" name': [1, { b: null }] }
  await tenant.api('PATCH', tenant.path, { metadata })
  const { text } = await tenant.api('GET', tenant.path)
  const stored = text.replace(',"metadata":', ',"revisionId":null,"metadata":')
  const migration = await readFile(new URL('../../migrations/0029-absent-revision-id.sql', import.meta.url), 'utf8')
  const { db } = service.platform
  const after = await db.transaction(async (tx) => {
    await tx.query(sql`update records set body = ${stored}::json where id = ${tenant.broadcastId}`)
    await tx.script(migration)
    const [row] = await tx.query<{ body: string }>(sql`select body from records where id = ${tenant.broadcastId}`)
    return row?.body
  })
  assert.equal(after, text)
  assert.equal('revisionId' in inTodaysShape(kinds.broadcast, JSON.parse(stored)), false, 'nor in old versions of it')
})

test('null for a list, such as blocks of a session, empties it, and the document says so', async () => {
  const tenant = await service.newTenant()
  const api = documented.api(tenant.api)
  const sessions = `${tenant.path}/broadcastSessions`
  const created = await api('POST', sessions, { blocks: [{ type: 'divider' }] })
  const cleared = await api('PATCH', `${sessions}/${created.body._id}`, { blocks: null })
  assert.equal(cleared.status, 200)
  assert.deepEqual(cleared.body.blocks, [])
  for (const refused of [{ status: null }, { time: null }])
    assert.equal((await api('PATCH', `${sessions}/${created.body._id}`, refused)).status, 400)
  const { schemas } = documented.document.components
  for (const body of ['broadcastSessionCreate', 'broadcastSessionPatch']) {
    const properties = schemas[body]?.properties as Record<string, { type: string[]; description?: string }> | undefined
    assert.deepEqual(properties?.blocks?.type, ['array', 'null'])
    assert.match(properties?.blocks?.description ?? '', /null empties/i)
  }
})

test('a place whose title on Surface B is only spaces is listed on Surface A as the document says', async () => {
  const tenant = await service.newTenant()
  const api = documented.api(tenant.api)
  const blank = await api('POST', `${tenant.path}/broadcastInterestPoints`, { title: '\r', status: 'published' })
  assert.equal(blank.status, 201, blank.text)
  const { body } = await api('GET', '/v1/places')
  assert.deepEqual(
    body.data.map(({ name }: { name: string }) => name),
    ['\r'],
  )
  const refused = await api('POST', '/v1/places', { name: '\r' })
  assert.deepEqual(fieldErrorsOf(refused, 400), [['/name', 'pattern']])
})
