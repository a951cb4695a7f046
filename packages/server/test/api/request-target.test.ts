import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { isNormalTarget } from '../../src/http/request-target.ts'
import { assertProblem } from '../support/problem.ts'
import { type RawReply, requestText, sendRaw } from '../support/raw-http.ts'
import { cookieOf, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let mediaPath: string

// Without debug logs, so that the fast path is used.
before(async () => {
  service = await startService({ MARQUEE_LOG_LEVEL: 'info' })
  tenant = await service.newTenant()
  const form = new FormData()
  form.append('file', new Blob(['Programme']), 'plan.txt')
  const headers = { 'x-api-key': tenant.key }
  const uploaded = await fetch(`${service.url}${tenant.path}/medias/upload`, { method: 'POST', headers, body: form })
  const { data } = (await uploaded.json()) as { data: { mediaUrl: string }[] }
  mediaPath = new URL(data[0]?.mediaUrl ?? '', service.url).pathname
})
after(() => service.stop())

/** One path of every surface. */
const surfaces = () => [
  '/v1/events',
  `${tenant.path}/broadcastSessions`,
  `${tenant.path}/changes`,
  `/v1/public/${tenant.broadcastId}/bundle`,
  `/v1/public/${tenant.broadcastId}/programme.ics`,
  '/v1/auth/get-session',
  '/v1/openapi.json',
  '/studio/',
  '/reference/',
  '/demo/map.svg',
  '/livez',
  '/readyz',
  mediaPath,
]

/** Other spellings that some URL parsers normalize to the same path. */
function spellings(path: string): string[] {
  const trimmed = path.replace(/\/$/, '')
  const last = trimmed.lastIndexOf('/')
  const [parent, name] = [trimmed.slice(0, last), trimmed.slice(last + 1)]
  const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`
  return [
    ...['..', '%2e%2e', '%2E.', '.%2e'].map((dots) => `/x/${dots}${path}`),
    ...['.', '%2e', '%2E'].map((dot) => `/${dot}${path}`),
    ...['..', '%2e%2E'].map((dots) => `${parent}/x/${dots}/${name}`),
    ...['.', '%2e'].map((dot) => `${parent}/${dot}/${name}`),
    ...['/.', '/..', '/%2e', '/%2e%2e', '/x/..', '/x/../', '//'].map((end) => trimmed + end),
    ...['//', '\\', '%2F', '%2f', '%5C', '/\\', '/%5c../'].map((slash) => `${parent}${slash}${name}`),
    ...[`/${path}`, `/\\${path}`, `//${new URL(service.url).host}${path}`],
    ...[`${path}#a`, `${path}#`, `${path}?a#b`, `${path}%00`],
    `${parent}/${encoded}`,
    `${parent}/${encoded.toUpperCase().slice(0, 3)}${encoded.slice(3)}`,
    // Node itself refuses other beginnings.
  ].filter((spelling) => spelling.startsWith('/'))
}

test('a path that is not in normal form is 404 on every surface, also when its normal form is cached', async () => {
  for (const path of surfaces()) {
    for (let time = 0; time < 3; time++) {
      const { status } = await ask(`GET ${path}`)
      assert([200, 503].includes(status) && (status === 200 || path === '/studio/'), `${path} answered ${status}`)
    }
    for (const spelling of spellings(path)) {
      // An encoded slash may be part of an id, which only a read finds to be unknown.
      const methods = /%2f|%5c/i.test(spelling) ? ['GET'] : ['GET', 'POST', 'OPTIONS']
      for (const method of methods)
        assertProblem(await ask(`${method} ${spelling}`), { status: 404, code: 'not_found' }, `${method} ${spelling}`)
    }
  }
})

