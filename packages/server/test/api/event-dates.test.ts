import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { buildApp } from '../../../../scripts/build/build.ts'
import { apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
before(async () => {
  await buildApp()
  service = await startService()
})
after(() => service.stop())
beforeEach(async () => {
  tenant = await service.newTenant()
})

const patch = (dates: unknown) => tenant.api('PATCH', tenant.path, { dates })
const july = { start: '2027-07-02', end: '2027-07-04' }

test('a broadcast has no dates until they are set, and none again when they are cleared', async () => {
  assert.equal((await tenant.api('GET', tenant.path)).body.dates, null)
  assert.deepEqual((await patch(july)).body.dates, july)
  assert.deepEqual((await patch({ start: '2028-02-29', end: '2028-02-29' })).body.dates.end, '2028-02-29')
  assert.equal((await patch(null)).body.dates, null)
})

test('dates that are no days of the calendar, or in the wrong order, are refused and change nothing', async () => {
  await patch(july)
  const refused: [unknown, string, string][] = [
    [{ start: '2027-02-29', end: '2027-03-01' }, '/dates/start', 'format'],
    [{ start: '2027-07-02', end: '2027-13-01' }, '/dates/end', 'format'],
    [{ start: '2027-07-02T00:00:00Z', end: '2027-07-04' }, '/dates/start', 'format'],
    [{ start: '2027-7-2', end: '2027-07-04' }, '/dates/start', 'format'],
    [{ start: '2027-07-02' }, '/dates/end', 'required'],
    [{ ...july, days: 3 }, '/dates/days', 'unknown_field'],
    [{ start: '2027-07-04', end: '2027-07-02' }, '/dates/end', 'order'],
    ['2027-07-02', '/dates', 'type'],
  ]
  for (const [dates, pointer, code] of refused) {
    const { status, body, text } = await patch(dates)
    assert.equal(status, 400, text)
    const [error] = body.errors
    assert.deepEqual([error.pointer, error.code].join(' '), `${pointer} ${code}`, text)
  }
  assert.deepEqual((await tenant.api('GET', tenant.path)).body.dates, july)
})

test('visitors and search engines see the dates', async () => {
  await patch(july)
  const visitor = apiWith(service.url, {})
  const root = `/v1/public/${tenant.broadcastId}`
  assert.deepEqual((await visitor('GET', root)).body.dates, july)
  const { startDate, endDate } = (await visitor('GET', `${root}/programme.jsonld`)).body
  assert.deepEqual([startDate, endDate], [july.start, july.end])
  const schedule = (await visitor('GET', `${root}/schedule.json`)).body.schedule.conference
  assert.deepEqual([schedule.start, schedule.end], [july.start, july.end])
  const slug = `dates-${tenant.broadcastId}`
  const site = { type: 'web', status: 'published', slug }
  assert.equal((await tenant.api('POST', `${tenant.path}/broadcastDiffusers`, site)).status, 201)
  const page = (await visitor('GET', `/${slug}/?locale=en`)).text
  assert.match(page, /<p class="mq-dates">July 2\s–\s4, 2027</u)
  assert.match(page, /property="og:description" content="July 2\s–\s4, 2027"/u)
  assert.match(page, /"startDate":"2027-07-02","endDate":"2027-07-04"/)
})

test('an import reads days without a date as days of the event', async () => {
  await tenant.api('PATCH', tenant.path, { timezone: 'Europe/Paris', dates: july })
  const text = 'Title;Day;Start;End;Stage\nTides;Friday;12:10;13:00;Quay\nSwell;Saturday;18:00;19:00;Quay\n'
  const reply = await tenant.api('POST', `${tenant.path}/imports?dry_run=true`, { text, name: 'programme.csv' })
  assert.equal(reply.status, 200, reply.text)
  const starts = reply.body.changes.data.flatMap((change: { fields?: { name: string; after: unknown }[] }) =>
    JSON.stringify(change)
      .match(/2027-07-0\dT\d\d:\d\d/g)
      ?.slice(0, 1),
  )
  assert.deepEqual(starts.filter(Boolean).sort(), ['2027-07-02T10:10', '2027-07-03T16:00'])
})
