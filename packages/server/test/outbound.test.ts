import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createSecureServer } from 'node:http2'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { parseAddress } from '../src/base/outbound/addresses.ts'
import type { Lookup } from '../src/base/outbound/guard.ts'
import {
  createOutbound,
  type Outbound,
  OutboundError,
  type OutboundReason,
  type OutboundRequest,
  parseRanges,
} from '../src/base/outbound/index.ts'
import { createSystemLookup } from '../src/base/outbound/system-lookup.ts'
import {
  carriedHosts,
  metadataHosts,
  privateHosts,
  publicHosts,
  reservedHosts,
  thisMachine,
} from './support/hostile-hosts.ts'
import { newIdentity } from './support/identity.ts'
import { missing } from './support/programs.ts'
import { elapse, until } from './support/until.ts'

type Answer = { address: string; family: 4 | 6 }

const loopback = { allow: ['127.0.0.0/8'], isHttpAllowed: true }
const nothingAllowed = { allow: [], isHttpAllowed: true }

test('loopback, private, reserved and metadata addresses are not reached in any notation', async (t) => {
  const canary = await openCanary(t)
  const outbound = open(t, nothingAllowed)
  const seen = new Set<string>()
  for (const host of [...thisMachine, ...carriedHosts, ...privateHosts, ...reservedHosts, ...metadataHosts]) {
    seen.add(host)
    const url = `http://${host}:${canary.port}/`
    await refuses(outbound.check(url), 'forbidden_address', host)
    await refuses(outbound.send(get(url)), 'forbidden_address', host)
  }
  assert.ok(seen.size > 100, `${seen.size} forms`)
  assert.equal(canary.connections, 0)
  assert.equal(
    (await open(t, loopback).send(get(`http://0x7f.1:${canary.port}/`))).status,
    200,
    'the canary is listening',
  )
})

test('metadata services are forbidden even when everything is allowed', async (t) => {
  const outbound = open(t, { allow: ['0.0.0.0/0', '::/0'], isHttpAllowed: true })
  for (const host of metadataHosts) {
    await refuses(outbound.check(`http://${host}/`), 'forbidden_address', host)
    await refuses(outbound.send(get(`http://${host}/`)), 'forbidden_address', host)
  }
  await outbound.check('http://169.254.169.1/')
})

test('public addresses next to the forbidden ranges are allowed', async (t) => {
  const outbound = open(t, { allow: [], isHttpAllowed: false })
  for (const host of publicHosts) await outbound.check(`https://${host}/`)
})

test('a name is refused when any of its addresses is not public, and none is dialled', async (t) => {
  const canary = await openCanary(t)
  const publicOne = '93.184.215.14'
  const cases = [
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    [publicOne, '127.0.0.1'],
    ['127.0.0.1', publicOne],
    [publicOne, '2606:4700::1111', 'fd00::1'],
    [publicOne, '64:ff9b::7f00:1'],
    [publicOne, 'fe80::1%lo'],
    [publicOne, 'localhost'],
    [publicOne, ''],
  ]
  for (const addresses of cases) {
    const outbound = open(t, nothingAllowed, { lookup: async () => answers(...addresses), refusedNameMs: 0 })
    const url = `http://receiver.test:${canary.port}/`
    await refuses(outbound.check(url), 'dns', addresses.join())
    await refuses(outbound.send(get(url)), 'dns', addresses.join())
  }
  assert.equal(canary.connections, 0)
})

test('a name that resolves to this machine after the check is refused (DNS rebinding)', async (t) => {
  const canary = await openCanary(t)
  const turns = [['93.184.215.14'], ['127.0.0.1'], ['93.184.215.14', '127.0.0.1']]
  const outbound = open(t, nothingAllowed, {
    lookup: async () => answers(...(turns.shift() ?? [])),
    refusedNameMs: 0,
  })
  const url = `http://rebinding.test:${canary.port}/`
  await outbound.check(url)
  await refuses(outbound.send(get(url)), 'dns')
  await refuses(outbound.send(get(url)), 'dns')
  assert.equal(canary.connections, 0)
})

test('every new connection is checked, a kept-alive one is not', async (t) => {
  const server = await openServer(t, (request, response) => {
    if (request.url === '/last') response.setHeader('connection', 'close')
    response.end('ok')
  })
  let address = '127.0.0.1'
  let lookups = 0
  const lookup = async () => {
    lookups += 1
    return answers(address)
  }
  const outbound = open(t, loopback, { lookup, refusedNameMs: 0 })
  const url = `http://receiver.test:${server.port}`
  assert.equal((await outbound.send(get(`${url}/first`))).address, '127.0.0.1')
  address = '10.0.0.1'
  assert.equal((await outbound.send(get(`${url}/last`))).address, '127.0.0.1')
  assert.equal(lookups, 1)
  await refuses(outbound.send(get(`${url}/again`)), 'dns')
  assert.equal(lookups, 2)
  assert.equal(server.connections, 1)
})

