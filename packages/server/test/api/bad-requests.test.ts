import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { sql } from '../../src/store/sql.ts'
import { assertProblem } from '../support/problem.ts'
import { type RawReply, requestText, sendRaw } from '../support/raw-http.ts'
import * as support from '../support/refusals.ts'
import { invalid, refusal, startRefusals } from '../support/refusals.ts'
import { apiWith } from '../support/service.ts'

const at = startRefusals()
const nothingWritten = (name: string, work: () => Promise<void>) => support.nothingWritten(at, name, work)
const words = (text: string) => text.trim().split(/\s+/)
const unsupported = { status: 415, code: 'unsupported_media_type' }
const tooLarge = { status: 413, code: 'body_too_large' }

/** Every path of the sessions that accepts a body. */
const writes = (): [string, string][] => [
  ['POST', at.sessions],
  ['PATCH', at.session],
  ['PUT', `${at.sessions}/by-reference/new`],
  ['POST', `${at.sessions}/batch`],
]

nothingWritten('only application/json in UTF-8 is accepted; any other body is 415 and never read', async () => {
  const { api } = at.tenant
  const json = '{"title":"Got in"}'
  const odd = [
    ...[
      'garbage',
      '\tgarbage',
      ';garbage',
      ';',
      '; charset=latin1',
      '; charset=utf-16',
      '; charset=utf-8; a=b',
      '; charset="utf-8',
    ].map((rest) => `application/json${rest.startsWith('g') ? ' ' : ''}${rest}`),
    ...['application/json, text/plain', 'text/plain; application/json', 'multipart/form-data; boundary=x'],
    ...words('application/jsonx application/json5 application/vnd.api+json application/x-www-form-urlencoded'),
    ...words('text/plain text/json */* json ; application/ "application/json"'),
  ]
  for (const type of odd)
    for (const [method, path] of writes())
      await refusal(api(method, path, json, { 'content-type': type }), unsupported, type)
  for (const encoding of ['gzip', 'br', 'deflate', 'identity, gzip', 'nonsense', 'GZIP'])
    await refusal(api('POST', at.sessions, json, { 'content-encoding': encoding }), unsupported, encoding)
  const zipped = gzipSync(json)
  const head = {
    'Content-Type': 'application/json',
    'Content-Encoding': 'gzip',
    'Content-Length': String(zipped.length),
  }
  assertProblem(await answer(Buffer.concat([Buffer.from(postText(head)), zipped])), unsupported)
  // Spaces around a value are not part of it. Names have no case, and a value may be quoted.
  for (const type of [
    ' application/json',
    'application/json\t',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json; Charset="utf-8"',
    'APPLICATION/JSON \t;  charset="UTF-8"',
  ])
    await refusal(api('POST', at.sessions, '{"title":1}', { 'content-type': type }), invalid('/title', 'type'), type)
})

nothingWritten('a body without a type, empty, not JSON, not UTF-8 or not an object is refused', async () => {
  const post = (headers: Record<string, string>, body: string | Buffer) => {
    const head = postText({ 'Content-Length': String(Buffer.byteLength(body)), ...headers })
    return answer(Buffer.concat([Buffer.from(head), Buffer.from(body)]))
  }
  assertProblem(await post({}, '{"title":"Got in"}'), unsupported, 'no type')
  assertProblem(await post({ 'Content-Type': '' }, '{"title":"Got in"}'), unsupported, 'empty type')
  assertProblem(await post({}, ''), unsupported, 'no type and no body')
  const json = { 'Content-Type': 'application/json' }
  const broken = [
    ...['', ' ', '\n', '{"a":"\n"}', '{"title":"x"} x', '\u0000{}'],
    ...words(`{ } {"a"} {"a":} {'a':'x'} {a:1} {"a":"x" {"a":"x"}} {"a":01} {"a":+1} {"a":.5} {"a":0x1} {"a":"\\x41"}`),
    ...words('/**/{} undefined NaN {"a":1}{"a":1}'),
    ...words('ff c328 c080 eda080 f5808080 e282 80').map((hex) => Buffer.from(`7b2261223a22${hex}227d`, 'hex')),
    Buffer.from('{"title":"\u00e9t\u00e9"}', 'latin1'),
    Buffer.from('{"title":"\u00e9t\u00e9"}', 'utf16le'),
  ]
  for (const body of broken)
    assertProblem(await post(json, body), { status: 400, code: 'invalid_json' }, JSON.stringify(body))
  for (const text of ['null', 'true', '1', '"text"', '[]', '[{"title":"x"}]', '"{}"'])
    for (const [method, path] of [...writes(), ['PATCH', at.tenant.path] as const])
      await refusal(at.tenant.api(method, path, text), invalid('', 'type'), `${method} ${path} ${text}`)
})

