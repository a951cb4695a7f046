import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { ensureDemo } from '../../src/demo/demo.ts'
import { runRetention } from '../../src/jobs/retention.ts'
import { type Db, openDb } from '../../src/store/db.ts'
import { raw, sql } from '../../src/store/sql.ts'
import { formOf, picture } from '../media/samples.ts'
import { type ServerConnection, urlOf } from '../support/database.ts'
import { newInstallation } from '../support/process.ts'
import { apiWith, signedIn, startService } from '../support/service.ts'
import { until } from '../support/until.ts'

const bounded = { timeout: 240_000 }

/** The ```sql blocks of the section of the operator's guide, in order, with names of this test. */
async function statementsOfGuide(names: Record<string, string>) {
  const guide = await readFile(new URL('../../../../docs/guides/operate.md', import.meta.url), 'utf8')
  const section = guide.split(/^## /m).find((text) => text.startsWith('Two database roles')) ?? assert.fail()
  const blocks = [...section.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, text = '']) =>
    text
      .replaceAll(/\bmarquee(_owner|_service)?\b/g, (name) => names[name] ?? assert.fail(name))
      .split(';\n')
      .filter((statement) => statement.trim() !== ''),
  )
  const [asSuperuser, asOwner, afterMigration, forExisting, ...others] = blocks
  assert(asSuperuser && asOwner && afterMigration && forExisting && others.length === 0)
  return { asSuperuser, asOwner, afterMigration, forExisting }
}

async function execute(url: string, statements: string[]): Promise<void> {
  const db = openDb(url, { maxConnections: 1 })
  try {
    for (const statement of statements) await db.query(sql`${raw(statement)}`)
  } finally {
    await db.close()
  }
}

/** A database with an owner and a role for the service, as the guide says; nothing is migrated yet. */
async function newRoles(t: { after(work: () => Promise<void>): void }) {
  const server: ServerConnection = JSON.parse(process.env.MARQUEE_TEST_SERVER ?? '{}')
  const mark = randomBytes(4).toString('hex')
  const names = { marquee: `roles_${mark}`, marquee_owner: `owner_${mark}`, marquee_service: `service_${mark}` }
  const guide = await statementsOfGuide(names)
  const superuser = urlOf(server, 'postgres')
  await execute(superuser, guide.asSuperuser)
  t.after(() =>
    execute(superuser, [
      `drop database ${names.marquee} with (force)`,
      `drop role ${names.marquee_owner}`,
      `drop role ${names.marquee_service}`,
    ]),
  )
  const owner = urlOf({ ...server, user: names.marquee_owner }, names.marquee)
  const service = urlOf({ ...server, user: names.marquee_service }, names.marquee)
  return { owner, service, guide }
}

const secretKey = randomBytes(32).toString('base64')

/** Refused by the database for want of a right. */
const forbidden = { code: '42501' }

async function requireLeastRights(db: Db): Promise<void> {
  const refused = [
    'create table mine (id integer)',
    'create function mine() returns integer language sql as $$ select 1 $$',
    'drop table records',
    'truncate changes',
    'alter table records add column mine integer',
    'create trigger mine before insert on records for each row execute function suppress_redundant_updates_trigger()',
    "insert into migrations (name, checksum) values ('9999-mine.sql', 'x')",
    'create role mine',
    'drop function create_timeline_month(date)',
  ]
  for (const statement of refused) await assert.rejects(db.query(sql`${raw(statement)}`), forbidden, statement)
  const [owned] = await db.query<{ count: number }>(
    sql`select count(*) from pg_class where relowner = current_user::regrole`,
  )
  assert.equal(owned?.count, 0)
}