test('local names are allowed only when they resolve to an allowed address', async (t) => {
  const server = await openServer(t, (_request, response) => response.end('ok'))
  assert.equal((await open(t, loopback).send(get(`http://localhost:${server.port}/`))).address, '127.0.0.1')
  assert.equal((await open(t, loopback).send(get(`http://LOCALHOST.:${server.port}/`))).status, 200)

  const names = [
    'localhost',
    'localhost.',
    'api.localhost',
    'printer.local',
    'Metadata.Google.Internal',
    'internal',
    'local.',
  ]
  const askedFor: string[] = []
  const lookup = async (hostname: string) => {
    askedFor.push(hostname)
    return answers('93.184.215.14')
  }
  for (const name of names) {
    const url = `http://${name}:${server.port}/`
    await refuses(open(t, nothingAllowed, { lookup }).check(url), 'forbidden_address', name)
    await refuses(open(t, nothingAllowed, { lookup }).send(get(url)), 'forbidden_address', name)
  }
  assert.deepEqual(askedFor, [], 'no DNS query is made when nothing is allowed')
  for (const name of names)
    await refuses(
      open(t, loopback, { lookup, refusedNameMs: 0 }).send(get(`http://${name}:${server.port}/`)),
      'dns',
      name,
    )
  assert.equal(server.connections, 2)
})

test('only https, unless http is allowed, and no other scheme', async (t) => {
  const lookup = async () => answers('93.184.215.14')
  const strict = open(t, { allow: [], isHttpAllowed: false }, { lookup })
  await strict.check('https://receiver.test/hook?x=1#part')
  const wrong = [
    'http://receiver.test/',
    'HTTP://receiver.test/',
    'ftp://receiver.test/',
    'file:///etc/passwd',
    'gopher://x/',
  ]
  for (const url of [
    ...wrong,
    'data:,x',
    'javascript:1',
    'blob:https://x/y',
    '//receiver.test/',
    'receiver.test',
    '',
    'https://',
  ])
    await refuses(strict.check(url), 'forbidden_url', url)
  await open(t, nothingAllowed, { lookup }).check('http://receiver.test/')
})

test('credentials and malformed hosts are refused', async (t) => {
  const outbound = open(t, nothingAllowed, { lookup: async () => answers('93.184.215.14') })
  const urls = ['https://user@receiver.test/', 'https://:secret@receiver.test/', 'https://user:secret@receiver.test/']
  const hosts = [
    'https://receiver.test../',
    'https://a..b/',
    'https://./',
    'https://...',
    `https://${'a.'.repeat(130)}test/`,
  ]
  for (const url of [...urls, ...hosts, 'https://receiver.test:99999/', 'https://[::1%25lo]/', 'https://x y/']) {
    await refuses(outbound.check(url), 'forbidden_url', url)
    await refuses(outbound.send(get(url)), 'forbidden_url', url)
  }
})

test('ports of other services are refused, unless the address is allowed', async (t) => {
  const lookup = async () => answers('93.184.215.14')
  const refused = [0, 1, 22, 25, 53, 102, 110, 111, 143, 465, 514, 531, 587, 993, 2049, 5432, 6379, 6667, 11211, 27017]
  for (const allow of [[], ['10.0.0.0/8']]) {
    const outbound = open(t, { allow, isHttpAllowed: true }, { lookup })
    for (const port of refused)
      await refuses(outbound.check(`http://receiver.test:${port}/`), 'forbidden_url', `${port}`)
    for (const port of [80, 443, 8080, 8443, 3000, 105, 516]) await outbound.check(`http://receiver.test:${port}/`)
  }
  await open(t, loopback).check('http://127.0.0.1:5432/')
  await open(t, { allow: ['93.184.215.14'], isHttpAllowed: true }, { lookup }).check('http://receiver.test:22/')
})