nothingWritten('a body over the limit is 413, chunked or not, and the connection goes on', async () => {
  const body = `{"title":"${'x'.repeat(10_000_000)}"}`
  for (const [method, path] of [...writes(), ['POST', '/v1/auth/sign-in/email'] as const])
    await refusal(at.tenant.api(method, path, body), tooLarge, `${method} ${path}`)
  const next = requestText(`GET ${at.session} HTTP/1.1`, headers())
  const json = { 'Content-Type': 'application/json' }
  const told = [postText({ ...json, 'Content-Length': String(body.length) }), body, next]
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const untold = [postText({ ...json, 'Transfer-Encoding': 'chunked' }), ...Array(160).fill(chunk), '0\r\n\r\n', next]
  for (const pieces of [told, untold]) {
    const { replies } = await sendRaw(at.service.url, pieces, { answers: 2 })
    assertProblem(replies[0] ?? missing, tooLarge)
    assert.equal(replies[1]?.status, 200)
  }
  const largest = `{"title":"${'x'.repeat(1_048_576 - '{"title":""}'.length)}"}`
  await refusal(at.tenant.api('POST', at.sessions, largest), invalid('/title', 'max_length'))
  await refusal(at.tenant.api('POST', at.sessions, `${largest} `), tooLarge)
})

nothingWritten(
  'a method that an address does not take is 405 with Allow, to those who may see the address',
  async () => {
    const { tenant, sessions, session } = at
    const stranger = apiWith(at.service.url, {})
    const addresses: [string, string][] = [
      [sessions, 'GET HEAD POST'],
      [session, 'GET HEAD PATCH DELETE'],
      [`${session}/history`, 'GET HEAD'],
      [`${sessions}/by-reference/x`, 'PUT'],
      [`${tenant.path}/workflowRuns`, 'GET HEAD'],
      [`${tenant.path}/broadcastEvents/66a1f0c2d4e5b60718293a4b`, 'GET HEAD'],
      [`${tenant.path}/revisions/66a1f0c2d4e5b60718293a4b`, 'GET HEAD DELETE'],
      [`${tenant.path}/changes`, 'GET HEAD'],
      [`${tenant.path}/usage`, 'GET HEAD'],
    ]
    for (const [path, allowed] of addresses) {
      for (const method of words('POST PUT PATCH DELETE').filter((name) => !words(allowed).includes(name))) {
        const reply = await tenant.api(method, path, {})
        assertProblem(reply, { status: 405, code: 'method_not_allowed' }, `${method} ${path}`)
        assert.deepEqual(reply.headers.get('allow')?.split(', ').sort(), words(`${allowed} OPTIONS`).sort())
        const refused = await stranger(method, path, {})
        assertProblem(refused, { status: 401, code: 'unauthenticated' })
        assert.equal(refused.headers.get('allow'), null)
      }
      const traced = await answer(requestText(`TRACE ${path} HTTP/1.1`, headers()))
      assertProblem(traced, { status: 405, code: 'method_not_allowed' }, `TRACE ${path}`)
      assert(!traced.text.includes(tenant.key))
    }
    const foreign = tenant.path.replace(/[^/]+$/, '66a1f0c2d4e5b60718293a4b')
    await refusal(tenant.api('DELETE', `${foreign}/broadcastSessions`), { status: 404, code: 'not_found' })
  },
)

nothingWritten('a method that no path supports is 405 as well', async () => {
  for (const method of words('PROPFIND SEARCH LOCK QUERY M-SEARCH LINK PURGE')) {
    const reply = await answer(requestText(`${method} ${at.session} HTTP/1.1`, headers()))
    assertProblem(reply, { status: 405, code: 'method_not_allowed' }, method)
    assert.match(reply.headers.get('allow') ?? '', /PATCH/)
  }
})

nothingWritten('a method that sign-in does not support is 405 with Allow', async () => {
  for (const method of words('GET PUT PATCH DELETE')) {
    const reply = await at.tenant.api(method, '/v1/auth/sign-in/email', method === 'GET' ? undefined : {})
    assertProblem(reply, { status: 405, code: 'method_not_allowed' }, method)
    assert.match(reply.headers.get('allow') ?? '', /POST/)
  }
})

