import assert from 'node:assert/strict'
import { apiWith, startService } from '../../support/service.ts'
import { runNodes } from '../../support/workflows.ts'
import { accepted, broadcast, field, recordOf, refused } from './check.ts'
import { fact, section } from './fact.ts'

const fixed = (type: string, value: unknown) => ({ type, value, useExpression: false, expression: '' })
const event = { title: 'Opening', start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }

const pointersOf = (found: { pointer: string }[]) => found.map(({ pointer }) => pointer)

/** Rows whose exact reading matters: what a client may send, and the shape that it gets. */
export const exactReadings = section('Exact readings', import.meta.url, [
  field(
    'tile.icon.type',
    '`icon.type` is any text, also a long or an empty one.',
    broadcast,
    '/structure/profileTiles/0/icon/type',
    {
      body: (type) => ({ structure: { profileTiles: [{ icon: { family: 'lucide', type } }] } }),
      takes: ['house', '', 'a'.repeat(1000)],
      refuses: [7],
    },
  ),
  fact('broadcast.revisionId-absent', '`revisionId` is absent until there is a revision.', async ({ service }) => {
    const { api, path } = await service.newTenant()
    assert.equal('revisionId' in accepted(await api('GET', path)), false)
  }),
  field(
    'amply.metadata.preview-plain',
    '`metadata.preview` of an `amply` node can be a plain boolean.',
    recordOf('workflows', { name: 'a' }),
    '/nodes/0/config/metadata/preview',
    {
      body: (preview) => ({ nodes: [{ id: 'a', type: 'amply', config: { metadata: { preview } } }] }),
      takes: [true, false],
    },
  ),
  field(
    'amply.metadata.sort-plain',
    '`cursors.sort` of an `amply` node can be a plain object.',
    recordOf('workflows', { name: 'a' }),
    '/nodes/0/config/metadata/cursors/sort',
    {
      body: (sort) => ({ nodes: [{ id: 'a', type: 'amply', config: { metadata: { cursors: { sort } } } }] }),
      takes: [{ 'time.start': 'asc' }, { title: 'desc' }],
    },
  ),
  fact(
    'amply.metadata.plain-runs',
    'A plain `preview` and a plain `sort` are applied when the node runs.',
    async ({ service }) => {
      const tenant = await service.newTenant()
      for (const title of ['b', 'a']) await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title })
      const config = {
        operation: fixed('enum', 'list'),
        resource: fixed('string', 'broadcastSession'),
        metadata: { preview: true, cursors: { sort: { title: 'asc' } } },
      }
      const run = await runNodes(tenant, [{ id: 'a', type: 'amply', config }])
      assert.equal(run.status, 'succeeded', JSON.stringify(run))
      assert.match(JSON.stringify(run), /"title":"a".*"title":"b"/)
    },
  ),
  fact(
    'workflow.trigger-incomplete',
    'A disabled workflow takes an incomplete trigger, and the gap is a warning.',
    async ({ make, key, tenant }) => {
      const made = await make('workflows', { name: 'a', trigger: { type: 'interval' } })
      assert.deepEqual([made.status, made.trigger.type], ['disabled', 'interval'])
      assert(made.warnings.length > 0)
      const path = `${tenant.path}/workflows/${made._id}`
      for (const reply of [await key('GET', path), await key('PATCH', path, { trigger: { type: 'once' } })])
        assert(accepted(reply).warnings.length > 0)
      refused(await key('PATCH', path, { status: 'enabled' }))
    },
  ),
  fact(
    'session.blocks-null',
    '`blocks` is a list in every record, also after null was sent.',
    async ({ make, key, tenant }) => {
      const { _id } = await make('broadcastSessions', { blocks: [{ type: 'divider' }] })
      const path = `${tenant.path}/broadcastSessions/${_id}`
      await key('PATCH', path, { blocks: null })
      assert(Array.isArray(accepted(await key('GET', path)).blocks))
    },
  ),
  ...[
    ['hours', '2027-07-02T20:00:00+02', '2027-07-02T18:00:00.000Z'],
    ['comma', '2027-07-02T18:00:00,250Z', '2027-07-02T18:00:00.250Z'],
    ['midnight', '2027-07-01T24:00:00Z', '2027-07-02T00:00:00.000Z'],
  ].map(([name, sent, stored]) =>
    fact(`time.${name}`, `The ISO 8601 date-time \`${sent}\` is accepted.`, async ({ add }) => {
      assert.equal((await add('events', { ...event, start_time: sent })).start_time, stored)
    }),
  ),
  fact('json.media-type', 'The media type of a body ignores case and may quote its charset.', async ({ key }) => {
    for (const type of ['Application/JSON', 'application/json; charset="utf-8"', 'application/json;charset=UTF-8'])
      accepted(await key('POST', '/v1/places', { name: 'Quay' }, { 'content-type': type }), 201)
  }),
  fact('place.position-integer', 'On an image map `position` has integers on Surface B too.', async ({ service }) => {
    const { api, path } = await service.newTenant()
    const map = accepted(await api('POST', `${path}/broadcastMaps`, { type: 'image' }), 201)
    const body = { title: 'Quay', mapId: map._id }
    refused(await api('POST', `${path}/broadcastInterestPoints`, { ...body, position: { x: 1.5, y: 2 } }), '/position')
    const made = accepted(
      await api('POST', `${path}/broadcastInterestPoints`, { ...body, position: { x: 1, y: 2 } }),
      201,
    )
    assert.deepEqual(accepted(await api('GET', `/v1/places/${made._id}`)).coordinates, { x: 1, y: 2 })
  }),
  fact(
    'place.position-switch',
    'A geo map with places between pixels never becomes an image map with them.',
    async ({ service }) => {
      const { api, path } = await service.newTenant()
      const map = accepted(await api('POST', `${path}/broadcastMaps`, { type: 'geo' }), 201)
      const body = { title: 'Quay', mapId: map._id, position: { x: 1.5, y: 2.5 } }
      const { _id } = accepted(await api('POST', `${path}/broadcastInterestPoints`, body), 201)
      await api('PATCH', `${path}/broadcastMaps/${map._id}`, { type: 'image' })
      const { type } = accepted(await api('GET', `${path}/broadcastMaps/${map._id}`))
      const { position } = accepted(await api('GET', `${path}/broadcastInterestPoints/${_id}`))
      const { coordinates } = accepted(await api('GET', `/v1/places/${_id}`))
      assert.deepEqual(coordinates, type === 'geo' ? null : position)
      assert(type === 'geo' || Number.isInteger(position.x))
    },
  ),
  fact(
    'place.first-map',
    'A place with a position and no `mapId` is on the first map, on both surfaces.',
    async ({ service }) => {
      const { api, path } = await service.newTenant()
      const map = accepted(await api('POST', `${path}/broadcastMaps`, { type: 'image' }), 201)
      const position = { x: 1, y: 2 }
      const made = accepted(await api('POST', `${path}/broadcastInterestPoints`, { title: 'Quay', position }), 201)
      assert.equal(made.mapId, map._id)
    },
  ),
  fact('place.untitled', 'A place without a title is readable by its id on Surface A.', async ({ make, key }) => {
    const { _id } = await make('broadcastInterestPoints', {})
    assert.equal(accepted(await key('GET', `/v1/places/${_id}`)).id, _id)
  }),
  fact('article.untitled', 'An article without a title is readable by its id on Surface A.', async ({ make, key }) => {
    const { _id } = await make('broadcastArticles', {})
    assert.equal(accepted(await key('GET', `/v1/articles/${_id}`)).id, _id)
  }),
  fact(
    'limit.rate-headers-404',
    'Rate headers are on every answer to a known key, unknown paths included.',
    async () => {
      const service = await startService({ MARQUEE_RATE_LIMIT: '10/60' })
      const { api } = await service.newTenant()
      const { status, headers } = await api('GET', '/v1/nothing').finally(() => service.stop())
      assert.deepEqual([status, headers.get('x-ratelimit-limit')], [404, '10'])
    },
  ),
  fact(
    'changes.withheld',
    'The number of a change that a key may not see is given without its content.',
    async ({ service, tenant, owner }) => {
      const reader = apiWith(service.url, { 'x-api-key': await service.newKey(tenant.broadcastId, ['read']) })
      const since = accepted(await reader('GET', `${tenant.path}/usage`)).sequence
      accepted(await owner('POST', `${tenant.path}/broadcastMembers`, { email: `${since}@festival.example` }), 201)
      const { data } = accepted(await reader('GET', `${tenant.path}/changes?since=${since}`))
      assert.deepEqual(data, [{ sequence: since + 1, withheld: true }])
    },
  ),
  fact('error.403-codes', 'The description of the API names the codes of every 403.', async ({ anonymous }) => {
    const { text } = await anonymous('GET', '/v1/openapi.json')
    const codes = [
      'plan_required',
      'insufficient_scope',
      'quota_exceeded',
      'owner_required',
      'insufficient_role',
      'cross_site_request',
    ]
    assert.deepEqual(
      codes.filter((code) => !text.includes(code)),
      [],
    )
  }),
  fact(
    'workflow.check-agrees',
    '`POST .../check` of a disabled workflow finds the gaps that its `warnings` list.',
    async ({ make, key, tenant }) => {
      const made = await make('workflows', { name: 'a', trigger: { type: 'interval' } })
      const { errors, warnings } = accepted(await key('POST', `${tenant.path}/workflows/${made._id}/check`))
      const found = pointersOf([...errors, ...warnings])
      assert(made.warnings.length > 0)
      for (const pointer of pointersOf(made.warnings)) assert(found.includes(pointer), pointer)
    },
  ),
])
