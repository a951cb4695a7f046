import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { broadcastKinds, type Kind, kinds, type View, views } from '@marquee/model'
import { readDocumentation } from '../contract/documented.ts'
import { changeRows, lastSequence, loggedBy } from '../support/change-rows.ts'
import { fingerprint } from '../support/fingerprint.ts'
import { inTurn } from '../support/in-turn.ts'
import { assertProblem } from '../support/problem.ts'
import { leastBody } from '../support/sample-body.ts'
import { type Api, apiWith, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
/** A broadcast for tests that do not count records. */
let tenant: TestTenant
let a: Api

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  a = tenant.api
})
after(() => service.stop())

const nowhere = '0123456789abcdef01234567'
const evening = { start_time: '2026-07-04T18:00:00.000Z', end_time: '2026-07-04T19:30:00.000Z' }
const least: Record<string, Record<string, unknown>> = {
  events: { title: 'Opening', ...evening },
  places: { name: 'Harbour stage' },
  articles: { title: 'The programme is out' },
}
const whole: Record<string, Record<string, unknown>> = {
  events: { ...least.events, timezone: 'Europe/Paris', category: 'concert', description: 'Doors at 17:30.' },
  places: { ...least.places, category: 'stage', description: 'By the water.', coordinates: { x: 640, y: -3 } },
  articles: {
    ...least.articles,
    content: '# Three days',
    content_format: 'markdown',
    published_at: '2026-03-01T09:00:00.000Z',
    cover_image_url: 'https://images.festival.example/cover.jpg',
  },
}
const optional: Record<string, string[]> = {
  events: ['timezone', 'category', 'place_id', 'description', 'reference'],
  places: ['category', 'description', 'coordinates', 'reference'],
  articles: ['content', 'content_format', 'published_at', 'cover_image_url', 'reference'],
}
const names = views.map(({ plural }) => plural)

// One resource.

test('a new event, place or article has every field, null when unset', async () => {
  const common = (body: Record<string, string>) => ({
    id: body.id,
    created_at: body.created_at,
    updated_at: body.created_at,
    reference: null,
  })
  const expected: Record<string, object> = {
    events: { timezone: null, category: null, place_id: null, description: null, status: 'published' },
    places: { category: null, description: null, coordinates: null, status: 'published' },
    articles: {
      content: null,
      content_format: null,
      content_html: '',
      excerpt: '',
      published_at: null,
      cover_image_url: null,
      status: 'draft',
    },
  }
  for (const name of names) {
    const { status, body } = await a('POST', `/v1/${name}`, least[name])
    assert.equal(status, 201)
    assert.match(body.id, /^[0-9a-f]{24}$/)
    assert.match(body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual(body, { ...least[name], ...expected[name], ...common(body) })
  }
})

test('a created resource is returned as sent, and its Location returns the same representation', async () => {
  for (const name of names) {
    const created = await a('POST', `/v1/${name}`, { ...whole[name], reference: `whole ${name}` })
    assert.equal(created.status, 201)
    assert.equal(created.headers.get('location'), `/v1/${name}/${created.body.id}`)
    for (const [field, value] of Object.entries(whole[name] ?? {})) assert.deepEqual(created.body[field], value, field)
    assert.equal(created.body.reference, `whole ${name}`)
    const read = await a('GET', created.headers.get('location') ?? '')
    assert.equal(read.status, 200)
    assert.equal(read.text, created.text)
    assert.equal(read.headers.get('etag'), created.headers.get('etag'))
  }
})

test('a PUT changes the sent fields and no others', async () => {
  for (const name of names) {
    const { body: first } = await a('POST', `/v1/${name}`, whole[name])
    const field = name === 'places' ? 'name' : 'title'
    const { status, body: second } = await a('PUT', `/v1/${name}/${first.id}`, { [field]: 'Another' })
    assert.equal(status, 200)
    assert.deepEqual(second, { ...first, [field]: 'Another', updated_at: second.updated_at })
    assert(second.updated_at > first.updated_at)
    const { body: third } = await a('PUT', `/v1/${name}/${first.id}`, {})
    assert.deepEqual(third, second)
  }
})

test('null in a PUT clears each optional field and no other', async () => {
  for (const name of names) {
    let { body } = await a('POST', `/v1/${name}`, { ...whole[name], reference: `cleared ${name}` })
    for (const field of optional[name] ?? []) {
      const reply = await a('PUT', `/v1/${name}/${body.id}`, { [field]: null })
      assert.equal(reply.status, 200, reply.text)
      const derived = field === 'content' ? { content_format: null, content_html: '', excerpt: '' } : {}
      assert.deepEqual(reply.body, { ...body, ...derived, [field]: null, updated_at: reply.body.updated_at }, field)
      body = reply.body
    }
  }
})

test('a required field cannot be cleared, and a missing one on create is named', async () => {
  for (const view of views) {
    const { body } = await a('POST', `/v1/${view.plural}`, least[view.plural])
    const required = Object.keys(view.fields).filter((field) => view.fields[field]?.required)
    assert(required.length > 0)
    for (const field of required) {
      const { [field]: _, ...without } = least[view.plural] ?? {}
      const at = { status: 400, pointer: `/${field}` }
      assertProblem(await a('POST', `/v1/${view.plural}`, without), { ...at, error: 'required' })
      assertProblem(await a('POST', `/v1/${view.plural}`, { ...without, [field]: null }), { ...at, error: 'type' })
      assertProblem(await a('PUT', `/v1/${view.plural}/${body.id}`, { [field]: null }), { ...at, error: 'type' })
      const missing = await a('PUT', `/v1/${view.plural}/by-reference/none-${field}`, without)
      assertProblem(missing, { ...at, error: 'required' })
    }
    assert.deepEqual((await a('GET', `/v1/${view.plural}/${body.id}`)).body, body)
  }
})

test('a deleted resource is 404 for every call', async () => {
  for (const name of names) {
    const { body } = await a('POST', `/v1/${name}`, least[name])
    const at = `/v1/${name}/${body.id}`
    const deleted = await a('DELETE', at)
    assert.equal(deleted.status, 204)
    assert.equal(deleted.text, '')
    for (const method of ['GET', 'DELETE'])
      assertProblem(await a(method, at), { status: 404, code: 'not_found' }, method)
    assertProblem(await a('PUT', at, {}), { status: 404, code: 'not_found' })
  }
})

test('a malformed id gets the same response as an unknown id', async () => {
  const plain = ({ instance, request_id: requestId, ...rest }: Record<string, unknown>) => rest
  for (const name of names) {
    const { body: other } = await a('POST', `/v1/${name === 'events' ? 'places' : 'events'}`, {
      ...least[name === 'events' ? 'places' : 'events'],
    })
    const missing = await a('GET', `/v1/${name}/${nowhere}`)
    assertProblem(missing, { status: 404, code: 'not_found' })
    for (const id of ['1', 'x'.repeat(24), nowhere.toUpperCase(), `${nowhere}0`, '%00', '..%2f', "'", other.id]) {
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const reply = await a(method, `/v1/${name}/${id}`, method === 'PUT' ? {} : undefined)
        if (id !== '%00') assert.deepEqual(plain(reply.body), plain(missing.body), `${method} ${id}`)
        assert.equal(reply.status, 404, `${method} ${id}`)
      }
    }
  }
})