test('an unknown name and one with an internal address fail alike, after the same time', async (t) => {
  const lookups: Lookup[] = [
    async () => answers('10.0.0.1'),
    async () => answers('169.254.169.254', '93.184.215.14'),
    async () => [],
    async () => Promise.reject(new Error('SERVFAIL')),
    async () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })),
    () => new Promise(() => {}),
  ]
  const outcomes = lookups.flatMap((lookup) =>
    [nothingAllowed, loopback].flatMap((policy) => {
      const outbound = open(t, policy, { lookup })
      return [outbound.check('http://name.corp.test/'), outbound.send(get('http://name.corp.test/'))].map(failureAfter)
    }),
  )
  const seen = await Promise.all(outcomes)
  for (const { reason, message, ms } of seen) {
    assert.deepEqual({ reason, message }, { reason: 'dns', message: 'the name has no public address' })
    assert.ok(ms >= 1_950 && ms < 3_500, `${ms}`)
  }
})

test('a DNS query that hangs is limited by the timeout of the call', async (t) => {
  const hanging = open(t, nothingAllowed, { lookup: () => new Promise(() => {}) })
  const startedMs = performance.now()
  await refuses(hanging.send({ ...get('https://receiver.test/'), timeoutMs: 100 }), 'timeout')
  assert.ok(performance.now() - startedMs < 500)
})

test('DNS is queried for both address families, and the system resolver only for names unknown to DNS', async (t) => {
  const zone: Record<string, string[] | 'silence'> = {
    'A both.test': ['93.184.215.14', '93.184.215.15'],
    'AAAA both.test': ['2606:4700::1111'],
    'A four.test': ['93.184.215.14'],
    'AAAA six.test': ['fd00::1'],
    'A half.test': ['93.184.215.14'],
    'AAAA half.test': 'silence',
    'A mute.test': 'silence',
    'AAAA mute.test': 'silence',
  }
  const lookup = createSystemLookup([await openNameServer(t, zone)])
  assert.deepEqual(await lookup('both.test'), answers('93.184.215.14', '93.184.215.15', '2606:4700::1111'))
  assert.deepEqual(await lookup('four.test'), answers('93.184.215.14'))
  assert.deepEqual(await lookup('six.test'), answers('fd00::1'))
  assert.ok((await lookup('localhost')).some(({ address }) => address === '127.0.0.1'))
  await assert.rejects(lookup('unknown.test'), { syscall: 'getaddrinfo' })
  const outbound = open(t, nothingAllowed, { lookup })
  await outbound.check('https://both.test/')
  const refused = ['https://six.test/', 'https://mute.test/'].map((url) => refuses(outbound.check(url), 'dns', url))
  await Promise.all([outbound.check('https://half.test/'), ...refused])
})

test('when one address refuses the connection the next is tried', async (t) => {
  const server = await openServer(t, (_request, response) => response.end('ok'))
  const outbound = open(t, loopback, { lookup: async () => answers('127.0.0.2', '127.0.0.3', '127.0.0.1') })
  assert.equal((await outbound.send(get(`http://receiver.test:${server.port}/`))).address, '127.0.0.1')
  await server.close()
  await refuses(outbound.send(get(`http://receiver.test:${server.port}/`)), 'connect')
})

test('redirects are returned and not followed', async (t) => {
  const canary = await openCanary(t)
  const server = await openServer(t, (request, response) => {
    response.writeHead(Number(request.url?.slice(1)), { location: `http://127.0.0.1:${canary.port}/` }).end()
  })
  const outbound = open(t, { allow: ['127.0.0.0/8'], isHttpAllowed: true })
  for (const status of [301, 302, 303, 307, 308]) {
    const reply = await outbound.send(post(`${server.url}/${status}`, 'x'))
    assert.equal(reply.status, status)
    assert.equal(reply.headers.location, `http://127.0.0.1:${canary.port}/`)
  }
  assert.equal(canary.connections, 0)
})

test('a request is sent as given, with connection headers set by the client', async (t) => {
  const server = await openServer(t, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    response.setHeader('set-cookie', ['a=1', 'b=2'])
    response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }))
  })
  const outbound = open(t, loopback, { lookup: async () => answers('127.0.0.1') })
  const forged = { Host: 'evil.test', 'Content-Length': '1', Connection: 'close', 'TRANSFER-ENCODING': 'chunked' }
  const reply = await outbound.send({
    method: 'post',
    url: `http://Receiver.Test.:${server.port}/hook?a=1&b=%20#part`,
    headers: {
      ...forged,
      'Accept-Encoding': 'gzip',
      Upgrade: 'h2c',
      Expect: '100-continue',
      'X-Mine': 'ü',
      te: 'trailers',
    },
    body: 'grüße',
  })
  assert.deepEqual(JSON.parse(reply.body.toString()), {
    method: 'POST',
    url: '/hook?a=1&b=%20',
    headers: {
      host: `receiver.test:${server.port}`,
      connection: 'keep-alive',
      'x-mine': 'ü',
      'accept-encoding': 'identity',
      'content-length': '7',
    },
    body: 'grüße',
  })
  assert.equal(reply.headers['set-cookie'], 'a=1, b=2')
  assert.equal(reply.isCut, false)
  assert.ok(Number.isInteger(reply.durationMs) && reply.durationMs < 5_000)
})