test('a trailing slash is served where a page has one, and is a different path elsewhere', async () => {
  for (const path of surfaces().filter((one) => !one.endsWith('/')))
    assertProblem(await ask(`GET ${path}/`), { status: 404, code: 'not_found' }, path)
  for (const path of ['/studio/assets%2Fstudio.js', '/studio/%2F', '/studio/..%2f..%5cetc', '/studio/a%5Cb'])
    assertProblem(await ask(`GET ${path}`), { status: 404, code: 'not_found' }, path)
  assert.equal((await ask('GET /studio')).status, 302)
  assert.equal((await ask('GET /reference')).status, 301)
})

test('a reference can contain any text, in any encoding', async () => {
  const references = [
    'a/b',
    '../x',
    'a//b',
    'a\\b',
    '100%',
    '%2e',
    'two words',
    'été ☀',
    "it's (1)!*~",
    'a?b#c',
    'a.b',
    '...',
  ]
  const put = async (segment: string) => {
    const path = `${tenant.path}/broadcastSessions/by-reference/${segment}`
    const body = '{"title":"Concert"}'
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
    const reply = await ask(`PUT ${path}`, headers, body)
    assert([200, 201].includes(reply.status), `${segment} answered ${reply.status} ${reply.text}`)
    return reply.body._reference
  }
  const encodeMore = (text: string) => text.replaceAll(/[!'()*~]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  for (const reference of references) {
    const encoded = encodeURIComponent(reference)
    assert.equal(await put(encoded), reference)
    assert.equal(await put(encodeMore(encoded).replaceAll(/%../g, (one) => one.toLowerCase())), reference)
  }
  assert.equal(await put('a:b@c,d;e=f&g+h$i\'j[k]|l^m`n{o}p<q>r"s'), 'a:b@c,d;e=f&g+h$i\'j[k]|l^m`n{o}p<q>r"s')
})

test('the output of encodeURIComponent is in normal form, except for texts that are not a segment', () => {
  const texts = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.isWellFormed())
  fc.assert(
    fc.property(texts, texts, (one, two) => {
      const isSegment = (text: string) => text !== '.' && text !== '..' && !text.includes('\0')
      const target = `/v1/${encodeURIComponent(one)}/${encodeURIComponent(two)}?q=${encodeURIComponent(one)}`
      assert.equal(isNormalTarget(target), isSegment(one) && isSegment(two), target)
    }),
    { numRuns: 2_000 },
  )
})

test('a path in normal form is unchanged by a URL parser, so two parsers cannot differ', () => {
  const characters = fc.constantFrom(
    ...'/ . .. ? # %2e %2E %2f %5c \\ a é %61 %7e %00 ; : @ [ ] { } | " < > ^ `'.split(' '),
    ' ',
  )
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 12 }), (pieces) => {
      const target = `/${pieces.join('')}`
      if (!isNormalTarget(target)) return
      const { pathname } = new URL(target, 'http://host.example')
      const [path = ''] = target.split('?')
      assert.equal(decodeURIComponent(pathname), decodeURIComponent(path), target)
      assert.equal(pathname.split('/').length, path.split('/').length, target)
    }),
    { numRuns: 5_000 },
  )
})

test('a target in absolute form is the same request, and its authority replaces Host', async () => {
  for (const path of surfaces()) {
    const expected = (await ask(`GET ${path}`)).status
    for (const origin of [service.url, 'http://alias.example', 'HTTPS://alias.example:8443', 'http://[::1]:80'])
      assert.equal((await ask(`GET ${origin}${path}`)).status, expected, origin + path)
    assert.equal((await ask(`GET http://alias.example/x/..${path}`)).status, 404)
  }
  assert.equal((await ask('GET http://alias.example')).status, 302)
  assert.equal((await ask('GET http://alias.example?a=b')).status, 302)
  for (const target of ['ftp://alias.example/livez', '*', 'http://alias.example/livez#a'])
    assertProblem(await ask(`GET ${target}`), { status: 404, code: 'not_found' }, target)
  for (const authority of ['', 'user:password@alias.example', 'a,b', 'alias.example:x'])
    assertProblem(await ask(`GET http://${authority}/livez`), { status: 400, code: 'malformed_request' }, authority)

  const Cookie = await cookieOf(service, tenant)
  const write = (target: string) => {
    const { Host } = headers()
    const sent = {
      Host,
      Cookie,
      Origin: 'http://alias.example',
      'Content-Type': 'application/json',
      'Content-Length': '2',
    }
    return answer(requestText(`PATCH ${target} HTTP/1.1`, sent, '{}'))
  }
  assertProblem(await write(tenant.path), { status: 403, code: 'cross_site_request' })
  assert.equal((await write(`http://alias.example${tenant.path}`)).status, 200)
})