test('an unknown field is refused by name on every write', async () => {
  const strangers = ['_id', '_reference', 'metadata', 'categoryIds', 'time', 'name2', 'mapId', 'publishedAt']
  for (const name of names) {
    const { body } = await a('POST', `/v1/${name}`, least[name])
    for (const stranger of strangers) {
      const expected = { status: 400, pointer: `/${stranger}`, error: 'unknown_field' }
      assertProblem(await a('POST', `/v1/${name}`, { ...least[name], [stranger]: null }), expected)
      assertProblem(await a('PUT', `/v1/${name}/${body.id}`, { [stranger]: 'x' }), expected)
      assertProblem(await a('PUT', `/v1/${name}/by-reference/x`, { ...least[name], [stranger]: 1 }), expected)
    }
  }
})

test('errors point at the names of Surface A, whatever their origin', async () => {
  const cases: [name: string, body: object, pointer: string, error: string][] = [
    ['events', { title: '' }, '/title', 'min_length'],
    ['events', { start_time: 'tomorrow' }, '/start_time', 'format'],
    ['events', { start_time: '2026-07-04' }, '/start_time', 'format'],
    ['events', { end_time: '2026-07-04T24:00:01Z' }, '/end_time', 'format'],
    ['events', { end_time: '2026-07-04T17:59:59Z' }, '/end_time', 'order'],
    ['events', { start_time: '2026-03-29T02:30:00', timezone: 'Europe/Paris' }, '/start_time', 'format'],
    ['events', { timezone: 'Paris' }, '/timezone', 'format'],
    ['events', { place_id: nowhere }, '/place_id', 'not_found_reference'],
    ['events', { place_id: 'X'.repeat(24) }, '/place_id', 'format'],
    ['events', { category: 7 }, '/category', 'type'],
    ['events', { category: 'x'.repeat(201) }, '/category', 'max_length'],
    ['events', { description: 'x'.repeat(50_001) }, '/description', 'max_length'],
    ['events', { reference: '' }, '/reference', 'min_length'],
    ['places', { name: '' }, '/name', 'min_length'],
    ['places', { name: 'x'.repeat(5_001) }, '/name', 'max_length'],
    ['places', { coordinates: { x: 1.5, y: 2 } }, '/coordinates/x', 'type'],
    ['places', { coordinates: { x: 1, y: '2' } }, '/coordinates/y', 'type'],
    ['places', { coordinates: { x: 1 } }, '/coordinates/y', 'required'],
    ['places', { coordinates: { y: 1 } }, '/coordinates/x', 'required'],
    ['places', { coordinates: { x: 1, y: null } }, '/coordinates/y', 'type'],
    ['places', { coordinates: { x: 1, y: 2, z: 3 } }, '/coordinates/z', 'unknown_field'],
    ['places', { coordinates: [1, 2] }, '/coordinates', 'type'],
    ['places', { coordinates: { x: 1e10, y: 0 } }, '/coordinates/x', 'maximum'],
    ['articles', { published_at: 'soon' }, '/published_at', 'format'],
    ['articles', { published_at: '2026-02-30T10:00:00Z' }, '/published_at', 'format'],
    ['articles', { cover_image_url: 'cover.jpg' }, '/cover_image_url', 'format'],
    ['articles', { cover_image_url: 'javascript:alert(1)' }, '/cover_image_url', 'format'],
    ['articles', { content_format: 'rtf' }, '/content_format', 'enum'],
    ['articles', { status: 'hidden' }, '/status', 'enum'],
    ['articles', { content: 1 }, '/content', 'type'],
  ]
  const sequence = await lastSequence(service, tenant.broadcastId)
  for (const [name, body, pointer, error] of cases) {
    const reply = await a('POST', `/v1/${name}`, { ...least[name], ...body })
    assertProblem(reply, { status: 400, pointer, error }, JSON.stringify(body))
    assert.equal(reply.body.errors.length, 1, reply.text)
  }
  assert.equal(await lastSequence(service, tenant.broadcastId), sequence)
  for (const [name, body, pointer, error] of cases) {
    const { body: stored } = await a('PUT', `/v1/${name}/by-reference/fieldErrors`, least[name])
    const reply = await a('PUT', `/v1/${name}/${stored.id}`, body)
    assertProblem(reply, { status: 400, pointer, error }, JSON.stringify(body))
    assert.deepEqual((await a('GET', `/v1/${name}/${stored.id}`)).body, stored)
  }
})

test('a taken reference is 409 and points at it', async () => {
  for (const name of names) {
    await a('POST', `/v1/${name}`, { ...least[name], reference: 'taken' })
    const expected = { status: 409, code: 'reference_taken', pointer: '/reference' }
    assertProblem(await a('POST', `/v1/${name}`, { ...least[name], reference: 'taken' }), expected)
    const { body } = await a('POST', `/v1/${name}`, least[name])
    assertProblem(await a('PUT', `/v1/${name}/${body.id}`, { reference: 'taken' }), expected)
  }
})

test('a representation put back as it was read changes nothing, whatever else the record has', async () => {
  const { body: map } = await a('POST', `${tenant.path}/broadcastMaps`, { type: 'geo' })
  const { body: point } = await a('POST', `${tenant.path}/broadcastInterestPoints`, {
    title: 'Lighthouse',
    mapId: map._id,
    position: { x: 3.0573, y: 50.6292 },
  })
  const { body: halfway } = await a('POST', `${tenant.path}/broadcastInterestPoints`, {
    title: 'Between pixels',
    position: { x: 10.5, y: 20.25 },
  })
  const ids: [string, string][] = [
    ['places', point._id],
    ['places', halfway._id],
  ]
  for (const name of names) ids.push([name, (await a('POST', `/v1/${name}`, whole[name])).body.id])
  for (const [name, id] of ids) {
    const { body } = await a('GET', `/v1/${name}/${id}`)
    const rows = await loggedBy(service, tenant.broadcastId, async () => {
      const reply = await a('PUT', `/v1/${name}/${id}`, body)
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual(reply.body, body)
    })
    assert.deepEqual(rows, [], name)
  }
  const { body: kept } = await a('GET', `${tenant.path}/broadcastInterestPoints/${point._id}`)
  assert.deepEqual(kept, point)
})

test('a different value for a read-only field is refused by name', async () => {
  const readOnly = (view: View) => Object.keys(view.fields).filter((field) => view.fields[field]?.readOnly)
  for (const view of views) {
    const { body } = await a('POST', `/v1/${view.plural}`, least[view.plural])
    for (const field of readOnly(view)) {
      const expected = { status: 400, pointer: `/${field}`, error: 'read_only' }
      for (const value of ['2020-01-01T00:00:00.000Z', null, nowhere]) {
        assertProblem(await a('PUT', `/v1/${view.plural}/${body.id}`, { [field]: value }), expected, field)
        assertProblem(await a('POST', `/v1/${view.plural}`, { ...least[view.plural], [field]: value }), expected)
      }
    }
    assert.deepEqual((await a('GET', `/v1/${view.plural}/${body.id}`)).body, body)
  }
})

