import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { broadcastKinds, findPlaces, type Kind, kinds } from '@marquee/model'
import { fingerprint } from '../support/fingerprint.ts'
import { inTurn } from '../support/in-turn.ts'
import { assertProblem } from '../support/problem.ts'
import { leastBody, sampleBody, sampleInstant } from '../support/sample-body.ts'
import { signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let utc: TestTenant
let paris: TestTenant

before(async () => {
  service = await startService({ MARQUEE_ANALYTICS_KEPT_DAYS: '36500' })
  utc = await service.newTenant()
  paris = await service.newTenant()
  const { status } = await paris.api('PATCH', paris.path, { timezone: 'Europe/Paris' })
  assert.equal(status, 200)
})
after(() => service.stop())

interface SessionTime {
  start?: string | null
  end?: string | null
  timezone?: string | null
  allDay?: boolean
}

const create = ({ api, path }: TestTenant, time: unknown) => api('POST', `${path}/broadcastSessions`, { time })
const rehearse = ({ api, path }: TestTenant, time: unknown) =>
  api('POST', `${path}/broadcastSessions?dry_run=true`, { time })

/** The stored start, or the code of its error. */
async function startOf(tenant: TestTenant, time: SessionTime): Promise<string> {
  const reply = await rehearse(tenant, time)
  if (reply.status === 200) return reply.body.record.time.start
  assertProblem(reply, { status: 400, code: 'invalid', pointer: '/time/start' }, JSON.stringify(time))
  return 'refused'
}

async function assertStarts(tenant: TestTenant, timezone: string | null | undefined, cases: [string, string][]) {
  await inTurn(cases, async ([start, expected]) => {
    const time = timezone === undefined ? { start } : { start, timezone }
    assert.equal(await startOf(tenant, time), expected, JSON.stringify(time))
  })
}

test('a time with an offset is that instant, regardless of the time zone of the broadcast', async () => {
  const cases: [string, string][] = [
    ['2026-07-04T18:00:00Z', '2026-07-04T18:00:00.000Z'],
    ['2026-07-04T18:00:00z', '2026-07-04T18:00:00.000Z'],
    ['2026-07-04t18:00:00Z', '2026-07-04T18:00:00.000Z'],
    ['2026-07-04T18:00Z', '2026-07-04T18:00:00.000Z'],
    ['2026-07-04T18:00:00+00:00', '2026-07-04T18:00:00.000Z'],
    ['2026-07-04T18:00:00-00:00', '2026-07-04T18:00:00.000Z'],
    ['2026-07-04T20:00:00+02:00', '2026-07-04T18:00:00.000Z'],
    ['2026-07-04T08:00:00-10:00', '2026-07-04T18:00:00.000Z'],
    ['2026-07-05T08:00:00+14:00', '2026-07-04T18:00:00.000Z'],
    ['2026-07-04T23:45:00+05:45', '2026-07-04T18:00:00.000Z'],
    ['2026-07-05T00:30:00+02:00', '2026-07-04T22:30:00.000Z'],
    ['2026-01-01T00:00:00+00:01', '2025-12-31T23:59:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2026-03-29T02:30:00+01:00', '2026-03-29T01:30:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ]
  for (const tenant of [utc, paris])
    for (const timezone of [undefined, 'America/New_York']) await assertStarts(tenant, timezone, cases)
})

test('digits past milliseconds are truncated, not rounded', async () => {
  await assertStarts(utc, undefined, [
    ['2026-07-04T18:00:00.1Z', '2026-07-04T18:00:00.100Z'],
    ['2026-07-04T18:00:00.12Z', '2026-07-04T18:00:00.120Z'],
    ['2026-07-04T18:00:00.123Z', '2026-07-04T18:00:00.123Z'],
    ['2026-07-04T18:00:00.9999Z', '2026-07-04T18:00:00.999Z'],
    ['2026-12-31T23:59:59.999999999Z', '2026-12-31T23:59:59.999Z'],
    ['2026-07-04T18:00:00.0009999999999+02:00', '2026-07-04T16:00:00.000Z'],
    ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
  ])
})

test('a time without an offset is local to its own time zone, else to that of the broadcast', async () => {
  await assertStarts(paris, undefined, [
    ['2026-07-04T20:00:00', '2026-07-04T18:00:00.000Z'],
    ['2026-01-04T20:00', '2026-01-04T19:00:00.000Z'],
    ['2026-01-01T00:30:00.5', '2025-12-31T23:30:00.500Z'],
  ])
  await assertStarts(paris, null, [['2026-07-04T20:00:00', '2026-07-04T18:00:00.000Z']])
  await assertStarts(utc, undefined, [['2026-07-04T20:00:00', '2026-07-04T20:00:00.000Z']])
  for (const tenant of [utc, paris]) {
    await assertStarts(tenant, 'America/New_York', [['2026-07-04T20:00:00', '2026-07-05T00:00:00.000Z']])
    await assertStarts(tenant, 'Asia/Kathmandu', [['2026-07-04T20:00:00', '2026-07-04T14:15:00.000Z']])
    await assertStarts(tenant, 'UTC', [['2026-07-04T20:00:00', '2026-07-04T20:00:00.000Z']])
  }
  const { body } = await create(paris, {
    start: '2026-07-04T20:00:00',
    end: '2026-07-04T23:30',
    timezone: 'Asia/Tokyo',
  })
  const time = {
    start: '2026-07-04T11:00:00.000Z',
    end: '2026-07-04T14:30:00.000Z',
    timezone: 'Asia/Tokyo',
    allDay: false,
  }
  assert.deepEqual(body.time, time)
})

test('a local time that a clock change skips is refused', async () => {
  const skipped: [string, string[]][] = [
    ['Europe/Paris', ['2026-03-29T02:00:00', '2026-03-29T02:30:00', '2026-03-29T02:59:59.999']],
    ['America/New_York', ['2026-03-08T02:00', '2026-03-08T02:59:59']],
    // Half an hour, at the other end of the year.
    ['Australia/Lord_Howe', ['2026-10-04T02:00:00', '2026-10-04T02:29:59']],
    // At midnight, so that the day starts at one.
    ['America/Santiago', ['2026-09-06T00:00:00', '2026-09-06T00:59:59']],
    // A whole day, for changing sides of the date line.
    ['Pacific/Apia', ['2011-12-30T00:00:00', '2011-12-30T12:00:00', '2011-12-30T23:59:59']],
  ]
  for (const [timezone, times] of skipped)
    await assertStarts(
      utc,
      timezone,
      times.map((time) => [time, 'refused']),
    )
  await assertStarts(paris, undefined, [['2026-03-29T02:30:00', 'refused']])
  await assertStarts(utc, 'Europe/Paris', [
    ['2026-03-29T01:59:59.999', '2026-03-29T00:59:59.999Z'],
    ['2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
  ])
  await assertStarts(utc, 'Pacific/Apia', [
    ['2011-12-29T23:59:59', '2011-12-30T09:59:59.000Z'],
    ['2011-12-31T00:00:00', '2011-12-30T10:00:00.000Z'],
  ])
})

test('a local time that exists twice is the first one', async () => {
  await assertStarts(paris, undefined, [
    ['2026-10-25T01:59:59', '2026-10-24T23:59:59.000Z'],
    ['2026-10-25T02:00:00', '2026-10-25T00:00:00.000Z'],
    ['2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T02:59:59.999', '2026-10-25T00:59:59.999Z'],
    ['2026-10-25T03:00:00', '2026-10-25T02:00:00.000Z'],
  ])
  await assertStarts(utc, 'America/New_York', [['2026-11-01T01:30:00', '2026-11-01T05:30:00.000Z']])
  await assertStarts(utc, 'Australia/Lord_Howe', [['2026-04-05T01:45:00', '2026-04-04T14:45:00.000Z']])
})

test('an offset may be hours alone or without a colon, and a fraction may follow a comma', async () => {
  const cases: [string, string][] = [
    ['2026-07-04T20:00:00+02', '2026-07-04T18:00:00.000Z'],
    ['2026-07-04T20:00+0200', '2026-07-04T18:00:00.000Z'],
    ['2026-07-04T08:00:00-10', '2026-07-04T18:00:00.000Z'],
    ['2026-07-04T23:45:00+0545', '2026-07-04T18:00:00.000Z'],
    ['2026-07-04T20:00:00,5+02', '2026-07-04T18:00:00.500Z'],
    ['2026-07-04T18:00:00,1239Z', '2026-07-04T18:00:00.123Z'],
  ]
  for (const tenant of [utc, paris])
    for (const timezone of [undefined, 'America/New_York']) await assertStarts(tenant, timezone, cases)
  await assertStarts(paris, undefined, [['2026-07-04T20:00:00,25', '2026-07-04T18:00:00.250Z']])
})

test('24:00 is the end of a day, in the zone it is meant in', async () => {
  await assertStarts(paris, undefined, [
    ['2026-07-04T24:00:00Z', '2026-07-05T00:00:00.000Z'],
    ['2026-07-04T24:00+02', '2026-07-04T22:00:00.000Z'],
    ['2026-07-04T24:00', '2026-07-04T22:00:00.000Z'],
    ['2026-12-31T24:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2028-02-28T24:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])
  const event = await paris.api('POST', '/v1/events', {
    title: 'Until midnight',
    start_time: '2026-07-04T22:00',
    end_time: '2026-07-04T24:00',
  })
  assert.equal(event.body.end_time, '2026-07-04T22:00:00.000Z', event.text)
  const found = await paris.api('GET', '/v1/events?from=2026-07-04T22:00&to=2026-07-04T24:00')
  assert.deepEqual(
    found.body.data.map(({ id }: { id: string }) => id),
    [event.body.id],
  )
  const filters = encodeURIComponent(JSON.stringify([{ 'time.end': { $eq: '2026-07-05T00:00:00,0' } }]))
  assert.equal((await paris.api('GET', `${paris.path}/broadcastSessions?filters=${filters}`)).body.metadata.total, 1)
})

test('an invalid or impossible date-time is refused', async () => {
  const refused = [
    ...[
      '2026-07-04',
      '2026-07',
      '2026',
      '20260704T180000Z',
      '18:00',
      'T18:00:00Z',
      '2026-07-04T',
      '2026-07-04 18:00:00Z',
    ],
    ...['2026-07-04T18', '2026-07-04T18:00:60Z', '2026-06-30T23:59:60Z', '2026-07-04T24:00:01Z', '2026-07-04T24:30'],
    ...['2026-07-04T24:00:00.001Z', '2026-07-04T25:00Z', '2026-02-29T24:00Z', '9999-12-31T24:00Z'],
    ...['2026-07-04T18:00:00+2', '2026-07-04T18:00:00+020', '2026-07-04T18:00:00+24', '2026-07-04T18:00:00,Z'],
    ...['2026-07-04T18:60:00Z', '2026-00-04T18:00:00Z', '2026-13-04T18:00:00Z', '2026-07-00T18:00:00Z'],
    ...['2026-07-32T18:00:00Z', '2026-02-29T18:00:00Z', '2100-02-29T18:00:00Z', '2026-04-31T18:00:00Z'],
    ...['0000-01-01T00:00:00Z', '0000-12-31T23:59:59Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'],
    ...['10000-01-01T00:00:00Z', '+02026-07-04T18:00:00Z', '-2026-07-04T18:00:00Z', '26-07-04T18:00:00Z'],
    ...['2026-07-04T18:00:00+24:00', '2026-07-04T18:00:00+02:60', '2026-07-04T18:00:00ZZ', '2026-07-04T18:00:00.Z'],
    ...['2026-07-04T18:00:00Z ', ' 2026-07-04T18:00:00Z', '2026-07-04T18:00:00Z\n', '2026-7-4T18:00:00Z', '2026-W27-6'],
    ...[
      '2026-185',
      'now',
      '',
      'null',
      '1783188000',
      'Sat, 04 Jul 2026 18:00:00 GMT',
      '\u0662\u0660\u0662\u0666-07-04T18:00:00Z',
    ],
    ...['2026-07-04T18:00:00 Europe/Paris', '2026-07-04T18:00:00+02:00[Europe/Paris]', '2026-07-04T1\u00b28:00:00Z'],
  ]
  const hash = await fingerprint(service.platform.db)
  for (const start of refused) {
    assert.equal(await startOf(utc, { start }), 'refused', JSON.stringify(start))
    assertProblem(await create(utc, { start: '2026-01-01T00:00:00Z', end: start }), {
      status: 400,
      pointer: '/time/end',
    })
  }
  for (const start of [1_783_188_000, true, {}, ['2026-07-04T18:00:00Z']])
    assertProblem(await create(utc, { start }), { status: 400, pointer: '/time/start', error: 'type' })
  assert.equal(await fingerprint(service.platform.db), hash)
})

test('a time zone must have a valid name', async () => {
  for (const timezone of ['Europe/Paris', 'UTC', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires', 'Asia/Kathmandu'])
    assert.equal((await rehearse(utc, { timezone })).body.record.time.timezone, timezone)
  for (const timezone of [
    '',
    'Paris',
    'Europe/Nowhere',
    '+02:00',
    'UTC+2',
    'Europe/Paris ',
    '../etc/passwd',
    'x'.repeat(65),
    1,
    {},
  ]) {
    assertProblem(await create(utc, { timezone }), { status: 400, pointer: '/time/timezone' }, JSON.stringify(timezone))
    assertProblem(await utc.api('PATCH', utc.path, { timezone }), { status: 400, pointer: '/timezone' })
  }
})

test('the time of a session is always complete', async () => {
  const whole = { start: null, end: null, timezone: null, allDay: false }
  const start = '2026-07-04T18:00:00.000Z'
  const cases: [SessionTime | undefined, object][] = [
    [undefined, whole],
    [{}, whole],
    [{ start }, { ...whole, start }],
    [
      { start, end: null, timezone: null },
      { ...whole, start },
    ],
    [{ allDay: true }, { ...whole, allDay: true }],
    [{ timezone: 'Asia/Tokyo' }, { ...whole, timezone: 'Asia/Tokyo' }],
  ]
  for (const [time, expected] of cases) {
    const created = await create(utc, time)
    assert.equal(created.status, 201, created.text)
    assert.deepEqual(created.body.time, expected)
    const address = `${utc.path}/broadcastSessions/${created.body._id}`
    // A sent object replaces the old one completely.
    const changed = await utc.api('PATCH', address, { time: { start } })
    assert.deepEqual(changed.body.time, { ...whole, start })
    const emptied = await utc.api('PATCH', address, { time: {} })
    assert.deepEqual(emptied.body.time, whole)
    assert.deepEqual((await utc.api('GET', address)).body.time, whole)
  }
})

test('a session does not end before it starts, nor without a start; both can be equal', async () => {
  const [early, late] = ['2026-07-04T18:00:00Z', '2026-07-04T20:00:00Z']
  const order = { status: 400, code: 'invalid', pointer: '/time/end' }
  assertProblem(await create(utc, { start: late, end: early }), order)
  assertProblem(await create(utc, { start: early, end: '2026-07-04T17:59:59.999Z' }), order)
  assertProblem(await create(utc, { start: early, end: '2026-07-04T19:00:00+02:00' }), order)
  assertProblem(await create(utc, { end: early }), { status: 400, code: 'invalid', pointer: '/time/start' })
  assertProblem(await create(utc, { start: null, end: early }), {
    status: 400,
    code: 'invalid',
    pointer: '/time/start',
  })
  for (const end of [early, '2026-07-04T20:00:00+02:00', '2026-07-04T18:00:00.0009Z', late, null])
    assert.equal((await rehearse(utc, { start: early, end })).status, 200, String(end))
  const { body } = await create(utc, { start: early, end: late })
  const address = `${utc.path}/broadcastSessions/${body._id}`
  const hash = await fingerprint(service.platform.db)
  for (const time of [{ end: late }, { start: null, end: late }])
    assertProblem(await utc.api('PATCH', address, { time }), { status: 400, pointer: '/time/start' })
  assertProblem(await utc.api('PATCH', address, { time: { start: late, end: early } }), order)
  assert.equal(await fingerprint(service.platform.db), hash)
  assert.equal((await utc.api('PATCH', address, { time: { start: late, end: late } })).status, 200)
})

test('two local times are compared as instants', async () => {
  // The clock goes back between them: 02:45 is the first one, and 02:15 with its offset the second.
  const end = '2026-10-25T02:15:00+01:00'
  assert.equal((await rehearse(paris, { start: '2026-10-25T02:45:00', end })).status, 200)
  const backwards = { start: end, end: '2026-10-25T02:45:00' }
  assertProblem(await create(paris, backwards), { status: 400, pointer: '/time/end' })
})

test('every date-time of every kind follows the same rules, in blocks and locales too', async () => {
  const owner = await signedIn(service, paris)
  const places = broadcastKinds.flatMap((kind) =>
    kind.operations.includes('create') ? instantPlaces(kind).map((place) => ({ kind, place })) : [],
  )
  assert(places.length > 30, String(places.length))
  await inTurn(places, async ({ kind, place }) => {
    const api = kind.area === 'members' ? owner : paris.api
    const send = (text: string) =>
      api('POST', `${paris.path}/${kind.plural}?dry_run=true`, bodyWithInstant(kind, place, text))
    const about = `${kind.name} ${place}`
    const local = await send('2026-07-04T20:00:00.1239')
    assert.equal(local.status, 200, `${about} ${local.text}`)
    assert.equal(valueAt(local.body.record, place), '2026-07-04T18:00:00.123Z', about)
    for (const text of ['2026-07-04', '2026-03-29T02:30:00', '2026-07-04T18:00:60Z', 'soon'])
      assertProblem(await send(text), { status: 400, code: 'invalid', pointer: place }, `${about} ${text}`)
  })
})

test('the countdowns of the broadcast are local to its time zone', async () => {
  const { body } = await paris.api('PATCH', paris.path, { home: countdown('2026-07-04T20:00:00') })
  assert.equal(body.home.blocks[0].target, '2026-07-04T18:00:00.000Z')
})

test('a time zone sent together with local times applies to them', async () => {
  const change = { home: countdown('2026-07-04T20:00:00'), timezone: 'Asia/Tokyo' }
  const { body } = await paris.api('PATCH', `${paris.path}?dry_run=true`, change)
  assert.equal(body.record.home.blocks[0].target, '2026-07-04T11:00:00.000Z')
})

test('the countdowns of a new broadcast are local to its own time zone', async () => {
  const owner = await signedIn(service, paris)
  const home = countdown('2026-07-04T20:00:00')
  const made = await owner('POST', `/v1/users/${paris.userId}/broadcasts`, {
    name: 'Tokyo',
    timezone: 'Asia/Tokyo',
    home,
  })
  assert.equal(made.body.home.blocks[0].target, '2026-07-04T11:00:00.000Z')
})

test('a filter finds an instant in any notation', async () => {
  const tenant = await service.newTenant()
  await create(tenant, { start: '2026-07-04T18:00:00.250Z' })
  const total = async (value: unknown) => {
    const filters = encodeURIComponent(JSON.stringify([{ 'time.start': value }]))
    const { body } = await tenant.api('GET', `${tenant.path}/broadcastSessions?filters=${filters}`)
    return body.metadata.total
  }
  assert.equal(await total('2026-07-04T20:00:00.2509+02:00'), 1)
  assert.equal(await total({ $gte: '2026-07-04T18:00:00.250Z', $lt: '2026-07-04T20:00:00.251+02:00' }), 1)
  assert.equal(await total({ $gt: '2026-07-04T18:00:00.250Z' }), 0)
})

test('a local time in a filter is local to the time zone of the broadcast', async () => {
  await create(paris, { start: '2026-08-01T20:00:00' })
  const filters = encodeURIComponent(JSON.stringify([{ 'time.start': '2026-08-01T20:00:00' }]))
  const { body } = await paris.api('GET', `${paris.path}/broadcastSessions?filters=${filters}`)
  assert.equal(body.metadata.total, 1)
})

test('on Surface A the same rules apply, with its own names', async () => {
  const { api } = paris
  const send = (times: object) => api('POST', '/v1/events', { title: 'x', ...times })
  const made = await send({ start_time: '2026-07-04T20:00:00.1239', end_time: '2026-07-04T21:30+02:00' })
  assert.equal(made.status, 201, made.text)
  const shown = ({ start_time, end_time, timezone }: Record<string, unknown>) => [start_time, end_time, timezone]
  assert.deepEqual(shown(made.body), ['2026-07-04T18:00:00.123Z', '2026-07-04T19:30:00.000Z', null])
  const tokyo = await send({ start_time: '2026-07-04T20:00', end_time: '2026-07-04T20:00', timezone: 'Asia/Tokyo' })
  assert.deepEqual(shown(tokyo.body), ['2026-07-04T11:00:00.000Z', '2026-07-04T11:00:00.000Z', 'Asia/Tokyo'])
  const { body: session } = await api('GET', `${paris.path}/broadcastSessions/${tokyo.body.id}`)
  const instant = '2026-07-04T11:00:00.000Z'
  assert.deepEqual(session.time, { start: instant, end: instant, timezone: 'Asia/Tokyo', allDay: false })
  const hash = await fingerprint(service.platform.db)
  const [start_time, end_time] = ['2026-07-04T18:00:00Z', '2026-07-04T20:00:00Z']
  for (const bad of [
    '2026-07-04',
    '2026-03-29T02:30:00',
    '2026-07-04T18:00:60Z',
    '2026-07-04T24:00:01Z',
    '0000-01-01T00:00:00Z',
  ]) {
    assertProblem(await send({ start_time: bad, end_time }), { status: 400, pointer: '/start_time' }, bad)
    assertProblem(await send({ start_time, end_time: bad }), { status: 400, pointer: '/end_time' }, bad)
  }
  assertProblem(await send({ start_time: end_time, end_time: start_time }), { status: 400, pointer: '/end_time' })
  const address = `/v1/events/${made.body.id}`
  // Fields that are not sent keep their values, and the order is checked on the merged event.
  for (const [body, pointer] of [
    [{ start_time: '2026-07-04T19:30:00.001Z' }, '/end_time'],
    [{ end_time: '2026-07-04T18:00:00.122Z' }, '/end_time'],
    [{ start_time: null }, '/start_time'],
    [{ end_time: null }, '/end_time'],
    [{ timezone: 'Nowhere' }, '/timezone'],
  ] as const)
    assertProblem(await api('PUT', address, body), { status: 400, pointer }, JSON.stringify(body))
  assert.equal(await fingerprint(service.platform.db), hash)
  const moved = await api('PUT', `/v1/events/${tokyo.body.id}`, { end_time: '2026-07-04T21:00:00' })
  assert.deepEqual(shown(moved.body), [instant, '2026-07-04T12:00:00.000Z', 'Asia/Tokyo'])
})

const countdown = (target: string) => ({ blocks: [{ type: 'countdown', target }] })

/** The pointers of every writable date-time, in a body with every field. */
function instantPlaces(kind: Kind): string[] {
  const hasInstant = Object.entries(kind.fields).some(
    ([, field]) =>
      !field.readOnly &&
      findPlaces(field.schema, (schema) => (schema as { format?: string }).format === 'date-time' || undefined).length >
        0,
  )
  if (!hasInstant) return []
  const places: string[] = []
  const walk = (value: unknown, pointer: string) => {
    if (value === sampleInstant) places.push(pointer)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, `${pointer}/${name}`)
  }
  walk(
    instantBody(kind, () => true),
    '',
  )
  return places
}

function instantBody(kind: Kind, isWanted: (name: string) => boolean): Record<string, unknown> {
  const body = sampleBody(kind, { text: () => 'x', without: (name) => !isWanted(name) })
  if (kind.name === kinds.workflow.name) body.trigger = { type: 'once', at: sampleInstant }
  if (body.time) body.time = { start: sampleInstant, end: sampleInstant }
  delete body._reference
  return body
}

function bodyWithInstant(kind: Kind, place: string, text: string): Record<string, unknown> {
  const [first = '', ...rest] = place.slice(1).split('/')
  const body = { ...leastBody(kind), ...instantBody(kind, (name) => name === first) }
  // A session early enough for any tested end.
  if (place === '/time/end') Object.assign(body.time as object, { start: '2020-01-01T00:00:00Z' })
  if (place === '/time/start') Object.assign(body.time as object, { end: null })
  const names = [first, ...rest]
  const holder = names.slice(0, -1).reduce((value, name) => value[name] as Record<string, unknown>, body)
  holder[names.at(-1) ?? ''] = text
  return body
}

function valueAt(record: Record<string, unknown>, place: string): unknown {
  return place
    .slice(1)
    .split('/')
    .reduce((value: unknown, name) => (value as Record<string, unknown>)[name], record)
}
