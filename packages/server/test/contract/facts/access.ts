import assert from 'node:assert/strict'
import { newApiKey } from '../../../src/access/api-key.ts'
import { sql } from '../../../src/store/sql.ts'
import { apiWith, startService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { accepted, freeTenant, missingId, refused } from './check.ts'
import { fact, section } from './fact.ts'

/** Runs a check on a service of its own, whose settings or tables it changes. */
async function onService(env: Record<string, string>, work: (service: TestService) => Promise<void>): Promise<void> {
  const service = await startService(env)
  await work(service).finally(() => service.stop())
}

export const access = section('Authentication, errors, limits and versioning', import.meta.url, [
  fact('auth.bearer', 'Surface A accepts `Authorization: Bearer <API_KEY>`.', async ({ bearer }) => {
    for (const name of ['events', 'places', 'articles', 'webhooks']) accepted(await bearer('GET', `/v1/${name}`))
  }),
  fact('auth.x-api-key', 'Surface B accepts `X-API-KEY: <API_KEY>`.', async ({ key, tenant }) => {
    accepted(await key('GET', tenant.path))
    accepted(await key('GET', `${tenant.path}/broadcastPages`))
  }),
  fact('auth.one-broadcast', 'A key works for one broadcast and for no other.', async ({ key, service }) => {
    const other = await service.newTenant()
    assert.equal((await key('GET', other.path)).status, 404)
    assert.equal((await key('PATCH', other.path, { name: 'Mine' })).status, 404)
  }),
  fact('auth.own-content', 'Surface A shows the content of the broadcast of the key.', async ({ add, service }) => {
    const { id } = await add('places', { name: 'Quay' })
    const other = await service.newTenant()
    assert.equal((await other.api('GET', `/v1/places/${id}`)).status, 404)
    assert.equal(accepted(await other.api('GET', '/v1/places')).total, 0)
  }),
  fact(
    'auth.settings',
    'Keys are created in the settings of a broadcast, by its owner.',
    async ({ owner, service, tenant }) => {
      const made = accepted(await owner('POST', `${tenant.path}/apiKeys`, { name: 'Sync' }), 201)
      accepted(await apiWith(service.url, { 'x-api-key': made.key })('GET', tenant.path))
    },
  ),
  fact('auth.missing', 'A missing key is 401.', async ({ anonymous, tenant }) => {
    for (const path of ['/v1/events', '/v1/webhooks', tenant.path, `${tenant.path}/broadcastPages`])
      assert.equal((await anonymous('GET', path)).status, 401)
  }),
  fact('auth.invalid', 'An invalid key is 401, well-formed or not.', async ({ service, tenant }) => {
    for (const text of ['nonsense', newApiKey()])
      for (const headers of [{ 'x-api-key': text }, { authorization: `Bearer ${text}` }] as Record<string, string>[])
        for (const path of ['/v1/events', tenant.path])
          assert.equal((await apiWith(service.url, headers)('GET', path)).status, 401)
  }),
  fact('error.plan', 'An action that the plan does not allow is 403.', async ({ service }) => {
    const { api } = await freeTenant(service)
    assert.equal((await api('POST', '/v1/places', { name: 'Quay' })).status, 403)
  }),
  fact('error.json', 'A failure is an HTTP status and a JSON body that describes the error.', async ({ key }) => {
    const { status, body } = await key('GET', `/v1/events/${missingId}`)
    assert.deepEqual(
      [status, body.status, typeof body.title, typeof body.detail, typeof body.code],
      [404, 404, 'string', 'string', 'string'],
    )
  }),
  fact('error.400', 'Missing and invalid parameters are 400.', async ({ key }) => {
    refused(await key('POST', '/v1/places', {}), '/name')
    refused(await key('GET', '/v1/events?limit=many'))
    refused(await key('GET', '/v1/articles?status=hidden'))
    refused(await key('GET', '/v1/events?from=soon'))
  }),
  fact(
    'error.params',
    'A validation error names the constraint in `params`, where its code says too little.',
    async ({ key, tenant }) => {
      const { errors } = (await key('PATCH', tenant.path, { shortDescription: 'x'.repeat(81), isWeb: 1 })).body
      const found = errors.map(({ pointer, code, params }: Record<string, unknown>) => [pointer, code, params]).sort()
      assert.deepEqual(found, [
        ['/isWeb', 'type', undefined],
        ['/shortDescription', 'max_length', { limit: 80 }],
      ])
    },
  ),
  fact('error.400-nothing', 'A refused request changes nothing.', async ({ add, key }) => {
    const made = await add('places', { name: 'Quay' })
    refused(await key('PUT', `/v1/places/${made.id}`, { name: 'Changed', coordinates: 'none' }))
    assert.deepEqual(accepted(await key('GET', `/v1/places/${made.id}`)), made)
  }),
  fact('error.401', 'A missing or invalid key is 401 with a JSON body.', async ({ anonymous }) => {
    const { status, body } = await anonymous('GET', '/v1/events')
    assert.deepEqual([status, body.status], [401, 401])
  }),
  fact('error.404', 'A resource that does not exist is 404.', async ({ key, tenant }) => {
    for (const path of [
      `/v1/events/${missingId}`,
      `/v1/webhooks/${missingId}`,
      `${tenant.path}/workflows/${missingId}`,
      '/v1/nothing',
    ])
      assert.equal((await key('GET', path)).status, 404)
  }),
  fact('error.429', 'Too many requests are 429; after the reset the key works again.', () =>
    onService({ MARQUEE_RATE_LIMIT: '3/60' }, async (service) => {
      const { api } = await service.newTenant()
      await until(async () => (await api('GET', '/v1/events')).status === 429, 'a refusal')
      const { headers, body } = await api('GET', '/v1/events')
      assert.equal(body.status, 429)
      service.clock.advance((Number(headers.get('retry-after')) + 1) * 1_000)
      assert.equal((await api('GET', '/v1/events')).status, 200)
    }),
  ),
  fact('error.500', 'A failure of the service itself is 500 without internals.', () =>
    onService({}, async (service) => {
      const { api } = await service.newTenant()
      await service.platform.db.query(sql`alter table webhooks rename to renamed`)
      const { status, text, body } = await api('GET', '/v1/webhooks')
      assert.deepEqual([status, body.status], [500, 500])
      assert(!/webhooks.*does not exist|select |\.ts/.test(text), text)
    }),
  ),
  ...['events', 'articles'].flatMap((name) => [
    fact(`limit.${name}.default`, `The page size of \`GET /${name}\` is 50 by default.`, async ({ key }) => {
      assert.equal(accepted(await key('GET', `/v1/${name}`)).limit, 50)
    }),
    fact(`limit.${name}.maximum`, `The page size of \`GET /${name}\` is at most 200.`, async ({ key }) => {
      assert.equal(accepted(await key('GET', `/v1/${name}?limit=200`)).limit, 200)
      refused(await key('GET', `/v1/${name}?limit=201`))
    }),
    fact(`limit.${name}.offset`, `The offset of \`GET /${name}\` is 0 by default.`, async ({ key }) => {
      assert.equal(accepted(await key('GET', `/v1/${name}`)).offset, 0)
    }),
  ]),
  fact('limit.rate-headers', 'Response headers report the use of the rate limit and the time of the reset.', () =>
    onService({ MARQUEE_RATE_LIMIT: '10/60' }, async (service) => {
      const { api } = await service.newTenant()
      const { headers } = await api('GET', '/v1/events')
      assert.equal(headers.get('x-ratelimit-limit'), '10')
      assert.equal(headers.get('x-ratelimit-remaining'), '9')
      assert(Number(headers.get('x-ratelimit-reset')) > service.clock.now() / 1_000)
      assert.match(headers.get('ratelimit') ?? '', /^"default";r=9;t=\d+$/)
    }),
  ),
  fact('version.path', 'Both surfaces have the version in their path, `/v1`.', async ({ key, tenant }) => {
    accepted(await key('GET', '/v1/events'))
    accepted(await key('GET', tenant.path))
    for (const path of ['/events', '/v2/events', tenant.path.replace('/v1', '/v2')])
      assert.equal((await key('GET', path)).status, 404)
  }),
  fact('version.document', 'The description of the API has the version 1.0.0.', async ({ anonymous }) => {
    assert.equal(accepted(await anonymous('GET', '/v1/openapi.json')).info.version, '1.0.0')
  }),
])