// Lists.

test('lists return data, total, limit and offset, with 1 to 200 items', async () => {
  const { api } = await service.newTenant()
  for (const name of names) {
    const ids: string[] = []
    for (let index = 0; index < 3; index++) ids.unshift((await api('POST', `/v1/${name}`, least[name])).body.id)
    // Events with the same start are sorted by id, so the first created comes first.
    if (name === 'events') ids.reverse()
    const page = async (query: string) => (await api('GET', `/v1/${name}${query}`)).body
    const all = await page('')
    assert.deepEqual(Object.keys(all), ['data', 'total', 'limit', 'offset'])
    assert.deepEqual(idsOf(all), ids)
    assert.deepEqual([all.total, all.limit, all.offset], [3, name === 'places' ? 3 : 50, 0])
    const second = await page('?limit=1&offset=1')
    assert.deepEqual([idsOf(second), second.total, second.limit, second.offset], [[ids[1]], 3, 1, 1])
    assert.deepEqual(idsOf(await page('?offset=3')), [])
    assert.deepEqual(idsOf(await page('?limit=200&offset=2')), [ids[2]])
    for (const query of [
      'limit=0',
      'limit=201',
      'limit=-1',
      'limit=abc',
      'limit=1.5',
      'limit=',
      'offset=-1',
      'offset=x',
    ])
      assertProblem(
        await api('GET', `/v1/${name}?${query}`),
        { status: 400, pointer: `?${query.split('=')[0]}` },
        query,
      )
    for (const query of ['skip=1', 'sort=title', 'dry_run=true', 'fields=id'])
      assertProblem(
        await api('GET', `/v1/${name}?${query}`),
        { status: 400, pointer: `?${query.split('=')[0]}` },
        query,
      )
  }
})

test('places are returned all at once unless there is a limit; events and articles by fifty', async () => {
  const { api, path } = await service.newTenant()
  for (const [plural, body] of [
    ['broadcastInterestPoints', { title: 'Stand', status: 'published' }],
    ['broadcastSessions', { title: 'Set', status: 'published', time: timeOf(evening) }],
    ['broadcastArticles', { title: 'News' }],
  ] as const) {
    const operations = Array.from({ length: 260 }, () => ({ op: 'create', body }))
    assert.equal((await api('POST', `${path}/${plural}/batch`, { mode: 'atomic', operations })).status, 200)
  }
  const { body: places } = await api('GET', '/v1/places')
  assert.deepEqual([places.data.length, places.total, places.limit, places.offset], [260, 260, 260, 0])
  assert.equal(new Set(idsOf(places)).size, 260)
  assert.deepEqual(idsOf(places), idsOf(places).toSorted().reverse())
  assert.equal((await api('GET', '/v1/places?offset=255')).body.data.length, 5)
  assert.equal((await api('GET', '/v1/places?limit=200')).body.data.length, 200)
  for (const name of ['events', 'articles']) {
    const pages: string[] = []
    for (let offset = 0; offset < 260; offset += 50) {
      const { body } = await api('GET', `/v1/${name}?offset=${offset}`)
      assert.deepEqual([body.total, body.limit, body.offset], [260, 50, offset])
      pages.push(...idsOf(body))
    }
    assert.equal(new Set(pages).size, 260)
    const upwards = pages.toSorted()
    assert.deepEqual(pages, name === 'events' ? upwards : upwards.reverse())
  }
})

test('events are sorted by start and then id', async () => {
  const { api } = await service.newTenant()
  const hours = [20, 8, 14, 8, 20, 2]
  const made: [number, string][] = []
  for (const hour of hours) {
    const start = `2026-07-04T${String(hour).padStart(2, '0')}:00:00.000Z`
    const { body } = await api('POST', '/v1/events', { title: 'Set', start_time: start, end_time: start })
    made.push([hour, body.id])
  }
  const expected = made.toSorted((x, y) => x[0] - y[0] || (x[1] < y[1] ? -1 : 1)).map(([, id]) => id)
  assert.deepEqual(idsOf((await api('GET', '/v1/events')).body), expected)
})

test('from and to bound starts and ends; a date is a local day of the broadcast', async () => {
  const { api, path } = await service.newTenant()
  await api('PATCH', path, { timezone: 'Europe/Paris' })
  const sets: Record<string, [start: string, end: string]> = {
    lateOnThird: ['2026-07-03T23:00:00+02:00', '2026-07-04T00:00:00+02:00'],
    midnight: ['2026-07-04T00:00:00+02:00', '2026-07-04T01:00:00+02:00'],
    evening: ['2026-07-04T22:00:00+02:00', '2026-07-05T00:00:00+02:00'],
    overMidnight: ['2026-07-04T23:00:00+02:00', '2026-07-05T00:30:00+02:00'],
    fifth: ['2026-07-05T12:00:00+02:00', '2026-07-05T13:00:00+02:00'],
  }
  for (const [title, [start, end]] of Object.entries(sets))
    await api('POST', '/v1/events', { title, start_time: start, end_time: end })
  const titles = async (query: string) => {
    const { body } = await api('GET', `/v1/events?${query}`)
    assert.equal(body.total, body.data.length)
    return body.data.map(({ title }: { title: string }) => title)
  }
  assert.deepEqual(await titles('from=2026-07-04'), ['midnight', 'evening', 'overMidnight', 'fifth'])
  assert.deepEqual(await titles('to=2026-07-03'), ['lateOnThird'])
  assert.deepEqual(await titles('to=2026-07-04'), ['lateOnThird', 'midnight', 'evening'])
  assert.deepEqual(await titles('from=2026-07-04&to=2026-07-04'), ['midnight', 'evening'])
  assert.deepEqual(await titles('from=2026-07-04T20:00:00Z'), ['evening', 'overMidnight', 'fifth'])
  assert.deepEqual(await titles('from=2026-07-04T20:00:00.001Z'), ['overMidnight', 'fifth'])
  assert.deepEqual(await titles('from=2026-07-04T22:00:00'), ['evening', 'overMidnight', 'fifth'])
  assert.deepEqual(await titles('to=2026-07-04T01:00:00%2B02:00'), ['lateOnThird', 'midnight'])
  assert.deepEqual(await titles('from=2026-07-06'), [])
  assert.equal((await titles('from=0001-01-02&to=9999-12-31')).length, 5)
  const refused = ['2026-13-01', '2026-02-30', '2026-7-4', 'today', '2026-07-04T25:00:00Z', '2026-03-29T02:30:00', '']
  for (const text of refused) {
    assertProblem(await api('GET', `/v1/events?from=${text}`), { status: 400, pointer: '?from', error: 'format' }, text)
    assertProblem(await api('GET', `/v1/events?to=${text}`), { status: 400, pointer: '?to', error: 'format' }, text)
  }
})

