import assert from 'node:assert/strict'
import { accepted, createOf, field, missingId, objectId, refused } from './check.ts'
import { fact, section } from './fact.ts'
import type { Ground } from './ground.ts'

const base = { title: 'Opening', start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:30:00Z' }
const event = createOf('events', base)

/** Events of a category of their own, so that a list contains only them. */
async function listed({ add, key }: Ground, category: string, bodies: object[], query: string): Promise<string[]> {
  for (const body of bodies) await add('events', { ...base, ...body, category })
  const list = accepted(await key('GET', `/v1/events?category=${category}&${query}`))
  return list.data.map(({ title }: { title: string }) => title)
}

export const events = section('Event (Surface A)', import.meta.url, [
  field('event.title', '`title` is a text.', event, '/title', { takes: ['Opening night'], refuses: [7, {}, []] }),
  fact('event.title-required', '`title` is required on create.', async ({ key }) => {
    const { title: _, ...rest } = base
    refused(await key('POST', '/v1/events', rest), '/title')
  }),
  fact('event.start_time-required', '`start_time` is required on create.', async ({ key }) => {
    const { start_time: _, ...rest } = base
    refused(await key('POST', '/v1/events', rest), '/start_time')
  }),
  fact('event.end_time-required', '`end_time` is required on create.', async ({ key }) => {
    const { end_time: _, ...rest } = base
    refused(await key('POST', '/v1/events', rest), '/end_time')
  }),
  field('event.start_time', '`start_time` is an ISO 8601 date-time.', event, '/start_time', {
    takes: ['2027-07-02T18:00:00.000Z'],
    refuses: ['soon', 7, '2027-13-01T00:00:00Z'],
  }),
  field('event.end_time', '`end_time` is an ISO 8601 date-time.', event, '/end_time', {
    takes: ['2027-07-02T20:00:00.000Z'],
    refuses: ['late', 7, '2027-07-32T00:00:00Z'],
  }),
  fact('event.offset', 'A time with an offset is the same instant.', async ({ add }) => {
    const made = await add('events', { ...base, start_time: '2027-07-02T20:00:00+02:00' })
    assert.equal(made.start_time, '2027-07-02T18:00:00.000Z')
  }),
  field('event.category', 'A category identifier is an optional text.', event, '/category', {
    takes: ['concert', 'Musique du monde', null],
    refuses: [7, {}],
  }),
  field('event.description', '`description` is an optional text.', event, '/description', {
    takes: ['Doors at 17:30.', '', null],
    refuses: [7, {}],
  }),
  fact('event.place_id', '`place_id` is the `id` of an existing place.', async ({ add }) => {
    const place = await add('places', { name: 'Quay' })
    assert.equal((await add('events', { ...base, place_id: place.id })).place_id, place.id)
  }),
  fact('event.place_id-missing', '`place_id` of a place that does not exist is refused.', async ({ key }) => {
    for (const id of [missingId, 'nonsense']) refused(await key('POST', '/v1/events', { ...base, place_id: id }))
  }),
  fact('event.optional', 'Without its optional fields an event is created.', async ({ add }) => {
    const { category, place_id, description } = await add('events', base)
    assert.deepEqual([category, place_id, description], [null, null, null])
  }),
  fact('events.create', '`POST /events` returns the created event.', async ({ key }) => {
    const made = accepted(await key('POST', '/v1/events', { ...base, description: 'Free' }), 201)
    assert.match(made.id, objectId)
    assert.deepEqual([made.title, made.description, made.end_time], ['Opening', 'Free', '2027-07-02T19:30:00.000Z'])
  }),
  fact('events.read', '`GET /events/{id}` returns the event.', async ({ add, key }) => {
    const made = await add('events', base)
    assert.deepEqual(accepted(await key('GET', `/v1/events/${made.id}`)), made)
  }),
  fact('events.read-missing', '`GET /events/{id}` of an event that does not exist is 404.', async ({ key }) => {
    assert.equal((await key('GET', `/v1/events/${missingId}`)).status, 404)
  }),
  ...Object.entries({
    title: 'Changed',
    start_time: '2027-07-02T17:00:00.000Z',
    end_time: '2027-07-02T21:00:00.000Z',
    category: 'talk',
    description: 'Changed',
  }).map(([name, value]) =>
    fact(
      `events.update-${name}`,
      `\`PUT /events/{id}\` with only \`${name}\` changes it and keeps the other fields.`,
      async ({ add, key }) => {
        const made = await add('events', { ...base, category: 'concert', description: 'Free' })
        const changed = accepted(await key('PUT', `/v1/events/${made.id}`, { [name]: value }))
        assert.deepEqual(changed, { ...made, [name]: value, updated_at: changed.updated_at })
      },
    ),
  ),
  fact(
    'events.update-place_id',
    '`PUT /events/{id}` with only `place_id` changes it and keeps the other fields.',
    async ({ add, key }) => {
      const [made, { id }] = [await add('events', base), await add('places', { name: 'Quay' })]
      const changed = accepted(await key('PUT', `/v1/events/${made.id}`, { place_id: id }))
      assert.deepEqual(changed, { ...made, place_id: id, updated_at: changed.updated_at })
    },
  ),
  fact(
    'events.update-empty',
    '`PUT /events/{id}` accepts a body without fields and changes nothing.',
    async ({ add, key }) => {
      const made = await add('events', base)
      assert.equal(accepted(await key('PUT', `/v1/events/${made.id}`, {})).title, made.title)
    },
  ),
  fact('events.update-missing', '`PUT /events/{id}` of an event that does not exist is 404.', async ({ key }) => {
    assert.equal((await key('PUT', `/v1/events/${missingId}`, { title: 'x' })).status, 404)
  }),
  fact('events.delete', '`DELETE /events/{id}` is 204 without a body.', async ({ add, key }) => {
    const { id } = await add('events', base)
    const reply = await key('DELETE', `/v1/events/${id}`)
    assert.deepEqual([reply.status, reply.text], [204, ''])
  }),
  fact('events.delete-permanent', 'A deleted event is gone from both surfaces.', async ({ add, key, tenant }) => {
    const { id } = await add('events', base)
    await key('DELETE', `/v1/events/${id}`)
    for (const path of [`/v1/events/${id}`, `${tenant.path}/broadcastSessions/${id}`])
      assert.equal((await key('GET', path)).status, 404)
    assert.equal((await key('DELETE', `/v1/events/${id}`)).status, 404)
  }),
  fact('events.filter-category', '`GET /events` filters by category.', async (ground) => {
    assert.deepEqual(await listed(ground, 'only-jazz', [{ title: 'a' }], ''), ['a'])
  }),
  fact('events.filter-start', '`GET /events` has a lower bound of the start, which is included.', async (ground) => {
    const bodies = [
      { title: 'before', start_time: '2027-07-02T17:59:59Z' },
      { title: 'at', start_time: '2027-07-02T18:00:00Z' },
      { title: 'after', start_time: '2027-07-02T18:00:01Z' },
    ]
    assert.deepEqual(await listed(ground, 'by-start', bodies, 'from=2027-07-02T18:00:00Z'), ['at', 'after'])
  }),
  fact('events.filter-end', '`GET /events` has an upper bound of the end, which is included.', async (ground) => {
    const bodies = [
      { title: 'before', end_time: '2027-07-02T19:29:59Z' },
      { title: 'at', end_time: '2027-07-02T19:30:00Z' },
      { title: 'after', end_time: '2027-07-02T19:30:01Z' },
    ]
    assert.deepEqual((await listed(ground, 'by-end', bodies, 'to=2027-07-02T19:30:00Z')).sort(), ['at', 'before'])
  }),
  fact('events.page', '`GET /events` has a page size and a number to skip.', async (ground) => {
    const bodies = ['a', 'b', 'c'].map((title, hour) => ({ title, start_time: `2027-07-02T1${hour}:00:00Z` }))
    assert.deepEqual(await listed(ground, 'by-page', bodies, 'limit=1&offset=1'), ['b'])
    assert.equal(accepted(await ground.key('GET', '/v1/events?category=by-page&limit=1')).total, 3)
  }),
])