test('header injection and dangerous methods are refused', async (t) => {
  const server = await openServer(t, (_request, response) => response.end())
  const outbound = open(t, loopback)
  for (const headers of [{ a: 'x\r\nhost: evil' }, { 'a\r\nb': 'x' }, { a: 'x\0' }, { '': 'x' }, { a: '☃' }])
    await refuses(outbound.send({ ...get(server.url), headers: headers as Record<string, string> }), 'other')
  for (const method of ['CONNECT', 'trace', 'GET / HTTP/1.1\r\nx: y\r\n\r\nGET', ''])
    await refuses(outbound.send({ ...get(server.url), method }), 'other', method)
  assert.equal(server.requests, 0)
})

test('a reply is read up to its limit and the connection is closed', async (t) => {
  const sizes = new Map([
    ['/less', 999],
    ['/just', 1_000],
    ['/more', 1_001],
    ['/much', 1_000_000],
  ])
  const server = await openServer(t, (request, response) => {
    const [path = '', how] = (request.url ?? '').split('?')
    if (how === 'close') response.setHeader('connection', 'close')
    if (how === 'chunked') response.write('x')
    response.end('x'.repeat((sizes.get(path) ?? 0) - (how === 'chunked' ? 1 : 0)))
  })
  const outbound = open(t, loopback)
  for (const how of ['', '?close', '?chunked']) {
    for (const [path, size] of sizes) {
      const reply = await outbound.send({ ...get(`${server.url}${path}${how}`), maxReplyBytes: 1_000 })
      assert.deepEqual(
        [reply.status, reply.body.length, reply.isCut],
        [200, Math.min(size, 1_000), size > 1_000],
        path + how,
      )
    }
  }
  const none = await outbound.send({ ...get(`${server.url}/more`), maxReplyBytes: 0 })
  assert.deepEqual([none.body.length, none.isCut], [0, true])
  await until(() => server.open <= 1, 'connections of cut replies are closed')
})

test('a compressed reply stays compressed', async (t) => {
  const bomb = gzipSync(Buffer.alloc(20_000_000))
  const server = await openServer(t, (_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(bomb)
  })
  const reply = await open(t, loopback).send({ ...get(server.url), maxReplyBytes: 65_536 })
  assert.deepEqual(reply.body, bomb.subarray(0, 65_536))
  assert.equal(reply.headers['content-encoding'], 'gzip')
})

test('every reply is limited in time and memory', { timeout: 60_000 }, async (t) => {
  const bombs = await openBombs(t)
  const outbound = open(t, loopback)
  const expected: Record<string, OutboundReason | 'cut'> = {
    '/silent': 'timeout',
    '/drip': 'timeout',
    '/never-closes': 'timeout',
    '/slow-headers': 'timeout',
    '/slow-status': 'timeout',
    '/interim': 'too_large_headers',
    '/headers': 'too_large_headers',
    '/one-header': 'too_large_headers',
    '/padded-headers': 'too_large_headers',
    '/long-status': 'too_large_headers',
    '/endless': 'cut',
    '/endless-chunks': 'cut',
    '/extensions': 'cut',
    '/trailers': 'cut',
    '/garbage': 'other',
    '/early-end': 'reset',
    '/hang-up': 'reset',
    '/upgrade': 'reset',
  }
  for (const [path, outcome] of Object.entries(expected)) {
    const timeoutMs = outcome === 'timeout' ? 300 : 5_000
    await outbound.send({ ...get(bombs + path), timeoutMs }).catch(() => {})
    const memory = watchMemory()
    const startedMs = performance.now()
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => outbound.send({ ...post(bombs + path, 'x'), timeoutMs })),
    )
    const tookMs = performance.now() - startedMs
    const grownMb = memory.stop()
    for (const result of results) {
      if (result.status === 'fulfilled') assert.equal(result.value.isCut && 'cut', outcome, path)
      else
        assert.equal(
          result.reason instanceof OutboundError && result.reason.reason,
          outcome,
          `${path} ${result.reason}`,
        )
    }
    assert.ok(tookMs < timeoutMs + 700, `${path} took ${tookMs} ms`)
    assert.ok(grownMb < 8 * 1.5, `${path} held ${grownMb} MB for 8 replies`)
  }
})