nothingWritten('a header that the service uses must be well-formed', async () => {
  const { api } = at.tenant
  for (const value of ['abc', 'W/', '"', 'x"'])
    await refusal(api('PATCH', at.session, { title: 'x' }, { 'if-match': value }), invalid('If-Match'), value)
  for (const value of ['', 'a b', 'x'.repeat(256), 'caf\u00e9'])
    await refusal(api('POST', at.sessions, {}, { 'idempotency-key': value }), invalid('Idempotency-Key'), value)
  const stream = api('GET', `${at.tenant.path}/changes/stream`, undefined, { 'last-event-id': 'x' })
  await refusal(stream, invalid('Last-Event-ID'))
  const { headers } = await api('GET', at.session, undefined, { 'x-request-id': 'a b<script>' })
  assert.match(headers.get('x-request-id') ?? '', /^[\w.-]+$/)
})

nothingWritten('malformed paths are 404', async () => {
  const { tenant, sessions, session } = at
  const get = (path: string) => answer(requestText(`GET ${path} HTTP/1.1`, headers()))
  for (const text of words('% %z %zz %f %ff %c3%28 %c0%af %ed%a0%80 %u0041')) {
    const paths = [`${sessions}/${text}`, `${tenant.path}${text}/broadcastSessions`, `${sessions}/by-reference/${text}`]
    for (const path of paths) assertProblem(await get(path), { status: 400, code: 'malformed_request' }, path)
  }
  const nowhere = [
    ...[`${sessions}/../broadcastPages`, `${sessions}/%2e%2e/broadcastPages`, `${sessions}/%2e%2e`, `${sessions}/./x`],
    ...[`${sessions}//x`, `${sessions}\\..`, `${sessions}/`, `${sessions};a=b`, `${sessions}%2F`, `/${sessions}`],
    ...[sessions.toUpperCase(), `${tenant.path}/nonsense`, `${session}/nonsense`, `${sessions}/${'x'.repeat(12_000)}`],
    ...words('/v1 /v1/ /v2/users /v1/users //v1 /etc/passwd /%2e%2e/%2e%2e/etc/passwd /.env'),
  ]
  for (const path of nowhere) assertProblem(await get(path), { status: 404, code: 'not_found' }, path)
})

nothingWritten('a too long URL or header is 431', async () => {
  const { sessions, session } = at
  const long = 'x'.repeat(100_000)
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`X-${index}`, 'x']))
  const requests = [
    requestText(`GET ${sessions}/${long} HTTP/1.1`, headers()),
    requestText(`GET ${sessions}?filters=${long} HTTP/1.1`, headers()),
    requestText(`GET ${session} HTTP/1.1`, { ...headers(), 'X-Long': long }),
    requestText(`GET ${session} HTTP/1.1`, { ...headers(), ...many }),
  ]
  for (const request of requests) assertProblem(await answer(request), { status: 431, code: 'header_too_large' })
})

nothingWritten('malformed or ambiguous HTTP is 400 and the connection is closed', async () => {
  const json = '{"title":"Smuggled"}'
  const size = json.length
  const chunked = `${size.toString(16)}\r\n${json}\r\n0\r\n\r\n`
  const type = 'Content-Type: application/json\r\n'
  const { Host: host, 'X-API-KEY': key } = headers()
  const post = (lines: string, body: string) =>
    `POST ${at.sessions} HTTP/1.1\r\nHost: ${host}\r\nX-API-KEY: ${key}\r\n${type}${lines}\r\n\r\n${body}`
  const get = (line: string) => `${line}\r\nHost: ${host}\r\nX-API-KEY: ${key}\r\n\r\n`
  const smuggled = post(`Content-Length: ${size}`, json)
  const lengths = [`0\r\nContent-Length: ${size}`, `${size}, ${size + 1}`, '-1', '+5', '0x10', '1e1']
  const attempts = [
    post(`Content-Length: ${size}\r\nTransfer-Encoding: chunked`, chunked),
    post('Transfer-Encoding: chunked\r\nContent-Length: 6', `0\r\n\r\n${smuggled}`),
    ...lengths.map((length) => post(`Content-Length: ${length}`, json)),
    ...[': xchunked', ': chunked, identity', ' : chunked', ':\u000bchunked'].map((rest) =>
      post(`Transfer-Encoding${rest}`, chunked),
    ),
    ...['X-Odd: a\rb', 'X-Odd: a\u0000b', ': no name', 'No colon'].map((line) =>
      post(`${line}\r\nContent-Length: ${size}`, json),
    ),
    ...[`get ${at.session} HTTP/1.1`, `FOO ${at.session} HTTP/1.1`, `GET ${at.session}\u0000 HTTP/1.1`].map(get),
    ...[`GET ${at.session} HTTP/9.9`, `GET ${at.session} HTTQ/1.1`, 'GET', 'nonsense'].map(get),
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 7_919) % 256)),
  ]
  for (const bytes of attempts) await assertMalformed(bytes)
})