test('a day begins at the dayStart of the broadcast, in its time zone, also across clock changes', async () => {
  const { api, path } = await service.newTenant()
  await api('PATCH', path, { timezone: 'Europe/Paris' })
  const sets: Record<string, string> = {
    beforeSix: '2026-07-04T05:59:59+02:00',
    six: '2026-07-04T06:00:00+02:00',
    halfPastOne: '2026-07-05T01:30:00+02:00',
    nextSix: '2026-07-05T06:00:00+02:00',
    springNight: '2026-03-29T03:30:00+02:00',
  }
  for (const [title, start] of Object.entries(sets))
    await api('POST', '/v1/events', { title, start_time: start, end_time: start })
  const titles = async (query: string) =>
    (await api('GET', `/v1/events?${query}`)).body.data.map(({ title }: { title: string }) => title)
  assert.deepEqual(await titles('day=2026-07-04'), ['six', 'halfPastOne'])
  assert.deepEqual(await titles('day=2026-07-03'), ['beforeSix'])
  assert.deepEqual(await titles('day=2026-03-28'), ['springNight'])
  await api('PATCH', path, { dayStart: '00:00' })
  assert.deepEqual(await titles('day=2026-07-04'), ['beforeSix', 'six'])
  await api('PATCH', path, { dayStart: '02:30' })
  assert.deepEqual(await titles('day=2026-03-29'), ['springNight'])
  await api('PATCH', path, { timezone: 'America/New_York', dayStart: '06:00' })
  assert.deepEqual(await titles('day=2026-07-04'), ['halfPastOne', 'nextSix'])
  for (const text of ['2026-02-30', '4 July', '2026-07-04T1', ''])
    assertProblem(await api('GET', `/v1/events?day=${text}`), { status: 400, pointer: '?day' }, text)
  for (const name of ['places', 'articles'])
    assertProblem(await api('GET', `/v1/${name}?day=2026-07-04`), { status: 400, pointer: '?day' })
})

test('lists of events and places contain only published ones by default, articles all; by id any can be read', async () => {
  const { api, path } = await service.newTenant()
  const time = timeOf(evening)
  const kindsOf: Record<string, [string, object]> = {
    events: ['broadcastSessions', { title: 'Set', time }],
    places: ['broadcastInterestPoints', { title: 'Stand' }],
    articles: ['broadcastArticles', { title: 'News' }],
  }
  for (const [name, [plural, body]] of Object.entries(kindsOf)) {
    const { body: draft } = await api('POST', `${path}/${plural}`, body)
    const { body: shown } = await api('POST', `${path}/${plural}`, { ...body, status: 'published' })
    const listed = async (query: string) => idsOf((await api('GET', `/v1/${name}${query}`)).body)
    const both = name === 'events' ? [draft._id, shown._id] : [shown._id, draft._id]
    assert.deepEqual(await listed(''), name === 'articles' ? both : [shown._id], name)
    assert.deepEqual(await listed('?status=published'), [shown._id])
    assert.deepEqual(await listed('?status=draft'), [draft._id])
    assert.deepEqual(await listed('?status=all'), both)
    for (const text of ['Draft', '', 'hidden'])
      assertProblem(await api('GET', `/v1/${name}?status=${text}`), { status: 400, pointer: '?status', error: 'enum' })
    const read = await api('GET', `/v1/${name}/${draft._id}`)
    assert.deepEqual([read.status, read.body.status], [200, 'draft'])
    const field = name === 'places' ? 'name' : 'title'
    const changed = await api('PUT', `/v1/${name}/${draft._id}`, { [field]: 'Still a draft' })
    assert.deepEqual([changed.status, changed.body.status], [200, 'draft'])
  }
})

test('a list can be filtered by reference, compared exactly', async () => {
  for (const name of names) {
    const { body } = await a('POST', `/v1/${name}`, { ...least[name], reference: 'Ré/% 1' })
    const found = async (reference: string) =>
      idsOf((await a('GET', `/v1/${name}?status=all&reference=${encodeURIComponent(reference)}`)).body)
    assert.deepEqual(await found('Ré/% 1'), [body.id])
    for (const other of ['ré/% 1', 'Ré/%', 'Re\u0301/% 1', '%', '', 'Ré/% 1 ']) assert.deepEqual(await found(other), [])
  }
})

test('an article in a list has eight fields, a single one has all', async () => {
  const { api } = await service.newTenant()
  const { body: article } = await api('POST', '/v1/articles', whole.articles)
  const { body } = await api('GET', '/v1/articles')
  const { content, content_format: format, content_html: html, reference, ...short } = article
  assert.deepEqual(body.data, [short])
  assert.deepEqual(Object.keys(body.data[0]).toSorted(), [
    'cover_image_url',
    'created_at',
    'excerpt',
    'id',
    'published_at',
    'status',
    'title',
    'updated_at',
  ])
  for (const name of ['events', 'places']) {
    const { body: one } = await api('POST', `/v1/${name}`, whole[name])
    assert.deepEqual((await api('GET', `/v1/${name}`)).body.data, [one])
  }
})

// One content, two surfaces.

test('a record is the same on both surfaces: id, values, history and change rows', async () => {
  const { api, path, broadcastId } = await service.newTenant()
  const { body: place } = await api('POST', '/v1/places', whole.places)
  const rows = await loggedBy(service, broadcastId, async () => {
    await api('PUT', '/v1/events/by-reference/opening', { ...whole.events, place_id: place.id })
    await api('PUT', '/v1/events/by-reference/opening', { title: 'Opening night' })
  })
  const { body: found } = await api('GET', '/v1/events?reference=opening')
  const [event] = found.data
  const { body: session } = await api('GET', `${path}/broadcastSessions/${event.id}`)
  const { body: categories } = await api('GET', `${path}/broadcastCategories?filters=[{"key":"concert"}]`)
  assert.deepEqual(
    {
      id: session._id,
      title: session.title,
      start_time: session.time.start,
      end_time: session.time.end,
      timezone: session.time.timezone,
      category: 'concert',
      place_id: session.interestPointId,
      description: session.description,
      reference: session._reference,
      status: session.status,
      created_at: session._createdAt,
      updated_at: session._updatedAt,
    },
    event,
  )
  assert.deepEqual(session.categoryIds, [categories.data[0]._id])
  assert.deepEqual(
    rows.map(({ kind, operation, event_types: types }) => [kind, operation, types]),
    [
      ['broadcastCategory', 'create', ['broadcastCategory.created']],
      ['broadcastSession', 'create', ['event.created']],
      ['broadcastSession', 'update', ['event.updated']],
    ],
  )
  assert.deepEqual(rows.at(-1)?.fields, ['title'])
  const { body: history } = await api('GET', `${path}/broadcastSessions/${event.id}/history`)
  assert.deepEqual(
    history.data.map(({ operation, record }: { operation: string; record: object }) => [operation, record]),
    [
      ['update', session],
      ['create', { ...session, title: 'Opening', _updatedAt: session._createdAt }],
    ],
  )
  const { body: point } = await api('GET', `${path}/broadcastInterestPoints/${place.id}`)
  assert.deepEqual([point.title, point.position, point.description], [place.name, place.coordinates, place.description])
})

