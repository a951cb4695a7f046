import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { elapse } from '../../server/test/support/until.ts'
import { etagOf, Marquee, type MarqueeOptions, MarqueeProblem, MarqueeUnreachable } from '../src/index.ts'
import { retryDelayMs } from '../src/retry.ts'
import { json, localServer, problem } from './local-server.ts'

type Answers = Parameters<typeof localServer>

async function withServer(
  answers: Answers,
  work: (marquee: Marquee, server: Awaited<ReturnType<typeof localServer>>) => Promise<void>,
  options: MarqueeOptions = {},
): Promise<void> {
  const server = await localServer(...answers)
  await work(new Marquee({ baseUrl: `${server.url}/`, apiKey: 'mrq_test', ...options }), server).finally(server.close)
}

const cut = (response: ServerResponse) => void response.socket?.destroy()
const cutBody = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"a":')
  setImmediate(() => response.socket?.destroy())
}
const silent = () => {}
const now = { 'retry-after': '0' }

test('a refusal is thrown as a typed problem with its code, its field errors and the whole document', () =>
  withServer(
    [
      problem(
        409,
        'in_use',
        {},
        { uses: ['a'], errors: [{ pointer: '/title', code: 'type', message: 'must be text' }] },
      ),
    ],
    async (marquee, { received }) => {
      const error = await marquee.events.delete('1').catch((thrown: unknown) => thrown)
      assert(error instanceof MarqueeProblem)
      assert.equal(error.status, 409)
      assert.equal(error.code, 'in_use')
      assert.equal(error.message, 'What happened.')
      assert.equal(error.requestId, 'r1')
      assert.equal(error.errors[0]?.pointer, '/title')
      assert.deepEqual(error.document.uses, ['a'])
      assert.equal(received.length, 1, 'a 4xx is not retried')
      assert.equal(received[0]?.headers['x-api-key'], 'mrq_test')
    },
  ))

test('429 and 503 are retried after their Retry-After, with the same idempotency key and body', () =>
  withServer(
    [problem(429, 'rate_limited', now), problem(503, 'unavailable', now), json(201, { id: '1' })],
    async (marquee, { received }) => {
      assert.deepEqual(await marquee.places.create({ name: 'Stage' }), { id: '1' })
      const keys = received.map(({ headers }) => headers['idempotency-key'])
      assert.match(String(keys[0]), /^[0-9a-f-]{36}$/)
      assert.equal(new Set(keys).size, 1)
      assert.equal(new Set(received.map(({ body }) => body)).size, 1)
    },
  ))

test('a lost connection and a truncated response are retried, also for a POST with an idempotency key', () =>
  withServer([cut, cutBody, json(201, { id: '1' })], async (marquee, { received }) => {
    await marquee.places.create({ name: 'Stage' }, { idempotencyKey: 'mine' })
    assert.deepEqual(
      received.map(({ headers }) => headers['idempotency-key']),
      ['mine', 'mine', 'mine'],
    )
  }))

test('the last failure is thrown when the retries are used up', () =>
  withServer(
    [problem(503, 'unavailable', now)],
    async (marquee, { received }) => {
      await assert.rejects(marquee.events.get('1'), { code: 'unavailable' })
      assert.equal(received.length, 2)
    },
    { retries: 1 },
  ))

test('a refused connection and a timeout are reported as unreachable', async () => {
  await withServer(
    [silent],
    async (marquee) => {
      await assert.rejects(marquee.events.get('1'), (error) => {
        assert(error instanceof MarqueeUnreachable)
        return /too long/.test(error.message)
      })
    },
    { retries: 0, timeoutMs: 30 },
  )
  const gone = await localServer(silent)
  await gone.close()
  await assert.rejects(new Marquee({ baseUrl: gone.url, retries: 0 }).events.get('1'), MarqueeUnreachable)
})