test('OPTIONS * is 404 and CONNECT is 405, each with a problem document', async () => {
  assertProblem(await ask('OPTIONS *'), { status: 404, code: 'not_found' })
  const { replies, isClosed } = await sendRaw(
    service.url,
    requestText('CONNECT festival.example:443 HTTP/1.1', headers()),
  )
  assertProblem(replies[0] ?? missing, { status: 405, code: 'method_not_allowed' })
  assert.match(replies[0]?.headers.get('allow') ?? '', /GET/)
  assert(isClosed)
})

test('a client that resets its connection after a CONNECT does not end the service', async () => {
  const { hostname, port } = new URL(service.url)
  for (let turn = 0; turn < 20; turn++) {
    const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {})
    socket.write(requestText('CONNECT festival.example:443 HTTP/1.1', headers()))
    await once(socket, 'data')
    socket.resetAndDestroy()
  }
  assert.equal((await fetch(`${service.url}/livez`)).status, 200)
})

test('a request must have one Host, in HTTP/1.0 at most one, also for cached responses', async () => {
  const { host } = new URL(service.url)
  const malformed = { status: 400, code: 'malformed_request' }
  const paths = ['/v1/events', `/v1/public/${tenant.broadcastId}/bundle`, '/v1/auth/get-session', '/livez', '/studio/']
  const filler = Array.from({ length: 1_100 }, () => 'a:b')
  const wrong = [
    [],
    [`Host: ${host}`, `Host: ${host}`],
    [`Host: ${host}`, 'hOST: evil.example'],
    [`Host: ${host}`, ...filler, 'Host: evil.example'],
    ...[
      '',
      ' ',
      'a b',
      'a,b',
      'http://a',
      'a/b',
      'user@a',
      'a:b',
      'a:123456',
      '[::1',
      '::1',
      'a:',
      'é',
      'a?b',
      'a#b',
    ].map((value) => [`Host: ${value}`]),
  ]
  for (const path of paths) {
    for (let time = 0; time < 3; time++) await ask(`GET ${path}`)
    const send = (version: string, hosts: string[]) => {
      const lines = [`GET ${path} HTTP/${version}`, ...hosts, `X-API-KEY: ${tenant.key}`]
      return answer(`${lines.join('\r\n')}\r\n\r\n`)
    }
    for (const hosts of wrong)
      assertProblem(await send('1.1', hosts), malformed, `${path} ${hosts.join().slice(0, 100)}`)
    for (const value of ['festival.example', 'FESTIVAL.example:8080', '127.0.0.1:3000', '[::1]:3000', 'a_b', 'a.'])
      assert.notEqual((await send('1.1', [`Host: ${value}`])).status, 400, value)
    assert.notEqual((await send('1.0', [])).status, 400)
    assertProblem(await send('1.0', ['Host: a', 'Host: a']), malformed)
  }
})

const headers = () => ({ Host: new URL(service.url).host, 'X-API-KEY': tenant.key })
const missing: RawReply = { status: 0, headers: new Map(), text: 'no answer', body: {} }

/** Sends a raw request line. */
async function ask(line: string, more: Record<string, string> = {}, body = ''): Promise<RawReply> {
  const sent = { ...headers(), ...more }
  return answer(requestText(`${line} HTTP/1.1`, sent, body))
}

async function answer(request: string): Promise<RawReply> {
  return (await sendRaw(service.url, request, { answers: 1 })).replies[0] ?? missing
}