test('a session or interest point edited on one surface is changed on the other at once', async () => {
  const { body: event } = await a('POST', '/v1/events', whole.events)
  const at = `${tenant.path}/broadcastSessions/${event.id}`
  const { body: session } = await a('PATCH', at, {
    title: 'Edited',
    time: { start: '2026-07-05T10:00:00+02:00', end: '2026-07-05T11:00:00+02:00' },
    status: 'draft',
    color: 'red',
  })
  const { body: seen } = await a('GET', `/v1/events/${event.id}`)
  assert.deepEqual(seen, {
    ...event,
    title: 'Edited',
    start_time: '2026-07-05T08:00:00.000Z',
    end_time: '2026-07-05T09:00:00.000Z',
    timezone: null,
    status: 'draft',
    updated_at: session._updatedAt,
  })
  await a('PATCH', at, { time: { ...session.time, allDay: true, timezone: 'Europe/Paris' } })
  await a('PUT', `/v1/events/${event.id}`, { start_time: '2026-07-05T09:30:00' })
  const { body: after } = await a('GET', at)
  assert.deepEqual(after.time, {
    start: '2026-07-05T07:30:00.000Z',
    end: '2026-07-05T09:00:00.000Z',
    timezone: 'Europe/Paris',
    allDay: true,
  })
  assert.equal(after.color, 'red')
  const deleted = await a('DELETE', at)
  assert.equal(deleted.body.referenceId, event.id)
  assertProblem(await a('GET', `/v1/events/${event.id}`), { status: 404 })
})

test('a session is an event while it has a title and both times, and its webhook events follow that', async () => {
  const { api, path, broadcastId } = await service.newTenant()
  const { body: session } = await api('POST', `${path}/broadcastSessions`, { status: 'published' })
  const at = `${path}/broadcastSessions/${session._id}`
  const isEvent = async (): Promise<boolean> => {
    const read = await api('GET', `/v1/events/${session._id}`)
    const { body: list } = await api('GET', '/v1/events?status=all')
    assert.equal(list.total, list.data.length)
    assert.equal(read.status === 200, list.total === 1)
    if (read.status === 200) return true
    assertProblem(read, { status: 404, code: 'not_found' })
    assertProblem(await api('PUT', `/v1/events/${session._id}`, { title: 'x' }), { status: 404, code: 'not_found' })
    assertProblem(await api('DELETE', `/v1/events/${session._id}`), { status: 404, code: 'not_found' })
    return false
  }
  assert.equal(await isEvent(), false)
  const { start, end } = timeOf(evening)
  const steps: [patch: object, isEvent: boolean, types: string[]][] = [
    [{ title: 'Set' }, false, []],
    [{ time: { start } }, false, []],
    [{ time: { start, end } }, true, ['event.created']],
    [{ description: 'Loud' }, true, ['event.updated']],
    [{ title: null }, false, ['event.deleted']],
    [{ description: 'Louder' }, false, []],
    [{ title: 'Back' }, true, ['event.created']],
    [{ time: { start } }, false, ['event.deleted']],
    [{ time: { start, end } }, true, ['event.created']],
    [{ status: 'draft' }, true, ['event.updated']],
  ]
  for (const [patch, is, types] of steps) {
    const rows = await loggedBy(service, broadcastId, () => api('PATCH', at, patch))
    assert.deepEqual(
      rows.map(({ event_types: sent }) => sent),
      [types],
      JSON.stringify(patch),
    )
    assert.equal(await isEvent(), is, JSON.stringify(patch))
  }
})

test('a place or an article without a name or title is read, changed and deleted by id, and is not in lists', async () => {
  const { api: plain, path } = await service.newTenant()
  const api = (await readDocumentation(service.url)).api(plain)
  for (const [name, plural, titles] of [
    ['places', 'broadcastInterestPoints', [null, '']],
    ['articles', 'broadcastArticles', [null]],
  ] as const) {
    for (const title of titles) {
      const { body } = await api('POST', `${path}/${plural}`, { title, status: 'published' })
      assert.equal((await api('GET', `/v1/${name}?status=all`)).body.total, 0)
      const at = `/v1/${name}/${body._id}`
      const field = name === 'places' ? 'name' : 'title'
      const read = await api('GET', at)
      assert.deepEqual([read.status, read.body.id, read.body[field]], [200, body._id, title])
      assert.equal((await plain('DELETE', `${at}?dry_run=true`)).status, 200)
      assertProblem(await api('PUT', at, { [field]: null }), { status: 400, pointer: `/${field}` })
      assert.equal((await api('PUT', at, { [field]: 'Named' })).body[field], 'Named')
      assert.equal((await api('GET', `/v1/${name}`)).body.total, 1)
      assert.equal((await plain('DELETE', at)).status, 204)
    }
  }
})

test('changes of both surfaces are in one log, and lists return its position', async () => {
  const { api, path, broadcastId } = await service.newTenant()
  await api('POST', '/v1/places', least.places)
  const list = await api('GET', '/v1/places')
  const since = Number(list.headers.get('marquee-sequence'))
  assert.equal(since, await lastSequence(service, broadcastId))
  const { body: place } = await api('POST', '/v1/places', least.places)
  await api('DELETE', `/v1/places/${place.id}`)
  const { body: changes } = await api('GET', `${path}/changes?since=${since}`)
  assert.deepEqual(
    changes.data.map(({ kind, id, operation }: Record<string, string>) => [kind, id, operation]),
    [
      ['broadcastInterestPoint', place.id, 'create'],
      ['broadcastInterestPoint', place.id, 'delete'],
    ],
  )
})

// Categories and places.

test('a category is any text, created once, published, with its key as title', async () => {
  const { api, path } = await service.newTenant()
  const keys = [
    'concert',
    'Concert',
    ' concert',
    'Musique électronique & DJ',
    '\u{1F3B5}',
    'é',
    'e\u0301',
    'x'.repeat(200),
  ]
  const sent = [...keys, "it's; --", '%', '_', '../x', '0', 'null', '__proto__', '\u{1F3B5}'.repeat(200)]
  for (const category of sent) {
    const { body: event } = await api('POST', '/v1/events', { ...least.events, category })
    const { body: place } = await api('POST', '/v1/places', { ...least.places, category })
    assert.deepEqual([event.category, place.category], [category, category])
  }
  const { body } = await api('GET', `${path}/broadcastCategories?limit=200&sort={"_id":"asc"}`)
  assert.deepEqual(
    body.data.map(({ key, title, status }: Record<string, string>) => [key, title, status]),
    sent.map((key) => [key, key, 'published']),
  )
  for (const category of sent.filter((key) => key.length <= 200)) {
    for (const name of ['events', 'places']) {
      const { body: list } = await api('GET', `/v1/${name}?category=${encodeURIComponent(category)}`)
      assert.deepEqual([list.total, list.data[0]?.category], [1, category], category)
    }
  }
})

test('a category that does not exist gives an empty list and is not created by a read', async () => {
  const { api, path } = await service.newTenant()
  await api('POST', '/v1/events', { ...least.events, category: 'talk' })
  await api('POST', '/v1/events', least.events)
  for (const category of ['Talk', 'tal', 'unknown', '']) {
    const { body } = await api('GET', `/v1/events?category=${category}`)
    assert.deepEqual([body.data, body.total], [[], 0], category)
  }
  assert.equal((await api('GET', `${path}/broadcastCategories`)).body.metadata.total, 1)
})

