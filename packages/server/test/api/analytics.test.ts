import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { newObjectId } from '../../src/base/object-id.ts'
import { runRetention } from '../../src/jobs/retention.ts'
import { openDb } from '../../src/store/db.ts'
import { raw, sql } from '../../src/store/sql.ts'
import { lastSequence } from '../support/change-rows.ts'
import { isNews, statementsOf } from '../support/counted-statements.ts'
import { newDatabase } from '../support/database.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
before(async () => {
  service = await startService({ MARQUEE_ANALYTICS_KEPT_DAYS: '100' })
  tenant = await service.newTenant()
  await tenant.api('PATCH', tenant.path, { timezone: 'Europe/Paris', dayStart: '06:00' })
})
after(() => service.stop())

const events = () => `${tenant.path}/broadcastEvents`
const daysAgo = (days: number) => new Date(service.clock.now() - days * dayMs).toISOString()
const dayMs = 86_400_000

/** The day before yesterday at a time of day in Paris, whatever the season. */
function inParis(time: string): { day: string; at: string } {
  const day = daysAgo(2).slice(0, 10)
  return { day, at: `${day}T${time}:00${offsetOfParis(day)}` }
}

const offsetOfParis = (day: string) =>
  new Intl.DateTimeFormat('en', { timeZone: 'Europe/Paris', timeZoneName: 'longOffset' })
    .formatToParts(new Date(`${day}T12:00:00Z`))
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', '') ?? ''

async function append(bodies: object[], mode = 'atomic') {
  return tenant.api('POST', `${events()}/batch`, { mode, operations: bodies.map((body) => ({ op: 'create', body })) })
}

async function countsOf(query = ''): Promise<Record<string, Record<string, number>>> {
  const { body, status, text } = await tenant.api('GET', `${events()}/counts${query}`)
  assert.equal(status, 200, text)
  return Object.fromEntries(
    body.data.map(({ type, counts }: { type: string; counts: number[] }) => [
      type,
      Object.fromEntries(
        counts.flatMap((count, index) => (count > 0 ? [[body.metadata.days[index], count] as const] : [])),
      ),
    ]),
  )
}

test('the first events of a month can arrive from several broadcasts at once', async () => {
  const tenants = [
    await service.newTenant(),
    await service.newTenant(),
    await service.newTenant(),
    await service.newTenant(),
  ]
  for (const days of [35, 65]) {
    const replies = await Promise.all(
      tenants.map(({ api, path }) =>
        api('POST', `${path}/broadcastEvents`, { type: 'first', occurredAt: daysAgo(days) }),
      ),
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      [201, 201, 201, 201],
    )
  }
})