test('refused and broken connections have different reasons', async (t) => {
  const server = await openServer(t, (request) => request.socket.resetAndDestroy())
  const outbound = open(t, loopback)
  await refuses(outbound.send(post(server.url, 'x')), 'reset')
  assert.equal(server.requests, 1, 'a request that was sent is not retried')
  await server.close()
  await refuses(outbound.send(post(server.url, 'x')), 'connect')
})

test('sequential requests share a connection, concurrent ones do not', async (t) => {
  const server = await openServer(t, (_request, response) => response.end('ok'))
  const outbound = open(t, loopback)
  for (let turn = 0; turn < 10; turn++) await outbound.send(post(server.url, `${turn}`))
  assert.equal(server.connections, 1)
  await Promise.all([outbound.send(get(server.url)), outbound.send(get(server.url))])
  assert.equal(server.connections, 2)
  await outbound.send({ ...get(server.url), method: 'HEAD' })
})

test('an idle connection closed by the server does not fail the next request', async (t) => {
  const ways: ((socket: Socket) => void)[] = [
    (socket) => socket.end(),
    (socket) => socket.destroy(),
    (socket) => socket.resetAndDestroy(),
  ]
  const server = await openServer(t, (_request, response) => response.end('ok'))
  const outbound = open(t, loopback)
  let sent = 0
  for (const waitMs of [undefined, 0, 1, 20]) {
    for (const close of [...ways, ...ways, ...ways]) {
      await outbound.send(post(server.url, 'x'))
      for (const socket of server.sockets) close(socket)
      if (waitMs !== undefined) await elapse(waitMs)
      await outbound.send(post(server.url, 'x'))
      sent += 2
    }
  }
  assert.equal(server.requests, sent, 'no request arrives twice')
})

test('idle connections are closed after four seconds, or sooner when the server announces it', async (t) => {
  const server = await openServer(t, (request, response) => {
    response.setHeader('keep-alive', request.url === '/short' ? 'timeout=2' : 'timeout=600')
    response.end('ok')
  })
  const outbound = open(t, loopback)
  const startedMs = performance.now()
  await Promise.all([outbound.send(get(`${server.url}/short`)), outbound.send(get(`${server.url}/long`))])
  await until(() => server.open === 1, 'the first is closed')
  assert.ok(performance.now() - startedMs > 900)
  await until(() => server.open === 0, 'the second is closed')
  const tookMs = performance.now() - startedMs
  assert.ok(tookMs > 3_500 && tookMs < 6_000, `${tookMs} ms`)
})

test('the number of kept-alive connections is limited over all origins', async (t) => {
  const server = await openServer(t, (_request, response) => response.end('ok'))
  const outbound = open(t, loopback, { lookup: async () => answers('127.0.0.1') })
  let most = 0
  for (let first = 0; first < 700; first += 50) {
    const names = Array.from({ length: 50 }, (_, index) => `http://n${first + index}.test:${server.port}/`)
    await Promise.all(names.map((url) => outbound.send(get(url))))
    most = Math.max(most, server.open)
  }
  assert.equal(server.requests, 700)
  assert.ok(most <= 600, `${most} connections`)
})

test('a call can be aborted before, during and after connecting', async (t) => {
  const server = await openServer(t, (request, response) => {
    if (request.url === '/body') response.write('some')
    if (request.url === '/') response.end()
  })
  const outbound = open(t, loopback)
  const before = { ...get(`${server.url}/silent`), signal: AbortSignal.abort() }
  await refuses(outbound.send(before), 'aborted')
  assert.equal(server.connections, 0)
  for (const path of ['/silent', '/body']) {
    const giving = new AbortController()
    const sending = outbound.send({ ...get(server.url + path), signal: giving.signal })
    const requests = server.requests
    await until(() => server.requests > requests, 'it arrived')
    giving.abort()
    await refuses(sending, 'aborted', path)
  }
  let lookups = 0
  const lookup = () => {
    lookups += 1
    return new Promise<never>(() => {})
  }
  const hanging = open(t, loopback, { lookup })
  const giving = new AbortController()
  const sending = hanging.send({ ...get('http://receiver.test/'), signal: giving.signal })
  await until(() => lookups === 1, 'the lookup')
  giving.abort()
  await refuses(sending, 'aborted')
  await until(() => server.open === 0, 'aborted connections are closed')
  await outbound.send({ ...get(server.url), signal: new AbortController().signal })
})

