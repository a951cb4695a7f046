import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { kinds, queryValues } from '@marquee/model'
import { sql } from '../../src/store/sql.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let sessions: string

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  sessions = `${tenant.path}/broadcastSessions`
})
after(() => service.stop())

const movedFrom = { start: '2027-07-02T16:00:00.000Z', end: null, place: 'Main stage' }

const time = { start: '2027-07-02T18:00:00.000Z', end: '2027-07-02T19:00:00.000Z' }

async function published(body: object): Promise<string> {
  const made = await tenant.api('POST', sessions, { status: 'published', ...body })
  assert.equal(made.status, 201, made.text)
  return made.body._id
}

test('a session that is cancelled or moved stays public, and says so to members and visitors', async () => {
  const id = await published({ title: 'Harp' })
  const { body: fresh } = await tenant.api('GET', `${sessions}/${id}`)
  assert.deepEqual([fresh.cancelled, fresh.movedFrom], [false, null])
  const { body: changed } = await tenant.api('PATCH', `${sessions}/${id}`, { cancelled: true, movedFrom })
  assert.deepEqual([changed.cancelled, changed.movedFrom], [true, movedFrom])
  const shown = await fetch(`${service.url}/v1/public/${tenant.broadcastId}/broadcastSessions/${id}`)
  const { cancelled, movedFrom: before } = (await shown.json()) as Record<string, unknown>
  assert.deepEqual([cancelled, before], [true, movedFrom])
  const { body: cleared } = await tenant.api('PATCH', `${sessions}/${id}`, { cancelled: false, movedFrom: null })
  assert.deepEqual([cleared.cancelled, cleared.movedFrom], [false, null])
})

test('sessions are found by whether they are cancelled', async () => {
  await published({ title: 'On' })
  await published({ title: 'Off', cancelled: true })
  const found = async (cancelled: boolean) => {
    const filters = encodeURIComponent(JSON.stringify([{ cancelled }]))
    const { body } = await tenant.api('GET', `${sessions}?filters=${filters}`)
    return body.data.map(({ title }: { title: string }) => title)
  }
  assert.deepEqual(await found(true), ['Off'])
  assert((await found(false)).includes('On'))
})

test('values that are no cancellation and no former slot are refused with a pointer', async () => {
  const wrong: [string, unknown, string][] = [
    ['cancelled', 'yes', '/cancelled'],
    ['cancelled', null, '/cancelled'],
    ['movedFrom', { start: 'at six' }, '/movedFrom/start'],
    ['movedFrom', { placeId: 'x' }, '/movedFrom/placeId'],
    ['movedFrom', { place: 'x'.repeat(501) }, '/movedFrom/place'],
  ]
  for (const [field, value, pointer] of wrong) {
    const { status, body } = await tenant.api('POST', sessions, { title: 'x', [field]: value })
    assert.deepEqual([status, body.errors?.[0].pointer], [400, pointer], JSON.stringify(body))
  }
})

test('a cancelled event is listed on Surface A as before', async () => {
  const id = await published({
    title: 'Still listed',
    time,
    cancelled: true,
    movedFrom,
  })
  const { body } = await tenant.api('GET', `/v1/events/${id}`)
  assert.deepEqual([body.title, body.status], ['Still listed', 'published'])
  assert(!('cancelled' in body) && !('movedFrom' in body))
})

test('a cancelled session occupies neither its place nor its hosts', async () => {
  const place = await tenant.api('POST', `${tenant.path}/broadcastInterestPoints`, { title: 'Quay' })
  const first = await published({ title: 'One', time, interestPointId: place.body._id })
  await published({ title: 'Two', time, interestPointId: place.body._id })
  const overlaps = async () => {
    const { body } = await tenant.api('GET', `${tenant.path}/conflicts`)
    return body.data.filter(({ type }: { type: string }) => type === 'placeOverlap').length
  }
  assert.equal(await overlaps(), 1)
  await tenant.api('PATCH', `${sessions}/${first}`, { cancelled: true })
  assert.equal(await overlaps(), 0)
})

test('the migration marks stored sessions as neither cancelled nor moved', async () => {
  const { body } = await tenant.api('POST', sessions, { title: 'Old' })
  const { cancelled: _, movedFrom: __, ...old } = body
  const { cancelled: ___, ...keys } = queryValues(kinds.broadcastSession, body)
  const migration = await readFile(new URL('../../migrations/0043-cancelled-and-moved.sql', import.meta.url), 'utf8')
  const { db } = service.platform
  await db.transaction(async (tx) => {
    const sessionsOfTenant = sql`broadcast_id = ${tenant.broadcastId} and kind = 'broadcastSession'`
    await tx.query(sql`delete from records where ${sessionsOfTenant} and id <> ${body._id}`)
    await tx.query(sql`
      update records set body = ${JSON.stringify(old)}::json, keys = ${JSON.stringify(keys)}::jsonb
      where ${sessionsOfTenant} and id = ${body._id}`)
    await tx.script(migration)
  })
  const [row] = await db.query<{ body: string; keys: string }>(
    sql`select body, keys from records where id = ${body._id}`,
  )
  assert.deepEqual(JSON.parse(String(row?.body)), body)
  assert.deepEqual(JSON.parse(String(row?.keys)), queryValues(kinds.broadcastSession, body))
})
