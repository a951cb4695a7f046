import assert from 'node:assert/strict'
import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  // Without debug logs, cached reads take the fast path.
  service = await startService({ MARQUEE_LOG_LEVEL: 'info' })
  tenant = await service.newTenant()
  for (let number = 0; number < 20; number++) {
    const title = `Evening ${number} by the harbour`
    const times = { start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:30:00Z' }
    assert.equal((await tenant.api('POST', '/v1/events', { title, ...times })).status, 201)
  }
})
after(() => service.stop())

interface Exchanged {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

function exchange(
  path: string,
  headers: Record<string, string>,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const sent = body === undefined ? {} : { 'content-type': 'application/json' }
    const all = { 'x-api-key': tenant.key, ...sent, ...headers }
    const call = request(service.url + path, { method, headers: all }, (reply) => {
      buffer(reply).then((bytes) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes }), reject)
    })
    call.once('error', reject)
    call.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const decoded = ({ headers, bytes }: Exchanged): Buffer => {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes)
  return headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
}

const long = 'By the water, with the doors open from half past five. '.repeat(40)
const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h10v10z"/>'.repeat(100)}</svg>`

/** An answer of more than a kilobyte of every way by which text leaves the service. */
async function addresses(): Promise<string[]> {
  const { body } = await tenant.api('POST', `${tenant.path}/broadcastPages`, { title: long })
  const form = new FormData()
  form.append('files', new Blob([drawing], { type: 'image/svg+xml' }), 'plan.svg')
  const uploaded = await fetch(`${service.url}${tenant.path}/medias/upload`, {
    method: 'POST',
    headers: { 'x-api-key': tenant.key },
    body: form,
  })
  const { data } = (await uploaded.json()) as { data: { mediaUrl: string }[] }
  return [
    '/v1/events',
    `${tenant.path}/broadcastSessions`,
    `${tenant.path}/broadcastSessions?format=csv`,
    `${tenant.path}/broadcastPages/${body._id}`,
    `${tenant.path}/changes`,
    '/v1/webhooks/event-types',
    `/v1/public/${tenant.broadcastId}/bundle`,
    '/v1/openapi.json',
    '/reference/surface-b.json',
    '/reference/js/scalar.js',
    '/demo/map.svg',
    new URL(data[0]?.mediaUrl ?? '', service.url).pathname,
  ]
}

test('text is compressed on every surface for clients that accept it, without changing the text', async () => {
  for (const path of await addresses()) {
    const plain = await exchange(path, {})
    assert.deepEqual([plain.status, plain.headers['content-encoding']], [200, undefined], path)
    assert.match(String(plain.headers.vary), /accept-encoding/i, path)
    for (const encoding of ['br', 'gzip']) {
      // Twice: the second answer may come from the cache.
      for (let time = 0; time < 2; time++) {
        const packed = await exchange(path, { 'accept-encoding': encoding })
        assert.deepEqual([packed.status, packed.headers['content-encoding']], [200, encoding], path)
        assert.match(String(packed.headers.vary), /accept-encoding/i, path)
        assert(packed.bytes.length < plain.bytes.length / 2, `${path} ${packed.bytes.length} of ${plain.bytes.length}`)
        assert.deepEqual(decoded(packed), plain.bytes, path)
      }
    }
  }
})

test('each encoding has its own ETag, and If-None-Match with it is 304', async () => {
  for (const path of (await addresses()).filter((one) => !one.includes('format=csv'))) {
    const tags = new Set<string>()
    for (const encoding of ['identity', 'br', 'gzip']) {
      const { headers } = await exchange(path, { 'accept-encoding': encoding })
      const etag = String(headers.etag)
      const known = await exchange(path, { 'accept-encoding': encoding, 'if-none-match': etag })
      assert.deepEqual([known.status, known.headers.etag, known.bytes.length], [304, etag, 0], path)
      tags.add(etag)
    }
    assert.equal(tags.size, 3, path)
  }
})

test('a body of less than 1 KiB is not compressed', async () => {
  const { status, headers } = await exchange('/v1/places', { 'accept-encoding': 'br' })
  assert.deepEqual([status, headers['content-encoding']], [200, undefined])
})

test('a write returns the bytes of the read after it, and accepts the ETag of any encoding', async () => {
  const made = await tenant.api('POST', `${tenant.path}/broadcastPages`, { title: long })
  const path = `${tenant.path}/broadcastPages/${made.body._id}`
  for (const encoding of ['br', 'gzip', 'identity']) {
    const accepting = { 'accept-encoding': encoding }
    const read = await exchange(path, accepting)
    const matching = { ...accepting, 'if-match': String(read.headers.etag) }
    const body = { title: `${long} ${encoding}` }
    const written = await exchange(path, matching, { method: 'PATCH', body })
    assert.equal(written.status, 200, decoded(written).toString())
    const again = await exchange(path, accepting)
    assert.deepEqual(
      [written.headers.etag, written.headers['content-encoding'], written.bytes],
      [again.headers.etag, again.headers['content-encoding'], again.bytes],
    )
    assert.equal((await exchange(path, matching, { method: 'PATCH', body })).status, 412)
  }
})

test('a range of a file is never compressed', async () => {
  const file = (await addresses()).at(-1) ?? ''
  const part = await exchange(file, { 'accept-encoding': 'br', range: 'bytes=0-3' })
  assert.deepEqual(
    [part.status, part.headers['content-encoding'], part.bytes.toString()],
    [206, undefined, (await exchange(file, {})).bytes.subarray(0, 4).toString()],
  )
})