test('500 events of one call are counted by type and by the day of the broadcast, outside the change log', async () => {
  const before = await lastSequence(service, tenant.broadcastId)
  const evening = inParis('23:30')
  const night = inParis('05:59')
  const morning = inParis('06:00')
  const dayBefore = new Date(Date.parse(`${evening.day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10)
  const reply = await append(
    Array.from({ length: 500 }, (_, index) => ({
      type: index % 2 === 0 ? 'opened' : 'closed',
      occurredAt: [evening.at, night.at, morning.at, morning.at][index % 4],
      metadata: { index },
    })),
  )
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.results.length, 500)
  assert.deepEqual(await countsOf(), {
    opened: { [evening.day]: 250 },
    closed: { [dayBefore]: 125, [evening.day]: 125 },
  })
  assert.deepEqual(await countsOf(`?type=closed&from=${evening.day}&to=${evening.day}`), {
    closed: { [evening.day]: 125 },
  })
  assert.equal(await lastSequence(service, tenant.broadcastId), before)
  const { body } = await tenant.api('GET', `${events()}?limit=1`)
  assert.equal(body.metadata.total, 500)
  assert.equal(body.data[0].metadata.index, 499)
})

test('counts and the total of all events are read without reading the events', async () => {
  const statements = await statementsOf(service, async () => {
    await tenant.api('GET', `${events()}/counts`)
  })
  assert(statements.some((text) => text.includes('timeline_counts')))
  assert.deepEqual(
    statements.filter((text) => /\btimeline\b/.test(text)),
    [],
  )
})

test('filters by type, client and time use an index of each month', async () => {
  const client = (await tenant.api('POST', `${tenant.path}/broadcastClients`, {})).body
  await tenant.api('POST', events(), { type: 'shared', clientId: client._id })
  const filters = [{ type: 'shared' }, { clientId: client._id }, { occurredAt: { $gte: daysAgo(1) } }]
  const found = await Promise.all(
    filters.map((filter) => tenant.api('GET', `${events()}?filters=${encodeURIComponent(JSON.stringify([filter]))}`)),
  )
  assert.deepEqual(
    found.map(({ body }) => body.metadata.total),
    [1, 1, 1],
  )
  await service.platform.db.query(sql`analyze timeline`)
  for (const name of ['type', 'clientId', 'occurredAt']) {
    const condition = raw(`(keys ->> '${name}') collate "C" = 'x'`)
    const rows = await service.platform.db.query<{ 'QUERY PLAN': string }>(
      sql`explain select body from timeline where broadcast_id = ${tenant.broadcastId} and kind = 'broadcastEvent' and ${condition}`,
    )
    assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Index Cond:.*keys/, name)
  }
})

/** On a cluster rows are written out. */
const withoutRows = (statement: string) => statement.replace(/ values .*\)/s, '')

test('an append runs few statements, however many events there are', async () => {
  const send = (size: number) => () => append(Array.from({ length: size }, () => ({ type: 'many' })))
  const few = (await statementsOf(service, send(2), send(2))).filter((text) => !isNews(text))
  const many = (await statementsOf(service, send(500), send(2))).filter((text) => !isNews(text))
  assert.deepEqual(many.map(withoutRows), few.map(withoutRows))
  assert(few.length <= 3, few.join('\n'))
})

test('an event too far in the future, or older than the retention, is refused with its whole batch', async () => {
  const total = async () => (await tenant.api('GET', `${events()}?limit=0`)).body.metadata.total
  const before = await total()
  for (const days of [-0.05, 101]) {
    const occurredAt = daysAgo(days)
    const reply = await tenant.api('POST', events(), { type: 'odd', occurredAt })
    assert.deepEqual(
      [reply.status, reply.body.errors[0].pointer, reply.body.errors[0].code],
      [400, '/occurredAt', 'range'],
    )
    const batch = await append([{ type: 'odd' }, { type: 'odd', occurredAt }])
    assert.deepEqual([batch.status, batch.body.errors[0].pointer], [400, '/operations/1/body/occurredAt'])
    const each = await append([{ type: 'odd' }, { type: 'odd', occurredAt }], 'each')
    assert.deepEqual(
      each.body.results.map(({ status }: { status: number }) => status),
      [201, 400],
    )
  }
  assert.equal(await total(), before + 2)
  assert.deepEqual(Object.values((await countsOf('?type=odd')).odd ?? {}), [2], 'only what was stored is counted')
  assert.equal((await tenant.api('POST', events(), { type: 'fast', occurredAt: daysAgo(-0.03) })).status, 201)
})

test('a reference is unique, and a missing client is refused', async () => {
  assert.equal((await tenant.api('POST', events(), { type: 'ref', _reference: 'a' })).status, 201)
  const again = await tenant.api('POST', events(), { type: 'ref', _reference: 'a', occurredAt: daysAgo(90) })
  assert.deepEqual([again.status, again.body.code], [409, 'reference_taken'])
  const lost = await tenant.api('POST', events(), { type: 'ref', clientId: tenant.broadcastId })
  assert.deepEqual([lost.status, lost.body.errors[0].code], [400, 'not_found_reference'])
})

test('concurrent writers lose no count', async () => {
  const batch = Array.from({ length: 50 }, (_, index) => ({ type: `busy ${index % 3}` }))
  await Promise.all(Array.from({ length: 12 }, () => append(batch)))
  const counted = Object.entries(await countsOf()).filter(([type]) => type.startsWith('busy'))
  assert.equal(
    counted.flatMap(([, days]) => Object.values(days)).reduce((sum, one) => sum + one, 0),
    600,
  )
})

test('a dry run of an append stores and counts nothing', async () => {
  const reply = await tenant.api('POST', `${events()}?dry_run=true`, { type: 'rehearsed' })
  assert.equal(reply.body.would_status, 201)
  assert.deepEqual(await countsOf('?type=rehearsed'), {})
})

test('events of a deleted client stay counted, without the reference to it', async () => {
  const client = (await tenant.api('POST', `${tenant.path}/broadcastClients`, {})).body
  await append(Array.from({ length: 30 }, () => ({ type: 'mine', clientId: client._id })))
  const before = await countsOf('?type=mine')
  await tenant.api('DELETE', `${tenant.path}/broadcastClients/${client._id}`)
  const left = (await tenant.api('GET', `${events()}?limit=30&filters=${encodeURIComponent('[{"type":"mine"}]')}`)).body
  assert.deepEqual(
    left.data.map(({ clientId }: { clientId: null }) => clientId),
    Array(30).fill(null),
  )
  assert.deepEqual(await countsOf('?type=mine'), before)
})

test('days are dates in order, and at most 400 of them', async () => {
  for (const query of ['?from=2026-02-30', '?to=x', '?from=2026-07-05&to=2026-07-04', '?from=2025-01-01&to=2026-07-04'])
    assert.equal((await tenant.api('GET', `${events()}/counts${query}`)).status, 400, query)
  const { body } = await tenant.api('GET', `${events()}/counts?from=2026-02-27&to=2026-03-02&type=none`)
  assert.deepEqual(body.metadata.days, ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  assert.deepEqual(body.data, [])
})

test('types are sorted by count, and the total number of types is returned', async () => {
  const here = await service.newTenant()
  const at = `${here.path}/broadcastEvents`
  for (const type of ['a', 'b', 'b', 'c', 'c', 'c']) await here.api('POST', at, { type })
  const { body } = await here.api('GET', `${at}/counts?limit=2`)
  assert.deepEqual(
    body.data.map(({ type, total }: { type: string; total: number }) => [type, total]),
    [
      ['c', 3],
      ['b', 2],
    ],
  )
  assert.equal(body.metadata.types, 3)
})

test('a deleted broadcast leaves nothing on the timeline', async () => {
  const here = await service.newTenant()
  await here.api('POST', `${here.path}/broadcastEvents`, { type: 'left', _reference: 'x' })
  await service.platform.db.transaction(async (tx) => {
    const { deleteBroadcast } = await import('../../src/store/records/broadcasts.ts')
    await deleteBroadcast(tx, here.broadcastId)
  })
  for (const table of ['timeline', 'timeline_counts', 'timeline_references']) {
    const rows = await service.platform.db.query(
      sql`select from ${raw(table)} where broadcast_id = ${here.broadcastId}`,
    )
    assert.equal(rows.length, 0, table)
  }
})

test('a migration moves events that were ordinary records, with their counts', async () => {
  const database = await newDatabase()
  const db = openDb(database.url, { maxConnections: 2 })
  const [broadcastId, id] = [newObjectId(0), newObjectId(0)]
  const file = new URL('../../migrations/0024-timeline.sql', import.meta.url)
  const body = { _id: id, type: 'open', occurredAt: '2026-07-05T03:30:00.000Z', _reference: 'r' }
  try {
    await db.transaction(async (tx) => {
      await tx.script(`drop table timeline, timeline_counts, timeline_references;
        create index records_by_occurrence on records (id); create index records_by_type on records (id)`)
      await tx.query(sql`insert into users (id, name, email) values ('u', 'U', 'u@test.example')`)
      await tx.query(sql`insert into broadcasts (id, user_id) values (${broadcastId}, 'u')`)
      const add = (kind: string, recordId: string, record: object) =>
        tx.query(sql`insert into records (broadcast_id, kind, id, body, keys, reference)
          values (${broadcastId}, ${kind}, ${recordId}, ${JSON.stringify(record)}::json, ${JSON.stringify(record)}::jsonb, ${'_reference' in record ? 'r' : null})`)
      await add('broadcast', broadcastId, { timezone: 'Europe/Paris', dayStart: '06:00' })
      await add('broadcastEvent', id, body)
      await tx.script(await readFile(file, 'utf8'))
    })
    const counts = await db.query(sql`select day::text, type, month::text, count from timeline_counts`)
    assert.deepEqual(counts, [{ day: '2026-07-04', type: 'open', month: '2026-07-01', count: 1 }])
    const moved = await db.query<{ body: string; reference: string }>(sql`select body, reference from timeline_2026_07`)
    assert.deepEqual(
      moved.map((row) => [JSON.parse(row.body), row.reference]),
      [[body, 'r']],
    )
    assert.equal((await db.query(sql`select from records where kind = 'broadcastEvent'`)).length, 0)
    assert.equal((await db.query(sql`select from timeline_references where reference = 'r'`)).length, 1)
  } finally {
    await db.close()
    await database.drop()
  }
})

test('months past the retention are dropped whole, with their counts and references', async () => {
  const { db } = service.platform
  const months = async () =>
    (
      await db.query<{ name: string }>(
        sql`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'timeline'::regclass order by 1`,
      )
    ).map(({ name }) => name)
  await tenant.api('POST', events(), { type: 'old', occurredAt: daysAgo(99), _reference: 'old' })
  const before = await months()
  await runRetention({ db, clock: service.clock, kept: service.config })
  assert.deepEqual(await months(), before, 'nothing is forgotten too early')
  service.clock.advance(35 * dayMs)
  const statements: string[] = []
  const stop = db.onStatement((text) => statements.push(text))
  await runRetention({ db, clock: service.clock, kept: service.config })
  stop()
  assert.deepEqual(await months(), before.slice(1))
  assert(!statements.some((text) => /delete from timeline\b/.test(text)), 'no row is deleted by itself')
  assert.equal((await tenant.api('POST', events(), { type: 'new', _reference: 'old' })).status, 201)
  const { body } = await tenant.api('GET', `${events()}?limit=1`)
  const listed = await db.query(sql`select from timeline where broadcast_id = ${tenant.broadcastId}`)
  assert.equal(body.metadata.total, listed.length, 'the total agrees with what is left')
})
