import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { after, before, test } from 'node:test'
import { readAddresses } from '../../src/geocoding/results.ts'
import { assertProblem } from '../support/problem.ts'
import { addMember, startService, type TestService, type TestTenant } from '../support/service.ts'
import { localReceivers } from '../support/webhooks.ts'

const tower = { title: 'Tour Eiffel, Paris, France', position: { x: 2.294497, y: 48.858383 } }
const nominatim = [
  { lat: '48.8583826', lon: '2.2944972', display_name: tower.title },
  { lat: 'north', lon: '2.1', display_name: 'Nowhere' },
]

let service: TestService
let tenant: TestTenant
const asked: { url: string; headers: IncomingHttpHeaders }[] = []
let reply: { status: number; body: string } = { status: 200, body: '' }
const geocoder = createServer((request, response) => {
  asked.push({ url: request.url ?? '', headers: request.headers })
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
})

before(async () => {
  await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve))
  const address = geocoder.address()
  assert(typeof address === 'object' && address)
  service = await startService({
    ...localReceivers,
    MARQUEE_MAP_TILES: '/tiles/{z}/{x}/{y}.png',
    MARQUEE_MAP_ATTRIBUTION: '© Everyone',
    MARQUEE_GEOCODER_URL: `http://127.0.0.1:${address.port}/search?format=jsonv2&q={query}`,
    MARQUEE_GEOCODER_ATTRIBUTION: 'Search © Everyone',
  })
  tenant = await service.newTenant()
})
after(async () => {
  await service.stop()
  geocoder.close()
})

const search = (q: string, api = tenant.api, headers = {}) =>
  api('GET', `${tenant.path}/addresses?q=${encodeURIComponent(q)}`, undefined, headers)

test('the answers of Nominatim and of services with GeoJSON are read, and entries without a position are left out', () => {
  assert.deepEqual(readAddresses(nominatim), [tower])
  const at = { type: 'Point', coordinates: [2.2944972, 48.8583826] }
  const photon = { name: 'Tour Eiffel', street: 'Avenue Gustave Eiffel', postcode: '75007', city: 'Paris' }
  const features = [
    { geometry: at, properties: photon },
    { geometry: at, properties: { geocoding: { label: 'A label' } } },
    { geometry: { coordinates: [200, 0] }, properties: { name: 'Off the earth' } },
    { geometry: at, properties: {} },
  ]
  assert.deepEqual(
    readAddresses({ features })?.map(({ title }) => title),
    ['Tour Eiffel, Avenue Gustave Eiffel, 75007 Paris', 'A label'],
  )
  assert.equal(readAddresses({ error: 'no' }), undefined)
  assert.equal(readAddresses(undefined), undefined)
  assert.equal(readAddresses(Array.from({ length: 50 }, () => nominatim[0]))?.length, 10)
})

test('the studio reads which services are configured', async () => {
  const { status, body } = await tenant.api('GET', `${tenant.path}/mapServices`)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    tiles: { url: '/tiles/{z}/{x}/{y}.png', attribution: '© Everyone' },
    geocoder: { attribution: 'Search © Everyone' },
  })
})

test('an address is searched by the service in the language of the caller, and cached for some minutes', async () => {
  reply = { status: 200, body: JSON.stringify(nominatim) }
  const found = await search('Tour Eiffel & co', tenant.api, { 'accept-language': 'fr-CA,fr;q=0.9' })
  assert.deepEqual([found.status, found.body], [200, { data: [tower] }])
  const [request] = asked.splice(0)
  assert.equal(request?.url, '/search?format=jsonv2&q=Tour%20Eiffel%20%26%20co')
  assert.equal(request?.headers['accept-language'], 'fr-ca')
  assert.equal(request?.headers['x-api-key'], undefined)
  const again = await search('tour eiffel & CO', tenant.api, { 'accept-language': 'fr-CA' })
  assert.deepEqual([again.body, asked.length], [{ data: [tower] }, 0])
  service.clock.advance(11 * 60_000)
  await search('Tour Eiffel & co', tenant.api, { 'accept-language': 'fr-CA' })
  assert.equal(asked.splice(0).length, 1)
})

test('a search service that fails is a 503, and nothing is cached', async () => {
  for (const broken of [
    { status: 500, body: '[]' },
    { status: 200, body: 'not JSON' },
    { status: 200, body: '{"error":"quota"}' },
    { status: 200, body: JSON.stringify([{ display_name: 'x'.repeat(300_000), lat: 1, lon: 1 }]) },
  ]) {
    reply = broken
    assertProblem(await search('Gare'), { status: 503, code: 'unavailable' })
  }
  reply = { status: 200, body: '[]' }
  assert.deepEqual((await search('Gare')).body, { data: [] })
})

test('a search without words is refused, and viewers do not search', async () => {
  asked.splice(0)
  assertProblem(await search(' '), { status: 400, code: 'invalid' })
  assertProblem(await search('x'.repeat(201)), { status: 400, code: 'invalid' })
  const viewer = await addMember(service, tenant, 'viewer')
  assertProblem(await search('Gare du Nord', viewer), { status: 403, code: 'insufficient_role' })
  assert.equal((await viewer('GET', `${tenant.path}/mapServices`)).status, 200)
  assert.equal(asked.length, 0)
})

test('one person searches at most 30 times a minute, and others still do', async () => {
  service.clock.advance(60_000 - (service.clock.now() % 60_000))
  const editor = await addMember(service, tenant, 'editor')
  for (let count = 0; count < 30; count += 1) assert.equal((await search(`Rue ${count}`, editor)).status, 200)
  assertProblem(await search('Rue 31', editor), { status: 429, code: 'rate_limited' })
  assert.equal((await search('Rue 31')).status, 200)
})

test('without configuration there are no services, and a search is a 404', async (t) => {
  const plain = await startService()
  t.after(() => plain.stop())
  const { api, path } = await plain.newTenant()
  assert.deepEqual((await api('GET', `${path}/mapServices`)).body, { tiles: null, geocoder: null })
  assertProblem(await api('GET', `${path}/addresses?q=Paris`), { status: 404, code: 'not_found' })
})
