import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newObjectId } from '../src/base/object-id.ts'
import { openDatabase } from '../src/database.ts'
import { tidyControl } from '../src/jobs/tidy-control.ts'
import { openDb } from '../src/store/db.ts'
import { controlTables } from '../src/store/planes.ts'
import { sql } from '../src/store/sql.ts'
import { newDatabase } from './support/database.ts'
import { apiWith, signedIn, startService, type TestService, type TestTenant } from './support/service.ts'

let control: { url: string; drop(): Promise<void> }
let service: TestService
let tenant: TestTenant

before(async () => {
  control = await newDatabase()
  service = await startService({ MARQUEE_CONTROL_URL: control.url })
  tenant = await service.newTenant()
})
after(async () => {
  await service.stop()
  await control.drop()
})

test('no foreign key leads from one plane to the other', async () => {
  const keys = await service.platform.db.query<{ from: string; to: string }>(sql`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`)
  assert(keys.length > 20)
  const crossing = keys.filter(({ from, to }) => controlTables.has(from) !== controlTables.has(to))
  assert.deepEqual(crossing, [])
})

test('with two databases, accounts and keys are in one, and content in the other', async () => {
  const owner = await signedIn(service, tenant)
  const created = await owner('POST', `/v1/users/${tenant.userId}/broadcasts`, { name: 'Second' })
  assert.equal(created.status, 201, created.text)
  const path = `/v1/users/${tenant.userId}/broadcasts/${created.body._id}`
  const key = await owner('POST', `${path}/apiKeys`, { name: 'Site', scopes: ['read', 'write'] })
  assert.equal(key.status, 201, key.text)
  const api = apiWith(service.url, { authorization: `Bearer ${key.body.key}` })
  assert.equal((await api('POST', `${path}/broadcastSessions`, { title: 'Opening' })).status, 201)
  const { data } = (await owner('GET', `${path}/audit`)).body
  assert(data.some(({ action }: { action: string }) => action === 'key.created'))

  const tables = ['users', 'api_keys', 'directory', 'sessions', 'broadcasts', 'records', 'changes', 'memberships']
  const rowsIn = async (url: string) => {
    const db = openDb(url, { maxConnections: 1 })
    const counts = await db.query<Record<string, number>>(sql`
      select (select count(*) from users) as users, (select count(*) from api_keys) as api_keys,
        (select count(*) from directory) as directory, (select count(*) from sessions) as sessions,
        (select count(*) from broadcasts) as broadcasts, (select count(*) from records) as records,
        (select count(*) from changes) as changes, (select count(*) from memberships) as memberships`)
    await db.close()
    return tables.filter((table) => (counts[0]?.[table] ?? 0) > 0)
  }
  assert.deepEqual(await rowsIn(control.url), ['users', 'api_keys', 'directory', 'sessions'])
  assert.deepEqual(await rowsIn(service.config.databaseUrl ?? ''), ['broadcasts', 'records', 'changes', 'memberships'])
})

test('slugs are reserved in the database of accounts, conflicts are refused, and sites are found', async () => {
  const { config, platform } = service
  const other = await service.newTenant()
  const create = ({ api, path }: TestTenant, body: object) => api('POST', `${path}/broadcastDiffusers`, body)
  const channel = { slug: 'apart', domain: 'apart.example', status: 'published' }
  assert.equal((await create(tenant, channel)).status, 201)
  assert.equal((await tenant.api('PATCH', tenant.path, { isWeb: true, isPrivate: false })).status, 200)
  const refused = await create(other, { slug: 'apart' })
  assert.deepEqual([refused.status, refused.body.code], [409, 'value_taken'])
  const found = await apiWith(service.url, {})('GET', '/v1/public/apart')
  assert.deepEqual([found.status, found.body._id], [200, tenant.broadcastId])

  const reserved = sql`select address, broadcast_id as id from addresses where broadcast_id = ${tenant.broadcastId} order by address`
  const rows = ['apart', 'apart.example'].map((address) => ({ address, id: tenant.broadcastId }))
  assert.deepEqual(await platform.control.query(reserved), rows)
  assert.deepEqual(await platform.db.query(reserved), [], 'not with the content')

  // As a database of accounts that has just got the table.
  await platform.control.query(sql`drop table addresses`)
  await platform.control.query(sql`delete from migrations where name = '0053-addresses.sql'`)
  const opened = await openDatabase(config, 'command')
  try {
    assert.deepEqual(await opened.migrate(), ['0053-addresses.sql'])
    assert.deepEqual(await opened.migrate(), [])
  } finally {
    await opened.close()
  }
  assert.deepEqual(await platform.control.query(reserved), rows)
})

test('a deleted broadcast is gone from both', async () => {
  const owner = await signedIn(service, tenant)
  const { body } = await owner('POST', `/v1/users/${tenant.userId}/broadcasts`, { name: 'Short' })
  const path = `/v1/users/${tenant.userId}/broadcasts/${body._id}`
  assert.equal((await owner('DELETE', path)).status, 200)
  assert.equal((await owner('GET', path)).status, 404)
  const { data } = (await owner('GET', `/v1/users/${tenant.userId}/broadcasts`)).body
  assert(!data.some(({ _id }: { _id: string }) => _id === body._id))
  const rows = await service.platform.control.query(sql`select from directory where broadcast_id = ${body._id}`)
  assert.deepEqual(rows, [])
})

test('after a crash between the planes, the directory is made to agree with the content', async () => {
  const { db, control, clock } = service.platform
  const [listed, leaving, changed] = [newObjectId(clock.now()), await service.newTenant(), await service.newTenant()]
  const longAgo = new Date(clock.now() - 2 * 86_400_000)
  await control.query(
    sql`insert into directory (broadcast_id, user_id, created_at) values (${listed}, ${tenant.userId}, ${longAgo})`,
  )
  await control.query(sql`
    update directory set created_at = ${longAgo}, leaving_at = ${longAgo} where broadcast_id = ${leaving.broadcastId}`)
  await control.query(sql`update directory set created_at = ${longAgo} where broadcast_id = ${changed.broadcastId}`)
  await control.query(sql`update users set plan = 'free' where id = ${changed.userId}`)
  assert.equal((await leaving.api('GET', leaving.path)).status, 401, 'its keys ended when it was marked')

  await tidyControl({ db, control, clock }, 365)
  const rows = await control.query<{ id: string }>(sql`select broadcast_id as id from directory`)
  const ids = rows.map(({ id }) => id)
  assert(!ids.includes(listed), 'one that was never created')
  assert(!ids.includes(leaving.broadcastId), 'one whose deletion began')
  assert(ids.includes(changed.broadcastId) && ids.includes(tenant.broadcastId))
  assert.deepEqual(await db.query(sql`select from broadcasts where id = ${leaving.broadcastId}`), [])
  const [{ plan } = { plan: '' }] = await db.query<{ plan: string }>(
    sql`select plan from broadcasts where id = ${changed.broadcastId}`,
  )
  assert.equal(plan, 'free')
})

test('a creation that is repeated with its Idempotency-Key makes one broadcast, and is answered alike', async () => {
  const owner = await signedIn(service, tenant)
  const create = (name: string) =>
    owner('POST', `/v1/users/${tenant.userId}/broadcasts`, { name }, { 'idempotency-key': 'create-once' })
  const [first, second] = [await create('Once'), await create('Once')]
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.deepEqual(second.body, first.body)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal((await create('Another')).status, 422)
})