test('twenty concurrent first uses of a category create one category', async () => {
  const { api, path, broadcastId } = await service.newTenant()
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? api('POST', '/v1/events', { ...least.events, category: 'rush' })
        : api('POST', '/v1/places', { ...least.places, category: 'rush' }),
    ),
  )
  for (const { status, body, text } of replies) assert.deepEqual([status, body.category], [201, 'rush'], text)
  assert.equal((await api('GET', `${path}/broadcastCategories`)).body.metadata.total, 1)
  const rows = await changeRows(service, broadcastId)
  assert.equal(rows.filter(({ kind }) => kind === 'broadcastCategory').length, 1)
  assert.deepEqual(
    rows.map(({ sequence }) => sequence),
    rows.map((_, index) => index + 1),
  )
  for (const name of ['events', 'places']) assert.equal((await api('GET', `/v1/${name}?category=rush`)).body.total, 10)
})

test('a category replaces the first and keeps the others; null or nothing clears the list', async () => {
  const { api, path } = await service.newTenant()
  const made = await inTurn(['first', 'second', 'third'], async (key) => {
    const { body } = await api('POST', `${path}/broadcastCategories`, { title: `The ${key}`, key })
    return String(body._id)
  })
  const [first, second, third] = made
  const { body: session } = await api('POST', `${path}/broadcastSessions`, {
    title: 'Set',
    time: timeOf(evening),
    categoryIds: [first, second, third],
  })
  const categoriesAfter = async (body: object) => {
    const reply = await api('PUT', `/v1/events/${session._id}`, body)
    assert.equal(reply.status, 200, reply.text)
    const { body: stored } = await api('GET', `${path}/broadcastSessions/${session._id}`)
    return [reply.body.category, stored.categoryIds]
  }
  assert.deepEqual(await categoriesAfter({ title: 'Renamed' }), ['first', [first, second, third]])
  const [, [fourth]] = (await categoriesAfter({ category: 'fourth' })) as [string, string[]]
  assert.deepEqual(await categoriesAfter({ category: 'fourth' }), ['fourth', [fourth, second, third]])
  assert.deepEqual(await categoriesAfter({ category: 'third' }), ['third', [third, second]])
  assert.deepEqual(await categoriesAfter({ category: null }), [null, []])
  await api('PATCH', `${path}/broadcastSessions/${session._id}`, { categoryIds: [second, first] })
  assert.deepEqual(await categoriesAfter({ category: '' }), [null, []])
  assert.equal((await api('POST', '/v1/events', { ...least.events, category: '' })).body.category, null)
  // Only the first counts as the category.
  await api('PATCH', `${path}/broadcastSessions/${session._id}`, { categoryIds: [second, first] })
  assert.equal((await api('GET', '/v1/events?status=all&category=second')).body.total, 1)
  assert.equal((await api('GET', '/v1/events?status=all&category=first')).body.total, 0)
})

test('deleting a category or place keeps the events that had it', async () => {
  const { api, path } = await service.newTenant()
  const { body: place } = await api('POST', '/v1/places', least.places)
  const { body: event } = await api('POST', '/v1/events', { ...least.events, place_id: place.id, category: 'talk' })
  const { body: categories } = await api('GET', `${path}/broadcastCategories`)
  await api('DELETE', `${path}/broadcastCategories/${categories.data[0]._id}`)
  await api('DELETE', `/v1/places/${place.id}`)
  const { body } = await api('GET', `/v1/events/${event.id}`)
  assert.deepEqual(body, { ...event, place_id: null, category: null, updated_at: body.updated_at })
})

test('the place of an event must be a place of the same broadcast', async () => {
  const other = await service.newTenant()
  const { body: foreign } = await other.api('POST', '/v1/places', least.places)
  const { body: article } = await a('POST', '/v1/articles', least.articles)
  const { body: event } = await a('POST', '/v1/events', least.events)
  const expected = { status: 400, pointer: '/place_id', error: 'not_found_reference' }
  for (const id of [nowhere, foreign.id, article.id, event.id]) {
    assertProblem(await a('POST', '/v1/events', { ...least.events, place_id: id, category: 'never made' }), expected)
    assertProblem(await a('PUT', `/v1/events/${event.id}`, { place_id: id, category: 'never made' }), expected)
  }
  const { body } = await a('GET', `${tenant.path}/broadcastCategories?filters=[{"key":"never made"}]`)
  assert.equal(body.metadata.total, 0)
})

test('a new place is on the first drawn map, or on none, and keeps its position', async () => {
  const { api, path } = await service.newTenant()
  const coordinates = { x: 12, y: -7 }
  const mapOf = async (id: string) => (await api('GET', `${path}/broadcastInterestPoints/${id}`)).body.mapId
  const { body: early } = await api('POST', '/v1/places', { ...least.places, coordinates })
  assert.deepEqual([await mapOf(early.id), early.coordinates], [null, coordinates])
  await api('POST', `${path}/broadcastMaps`, { type: 'geo' })
  const { body: second } = await api('POST', '/v1/places', { ...least.places, coordinates })
  assert.equal(await mapOf(second.id), null)
  const { body: drawn } = await api('POST', `${path}/broadcastMaps`, { type: 'image' })
  await api('POST', `${path}/broadcastMaps`, { type: 'image' })
  const { body: third } = await api('POST', '/v1/places', { ...least.places, coordinates })
  assert.deepEqual([await mapOf(third.id), third.coordinates], [drawn._id, coordinates])
  await api('PUT', `/v1/places/${early.id}`, { coordinates: { x: 1, y: 2 } })
  assert.equal(await mapOf(early.id), null)
})

test('a point of a world map has no coordinates, and neither has a fractional one without a map', async () => {
  const { api, path } = await service.newTenant()
  const { body: world } = await api('POST', `${path}/broadcastMaps`, { type: 'geo' })
  const position = { x: 3.0573, y: 50.6292 }
  const point = { title: 'Lighthouse', status: 'published', position }
  const { body: geo } = await api('POST', `${path}/broadcastInterestPoints`, { ...point, mapId: world._id })
  const { body: drawn } = await api('POST', `${path}/broadcastInterestPoints`, point)
  assert.equal((await api('GET', `/v1/places/${geo._id}`)).body.coordinates, null)
  assert.equal((await api('GET', `/v1/places/${drawn._id}`)).body.coordinates, null)
  const { body: list } = await api('GET', '/v1/places')
  assert.deepEqual(
    list.data.map(({ coordinates }: { coordinates: unknown }) => coordinates),
    [null, null],
  )
  const pixels = await api('PUT', `/v1/places/${geo._id}`, { coordinates: { x: 1, y: 2 } })
  assert.deepEqual([pixels.status, pixels.body.errors[0].pointer], [400, '/coordinates'])
  await api('PUT', `/v1/places/${geo._id}`, { name: 'Old lighthouse' })
  assert.deepEqual((await api('GET', `${path}/broadcastInterestPoints/${geo._id}`)).body.position, position)
})

// By reference, preconditions, repeats, credentials.

