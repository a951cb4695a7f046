import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { lastSequence } from '../support/change-rows.ts'
import { inOnePlace } from '../support/cluster.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let neighbour: TestService
before(async () => {
  service = await startService()
  const secretKey = (service.config.secretKeys ?? [])[0]?.toString('base64') ?? ''
  neighbour = await startService({}, { url: service.config.databaseUrl ?? '', secretKey })
})
after(async () => {
  await neighbour.stop()
  await service.stop()
})

interface Stage {
  tenant: TestTenant
  place: string
  host: string
  session(title: string, start: string, end: string | null, more?: object): Promise<string>
  body(title: string, start: string, end: string | null, more?: object): object
}

async function newStage(): Promise<Stage> {
  const tenant = await service.newTenant()
  await tenant.api('PATCH', tenant.path, { timezone: 'Europe/Paris' })
  const make = async (plural: string, body: object) => {
    const reply = await tenant.api('POST', `${tenant.path}/${plural}`, body)
    assert.equal(reply.status, 201, reply.text)
    return reply.body._id as string
  }
  const place = await make('broadcastInterestPoints', { title: 'Grande scène', status: 'published' })
  const host = await make('broadcastHosts', { title: 'Duo Marée', status: 'published' })
  const body = (title: string, start: string, end: string | null, more: object = {}) => ({
    title,
    status: 'published',
    interestPointId: place,
    time: { start: `2026-07-04T${start}:00`, end: end && `2026-07-04T${end}:00` },
    ...more,
  })
  return { tenant, place, host, body, session: (...of) => make('broadcastSessions', body(...of)) }
}

