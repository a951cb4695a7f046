import assert from 'node:assert/strict'
import { accepted, createOf, field, missingId, objectId, refused } from './check.ts'
import { fact, section } from './fact.ts'

const place = createOf('places', { name: 'Quay' })

export const places = section('Place (Surface A)', import.meta.url, [
  field('place.name', '`name` is a text.', place, '/name', { takes: ['Harbor stage'], refuses: [7, {}, null] }),
  fact('place.name-required', '`name` is required on create.', async ({ key }) => {
    refused(await key('POST', '/v1/places', { category: 'stage' }), '/name')
  }),
  field('place.category', '`category` is an optional text, such as exhibitor, stage or facility.', place, '/category', {
    takes: ['exhibitor', 'stage', 'facility', null],
    refuses: [7, {}],
  }),
  field('place.description', '`description` is an optional text.', place, '/description', {
    takes: ['By the water', '', null],
    refuses: [7],
  }),
  field('place.coordinates', '`coordinates` is an optional object with `x` and `y`.', place, '/coordinates', {
    takes: [{ x: 120, y: 80 }, { x: 0, y: 0 }, null],
    refuses: [[120, 80], '120,80', 7],
  }),
  field(
    'place.coordinates.x',
    '`coordinates.x` is an integer and required within coordinates.',
    place,
    '/coordinates/x',
    {
      body: (x) => ({ coordinates: { x, y: 1 } }),
      takes: [0, 4096],
      refuses: [1.5, '1', null, undefined],
    },
  ),
  field(
    'place.coordinates.y',
    '`coordinates.y` is an integer and required within coordinates.',
    place,
    '/coordinates/y',
    {
      body: (y) => ({ coordinates: { x: 1, y } }),
      takes: [0, 4096],
      refuses: [1.5, '1', null, undefined],
    },
  ),
  fact(
    'place.read-only',
    '`id`, `created_at` and `updated_at` are in responses and cannot be set.',
    async ({ key }) => {
      for (const name of ['id', 'created_at', 'updated_at'])
        refused(await key('POST', '/v1/places', { name: 'Quay', [name]: 'x' }), `/${name}`)
    },
  ),
  fact('places.list', '`GET /places` returns `data` and the integer `total`.', async ({ add, key }) => {
    const made = await add('places', { name: 'Quay' })
    const { data, total } = accepted(await key('GET', '/v1/places'))
    assert.equal(data.length, total)
    assert.deepEqual(
      data.find(({ id }: { id: string }) => id === made.id),
      made,
    )
  }),
  fact('places.create', '`POST /places` returns the created place.', async ({ key }) => {
    const sent = { name: 'Quay', category: 'stage', description: 'By the water', coordinates: { x: 12, y: 34 } }
    const made = accepted(await key('POST', '/v1/places', sent), 201)
    assert.match(made.id, objectId)
    for (const [name, value] of Object.entries(sent)) assert.deepEqual(made[name], value)
  }),
  ...Object.entries({ name: 'Changed', category: 'facility', description: 'Changed', coordinates: { x: 5, y: 6 } }).map(
    ([name, value]) =>
      fact(
        `places.update-${name}`,
        `\`PUT /places/{id}\` with only \`${name}\` changes it and keeps the other fields.`,
        async ({ add, key }) => {
          const made = await add('places', {
            name: 'Quay',
            category: 'stage',
            description: 'a',
            coordinates: { x: 1, y: 2 },
          })
          const changed = accepted(await key('PUT', `/v1/places/${made.id}`, { [name]: value }))
          assert.deepEqual(changed, { ...made, [name]: value, updated_at: changed.updated_at })
        },
      ),
  ),
  fact('places.update-missing', '`PUT /places/{id}` of a place that does not exist is 404.', async ({ key }) => {
    assert.equal((await key('PUT', `/v1/places/${missingId}`, { name: 'x' })).status, 404)
  }),
  fact('places.linked', '`place_id` of an event links it to the place.', async ({ add, key, tenant }) => {
    const { id } = await add('places', { name: 'Quay' })
    const event = await add('events', {
      title: 'Opening',
      start_time: '2027-07-02T18:00:00Z',
      end_time: '2027-07-02T19:00:00Z',
      place_id: id,
    })
    const session = accepted(await key('GET', `${tenant.path}/broadcastSessions/${event.id}?expand=interestPointId`))
    assert.equal(session._expanded.interestPointId._id, id)
  }),
  fact('places.map', 'A place is a point of interest of the map.', async ({ add, key, tenant }) => {
    const { id } = await add('places', { name: 'Quay' })
    assert.equal(accepted(await key('GET', `${tenant.path}/broadcastInterestPoints/${id}`)).title, 'Quay')
  }),
])