test('a PUT by reference creates with 201 and Location, and changes with 200', async () => {
  for (const name of names) {
    const reference = `Ré/${name} 100%`
    const at = `/v1/${name}/by-reference/${encodeURIComponent(reference)}`
    const created = await a('PUT', at, whole[name])
    assert.equal(created.status, 201, created.text)
    assert.equal(created.headers.get('location'), `/v1/${name}/${created.body.id}`)
    assert.equal(created.body.reference, reference)
    if (name !== 'articles') assert.equal(created.body.status, 'published')
    const again = await a('PUT', at, { ...whole[name], reference })
    assert.deepEqual([again.status, again.text], [200, created.text])
    const field = name === 'places' ? 'name' : 'title'
    const changed = await a('PUT', at, { [field]: 'Changed' })
    assert.equal(changed.status, 200)
    assert.deepEqual(changed.body, { ...created.body, [field]: 'Changed', updated_at: changed.body.updated_at })
    for (const other of ['another', null])
      assertProblem(await a('PUT', at, { reference: other }), { status: 400, pointer: '/reference' })
    const long = `/v1/${name}/by-reference/${'x'.repeat(201)}`
    assertProblem(await a('PUT', long, whole[name]), { status: 400, pointer: '/reference' })
  }
})

test('many concurrent first PUTs of one reference create one record', async () => {
  const { api, broadcastId } = await service.newTenant()
  for (const name of names) {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => api('PUT', `/v1/${name}/by-reference/race`, least[name])),
    )
    const statuses = replies.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [...Array(11).fill(200), 201], name)
    assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
    assert.equal((await api('GET', `/v1/${name}?status=all`)).body.total, 1)
  }
  const rows = await changeRows(service, broadcastId)
  assert.equal(rows.filter(({ kind }) => views.some((view) => view.kind.name === kind)).length, 3)
})

test('the ETag of a representation allows a write, refuses a stale one and saves a read', async () => {
  for (const name of names) {
    const created = await a('POST', `/v1/${name}`, { ...least[name], reference: `etag ${name}` })
    const at = `/v1/${name}/${created.body.id}`
    const field = name === 'places' ? 'name' : 'title'
    const etag = created.headers.get('etag') ?? ''
    assert.match(etag, /^"[^"]+"$/)
    const known = await a('GET', at, undefined, { 'if-none-match': etag })
    assert.deepEqual([known.status, known.text], [304, ''])
    const list = await a('GET', `/v1/${name}?limit=1`)
    const listEtag = list.headers.get('etag') ?? ''
    assert.equal((await a('GET', `/v1/${name}?limit=1`, undefined, { 'if-none-match': listEtag })).status, 304)
    const changed = await a('PUT', at, { [field]: 'One' }, { 'if-match': etag })
    assert.equal(changed.status, 200)
    const late = { status: 412, code: 'precondition_failed' }
    const byReference = `/v1/${name}/by-reference/etag%20${name}`
    assertProblem(await a('PUT', at, { [field]: 'Two' }, { 'if-match': etag }), late)
    assertProblem(await a('PUT', byReference, { [field]: 'Two' }, { 'if-match': etag }), late)
    assertProblem(await a('DELETE', at, undefined, { 'if-match': etag }), late)
    assertProblem(await a('PUT', `/v1/${name}/by-reference/no-etag`, least[name], { 'if-match': '*' }), late)
    assertProblem(await a('PUT', at, { nonsense: 1 }, { 'if-match': etag }), { status: 400 })
    assert.equal((await a('GET', at)).body[field], 'One')
    const current = changed.headers.get('etag') ?? ''
    assert.equal((await a('PUT', byReference, { [field]: 'Two' }, { 'if-match': current })).status, 200)
    assert.equal((await a('DELETE', at, undefined, { 'if-match': '*' })).status, 204)
  }
})

test('the tag of an event changes when the key of its category does', async () => {
  const { api, path } = await service.newTenant()
  const created = await api('POST', '/v1/events', { ...least.events, category: 'talk' })
  const { body: categories } = await api('GET', `${path}/broadcastCategories`)
  await api('DELETE', `${path}/broadcastCategories/${categories.data[0]._id}`)
  const headers = { 'if-match': created.headers.get('etag') ?? '' }
  assertProblem(await api('PUT', created.headers.get('location') ?? '', { title: 'x' }, headers), { status: 412 })
})

test('a POST with an Idempotency-Key takes effect once and returns the same response', async () => {
  const { api, path } = await service.newTenant()
  for (const name of names) {
    const headers = { 'idempotency-key': `once-${name}` }
    const replies = await Promise.all(Array.from({ length: 5 }, () => api('POST', `/v1/${name}`, whole[name], headers)))
    const done = replies.filter(({ status }) => status === 201)
    for (const { status } of replies) assert(status === 201 || status === 409, String(status))
    const again = await api('POST', `/v1/${name}`, whole[name], headers)
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true'])
    assert.deepEqual([...new Set([...done, again].map(({ text }) => text))], [again.text])
    assert.equal(again.headers.get('location'), `/v1/${name}/${again.body.id}`)
    assert.equal((await api('GET', `/v1/${name}?status=all`)).body.total, 1)
    const other = await api('POST', `/v1/${name}`, least[name], headers)
    assertProblem(other, { status: 422, code: 'idempotency_key_reused' })
  }
  assert.equal((await api('GET', `${path}/broadcastCategories`)).body.metadata.total, 2)
})

test('Surface A accepts keys, in either header, and no cookie', async () => {
  const person = await signedIn(service, tenant)
  const bearer = apiWith(service.url, { authorization: `Bearer ${tenant.key}` })
  const nobody = apiWith(service.url, {})
  for (const name of names) {
    assert.equal((await bearer('GET', `/v1/${name}`)).status, 200)
    const { body } = await bearer('POST', `/v1/${name}`, least[name])
    const calls: [method: string, path: string, sent?: object | undefined][] = [
      ['GET', `/v1/${name}`],
      ['POST', `/v1/${name}`, least[name]],
      ['GET', `/v1/${name}/${body.id}`],
      ['PUT', `/v1/${name}/${body.id}`, {}],
      ['DELETE', `/v1/${name}/${body.id}`],
      ['PUT', `/v1/${name}/by-reference/cookie`, least[name]],
    ]
    const reader = apiWith(service.url, { 'x-api-key': await service.newKey(tenant.broadcastId, ['read']) })
    const stranger = (await service.newTenant()).api
    for (const [method, path, sent] of calls) {
      for (const api of [person, nobody])
        assertProblem(await api(method, path, sent), { status: 401 }, `${method} ${path}`)
      const reply = await reader(method, path, sent)
      if (method === 'GET') assert.equal(reply.status, 200)
      else assertProblem(reply, { status: 403, code: 'insufficient_scope' }, `${method} ${path}`)
      if (path.includes(body.id)) assertProblem(await stranger(method, path, sent), { status: 404 })
    }
    assert.deepEqual((await a('GET', `/v1/${name}/${body.id}`)).body, body)
  }
})

// Dry runs.

