import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { type Collector, type ReceivedSpan, startCollector } from './support/collector.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { signedIn, startService, type TestService, type TestTenant } from './support/service.ts'
import { elapse, until } from './support/until.ts'
import { follow, localReceivers } from './support/webhooks.ts'
import { code, fixed, http, runNodes } from './support/workflows.ts'

let collector: Collector
let receiver: Receiver
let service: TestService
let tenant: TestTenant

before(async () => {
  collector = await startCollector()
  receiver = await startReceiver()
  service = await startService({
    ...localReceivers,
    // Debug lines would turn off the fast path by themselves.
    MARQUEE_LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=collector%20secret',
    OTEL_SERVICE_NAME: 'festival',
  })
  tenant = await service.newTenant()
})
after(async () => {
  await service.stop()
  await receiver.close()
  await collector.close()
})

const ofRequest = (id: string) => (span: ReceivedSpan) => span.attributes['marquee.request_id'] === id
const childrenOf = ({ traceId, spanId }: ReceivedSpan) =>
  collector.spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId)

test('a request is a server span with its route, status, request id and broadcast, also when it is cached', async () => {
  for (const id of ['first-read', 'cached-read']) {
    const reply = await tenant.api('GET', '/v1/places?limit=13', undefined, { 'x-request-id': id })
    assert.equal(reply.status, 200)
    const { name, kind, parentSpanId, status, attributes, service: sender } = await collector.find(ofRequest(id), id)
    assert.deepEqual(
      { name, kind, parentSpanId, status },
      { name: 'GET /v1/places', kind: 2, parentSpanId: undefined, status: 0 },
    )
    assert.deepEqual(attributes, {
      'http.request.method': 'GET',
      'http.route': '/v1/places',
      'http.response.status_code': 200,
      'marquee.request_id': id,
      'marquee.broadcast_id': tenant.broadcastId,
    })
    assert.equal(sender['service.name'], 'festival')
  }
  assert.equal(collector.headers[0]?.['api-key'], 'collector secret')
})

test('refused requests are traced, by the pattern of their path', async () => {
  const anonymous = await fetch(`${service.url}/v1/places`, { headers: { 'x-request-id': 'refused' } })
  const unknown = await fetch(`${service.url}/v1/secret-path/token`, { headers: { 'x-request-id': 'unknown' } })
  assert.deepEqual([anonymous.status, unknown.status], [401, 404])
  const refused = await collector.find(ofRequest('refused'), 'a refused request')
  assert.equal(refused.attributes['http.response.status_code'], 401)
  assert.equal(refused.attributes['marquee.broadcast_id'], undefined)
  const missing = await collector.find(ofRequest('unknown'), 'an unknown path')
  assert.deepEqual([missing.name, missing.attributes['http.response.status_code']], ['GET /:site/*', 404])
})