async function assertMalformed(bytes: string | Buffer): Promise<void> {
  const { replies, isClosed } = await sendRaw(at.service.url, bytes)
  const about = JSON.stringify(bytes.toString().replace(at.tenant.path, '').slice(0, 300))
  assertProblem(replies[0] ?? missing, { status: 400, code: 'malformed_request' }, about)
  assert.equal(replies.length, 1, about)
  assert(isClosed, about)
}

nothingWritten('a truncated body, or one with invalid chunks, is an error of the client', async () => {
  const json = '{"title":"Smuggled"}'
  for (const size of ['zz', '-5', '5', 'ffffffffffffffffff']) {
    const head = postText({ 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' })
    await assertMalformed(`${head}${size}\r\n${json}\r\n0\r\n\r\n`)
  }
  const { logLines, url } = at.service
  const logged = logLines.length
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(`${postText({ 'Content-Type': 'application/json', 'Content-Length': '100' })}{"title"`, () =>
    socket.end(),
  )
  const isOver = () => logLines.slice(logged).some((line) => /answered|failed|broke off/.test(line))
  for (const startMs = performance.now(); !isOver() && performance.now() - startMs < 5_000; ) await setImmediate()
  assert(isOver(), 'the request never came to an end')
})

nothingWritten('a request without Host gets a problem document too', async () => {
  const { Host: _, ...others } = headers()
  assertProblem(await answer(requestText(`GET ${at.session} HTTP/1.1`, others)), { status: 400 })
})

nothingWritten('a request with an unsupported expectation gets a problem document too', async () => {
  const reply = await answer(requestText(`GET ${at.session} HTTP/1.1`, { ...headers(), Expect: 'miracles' }))
  assertProblem(reply, { status: reply.status === 417 ? 417 : 400 })
})

nothingWritten('sign-in refuses bad input too', async () => {
  const api = apiWith(at.service.url, { origin: at.service.url })
  const bodies = [
    '{"email":"a\\u0000b@test.example","password":"long enough"}',
    '{"email":"\\ud800@test.example","password":"long enough"}',
    '{"email":{"$ne":null},"password":{"$ne":null}}',
    '{"email":["a@test.example"],"password":"long enough"}',
    '{"email":1,"password":true}',
    ...['{}', '[]', 'null', '"text"', '{', '{"__proto__":{"polluted":true}}'],
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  ]
  for (const body of bodies) {
    for (const path of ['/v1/auth/sign-in/email', '/v1/auth/sign-up/email']) {
      // Long enough for the throttle to drop the previous attempt.
      at.service.clock.advance(900_000)
      await refusal(api('POST', path, body), { status: 400 }, `${path} ${body.slice(0, 100)}`)
    }
  }
  const long = { email: `${'x'.repeat(10_000)}@test.example`, password: 'x'.repeat(20_000), name: 'Somebody' }
  assertProblem(await api('POST', '/v1/auth/sign-up/email', long), { status: 400 })
  const [users] = await at.service.platform.control.query<{ count: number }>(sql`select count(*) as count from users`)
  assert.equal(users?.count, 1)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json garbage'])
    await refusal(api('POST', '/v1/auth/sign-in/email', 'email=a', { 'content-type': type }), unsupported, type)
  for (const path of words(
    '/v1/auth/ /v1/auth/nonsense /v1/auth/sign-in/email/ /v1/auth/__proto__ /v1/auth/ok /v1/auth/error',
  ))
    await refusal(api('POST', path, {}), { status: 404, code: 'not_found' }, path)
})

const headers = () => ({ Host: new URL(at.service.url).host, 'X-API-KEY': at.tenant.key })
const postText = (more: Record<string, string>) =>
  requestText(`POST ${at.sessions} HTTP/1.1`, { ...headers(), ...more })
const missing: RawReply = { status: 0, headers: new Map(), text: 'no answer', body: {} }

async function answer(bytes: string | Buffer): Promise<RawReply> {
  return (await sendRaw(at.service.url, bytes, { answers: 1 })).replies[0] ?? missing
}