test('close waits for calls in progress and refuses new ones', async (t) => {
  const gate = Promise.withResolvers<void>()
  const server = await openServer(t, (_request, response) => gate.promise.then(() => response.end('late')))
  const outbound = createOutbound(loopback)
  const sending = outbound.send(get(server.url))
  await until(() => server.requests === 1, 'it arrived')
  const closing = outbound.close()
  await refuses(outbound.send(get(server.url)), 'aborted')
  gate.resolve()
  assert.equal((await sending).body.toString(), 'late')
  await closing
  await until(() => server.open === 0, 'nothing stays open')
})

test('proxies named in the environment are ignored', async (t) => {
  const canary = await openCanary(t)
  const server = await openServer(t, (_request, response) => response.end('ok'))
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])
    setVariable(t, name, `http://127.0.0.1:${canary.port}`)
  assert.equal((await open(t, loopback).send(get(server.url))).status, 200)
  assert.equal(canary.connections, 0)
})

test('undici connects only through the guarded connector', async (t) => {
  const server = await openServer(t, (request, response) => {
    if (request.url === '/close') response.setHeader('connection', 'close')
    response.end('ok')
  })
  let opened = 0
  const count = () => {
    opened += 1
  }
  subscribe('net.client.socket', count)
  t.after(() => unsubscribe('net.client.socket', count))
  let lookups = 0
  const lookup = async () => {
    lookups += 1
    return answers('127.0.0.1')
  }
  const outbound = open(t, loopback, { lookup })
  const url = (index: number) => `http://n${index % 3}.test:${server.port}/${index % 2 ? 'close' : ''}`
  await Promise.all(Array.from({ length: 20 }, (_, index) => outbound.send(post(url(index), 'x'))))
  for (let index = 0; index < 20; index++) await outbound.send(get(url(index)))
  assert.ok(lookups > 20)
  assert.equal(opened, lookups)
  assert.equal(server.connections, lookups)
  const refusing = open(t, nothingAllowed, { lookup, refusedNameMs: 0 })
  for (let index = 0; index < 6; index++) await refuses(refusing.send(get(url(index))), 'dns')
  for (const host of ['127.0.0.1', '[::1]', '0'])
    await refuses(refusing.send(get(`http://${host}/`)), 'forbidden_address')
  assert.equal(opened, server.connections)
})

test('allowed ranges are parsed, and errors reported', () => {
  const good = [
    '10.0.0.0/8',
    '127.0.0.1',
    '::1',
    'fd00::/8',
    'FD00::/8',
    '0.0.0.0/0',
    '::/0',
    '::ffff:10.0.0.0/104',
    '10.1.2.3/8',
  ]
  assert.ok('ranges' in parseRanges(good))
  assert.ok('ranges' in parseRanges([]))
  const bad = [
    '',
    '10.0.0.0/33',
    '10.0.0/8',
    '010.0.0.1',
    '::/129',
    'localhost',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
  ]
  for (const text of [...bad, 'fe80::1%lo', '*', '10.0.0.0 - 10.0.0.9', '::ffff:10.0.0.0/8', '10.0.0.0/8 ', '1:2:3']) {
    const parsed = parseRanges(['10.0.0.0/8', text])
    assert.ok('mistake' in parsed && parsed.mistake.includes(`"${text}"`), text)
    assert.throws(() => createOutbound({ allow: [text], isHttpAllowed: false }))
  }
})

test('an allowed range allows only that range', async (t) => {
  const outbound = open(t, {
    allow: ['10.1.0.0/16', 'fd00:1::/32', '::1', '::ffff:192.168.7.0/120'],
    isHttpAllowed: true,
  })
  for (const host of ['10.1.2.3', '[::ffff:10.1.2.3]', '[fd00:1::5]', '[::1]', '192.168.7.9'])
    await outbound.check(`http://${host}/`)
  for (const host of [
    '10.2.0.1',
    '127.0.0.1',
    '[fd00:2::5]',
    '[::2]',
    '192.168.8.1',
    '[::10.1.2.3]',
    '[64:ff9b::10.1.2.3]',
  ])
    await refuses(outbound.check(`http://${host}/`), 'forbidden_address', host)
  await refuses(open(t, { allow: ['::/0'], isHttpAllowed: true }).check('http://10.0.0.1/'), 'forbidden_address')
  await refuses(open(t, { allow: ['0.0.0.0/0'], isHttpAllowed: true }).check('http://[::1]/'), 'forbidden_address')
})

