import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { runRetention } from '../../src/jobs/retention.ts'
import { lastSequence } from '../support/change-rows.ts'
import type { Row } from '../support/content-model.ts'
import { assertProblem } from '../support/problem.ts'
import { type Api, apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'
import { PublicApp } from './public-app.ts'

let service: TestService
let nobody: Api
let tenant: TestTenant
let address: string

before(async () => {
  service = await startService({ MARQUEE_PUBLIC_READ_LIMIT: 'off' })
  nobody = apiWith(service.url, {})
  await begin()
})
after(() => service.stop())

/** A new broadcast. */
async function begin(): Promise<void> {
  tenant = await service.newTenant()
  address = `/v1/public/${tenant.broadcastId}/bundle`
}

const since = (cursor: string) => nobody('GET', `${address}?since=${encodeURIComponent(cursor)}`)
const newApp = () => new PublicApp(nobody, address)

async function write(method: string, path: string, body?: object) {
  const reply = await tenant.api(method, `${tenant.path}${path}`, body)
  assert(reply.status < 300, reply.text)
  return reply.body
}
const create = (plural: string, body: object): Promise<Row> => write('POST', `/${plural}`, body)

test('cursor and ETag do not change while people edit drafts', async () => {
  await begin()
  const session = await create('broadcastSessions', { title: 'Opening', status: 'published' })
  const first = await nobody('GET', address)
  const draft = await create('broadcastSessions', { title: 'Sketch' })
  const article = await create('broadcastArticles', {
    title: 'Later',
    status: 'published',
    publishedAt: '2999-01-01T00:00:00Z',
  })
  const page = await create('broadcastPages', { title: 'Backstage', status: 'published', isPrivate: true })
  await write('PATCH', `/broadcastSessions/${draft._id}`, { title: 'Sketch 2', hostIds: [] })
  await write('PATCH', `/broadcastArticles/${article._id}`, { publishedAt: '2998-01-01T00:00:00Z' })
  await write('PATCH', `/broadcastPages/${page._id}`, { status: 'draft' })
  for (const [plural, { _id }] of [
    ['broadcastSessions', draft],
    ['broadcastArticles', article],
    ['broadcastPages', page],
  ] as const)
    await write('DELETE', `/${plural}/${_id}`)
  await create('broadcastCampaigns', { title: 'Soon' })
  await create('broadcastContacts', {})
  const second = await nobody('GET', address)
  assert.equal(second.text, first.text)
  assert.equal(second.headers.get('etag'), first.headers.get('etag'))
  const update = (await since(first.body.cursor)).body
  assert.deepEqual(update, { cursor: first.body.cursor, full: false, more: false, data: {}, deleted: {} })
  await write('PATCH', `/broadcastSessions/${session._id}`, { title: 'Opening night' })
  assert.notEqual((await nobody('GET', address)).body.cursor, first.body.cursor)
})

test('cursor and ETag do not change however long people edit drafts', async () => {
  await begin()
  await create('broadcastSessions', { title: 'Opening', status: 'published' })
  const operations = Array.from({ length: 150 }, (_, at) => ({ op: 'create', body: { title: `Sketch ${at}` } }))
  const before = (await nobody('GET', address)).text
  for (let round = 0; round < 2; round++) {
    await write('POST', '/broadcastSessions/batch', { mode: 'atomic', operations })
    assert.equal((await nobody('GET', address)).text, before)
  }
})

test('hidden and deleted records are reported as removed, and published ones return', async () => {
  await begin()
  const page = await create('broadcastPages', { title: 'News', status: 'published' })
  const host = await create('broadcastHosts', { title: 'Ada', status: 'published' })
  const session = await create('broadcastSessions', { title: 'Talk', status: 'published', hostIds: [host._id] })
  const app = newApp()
  await app.sync()
  const steps: [string, object | null, object][] = [
    [`/broadcastPages/${page._id}`, { isPrivate: true }, { broadcastPages: [page._id] }],
    [`/broadcastPages/${page._id}`, { isPrivate: false }, {}],
    [`/broadcastPages/${page._id}`, { status: 'draft' }, { broadcastPages: [page._id] }],
    [`/broadcastPages/${page._id}`, { status: 'published' }, {}],
    [`/broadcastHosts/${host._id}`, { status: 'draft' }, { broadcastHosts: [host._id] }],
    [`/broadcastHosts/${host._id}`, { status: 'published' }, {}],
    [`/broadcastHosts/${host._id}`, null, { broadcastHosts: [host._id] }],
    [`/broadcastSessions/${session._id}`, null, { broadcastSessions: [session._id] }],
  ]
  for (const [path, patch, deleted] of steps) {
    await (patch ? write('PATCH', path, patch) : write('DELETE', path))
    const update = await app.sync()
    assert.deepEqual([update.full, update.deleted], [false, deleted], path)
    assert.deepEqual(app.state(), (await newApp().read()).state(), path)
  }
})

describe('an update includes a record that contains the id of another in free-form JSON', () => {
  const steps: Record<string, (id: string) => Promise<unknown>> = {
    'when the other is published': (id) => write('PATCH', `/broadcastHosts/${id}`, { status: 'published' }),
    'when the other is a draft again': (id) => write('PATCH', `/broadcastHosts/${id}`, { status: 'draft' }),
    'when the other is deleted': (id) => write('DELETE', `/broadcastHosts/${id}`),
  }
  for (const [name, step] of Object.entries(steps)) {
    test(name, async () => {
      await begin()
      const status = name.includes('published') ? 'draft' : 'published'
      const { _id: id } = await create('broadcastHosts', { title: 'Ada', status })
      const query = { filters: [{ hostIds: id }] }
      await create('broadcastPages', { title: 'Ada', status: 'published', blocks: [{ type: 'sessions', query }] })
      const app = newApp()
      await app.sync()
      await step(String(id))
      await app.sync()
      assert.deepEqual(app.state(), (await newApp().read()).state())
    })
  }
})

describe('the media of a bundle', () => {
  const newMedia = async () =>
    String((await create('medias', { mediaUrl: 'https://festival.example/a.png', alt: 'A' }))._id)
  const following = async () => {
    const app = newApp()
    await app.sync()
    return { app, fresh: async () => (await newApp().read()).rows('medias') }
  }

  test('are included with the records that show them, and again when they change', async () => {
    await begin()
    const mediaId = await newMedia()
    const { app, fresh } = await following()
    assert.deepEqual(app.rows('medias'), [])
    await create('broadcastHosts', { title: 'Sketch', media: { mediaId } })
    await app.sync()
    assert.deepEqual(app.rows('medias'), [])
    await create('broadcastHosts', { title: 'Ada', status: 'published', media: { mediaId } })
    await app.sync()
    assert.deepEqual([app.rows('medias').length, app.rows('medias')], [1, await fresh()])
    await write('PATCH', `/medias/${mediaId}`, { alt: 'B' })
    await app.sync()
    assert.deepEqual([app.rows('medias')[0]?.alt, app.rows('medias')], ['B', await fresh()])
  })

  test('include those of the broadcast itself', async () => {
    await begin()
    const mediaId = await newMedia()
    await write('PATCH', '', { theme: { logo: { mediaId } } })
    assert.deepEqual(
      (await newApp().read()).rows('medias').map(({ _id }) => _id),
      [mediaId],
    )
  })

  const departures: Record<string, (mediaId: string, hostId: string) => Promise<unknown>> = {
    'when nothing shows them any more': (_, hostId) => write('PATCH', `/broadcastHosts/${hostId}`, { media: null }),
    'when what shows them is hidden': (_, hostId) => write('PATCH', `/broadcastHosts/${hostId}`, { status: 'draft' }),
    'when they are deleted': (mediaId) => write('DELETE', `/medias/${mediaId}?force=true`),
  }
  for (const [name, depart] of Object.entries(departures)) {
    test(`are reported as removed ${name}`, async () => {
      await begin()
      const mediaId = await newMedia()
      const host = await create('broadcastHosts', { title: 'Ada', status: 'published', media: { mediaId } })
      const { app, fresh } = await following()
      await depart(mediaId, String(host._id))
      await app.sync()
      assert.deepEqual(app.rows('medias'), await fresh())
    })
  }

  test('that are not visible do not change cursor and ETag', async () => {
    await begin()
    await create('broadcastSessions', { title: 'Opening', status: 'published' })
    const before = (await nobody('GET', address)).text
    const mediaId = await newMedia()
    await create('broadcastHosts', { title: 'Sketch', media: { mediaId } })
    await write('PATCH', `/medias/${mediaId}`, { alt: 'B' })
    assert.equal((await nobody('GET', address)).text, before)
  })
})

describe('a cursor that no bundle ever had', () => {
  /** Never public: a scheduled article, and one that was redrafted before its date. */
  const hiddenOnes = async () => {
    await begin()
    await create('broadcastSessions', { title: 'Opening', status: 'published' })
    const inMs = (ms: number) => new Date(service.clock.now() + ms).toISOString()
    const later = await create('broadcastArticles', {
      title: 'Later',
      status: 'published',
      publishedAt: inMs(86_400_000),
    })
    const off = await create('broadcastArticles', { title: 'Off', status: 'published', publishedAt: inMs(60_000) })
    const last = await lastSequence(service, tenant.broadcastId)
    await write('PATCH', `/broadcastArticles/${later._id}`, { title: 'Later still' })
    await write('PATCH', `/broadcastArticles/${off._id}`, { status: 'draft' })
    service.clock.advance(120_000)
    return { last, ids: [String(later._id), String(off._id)] }
  }
  for (const [name, ms] of [
    ['of the future', 8_000_000_000_000],
    ['of this moment', 0],
  ] as const) {
    test(`${name} reveals nothing that was never public`, async () => {
      const { last, ids } = await hiddenOnes()
      const { cursor } = (await nobody('GET', address)).body
      const atMs = ms || service.clock.now()
      const rest = String(cursor).split('.').slice(2)
      for (let sequence = 0; sequence <= last + 2; sequence++) {
        const { status, text } = await since([sequence, atMs, ...rest].join('.'))
        assert([200, 400].includes(status), text)
        for (const id of ids) assert(!text.includes(id), `${sequence}.${atMs} names ${id}: ${text.slice(0, 400)}`)
      }
    })
  }
})

test('an invalid cursor is refused, and one from the future returns everything', async () => {
  await begin()
  await create('broadcastSessions', { title: 'Opening', status: 'published' })
  const { cursor } = (await nobody('GET', address)).body
  for (const odd of [
    '',
    'x',
    '1',
    '1.2',
    '-1.0.aaaaaaaa',
    '1e3.0.aaaaaaaa',
    '1.0.aaaaaaa',
    `${cursor}0`,
    `${cursor}.`,
    ` ${cursor}`,
    '1'.repeat(65),
    '1.0.\0aaaaaaa',
  ])
    assertProblem(await since(odd), { status: 400, code: 'invalid', pointer: '?since' }, JSON.stringify(odd))
  const { status, body } = await since(String(cursor).replace(/^\d+/, '999999999999999'))
  if (status !== 400) assert.deepEqual([status, body.full, body.data.broadcastSessions.length], [200, true, 1])
})

test('a cursor older than the log returns everything; records older than the log are still reported as removed', async () => {
  await begin()
  const { cursor: stale } = (await nobody('GET', address)).body
  const old = await create('broadcastSessions', { title: 'Old', status: 'published' })
  await write('PATCH', `/broadcastSessions/${old._id}`, { title: 'Old and wise' })
  const host = await create('broadcastHosts', { title: 'Ada', status: 'published' })
  const app = newApp()
  await app.sync()
  const later = { now: () => service.clock.now() + 100 * 86_400_000 }
  await runRetention({ db: service.platform.db, clock: later, kept: { ...service.config } })
  assert.equal((await since(stale)).body.full, true)
  const fresh = newApp()
  await fresh.sync()
  await write('PATCH', `/broadcastSessions/${old._id}`, { status: 'draft' })
  await write('DELETE', `/broadcastHosts/${host._id}`)
  for (const one of [app, fresh]) {
    const update = await one.sync()
    assert.deepEqual(update.deleted, { broadcastSessions: [old._id], broadcastHosts: [host._id] })
    assert.deepEqual(one.state(), (await newApp().read()).state())
  }
})

test('ten changes among a thousand sessions are one small response', async () => {
  await begin()
  const ids: string[] = []
  for (let round = 0; round < 2; round++) {
    const operations = Array.from({ length: 500 }, (_, at) => ({ op: 'create', body: sessionBody(round * 500 + at) }))
    const { results } = await write('POST', '/broadcastSessions/batch', { mode: 'atomic', operations })
    ids.push(...results.map(({ id }: { id: string }) => id))
  }
  const app = newApp()
  await app.sync()
  for (const id of ids.slice(100, 104))
    await write('PATCH', `/broadcastSessions/${id}`, { time: { start: '2026-07-05T18:00:00Z' } })
  for (const id of ids.slice(200, 203)) await write('PATCH', `/broadcastSessions/${id}`, { status: 'draft' })
  for (const id of ids.slice(300, 302)) await write('DELETE', `/broadcastSessions/${id}`)
  await create('broadcastSessions', sessionBody(1_001))
  const { text } = await since(app.cursor)
  assert(Buffer.byteLength(text) <= 20_000, `${Buffer.byteLength(text)} bytes`)
  await app.sync()
  assert.equal(app.requests, 2)
  assert.equal(app.state().data.broadcastSessions?.length, 996)
  assert.deepEqual(app.state(), (await newApp().read()).state())
})

test('compressed responses have the same bytes, and each encoding has its own ETag', async () => {
  await begin()
  for (let at = 0; at < 10; at++) await create('broadcastSessions', sessionBody(at))
  const plain = await exchange('GET', {})
  const br = await exchange('GET', { 'accept-encoding': 'gzip, br' })
  const gzip = await exchange('GET', { 'accept-encoding': 'gzip, deflate' })
  assert.deepEqual(
    [br, gzip, plain].map(({ headers }) => headers['content-encoding']),
    ['br', 'gzip', undefined],
  )
  assert.deepEqual([brotliDecompressSync(br.bytes), gunzipSync(gzip.bytes)], [plain.bytes, plain.bytes])
  assert(br.bytes.length < plain.bytes.length / 2)
  assert.equal(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size, 3)
  const odd = {
    'br;q=0, gzip': 'gzip',
    'br;q=0.0,gzip;q=0': undefined,
    identity: undefined,
    BR: 'br',
    zstd: undefined,
    '': undefined,
  }
  for (const [accepted, encoding] of Object.entries(odd))
    assert.equal(
      (await exchange('GET', { 'accept-encoding': accepted })).headers['content-encoding'],
      encoding,
      accepted,
    )
  for (const [accepted, { headers }] of [
    ['br', br],
    ['gzip', gzip],
    ['identity', plain],
  ] as const) {
    const known = await exchange('GET', { 'accept-encoding': accepted, 'if-none-match': String(headers.etag) })
    assert.deepEqual([known.status, known.bytes.length, known.headers.etag], [304, 0, headers.etag])
    for (const name of ['cache-control', 'vary', 'access-control-allow-origin'])
      assert.equal(known.headers[name], headers[name])
  }
  const other = await exchange('GET', { 'accept-encoding': 'gzip', 'if-none-match': String(plain.headers.etag) })
  assert.equal(other.status, 200)
})

test('responses can be cached publicly for half a minute, read from every origin, and revalidated', async () => {
  await begin()
  const { _id: id } = await create('broadcastSessions', sessionBody(1))
  const paths = [
    '',
    '/bundle',
    '/now',
    '/broadcastSessions',
    `/broadcastSessions/${id}`,
    '/programme.ics',
    '/articles.rss',
    '/sitemap.xml',
  ]
  for (const path of paths) {
    const url = `/v1/public/${tenant.broadcastId}${path}`
    const get = await exchange('GET', { origin: 'https://festival.example' }, url)
    assert.equal(get.status, 200, url)
    assert.equal(get.headers['cache-control'], 'public, max-age=30, stale-while-revalidate=300', url)
    assert.equal(get.headers['access-control-allow-origin'], '*', url)
    assert.equal(get.headers.vary, 'Accept-Encoding', url)
    assert.match(String(get.headers.etag), /^"[^"]+"$/, url)
    assert.equal(get.headers['set-cookie'], undefined)
    const head = await exchange('HEAD', { origin: 'https://festival.example' }, url)
    const { date, 'x-request-id': ownId, ...same } = get.headers
    const { date: laterDate, 'x-request-id': otherId, ...headSame } = head.headers
    // The response of `now` contains the time of the request, so its bytes may differ.
    if (path !== '/now') assert.deepEqual(headSame, same, url)
    assert.deepEqual([head.status, head.bytes.length], [200, 0], url)
    const options = await exchange('OPTIONS', {}, url)
    assert.deepEqual([options.status, options.headers.allow], [204, 'GET, HEAD, OPTIONS'], url)
    const asked = {
      origin: 'https://festival.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    const preflight = await exchange('OPTIONS', asked, url)
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers['access-control-allow-origin'], '*')
    assert.match(String(preflight.headers['access-control-allow-headers']), /authorization/i)
    assert.equal(preflight.headers['access-control-allow-credentials'], undefined)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const refused = await exchange(method, {}, url)
      assert.equal(refused.status, 405, `${method} ${url}`)
      assert.equal(refused.headers['access-control-allow-origin'], '*')
    }
  }
})