test('a dry run on Surface A returns what would happen and stores nothing', async () => {
  const { api, broadcastId } = await service.newTenant()
  const changed = { events: 'event', places: 'place', articles: 'article' } as Record<string, string>
  for (const view of views) {
    const name = view.plural
    const { body: stored } = await api('POST', `/v1/${name}`, { ...least[name], reference: 'stored' })
    const field = name === 'places' ? 'name' : 'title'
    const calls: [method: string, path: string, body: object | undefined, status: number, operation: string][] = [
      ['POST', `/v1/${name}`, whole[name], 201, 'create'],
      ['PUT', `/v1/${name}/${stored.id}`, { [field]: 'Dry' }, 200, 'update'],
      ['PUT', `/v1/${name}/by-reference/stored`, { [field]: 'Dry' }, 200, 'update'],
      ['PUT', `/v1/${name}/by-reference/fresh`, least[name], 201, 'create'],
      ['DELETE', `/v1/${name}/${stored.id}`, undefined, 204, 'delete'],
    ]
    for (const [method, path, sent, wouldStatus, operation] of calls) {
      const before = await fingerprint(service.platform.db)
      const { status, body, headers } = await api(method, `${path}?dry_run=true`, sent, { 'idempotency-key': 'dry' })
      assert.equal(status, 200)
      assert.equal(headers.get('location'), null)
      assert.deepEqual(Object.keys(body), ['dry_run', 'would_status', 'record', 'changes', 'event_types'])
      assert.deepEqual([body.dry_run, body.would_status], [true, wouldStatus])
      const own = body.changes.find(({ kind }: { kind: string }) => kind === view.kind.name)
      assert.equal(own.operation, operation)
      assert(body.event_types.includes(`${changed[name]}.${operation}d`), JSON.stringify(body.event_types))
      if (operation === 'create') {
        assert.deepEqual(Object.keys(body.record).toSorted(), Object.keys(view.fields).toSorted())
        assertProblem(await api('GET', `/v1/${name}/${body.record.id}`), { status: 404 })
      } else if (operation === 'update') {
        assert.deepEqual(own, { kind: view.kind.name, id: stored.id, operation, fields: ['title'] })
        assert.equal(body.record[field], 'Dry')
      } else assert.equal(body.record, null)
      assert.equal(await fingerprint(service.platform.db), before, `${method} ${path}`)
      assert.equal((await api('GET', `/v1/${name}?status=all`)).body.total, 1)
    }
    const { body: dry } = await api('POST', `/v1/${name}?dry_run=true`, whole[name])
    const category = name === 'articles' ? [] : ['broadcastCategory.created']
    assert.deepEqual(dry.event_types.toSorted(), [...category, `${changed[name]}.created`].toSorted())
    assert.deepEqual((await api('GET', `/v1/${name}/${stored.id}`)).body, stored)
  }
  const rows = await changeRows(service, broadcastId)
  assert.equal(rows.filter(({ kind }) => views.some((view) => view.kind.name === kind)).length, 3)
})

test('a dry run is refused like the real write', async () => {
  const { body: event } = await a('POST', '/v1/events', least.events)
  const dry = '?dry_run=true'
  assertProblem(await a('POST', `/v1/events${dry}`, {}), { status: 400, pointer: '/title' })
  assertProblem(await a('POST', `/v1/events${dry}`, { ...least.events, place_id: nowhere }), { status: 400 })
  assertProblem(await a('PUT', `/v1/events/${nowhere}${dry}`, {}), { status: 404 })
  assertProblem(await a('DELETE', `/v1/events/${nowhere}${dry}`), { status: 404 })
  assertProblem(await a('PUT', `/v1/events/${event.id}${dry}`, {}, { 'if-match': '"old"' }), { status: 412 })
  assertProblem(await a('POST', '/v1/events?dry_run=yes', least.events), { status: 400, pointer: '?dry_run' })
  const reader = apiWith(service.url, { 'x-api-key': await service.newKey(tenant.broadcastId, ['read']) })
  assertProblem(await reader('POST', `/v1/events${dry}`, least.events), { status: 403 })
})

test('a dry run of every write of every kind on Surface B stores nothing', async () => {
  const person = await service.newTenant()
  const owner = await signedIn(service, person)
  const rehearse = async (method: string, path: string, sent: object | undefined, kind: Kind, wouldStatus: number) => {
    const { status, body, text } = await owner(method, `${path}?dry_run=true`, sent)
    assert.equal(status, 200, `${method} ${path} ${text}`)
    assert.deepEqual(Object.keys(body), ['dry_run', 'would_status', 'record', 'changes', 'event_types'])
    assert.deepEqual([body.dry_run, body.would_status], [true, wouldStatus])
    for (const change of body.changes) assert.deepEqual(Object.keys(change), ['kind', 'id', 'operation', 'fields'])
    const isLogged = body.changes.some((change: { kind: string }) => change.kind === kind.name)
    assert.equal(isLogged, kind.logging !== 'unlogged', text)
    assert.equal(body.event_types.length > 0, isLogged && kind.name !== 'broadcastSession', text)
    return body
  }
  for (const kind of broadcastKinds) {
    const may = (operation: Kind['operations'][number]) => kind.operations.includes(operation)
    if (!may('create')) continue
    const list = `${person.path}/${kind.plural}`
    const body = { ...leastBody(kind), ...needed[kind.name] }
    const { body: stored, status, text } = await owner('POST', list, { ...body, _reference: 'stored' })
    assert.equal(status, 201, text)
    const before = await fingerprint(service.platform.db)
    const fresh = { ...body, ...fresher[kind.name] }
    const dry = await rehearse('POST', list, fresh, kind, 201)
    assert.match(dry.record._id, /^[0-9a-f]{24}$/)
    await rehearse('POST', `${list}/batch`, { mode: 'atomic', operations: [{ op: 'create', body: fresh }] }, kind, 200)
    const patch = { metadata: { dry: true } }
    if (may('update')) {
      const { record } = await rehearse('PATCH', `${list}/${stored._id}`, patch, kind, 200)
      assert.deepEqual(record.metadata, { dry: true })
      await rehearse('PUT', `${list}/by-reference/stored`, patch, kind, 200)
      await rehearse('PUT', `${list}/by-reference/fresh`, fresh, kind, 201)
    }
    if (may('delete')) await rehearse('DELETE', `${list}/${stored._id}`, undefined, kind, 200)
    assert.equal(await fingerprint(service.platform.db), before, kind.name)
  }
  const before = await fingerprint(service.platform.db)
  const { changes, event_types: types } = await rehearse('PATCH', person.path, { name: 'Dry' }, kinds.broadcast, 200)
  assert.deepEqual([changes[0].fields, types], [['name'], ['broadcast.updated']])
  assert.equal(await fingerprint(service.platform.db), before)
})

/** The required fields of some kinds on create. */
const needed: Record<string, object> = {
  media: { mediaUrl: 'https://festival.example/a.png' },
  revision: { tos: { accepted: true } },
  broadcastMember: { email: 'grace@festival.example' },
}
const fresher: Record<string, object> = { broadcastMember: { email: 'ada@festival.example' } }

const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
const timeOf = (times: typeof evening) => ({ start: times.start_time, end: times.end_time })