test('an error without a problem document is a problem, and a success with invalid JSON is unreachable', async () => {
  const html = (response: ServerResponse) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>no')
  const garbage = (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('<h1>')
  const falseProblem = (response: ServerResponse) =>
    void response.writeHead(400, { 'content-type': 'application/json' }).end('{')
  await withServer([html], (marquee) => assert.rejects(marquee.events.get('1'), { status: 404, code: 'unknown' }))
  await withServer([falseProblem], (marquee) =>
    assert.rejects(marquee.events.get('1'), { status: 400, code: 'unknown' }),
  )
  await withServer([garbage], (marquee) => assert.rejects(marquee.events.get('1'), MarqueeUnreachable), { retries: 0 })
})

test('an abort throws its own reason: before an attempt, during one, and while waiting for a retry', async () => {
  const reason = new Error('not any more')
  const signal = AbortSignal.abort(reason)
  await withServer([silent], (marquee) => assert.rejects(marquee.events.get('1', { signal }), reason))
  const during = new AbortController()
  await withServer([() => during.abort(reason)], (marquee) =>
    assert.rejects(marquee.events.get('1', { signal: during.signal }), reason),
  )
  const between = new AbortController()
  const later = (response: ServerResponse) => {
    problem(429, 'rate_limited', { 'retry-after': '30' })(response)
    elapse(20).then(() => between.abort(reason))
  }
  await withServer([later], async (marquee, { received }) => {
    await assert.rejects(marquee.events.get('1', { signal: between.signal }), reason)
    assert.equal(received.length, 1)
  })
})

test('a Retry-After of more than a minute is thrown instead of waited for', () =>
  withServer([problem(429, 'rate_limited', { 'retry-after': '3600' })], async (marquee, { received }) => {
    await assert.rejects(marquee.events.get('1'), { code: 'rate_limited', retryAfterSeconds: 3_600 })
    assert.equal(received.length, 1)
  }))

test('sign-in is not retried after a lost connection', () =>
  withServer([cut, json(200, { user: { id: '1' } })], async (marquee, { received }) => {
    await assert.rejects(marquee.account.signIn({ email: 'a@b.example', password: 'x' }), MarqueeUnreachable)
    assert.equal(received[0]?.headers['idempotency-key'], undefined)
  }))

test('an upload is sent as multipart form data with the content type set by fetch', () =>
  withServer([json(201, { data: [{ _id: '1' }] })], async (marquee, { received }) => {
    const media = await marquee.broadcast('u', 'b').media.upload(new File(['hello'], 'hello.txt'))
    assert.equal(media[0]?._id, '1')
    assert.match(String(received[0]?.headers['content-type']), /^multipart\/form-data; boundary=/)
    assert.match(received[0]?.body ?? '', /filename="hello.txt"/)
  }))

test('ifMatch sends the ETag of a record, and a record without an ETag is refused before the request', () =>
  withServer([json(200, { id: '1' }, { etag: '"v1"' }), json(200, { id: '1' })], async (marquee, { received }) => {
    const event = await marquee.events.get('1')
    assert.equal(etagOf(event), '"v1"')
    assert.equal(JSON.stringify(event), '{"id":"1"}')
    await marquee.events.update('1', { title: 'B' }, { ifMatch: event })
    assert.equal(received[1]?.headers['if-match'], '"v1"')
    await assert.rejects(marquee.events.update('1', { title: 'B' }, { ifMatch: { ...event } }), TypeError)
    assert.equal(received.length, 2)
  }))

test('queries send lists joined by commas, objects as JSON, dates as instants, and leave out undefined values', () =>
  withServer([json(200, { data: [], metadata: {} })], async (marquee, { received }) => {
    const query = {
      fields: ['title' as const],
      filters: [{ status: 'draft' }],
      sort: { title: 'asc' as const },
      expand: [],
    }
    await marquee.broadcast('u', 'b').sessions.list(query)
    const sent = new URL(received[0]?.path ?? '', 'http://x').searchParams
    assert.deepEqual(Object.fromEntries(sent), {
      fields: 'title',
      filters: '[{"status":"draft"}]',
      sort: '{"title":"asc"}',
    })
    await marquee.events.list({ from: new Date(0) })
    assert.equal(received[1]?.path, '/v1/events?from=1970-01-01T00%3A00%3A00.000Z')
  }))

test('ids and references cannot escape their path segment', () =>
  withServer([json(200, {})], async (marquee, { received }) => {
    await marquee.events.putByReference('../../a?b#c', { title: 'A' })
    assert.equal(received[0]?.path, '/v1/events/by-reference/..%2F..%2Fa%3Fb%23c')
    for (const id of ['', '.', '..']) await assert.rejects(marquee.events.get(id), TypeError)
    assert.equal(received.length, 1)
  }))

test('redirects are not followed, so the API key is never sent to another server', async () => {
  const elsewhere = await localServer(json(200, {}))
  const away = (response: ServerResponse) => void response.writeHead(307, { location: elsewhere.url }).end()
  await withServer([away], (marquee) => assert.rejects(marquee.events.get('1'), MarqueeUnreachable), { retries: 0 })
  await elsewhere.close()
  assert.deepEqual(elsewhere.received, [])
})

test('no API key is sent to public endpoints', () =>
  withServer([json(200, {})], async (marquee, { received }) => {
    await marquee.public('nuits').root()
    assert.equal(received[0]?.headers['x-api-key'], undefined)
  }))

test('a read names the last write to its broadcast, until the service has lost it', async () => {
  const written = (sequence: number) => json(200, {}, { 'marquee-sequence': String(sequence) })
  const answers = [written(9), written(7), written(3), json(200, {})]
  const lost = [problem(400, 'sequence_ahead'), json(200, {})]
  await withServer(
    [...answers, json(200, {}), ...lost, json(200, {}), problem(400, 'sequence_ahead')],
    async (marquee, { received }) => {
      const [one, other] = ['a', 'b'].map((id) => marquee.broadcast('u', id))
      await one?.hosts.update('1', { title: 'A' })
      await one?.hosts.update('1', { title: 'B' })
      await other?.hosts.update('1', { title: 'C' })
      await one?.hosts.get('1')
      await marquee.public('b').root()
      await other?.hosts.get('1')
      await other?.hosts.get('1')
      // Not every refusal of this kind is about the header.
      await assert.rejects(other?.changesPage({ since: 50 }) ?? assert.fail(), { code: 'sequence_ahead' })
      const named = received.map(({ headers }) => headers['marquee-min-sequence'])
      assert.deepEqual(named, [undefined, undefined, undefined, '9', '3', '3', undefined, undefined, undefined])
    },
    { apiKey: undefined },
  )
})

test('with an API key every read is of the broadcast of the last write', () =>
  withServer([json(200, {}, { 'marquee-sequence': '9' }), json(200, {})], async (marquee, { received }) => {
    await marquee.events.update('1', { title: 'A' })
    await marquee.broadcast('u', 'a').hosts.get('1')
    assert.equal(received[1]?.headers['marquee-min-sequence'], '9')
  }))

test('retry delays grow with jitter, and requests that could have a second effect are not retried', () => {
  const lost = new MarqueeUnreachable('gone')
  const attempt = { method: 'GET', hasKey: false, before: 0, error: lost }
  assert.deepEqual(
    [0, 1, 2].map((before) => retryDelayMs({ ...attempt, before }, () => 1)),
    [300, 600, 1_200],
  )
  assert.equal(
    retryDelayMs(attempt, () => 0),
    150,
  )
  assert.equal(retryDelayMs({ ...attempt, method: 'POST' }), undefined)
  const running = new MarqueeProblem(409, new Headers(now), { code: 'idempotency_in_progress' })
  assert.equal(retryDelayMs({ ...attempt, error: running }), undefined)
  assert.equal(retryDelayMs({ ...attempt, method: 'POST', hasKey: true, before: 1, error: running }), 0)
  assert.equal(retryDelayMs({ ...attempt, error: new Error('of the caller') }), undefined)
})