test('a certificate must be trusted and match the host name', { skip: missing('openssl') }, async (t) => {
  const identity = newIdentity(t, 'DNS:receiver.test,IP:127.0.0.1')
  const seen: { name: unknown; host: string | undefined; version: string }[] = []
  const server = createSecureServer({ ...identity, allowHTTP1: true }, (request, response) => {
    const { socket } = request as unknown as { socket: TLSSocket & { servername?: string } }
    seen.push({ name: socket.servername, host: request.headers.host, version: request.httpVersion })
    response.end('ok')
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket)).on('tlsClientError', () => {})
  const port = await listen(server)
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  setVariable(t, 'NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const outbound = open(t, { allow: ['127.0.0.1'], isHttpAllowed: false }, { lookup: async () => answers('127.0.0.1') })
  const urls = [`https://receiver.test:${port}/`, `https://127.0.0.1:${port}/`, `https://receiver.test.:${port}/`]
  for (const url of urls) await refuses(outbound.send(post(url, 'secret')), 'tls', url)
  assert.deepEqual(seen, [])

  const trusted = getCACertificates('default')
  t.after(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([...trusted, identity.cert])
  for (const url of urls) assert.equal((await outbound.send(post(url, 'secret'))).address, '127.0.0.1')
  assert.deepEqual(seen, [
    { name: 'receiver.test', host: `receiver.test:${port}`, version: '1.1' },
    { name: false, host: `127.0.0.1:${port}`, version: '1.1' },
    { name: 'receiver.test', host: `receiver.test:${port}`, version: '1.1' },
  ])
  await refuses(outbound.send(post(`https://other.test:${port}/`, 'secret')), 'tls')
  const bare = await openServer(t, (_request, response) => response.end())
  await refuses(outbound.send(post(`https://receiver.test:${bare.port}/`, 'secret')), 'tls')
  const silent = createTcpServer(() => {})
  await refuses(
    outbound
      .send({ ...get(`https://receiver.test:${await listen(silent)}/`), timeoutMs: 200 })
      .finally(() => silent.close()),
    'timeout',
  )
  assert.equal(seen.length, 3)
})

/** A self-signed certificate and its key. */
const get = (url: string): OutboundRequest => ({ method: 'GET', url, headers: {} })
const post = (url: string, body: string): OutboundRequest => ({ method: 'POST', url, headers: {}, body })

const answers = (...addresses: string[]): Answer[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

function open(t: TestContext, ...[policy, options]: Parameters<typeof createOutbound>): Outbound {
  const outbound = createOutbound(policy, options)
  // Not awaited: a pending DNS query would delay the test for two seconds.
  t.after(() => void outbound.close())
  return outbound
}

async function refuses(promise: Promise<unknown>, reason: OutboundReason, about = ''): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof OutboundError, `${about}: ${error}`)
    assert.equal(error.reason, reason, `${about}: ${error.message}`)
    assert.doesNotMatch(error.message, /\d+\.\d+\.\d+\.\d+|::/, 'the message contains no address')
    return true
  })
}

async function failureAfter(outcome: Promise<unknown>): Promise<{ reason: string; message: string; ms: number }> {
  const startedMs = performance.now()
  const error: unknown = await outcome.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  assert.ok(error instanceof OutboundError, String(error))
  return { reason: error.reason, message: error.message, ms: performance.now() - startedMs }
}

function setVariable(t: TestContext, name: string, value: string): void {
  const former = process.env[name]
  process.env[name] = value
  t.after(() => {
    if (former === undefined) delete process.env[name]
    else process.env[name] = former
  })
}