test('statements of a write are parts of its request, with placeholders instead of values', async () => {
  // In pieces: the second one arrives in an event of the socket, outside of the request.
  const body = JSON.stringify({ name: 'Aardvark Lounge', category: 'facility' })
  const sending = request(`${service.url}/v1/places`, {
    method: 'POST',
    headers: {
      'x-api-key': tenant.key,
      'x-request-id': 'a-write',
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  const answered = once(sending, 'response')
  sending.write(body.slice(0, 10))
  await elapse(100)
  sending.end(body.slice(10))
  const [reply] = await answered
  assert.equal(reply.resume().statusCode, 201)
  const write = await collector.find(ofRequest('a-write'), 'the write')
  await until(
    () => childrenOf(write).some(({ attributes }) => /\$1/.test(String(attributes['db.query.text']))),
    'a statement',
  )
  for (const { kind, attributes } of childrenOf(write)) {
    assert.equal(kind, 3)
    assert.equal(attributes['db.system.name'], 'postgresql')
  }
  assert(childrenOf(write).some(({ attributes }) => /insert into changes/.test(String(attributes['db.query.text']))))
})

test('relay, delivery, step and job are traces of their own, and calls name only the host', async () => {
  await follow(tenant, receiver, { path: 'hidden-path' })
  await tenant.api('POST', '/v1/places', { name: 'Meerkat Corner', category: 'facility' })
  await receiver.first(1)
  const delivery = await collector.find(({ name }) => name === 'delivery', 'a delivery')
  assert.equal(delivery.parentSpanId, undefined)
  assert.equal(delivery.attributes['marquee.broadcast_id'], tenant.broadcastId)
  assert.equal(delivery.attributes['marquee.result'], 'delivered')
  const [call] = childrenOf(delivery)
  assert.deepEqual(call?.attributes, {
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(receiver.url).port),
    'http.response.status_code': 204,
  })
  const relay = await collector.find(({ name }) => name === 'relay', 'the relay')
  assert.equal(relay.parentSpanId, undefined)

  const run = await runNodes(tenant, [
    code('first', 'return 1', { onSuccess: 'second' }),
    http('second', { url: fixed(`${receiver.url}/called?token=hidden-token`), method: fixed('POST'), body: fixed({}) }),
  ])
  const step = await collector.find(
    ({ name, attributes }) => name === 'step' && attributes['marquee.node_type'] === 'code',
    'a step',
  )
  assert.equal(step.attributes['marquee.run_id'], run._id)
  assert.equal(step.parentSpanId, undefined)

  const owner = await signedIn(service, tenant)
  const asked = await owner('POST', `${tenant.path}/people/export`, { email: 'penguin@visitor.example' })
  assert.equal(asked.status, 202, asked.text)
  const job = await collector.find(({ name }) => name === 'job', 'a job')
  assert.equal(job.attributes['marquee.job_type'], 'people.export')
  await until(() => childrenOf(job).length > 0, 'the statements of the job')
})

test('nobody else gets a trace, and traces have no values, names, addresses, secrets or paths', async () => {
  assert.equal(
    (await tenant.api('GET', `${tenant.path}/search?q=zanzibar`, undefined, { 'x-request-id': 'search' })).status,
    200,
  )
  await collector.find(ofRequest('search'), 'the search')
  for (const { headers } of receiver.received) assert.equal(headers.traceparent, undefined)
  assert(receiver.received.length > 0)
  const text = collector.texts.join('\n')
  assert(text.includes('/v1/places'))
  const hidden = [
    ...['zanzibar', 'Aardvark', 'Meerkat', 'penguin', 'secret-path', 'hidden-path', 'hidden-token', 'collector secret'],
    ...[tenant.key, tenant.email, tenant.password],
  ]
  for (const value of hidden) assert(!text.includes(value), value)
})

test('a trace of the caller is continued only behind a trusted proxy, and the sampler follows it', async () => {
  const parent = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
  const headers = { traceparent: `00-${parent.traceId}-${parent.spanId}-01` }
  await tenant.api('GET', '/v1/places', undefined, { ...headers, 'x-request-id': 'untrusted' })
  assert.notEqual((await collector.find(ofRequest('untrusted'), 'the request')).traceId, parent.traceId)

  const trusting = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
    MARQUEE_TRUSTED_PROXIES: '127.0.0.1',
  })
  const guest = await trusting.newTenant()
  await guest.api('GET', '/v1/places', undefined, { 'x-request-id': 'not-sampled' })
  await guest.api('GET', '/v1/places', undefined, { ...headers, 'x-request-id': 'trusted' })
  const { traceId, parentSpanId } = await collector.find(ofRequest('trusted'), 'the request')
  assert.deepEqual({ traceId, spanId: parentSpanId }, parent)
  await trusting.stop()
  assert(!collector.spans.some(ofRequest('not-sampled')))
})

test('a stop sends the spans that wait, and a collector that is silent or gone costs only traces', async () => {
  const other = await startCollector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: other.url, MARQUEE_LOG_LEVEL: 'info' }
  const first = await startService(env)
  await (await first.newTenant()).api('GET', '/v1/places', undefined, { 'x-request-id': 'last-read' })
  await first.stop()
  assert(other.spans.some(ofRequest('last-read')))

  other.fallSilent()
  const second = await startService(env)
  const guest = await second.newTenant()
  for (let round = 0; round < 3; round += 1)
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const reply = await fetch(`${second.url}/v1/places`, { headers: { 'x-api-key': guest.key } })
        await reply.text()
        assert.equal(reply.status, 200)
      }),
    )
  await second.stop()

  await other.close()
  const third = await startService(env)
  const { api } = await third.newTenant()
  assert.equal((await api('GET', '/v1/places')).status, 200)
  await until(() => third.logLines.some((line) => line.includes('traces could not be sent')), 'a warning')
  assert.equal((await api('GET', '/v1/places')).status, 200)
  await third.stop()
})

test('a service without traces loads no library for them', async () => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ resolve(name, context, next) { const found = next(name, context); loaded.push(found.url); return found } })
    await import('${new URL('../src/service.ts', import.meta.url).href}')
    console.log(JSON.stringify(loaded.filter((url) => /opentelemetry.(sdk|exporter|otlp)|src.tracing/.test(url))), loaded.length > 100)
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  assert.equal(stdout.trim(), '[] true')
})