async function conflictsOf({ tenant }: Stage, query = '') {
  const reply = await tenant.api('GET', `${tenant.path}/conflicts${query}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

test('sessions that overlap at a place or with a host are listed with ids, severity and message', async () => {
  const stage = await newStage()
  const { tenant, place, host, session } = stage
  const opening = await session('Ouverture', '20:00', '20:30', { hostIds: [host] })
  const concert = await session('Concert', '20:15', '21:00', { hostIds: [host] })
  await session('Suite', '21:00', '22:00')
  const sketch = await session('Ébauche', '21:30', '22:30', { status: 'draft' })
  await session('Toute la journée', '08:00', '23:00', { time: { start: '2026-07-04T08:00:00', allDay: true } })
  const { data, metadata } = await conflictsOf(stage, '?locale=fr')
  assert.deepEqual(
    data.map(({ type, severity, ids }: { type: string; severity: string; ids: string[] }) => [type, severity, ids]),
    [
      ['hostOverlap', 'error', [opening, concert, host]],
      ['placeOverlap', 'error', [opening, concert, place]],
      ['placeOverlap', 'warning', [metadata && data[2].ids[0], sketch, place]],
    ],
  )
  assert.equal(
    data[1].message,
    '«\u00a0Ouverture\u00a0» et «\u00a0Concert\u00a0» ont lieu au même endroit, «\u00a0Grande scène\u00a0», samedi 4 juillet de 20:15 à 20:30.',
  )
  assert.deepEqual([data[1].from, data[1].to], ['2026-07-04T18:15:00.000Z', '2026-07-04T18:30:00.000Z'])
  assert.deepEqual(metadata.byType, { hostOverlap: 1, placeOverlap: 2 })
  assert.equal((await conflictsOf(stage, '?severity=warning')).metadata.total, 1)
  assert.equal((await conflictsOf(stage, '?type=hostOverlap')).metadata.total, 1)
  assert.equal((await conflictsOf(stage, '?day=2026-07-04')).metadata.total, 3)
  assert.equal((await conflictsOf(stage, '?day=2026-07-05')).metadata.total, 0)
  assert.equal((await conflictsOf(stage, '?limit=1&skip=2')).data[0].severity, 'warning')
  await tenant.api('PATCH', `${tenant.path}/broadcastInterestPoints/${place}`, { metadata: { allowsOverlap: true } })
  assert.deepEqual((await conflictsOf(stage)).metadata.byType, { hostOverlap: 1 })
})

test('the list has an ETag, and a malformed query is 400', async () => {
  const { tenant } = await newStage()
  const first = await tenant.api('GET', `${tenant.path}/conflicts`)
  const etag = first.headers.get('etag') ?? ''
  const again = await tenant.api('GET', `${tenant.path}/conflicts`, undefined, { 'if-none-match': etag })
  assert.equal(again.status, 304)
  for (const query of ['?type=x', '?severity=x', '?day=x', '?day=2026-02-30', '?limit=0', '?locale=de'])
    assert.equal((await tenant.api('GET', `${tenant.path}/conflicts${query}`)).status, 400, query)
})

test('sessions outside opening hours, references to drafts and broken navigators are listed', async () => {
  const stage = await newStage()
  const { tenant, place, session } = stage
  const openingHours = [{ days: ['sat'], opens: '18:00', closes: '02:00' }]
  await tenant.api('PATCH', `${tenant.path}/broadcastInterestPoints/${place}`, { metadata: { openingHours } })
  const early = await session('Balance', '17:00', '18:30')
  const late = await session('Nuit', '23:00', null)
  const page = (await tenant.api('POST', `${tenant.path}/broadcastPages`, { title: 'Brouillon' })).body
  const other = (await tenant.api('POST', `${tenant.path}/broadcastPages`, { title: 'Autre' })).body
  await tenant.api('PATCH', tenant.path, {
    menu: {
      sections: [
        { tiles: [{ navigator: { broadcastPageId: page._id } }, { navigator: { broadcastPageId: other._id } }] },
      ],
    },
  })
  await tenant.api('DELETE', `${tenant.path}/broadcastPages/${other._id}`)
  const { data } = await conflictsOf(stage)
  assert.deepEqual(
    data.map(({ type, ids, records }: { type: string; ids: string[]; records: { pointer?: string }[] }) => [
      type,
      ids,
      records[0]?.pointer,
    ]),
    [
      ['outsideOpeningHours', [early, place], undefined],
      ['draftReference', [tenant.broadcastId, page._id], '/menu/sections/0/tiles/0/navigator/broadcastPageId'],
      ['lostNavigator', [tenant.broadcastId], '/menu/sections/0/tiles/1/navigator'],
    ],
  )
  assert(!JSON.stringify(data).includes(late))
  await tenant.api('PATCH', `${tenant.path}/broadcastInterestPoints/${place}`, { metadata: { openingHours: 'soir' } })
  assert.equal((await conflictsOf(stage, '?type=unreadableOpeningHours')).data[0].ids[0], place)
})

test('a write with check=conflicts is refused with the conflicts, on both surfaces, and writes nothing', async () => {
  const stage = await newStage()
  const { tenant, place, session, body } = stage
  const taken = await session('Prise', '20:00', '21:00')
  const free = await session('Libre', '10:00', '11:00', { _reference: 'free' })
  const clashing = body('Choc', '20:30', '21:30')
  const event = {
    title: 'Choc',
    start_time: '2026-07-04T20:30:00',
    end_time: '2026-07-04T21:30:00',
    place_id: place,
  }
  const later = { start: '2026-07-04T20:30:00', end: '2026-07-04T21:30:00' }
  const sequence = await lastSequence(service, tenant.broadcastId)
  const sessions = `${tenant.path}/broadcastSessions`
  const calls: [string, string, object][] = [
    ['POST', sessions, clashing],
    ['PATCH', `${sessions}/${free}`, { time: later }],
    ['PUT', `${sessions}/by-reference/free`, { time: later }],
    ['PUT', `${sessions}/by-reference/fresh`, clashing],
    ['POST', `${sessions}/batch`, { mode: 'atomic', operations: [{ op: 'create', body: clashing }] }],
    ['POST', '/v1/events', event],
    ['PUT', `/v1/events/${free}`, { start_time: later.start, end_time: later.end }],
    ['PUT', '/v1/events/by-reference/fresh', event],
  ]
  for (const [method, path, sent] of calls) {
    for (const dry of ['', '&dry_run=true']) {
      const reply = await tenant.api(method, `${path}?check=conflicts&locale=es${dry}`, sent)
      assert.deepEqual([reply.status, reply.body.code], [409, 'conflicts'], `${method} ${path} ${reply.text}`)
      const [conflict] = reply.body.conflicts
      assert.equal(conflict.type, 'placeOverlap')
      assert(conflict.ids.includes(taken))
      assert.match(conflict.message, /mismo lugar/)
    }
  }
  assert.equal(await lastSequence(service, tenant.broadcastId), sequence)
  const each = await tenant.api('POST', `${sessions}/batch?check=conflicts`, {
    mode: 'each',
    operations: [
      { op: 'create', body: clashing },
      { op: 'create', body: body('Calme', '12:00', '13:00') },
    ],
  })
  assert.deepEqual(
    each.body.results.map(({ status }: { status: number }) => status),
    [409, 201],
  )
  assert.equal(each.body.results[0].problem.conflicts.length, 1)
  assert.equal((await tenant.api('POST', sessions, clashing)).status, 201, 'without check=conflicts it is not checked')
  assert.equal((await tenant.api('POST', `${tenant.path}/broadcastHosts?check=conflicts`, {})).status, 400)
  assert.equal((await tenant.api('POST', '/v1/places?check=conflicts', { name: 'x' })).status, 400)
})

test('two sessions can swap places in one batch, although each alone would conflict', async () => {
  const stage = await newStage()
  const { tenant, session } = stage
  const [one, other] = [await session('Un', '18:00', '19:00'), await session('Deux', '19:00', '20:00')]
  const move = (id: string, start: string, end: string) => ({
    op: 'update',
    id,
    body: { time: { start: `2026-07-04T${start}:00`, end: `2026-07-04T${end}:00` } },
  })
  const reply = await tenant.api('POST', `${tenant.path}/broadcastSessions/batch?check=conflicts`, {
    mode: 'atomic',
    operations: [move(one, '19:00', '20:00'), move(other, '18:00', '19:00')],
  })
  assert.equal(reply.status, 200, reply.text)
})

test('of two concurrent requests for the same slot, on one node or on two, one succeeds', async () => {
  const stage = await newStage()
  const { tenant, body } = stage
  const statuses: number[] = []
  for (let hour = 10; hour < 16; hour++) {
    const ask = (url: string) =>
      fetch(`${url}${tenant.path}/broadcastSessions?check=conflicts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': tenant.key },
        body: JSON.stringify(body('Course', `${hour}:00`, `${hour}:45`)),
      })
    const replies = await Promise.all([ask(service.url), ask(neighbour.url), ask(service.url), ask(neighbour.url)])
    statuses.push(...replies.map(({ status }) => status))
  }
  assert.deepEqual(
    [201, 409].map((status) => statuses.filter((one) => one === status).length),
    [6, 18],
  )
  assert.equal((await conflictsOf(stage)).metadata.total, 0)
})