async function listen(
  server: { listen(port: number, host: string): unknown; address(): unknown } & NodeJS.EventEmitter,
) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A DNS server over UDP with a small zone. */
async function openNameServer(t: TestContext, zone: Record<string, string[] | 'silence'>): Promise<string> {
  const server = createSocket('udp4', (query, from) => {
    const end = query.indexOf(0, 12) + 5
    const labels = query.toString('latin1', 12, end - 5).replaceAll(/[^a-z-]/g, '.')
    const type = query.readUInt16BE(end - 4) === 28 ? 'AAAA' : 'A'
    const records = zone[`${type} ${labels.slice(1)}`]
    if (records === 'silence') return
    const isKnown = Object.keys(zone).some((key) => key.endsWith(` ${labels.slice(1)}`))
    const head = Buffer.from([0, 0, 0x81, isKnown ? 0x80 : 0x83, 0, 1, 0, records?.length ?? 0, 0, 0, 0, 0])
    query.copy(head, 0, 0, 2)
    const data = (records ?? []).map((address) => Buffer.from(parseAddress(address)?.bytes ?? []))
    const record = (bytes: Buffer) => [
      Buffer.from([0xc0, 12, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length]),
      bytes,
    ]
    server.send(Buffer.concat([head, query.subarray(12, end), ...data.flatMap(record)]), from.port, from.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `127.0.0.1:${server.address().port}`
}

/** A server that must not be reached. */
const openCanary = (t: TestContext) => openServer(t, (_request, response) => response.end('reached'))

async function openServer(t: TestContext, onRequest: RequestListener) {
  const sockets = new Set<Socket>()
  const state = { connections: 0, requests: 0 }
  const server: Server = createServer((request: IncomingMessage, response) => {
    state.requests += 1
    onRequest(request, response)
  })
  server.keepAliveTimeout = 0
  server.on('connection', (socket) => {
    state.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  })
  const port = await listen(server)
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  t.after(close)
  return Object.defineProperties(
    { port, url: `http://127.0.0.1:${port}`, sockets, close, open: 0, ...state },
    {
      connections: { get: () => state.connections },
      requests: { get: () => state.requests },
      open: { get: () => sockets.size },
    },
  )
}

/** The maximum growth of buffer memory, in MB. */
function watchMemory(): { stop(): number } {
  const heldMb = () => process.memoryUsage().arrayBuffers / 1e6
  const first = heldMb()
  let most = first
  const timer = setInterval(() => {
    most = Math.max(most, heldMb())
  }, 5)
  return {
    stop() {
      clearInterval(timer)
      return Math.max(most, heldMb()) - first
    },
  }
}

/** Malicious servers, in a separate process so that their memory is not counted. */
async function openBombs(t: TestContext): Promise<string> {
  const child = spawn(process.execPath, ['-e', `(${bombServer.toString()})()`], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => child.kill())
  const [port] = await once(createInterface(child.stdout), 'line')
  return `http://127.0.0.1:${port}`
}

/** Its source runs in another process: it must not use outer variables. */
function bombServer(): void {
  const forever = (socket: Socket, piece: string | Buffer) => {
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', more)
    more()
  }
  const slowly = (socket: Socket, piece: string) => {
    const timer = setInterval(() => socket.write(piece), 20)
    socket.on('close', () => clearInterval(timer))
  }
  const head = 'HTTP/1.1 200 OK\r\n'
  const chunked = `${head}transfer-encoding: chunked\r\n\r\n`
  const bombs: Record<string, (socket: Socket) => void> = {
    '/silent': () => {},
    '/drip': (socket) => {
      socket.write(`${head}content-length: 1000\r\n\r\n`)
      slowly(socket, 'x')
    },
    '/never-closes': (socket) => socket.write(`${head}\r\nall there is`),
    '/slow-headers': (socket) => {
      socket.write(head)
      slowly(socket, 'x-more: 1\r\n')
    },
    '/slow-status': (socket) => {
      socket.write('HTTP/1.1 200 ')
      slowly(socket, 'y')
    },
    '/interim': (socket) => forever(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(10)),
    '/headers': (socket) => {
      socket.write(head)
      forever(socket, `x-more: ${'y'.repeat(1_000)}\r\n`.repeat(100))
    },
    '/one-header': (socket) => {
      socket.write(`${head}x-more: `)
      forever(socket, 'y'.repeat(100_000))
    },
    '/padded-headers': (socket) => {
      socket.write(head)
      forever(socket, `a:${' '.repeat(60_000)}b\r\n`)
    },
    '/long-status': (socket) => {
      socket.write('HTTP/1.1 200 ')
      forever(socket, 'y'.repeat(100_000))
    },
    '/endless': (socket) => {
      socket.write(`${head}\r\n`)
      forever(socket, 'y'.repeat(100_000))
    },
    '/endless-chunks': (socket) => {
      socket.write(chunked)
      forever(socket, '1\r\ny\r\n'.repeat(10_000))
    },
    '/extensions': (socket) => {
      socket.write(chunked)
      forever(socket, `1;x=${'y'.repeat(60_000)}\r\ny\r\n`)
    },
    '/trailers': (socket) => {
      socket.write(`${chunked}0\r\n`)
      forever(socket, `a:${' '.repeat(60_000)}b\r\n`)
    },
    '/garbage': (socket) => forever(socket, 'SSH-2.0-OpenSSH\r\n'),
    '/early-end': (socket) => socket.end(`${head}content-length: 1000\r\n\r\nx`),
    '/hang-up': (socket) => socket.end(),
    '/upgrade': (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  }
  const server = process.getBuiltinModule('node:net').createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => bombs[String(data).split(' ')[1] ?? '']?.(socket))
  })
  server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
  process.stdin.on('close', () => process.exit()).resume()
}
