import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildApp } from '../../../../scripts/build/build.ts'
import { newObjectId } from '../../src/base/object-id.ts'
import { formOf, picture } from '../media/samples.ts'
import { sendRaw } from '../support/raw-http.ts'
import { watchRoutes } from '../support/registered-routes.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
const slug = 'headers-test'
const { routes: registered, stop: stopWatching } = watchRoutes()

before(async () => {
  await buildApp()
  // The fast path is off while requests are logged.
  const off = { MARQUEE_PUBLIC_READ_LIMIT: 'off', MARQUEE_PUBLIC_WRITE_LIMIT: 'off', MARQUEE_LOG_LEVEL: 'info' }
  service = await startService(off)
  tenant = await service.newTenant()
  const site = { type: 'web', slug, status: 'published' }
  assert.equal((await tenant.api('POST', `${tenant.path}/broadcastDiffusers`, site)).status, 201)
})
after(() => {
  stopWatching()
  return service.stop()
})

type Got = Pick<Headers, 'get'>

/** One policy each: two would both be enforced, and a comma would join them. */
function requireHeaders(headers: Got, about: string): void {
  assert.equal(headers.get('x-content-type-options'), 'nosniff', about)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src '(?:none|self)'(?:; [^,]+)?$/, about)
  if (!headers.get('content-type')?.startsWith('text/html')) return
  for (const part of ['base-uri', 'frame-ancestors']) assert(policy.includes(part), `${about}: ${policy}`)
  assert.match(
    headers.get('referrer-policy') ?? '',
    /^(?:same-origin|no-referrer|strict-origin-when-cross-origin)$/,
    about,
  )
}

const known: Record<string, () => string> = {
  userId: () => tenant.userId,
  broadcastId: () => tenant.broadcastId,
  broadcast: () => tenant.broadcastId,
  site: () => slug,
}
const addressOf = (url: string) =>
  url.replaceAll(/:(\w+)/g, (_, name: string) => known[name]?.() ?? newObjectId(Date.now())).replace('*', '')

async function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const response = await fetch(service.url + path, {
    method,
    headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
    body: hasBody ? '{}' : null,
    redirect: 'manual',
  })
  // A stream has no end.
  await (response.headers.get('content-type')?.startsWith('text/event-stream')
    ? response.body?.cancel()
    : response.arrayBuffer())
  return response
}

test('every route answers with the headers, to a key and to strangers, from the cache, and to other methods', async () => {
  const statuses = new Set<number>()
  for (const { method, url } of registered) {
    const path = addressOf(url)
    // To strangers first: a key may delete what the others ask for.
    const asked = [{}, ...(method === 'GET' ? [{ 'x-api-key': tenant.key }] : []), { 'x-api-key': tenant.key }]
    for (const headers of asked) {
      const response = await ask(method, path, headers)
      requireHeaders(response.headers, `${method} ${path} ${response.status}`)
      statuses.add(response.status)
    }
    requireHeaders((await ask('OPTIONS', path)).headers, `OPTIONS ${path}`)
  }
  for (const url of new Set(registered.map((route) => route.url))) {
    const methods = registered.flatMap((route) => (route.url === url ? route.method : []))
    const missing = ['PUT', 'PATCH', 'DELETE', 'POST'].find((method) => !methods.includes(method))
    if (!missing) continue
    const response = await ask(missing, addressOf(url), { 'x-api-key': tenant.key })
    requireHeaders(response.headers, `${missing} ${url} ${response.status}`)
    statuses.add(response.status)
  }
  assert(registered.length > 300)
  for (const status of [200, 302, 308, 400, 401, 403, 404, 405]) assert(statuses.has(status), `none was ${status}`)
})

test('unchanged, partial, unknown and malformed requests get them, too', async () => {
  const list = await ask('GET', '/v1/events', { 'x-api-key': tenant.key })
  const known = { 'x-api-key': tenant.key, 'if-none-match': list.headers.get('etag') ?? '' }
  const unchanged = await ask('GET', '/v1/events', known)
  assert.equal(unchanged.status, 304)
  requireHeaders(unchanged.headers, 'unchanged')
  for (const path of ['/nowhere', '/v1/nowhere', '/v1//events', '/%00', '/studio/assets/none.js', '/app/none.js'])
    for (const accept of ['text/html', 'application/json'])
      requireHeaders((await ask('GET', path, { accept })).headers, path)
  const host = new URL(service.url).host
  const raw = [
    'GARBAGE\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n\r\n`,
    `GET /v1/events HTTP/1.1\r\nHost: ${host}\r\nExpect: nothing\r\n\r\n`,
    `CONNECT example.com:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    `POST /v1/events HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc`,
    `BREW /v1/events HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ]
  for (const text of raw) {
    const [reply] = (await sendRaw(service.url, text, { answers: 1 })).replies
    assert(reply && reply.status >= 400, text.slice(0, 80))
    requireHeaders({ get: (name) => reply.headers.get(name) ?? null }, `${text.slice(0, 80)} ${reply.status}`)
  }
})

test('other websites can use what is meant for them', async () => {
  const upload = await fetch(`${service.url}${tenant.path}/medias/upload`, {
    method: 'POST',
    headers: { 'x-api-key': tenant.key },
    body: formOf([{ name: 'photo.png', bytes: await picture('png', { width: 8, height: 8 }) }]),
  })
  const { data } = (await upload.json()) as { data: [{ mediaUrl: string }] }
  const files = [
    new URL(data[0].mediaUrl).pathname,
    '/embed.js',
    `/${slug}/icon-192.png`,
    '/demo/logo.svg',
    '/favicon.ico',
  ]
  for (const path of files) {
    const { headers, status } = await ask('GET', path)
    assert.equal(status, 200, path)
    requireHeaders(headers, path)
    assert.notEqual(headers.get('cross-origin-resource-policy'), 'same-origin', path)
  }
  for (const path of [new URL(data[0].mediaUrl).pathname, '/embed.js'])
    assert.equal((await ask('GET', path)).headers.get('access-control-allow-origin'), '*')
  const embedded = await ask('GET', `/${slug}/embed?view=day`)
  assert.equal(embedded.status, 200)
  assert.match(embedded.headers.get('content-security-policy') ?? '', /frame-ancestors \*/)
  const page = await ask('GET', `/${slug}/`)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/)
  const worker = (await ask('GET', `/${slug}/sw.js`)).headers.get('content-security-policy')
  assert.match(worker ?? '', /connect-src 'self' http/, 'the worker of a site fetches pages and pictures')
})