test('5,000 sessions are checked in about a tenth of a second', inOnePlace, async () => {
  const stage = await newStage()
  const { host, session } = stage
  const model = await session('Séance', '20:00', '20:30', { hostIds: [host] })
  // Copies every half hour; every hundredth one overlaps the next.
  await service.platform.db.query(sql`
    insert into records (broadcast_id, kind, id, body, keys, refs)
    select broadcast_id, kind, n.id, replace(body::text, ${model}, n.id)::json,
      keys || jsonb_build_object('time.start', n.start, 'time.end', n.end), refs
    from records, lateral (
      select lpad(to_hex(i), 24, '0') as id, to_char(t, form) as start,
        to_char(t + case i % 100 when 0 then interval '45 minutes' else interval '30 minutes' end, form) as end
      from generate_series(1, 5000) i, lateral (select '2027-01-01'::timestamp + i * interval '30 minutes' as t, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' as form) at
    ) n
    where records.id = ${model}`)
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now()
    const { metadata } = await conflictsOf(stage, `?skip=${round}`)
    times.push(performance.now() - startedAt)
    assert.equal(metadata.total, 98)
  }
  // The bound is wide, because test machines are busy; on an idle machine it takes a tenth of it.
  assert(Math.min(...times) < 1_000, `${times.map(Math.round).join(', ')} ms`)
})
