import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createOutbound } from '../../src/base/outbound/index.ts'
import { BrowseFailed, createBrowse } from '../../src/onboarding/capture/browse.ts'
import { captureSite } from '../../src/onboarding/capture/capture.ts'
import { createReader } from '../../src/onboarding/capture/reader.ts'
import { startWebsite, type Website } from '../support/website.ts'

const outbound = createOutbound({ allow: ['127.0.0.1'], isHttpAllowed: true })
const browse = createBrowse({ outbound, isHttpAllowed: true })
const reader = createReader()
let site: Website

before(async () => {
  site = await startWebsite()
})
after(async () => {
  await site.close()
  await reader.close()
  await outbound.close()
})

const capture = (path: string, limits: { fileMs?: number; totalMs?: number } = {}) =>
  captureSite(site.url + path, { browse, reader, known: [], onCaptured: async () => {}, limits })

const fails = (message: RegExp) => (error: unknown) => error instanceof BrowseFailed && message.test(error.message)

test('an address without a page fails with a reason', async () => {
  site.serve('/pdf', { type: 'application/pdf', body: '%PDF' })
  site.serve('/secret', (_request, response) => void response.writeHead(403).end())
  site.serve('/circle', (_request, response) => void response.writeHead(302, { location: '/circle' }).end())
  site.serve('/script', (_request, response) => void response.writeHead(302, { location: 'javascript:alert(1)' }).end())
  site.serve('/private', (_request, response) => void response.writeHead(307, { location: 'http://10.0.0.1/' }).end())
  site.serve(
    '/meta',
    (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  )
  site.serve('/broken', (request) => request.socket.destroy())
  const cases: [string, RegExp][] = [
    ['/missing', /no page at this address/],
    ['/pdf', /does not lead to a web page/],
    ['/secret', /refuses to be read/],
    ['/circle', /redirects in circles/],
    ['/script', /redirects to an address that is not a website/],
    ['/private', /private network/],
    ['/meta', /private network/],
    ['/broken', /closed the connection before/],
  ]
  for (const [path, sentence] of cases) await assert.rejects(capture(path), fails(sentence), path)
})

test('a huge, a compressed and an endlessly slow page end within their limits', async () => {
  site.serve('/huge', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const piece = Buffer.alloc(1_048_576, 'x')
    const write = (): void =>
      void (response.destroyed || (response.write(piece) ? setImmediate(write) : response.once('drain', write)))
    write()
  })
  const packed = gzipSync(Buffer.alloc(50 * 1_048_576, ' '))
  site.serve(
    '/bomb',
    (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(packed),
  )
  site.serve('/slow', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write('x'), 50)
    response.on('close', () => clearInterval(timer))
  })
  await assert.rejects(capture('/huge'), fails(/larger than 5 MiB/))
  await assert.rejects(capture('/bomb'), fails(/larger than 5 MiB/))
  const started = performance.now()
  await assert.rejects(capture('/slow', { fileMs: 400 }), fails(/took too long/))
  assert(performance.now() - started < 5_000)
})

test('at most ten pages of the same host are read, and unavailable ones are left out', async () => {
  const links = Array.from({ length: 40 }, (_, at) => `<a href="/many/${at}">Page ${at}</a>`).join('')
  site.serve('/many', `<nav>${links}<a href="http://elsewhere.example/">x</a><a href="/many/dead">Programme</a></nav>`)
  for (let at = 0; at < 40; at++) site.serve(`/many/${at}`, `<title>${at}</title><p>${at}</p>`)
  site.asked.length = 0
  const captures = await capture('/many')
  assert.equal(captures.length, 10)
  assert.equal(captures.filter(({ found }) => found === null).length, 1)
  assert.equal(site.asked.length, 10)
})

test('a page is decoded with the encoding it declares', async () => {
  site.serve('/latin', {
    type: 'text/html',
    body: Buffer.from('<meta charset="iso-8859-1"><title>Fête</title>', 'latin1'),
  })
  const [home] = await capture('/latin')
  assert(home?.what === 'page' && home.found?.title === 'Fête')
})

test('files that were read before an interruption are not fetched again', async () => {
  site.serve('/again', '<title>Un</title><nav><a href="/again/programme">Programme</a></nav>')
  site.serve('/again/programme', '<title>Deux</title>')
  const first = await capture('/again')
  site.asked.length = 0
  const captures = await captureSite(`${site.url}/again`, {
    browse,
    reader,
    known: first.slice(0, 1),
    onCaptured: async () => {},
  })
  assert.equal(captures.length, 2)
  assert.deepEqual(site.asked, ['/again/programme'])
})

test('a host that starts to resolve to a private network is not followed there', async () => {
  const addresses = ['127.0.0.1', '10.0.0.1']
  const turning = createOutbound(
    { allow: ['127.0.0.1'], isHttpAllowed: true },
    { lookup: async () => [{ address: addresses.shift() ?? '10.0.0.1', family: 4 }] },
  )
  site.serve('/turn', (_request, response) => {
    const page = '<title>Un</title><nav><a href="/turn/programme">Programme</a></nav>'
    response.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end(page)
  })
  site.asked.length = 0
  const captures = await captureSite(`${site.url.replace('127.0.0.1', 'lac.example')}/turn`, {
    browse: createBrowse({ outbound: turning, isHttpAllowed: true }),
    reader,
    known: [],
    onCaptured: async () => {},
  })
  await turning.close()
  assert.deepEqual(
    captures.map(({ found }) => found !== null),
    [true, false],
  )
  assert.deepEqual(site.asked, ['/turn'])
})