test('the service runs with a role that owns nothing, and the owner migrates', bounded, async (t) => {
  const { owner, service: least, guide } = await newRoles(t)
  await execute(owner, guide.asOwner)
  const installation = await newInstallation(t, { MARQUEE_SECRET_KEY: secretKey, MARQUEE_DEMO: 'false' })
  const early = await installation.run(['serve'], { DATABASE_URL: least })
  assert.equal(early.code, 1)
  assert.match(early.stderr, /needs migrations.*run `marquee migrate` as the role that owns them/)
  const applied = await installation.run(['migrate'], { DATABASE_URL: owner })
  assert.match(applied.stdout, /^applied 0001-foundation\.sql\n/, applied.stderr)
  await execute(owner, guide.afterMigration)
  assert.deepEqual(await installation.ask(['migrate'], { DATABASE_URL: least }), { applied: [] })
  assert.equal((await installation.ask(['doctor'], { DATABASE_URL: least })).ok, true)
  const served = await installation.serve({ DATABASE_URL: least })
  assert.equal((await served.stop()).code, 0)

  const service = await startService({}, { url: least, secretKey })
  t.after(() => service.stop())
  const { db } = service.platform
  const demo = await ensureDemo(service.platform)
  const path = `/v1/users/${demo.userId}/broadcasts/${demo.broadcastId}`
  const api = apiWith(service.url, { 'x-api-key': demo.apiKey })
  const done = async (method: string, address: string, body?: unknown) => {
    const reply = await api(method, address.startsWith('/v1') ? address : path + address, body)
    assert(reply.status < 300, `${method} ${address} ${reply.text}`)
    return reply.body
  }

  const dayMs = 86_400_000
  const ago = (days: number) => new Date(service.clock.now() - days * dayMs).toISOString()
  for (const days of [1, 95]) await done('POST', '/broadcastEvents', { type: 'page.viewed', occurredAt: ago(days) })
  const months = async () =>
    (await db.query(sql`select 1 from pg_inherits where inhparent = 'timeline'::regclass`)).length
  assert((await months()) > 1)
  const upload = await fetch(`${service.url}${path}/medias/upload`, {
    method: 'POST',
    headers: { 'x-api-key': demo.apiKey },
    body: formOf([{ name: 'photo.png', bytes: await picture('png', { width: 8, height: 8 }) }]),
  })
  assert.equal(upload.status, 201)
  const host = await done('POST', '/broadcastHosts', { title: 'Least Rights' })
  await done('GET', '/search?q=rights')
  await done('DELETE', `/broadcastHosts/${host._id}`)
  await done('GET', '/trash')
  await done('POST', '/revisions', { title: 'Then', tos: { accepted: true } })
  await done('GET', '/conflicts')
  await done('GET', '/bundle')
  await done('GET', '/v1/events')
  const { data } = await done('GET', '/workflows?limit=1')
  await done('POST', `/workflows/${data[0]._id}/runs`, {})
  const person = await service.newTenant()
  const signedInPerson = await signedIn(service, person)
  await person.api('POST', `${person.path}/broadcastEvents`, { type: 'page.viewed' })
  const erasure = await signedInPerson('POST', `${person.path}/people/erase`, { email: 'gone@example.org' })
  assert.equal(erasure.status, 202, erasure.text)
  await until(async () => {
    const { status } = (await person.api('GET', `${person.path}/jobs/${erasure.body.id}`)).body
    assert.notEqual(status, 'failed')
    return status === 'succeeded'
  }, 'the erasure')
  assert.equal((await signedInPerson('DELETE', person.path)).status, 200)
  await until(async () => {
    const [queued] = await db.query<{ count: number }>(sql`select count(*) from workflow_runs where status = 'queued'`)
    return queued?.count === 0
  }, 'every run started')

  const before = await months()
  await runRetention({ db, clock: service.clock, kept: { ...service.config, analyticsKeptDays: 30 } })
  assert.equal(await months(), before - 1)
  await requireLeastRights(db)
  assert.deepEqual(
    service.logLines.filter((line) => line.includes('permission denied')),
    [],
  )
})

test('a database that was migrated before gets the same rights', bounded, async (t) => {
  const { owner, service: least, guide } = await newRoles(t)
  const installation = await newInstallation(t, { MARQUEE_SECRET_KEY: secretKey, MARQUEE_DEMO: 'false' })
  assert.equal((await installation.run(['migrate'], { DATABASE_URL: owner })).code, 0)
  await execute(owner, [...guide.forExisting, ...guide.afterMigration])
  const service = await startService({}, { url: least, secretKey })
  t.after(() => service.stop())
  const tenant = await service.newTenant()
  assert.equal((await tenant.api('POST', `${tenant.path}/broadcastEvents`, { type: 'page.viewed' })).status, 201)
  const { db } = service.platform
  const months = await db.query<{ name: string }>(
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'timeline'::regclass`,
  )
  assert(months.length > 0)
  for (const { name } of months) await db.query(sql`select 1 from ${raw(name)}`)
  await requireLeastRights(service.platform.db)
})
