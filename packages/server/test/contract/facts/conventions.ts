import assert from 'node:assert/strict'
import { accepted, freeTenant, instant, objectId } from './check.ts'
import { fact, section } from './fact.ts'

const kinds = [
  ['broadcastPages', 'pages'],
  ['broadcastSessions', 'sessions'],
  ['broadcastContacts', 'contacts'],
  ['broadcastCategories', 'categories'],
  ['broadcastHosts', 'hosts'],
  ['broadcastInterestPoints', 'interest points'],
  ['broadcastMaps', 'maps'],
  ['broadcastClients', 'clients'],
  ['broadcastCampaigns', 'campaigns'],
  ['broadcastNetworkingForms', 'networking forms'],
  ['broadcastDiffusers', 'diffusers'],
  ['medias', 'media'],
  ['fonts', 'fonts'],
  ['revisions', 'revisions'],
  ['workflows', 'workflows'],
  ['workflowRuns', 'workflow runs'],
  ['broadcastArticles', 'articles'],
  ['broadcastEvents', 'analytics events'],
]

const samples: [collection: string, body: object][] = [
  ['events', { title: 'Opening', start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }],
  ['places', { name: 'Quay' }],
  ['articles', { title: 'News' }],
]

export const conventions = section('Purpose and conventions', import.meta.url, [
  ...kinds.map(([plural, name]) =>
    fact(`purpose.${plural}`, `A broadcast has ${name}, listed at \`.../${plural}\`.`, async ({ key, tenant }) => {
      const body = accepted(await key('GET', `${tenant.path}/${plural}`))
      assert(Array.isArray(body.data))
    }),
  ),
  fact('purpose.members', 'A broadcast has members, listed at `.../broadcastMembers`.', async ({ owner, tenant }) => {
    const { data } = accepted(await owner('GET', `${tenant.path}/broadcastMembers`))
    assert.equal(data[0].email, tenant.email)
  }),
  ...['events', 'places', 'articles', 'webhooks'].map((collection) =>
    fact(
      `purpose.surface-a.${collection}`,
      `Surface A has \`/v1/${collection}\` with a bearer key.`,
      async ({ bearer }) => accepted(await bearer('GET', `/v1/${collection}`)),
    ),
  ),
  fact(
    'purpose.surface-b',
    'Surface B is below `/v1/users/{userId}/broadcasts/{broadcastId}` with `X-API-KEY`.',
    async ({ key, tenant }) => {
      assert.equal(accepted(await key('GET', tenant.path))._id, tenant.broadcastId)
    },
  ),
  fact('purpose.plan', 'Use of the API requires the plan `pro`.', async ({ service }) => {
    const { api } = await freeTenant(service)
    assert.equal((await api('GET', '/v1/events')).status, 403)
  }),
  fact('purpose.json-responses', 'Response bodies are JSON, of successes and of failures.', async ({ key, tenant }) => {
    for (const path of ['/v1/events', '/v1/places', tenant.path, `${tenant.path}/broadcastPages`])
      assert.match((await key('GET', path)).headers.get('content-type') ?? '', /^application\/json/)
    assert.match((await key('GET', '/v1/nothing')).headers.get('content-type') ?? '', /^application\/problem\+json/)
  }),
  fact('purpose.json-requests', 'A request body needs `Content-Type: application/json`.', async ({ key }) => {
    const reply = await key('POST', '/v1/places', { name: 'Quay' }, { 'content-type': 'text/plain' })
    assert.equal(reply.status, 415)
  }),
  ...samples.flatMap(([collection, body]) => [
    fact(`a.${collection}.id`, `\`id\` of ${collection} is a unique text.`, async ({ add }) => {
      const [one, other] = [await add(collection, body), await add(collection, body)]
      assert.match(one.id, objectId)
      assert.notEqual(one.id, other.id)
    }),
    fact(`a.${collection}.created_at`, `\`created_at\` of ${collection} is an ISO 8601 instant.`, async ({ add }) => {
      assert.match((await add(collection, body)).created_at, instant)
    }),
    fact(
      `a.${collection}.updated_at`,
      `\`updated_at\` of ${collection} moves with a change.`,
      async ({ add, key, service }) => {
        const made = await add(collection, body)
        assert.match(made.updated_at, instant)
        service.clock.advance(1_000)
        const changed = accepted(
          await key('PUT', `/v1/${collection}/${made.id}`, { [collection === 'places' ? 'name' : 'title']: 'Changed' }),
        )
        assert(changed.updated_at > made.updated_at)
        assert.equal(changed.created_at, made.created_at)
      },
    ),
    fact(
      `a.${collection}.list`,
      `The list of ${collection} has \`data\`, \`total\`, \`limit\` and \`offset\`.`,
      async ({ add, key }) => {
        await add(collection, body)
        const list = accepted(await key('GET', `/v1/${collection}?status=all`))
        assert.deepEqual(Object.keys(list).sort(), ['data', 'limit', 'offset', 'total'])
        assert(list.total >= 1 && list.offset === 0 && Number.isInteger(list.limit))
      },
    ),
  ]),
  fact('a.webhooks.list', 'The list of webhooks has only `data`.', async ({ key }) => {
    assert.deepEqual(Object.keys(accepted(await key('GET', '/v1/webhooks'))), ['data'])
  }),
])