test('forwarding headers do not change what is cached', async () => {
  await begin()
  const odd = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
    'x-original-url': '/x',
    cookie: 'preview=1',
    'x-preview': '1',
  }
  for (const path of ['', '/bundle', '/programme.ics', '/sitemap.xml', '/articles.json']) {
    const url = `/v1/public/${tenant.broadcastId}${path}`
    const poisoned = await exchange('GET', { ...odd, host: 'evil.example' }, url)
    const plain = await exchange('GET', {}, url)
    assert.equal(plain.bytes.toString(), poisoned.bytes.toString(), url)
    assert(!plain.bytes.includes('evil.example'))
  }
})

interface Exchange {
  status: number
  headers: Record<string, string | undefined>
  bytes: Buffer
}

/** One request over a plain socket, so that nothing is decompressed. */
function exchange(method: string, headers: Record<string, string>, path = address): Promise<Exchange> {
  const { host } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}${path}`, { method, headers: { host, ...headers } }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk) => chunks.push(chunk))
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers as Exchange['headers'],
          bytes: Buffer.concat(chunks),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

const sessionBody = (number: number) => ({
  title: `Session ${number}`,
  description: `What is told of session ${number}, in a sentence or two of the usual length for a programme.`,
  status: 'published',
  time: { start: '2026-07-04T18:00:00Z', end: '2026-07-04T19:00:00Z' },
  localeDetails: { fr: { title: `Séance ${number}`, description: `Ce qu'on dit de la séance ${number}.` } },
})
