import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { longestTurnMs } from '../support/longest-turn.ts'
import { assertProblem } from '../support/problem.ts'
import { type Api, apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let nobody: Api
let tenant: TestTenant
let site: string

before(async () => {
  service = await startService({ MARQUEE_PUBLIC_READ_LIMIT: 'off' })
  nobody = apiWith(service.url, {})
})
after(() => service.stop())

async function begin(): Promise<void> {
  tenant = await service.newTenant()
  site = `/v1/public/${tenant.broadcastId}`
}

async function write(method: string, path: string, body?: object) {
  const reply = await tenant.api(method, `${tenant.path}${path}`, body)
  assert(reply.status < 300, reply.text.slice(0, 1_000))
  return reply.body
}

async function createArticles(count: number, content: (index: number) => string): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const sent = { title: `Article ${index}`, status: 'published', contentFormat: 'html', content: content(index) }
    ids.push((await write('POST', '/broadcastArticles', sent))._id)
  }
  return ids
}

/** Sanitizing one takes 100 ms. */
const rows = (index: number) => `<table>${'<tr><td>'.repeat(9_900)}${index}`
const text = (length: number) => 'lorem ipsum dolor sit amet '.repeat(Math.ceil(length / 27)).slice(0, length)

describe('reading large content does not block the event loop', () => {
  const reads: Record<string, () => Promise<unknown>> = {
    'as a feed': () => nobody('GET', `${site}/articles.rss`),
    'as a bundle': () => nobody('GET', `${site}/bundle`),
    'as a public list': () => nobody('GET', `${site}/broadcastArticles`),
  }
  for (const [name, read] of Object.entries(reads)) {
    test(name, async () => {
      await begin()
      await createArticles(16, (index) => rows(index) + name)
      assertBelow(400, await longestTurnMs(read))
    })
  }

  test('as a list of excerpts', async () => {
    await begin()
    const body = (index: number) => ({
      title: 'x',
      contentFormat: 'html',
      content: `${index}${'<tr><td>'.repeat(2_500)}`,
    })
    const operations = Array.from({ length: 150 }, (_, index) => ({ op: 'create', body: body(index) }))
    await write('POST', '/broadcastArticles/batch', { mode: 'atomic', operations })
    assertBelow(400, await longestTurnMs(() => tenant.api('GET', '/v1/articles?limit=150&status=all')))
  })

  test('as one article', async () => {
    await begin()
    const [id] = await createArticles(1, (index) => `${rows(index)}${'&amp;'.repeat(170_000)}`)
    assertBelow(250, await longestTurnMs(() => tenant.api('GET', `/v1/articles/${id}`)))
  })
})

const assertBelow = (limitMs: number, longestMs: number) =>
  assert(longestMs < limitMs, `a turn of the event loop took ${longestMs} ms`)

test('content with too many tags is returned as plain text', async () => {
  await begin()
  const [id] = await createArticles(1, () => '<tr><td>'.repeat(112_000))
  const { body } = await nobody('GET', `${site}/broadcastArticles/${id}`)
  assert(body.content.startsWith('&lt;tr&gt;&lt;td&gt;'))
  assert.equal((await tenant.api('GET', `/v1/articles/${id}`)).body.content, '<tr><td>'.repeat(112_000))
})

test('a feed contains the beginning of an article that is too long', async () => {
  await begin()
  await createArticles(1, () => `<p>${text(300_000)}</p>`)
  const { items } = (await nobody('GET', `${site}/articles.json`)).body
  assert.match(items[0].content_html, /^<p>lorem ipsum .{100,200}<\/p>$/)
})

test('a page larger than the maximum response size is refused, and a smaller one is not', async () => {
  await begin()
  await createArticles(18, () => text(1_000_000))
  for (const ask of [
    (limit: number) => tenant.api('GET', `${tenant.path}/broadcastArticles?limit=${limit}`),
    (limit: number) => tenant.api('GET', `/v1/articles?limit=${limit}`),
    (limit: number) => nobody('GET', `${site}/broadcastArticles?limit=${limit}`),
  ]) {
    const refused = await ask(50)
    assertProblem(refused, { status: 400, code: 'answer_too_large' })
    assert.match(refused.body.detail, /limit/)
    const page = await ask(10)
    assert.equal(page.status, 200, page.text.slice(0, 300))
    assert.equal(page.body.data.length, 10)
  }
})

test('pages of the change log and of a record history are limited in bytes', async () => {
  await begin()
  const [id = ''] = await createArticles(1, () => text(1_000_000))
  for (let round = 0; round < 11; round++)
    await write('PATCH', `/broadcastArticles/${id}`, { content: `${round} ${text(1_000_000)}` })
  const sequences: number[] = []
  let pages = 0
  for (let since = 0, hasMore = true; hasMore; pages++) {
    const { body } = await tenant.api('GET', `${tenant.path}/changes?since=${since}&limit=1000`)
    sequences.push(...body.data.map(({ sequence }: { sequence: number }) => sequence))
    since = body.next
    hasMore = body.has_more
  }
  assert.deepEqual(
    sequences.filter((sequence) => sequence > 2),
    Array.from({ length: 12 }, (_, index) => index + 3),
  )
  assert(pages > 1 && pages < 5, `${pages} pages`)
  const history = `${tenant.path}/broadcastArticles/${id}/history`
  const first = (await tenant.api('GET', history)).body
  assert(first.has_more && first.data.length >= 5 && first.data.length < 12)
  const rest = (await tenant.api('GET', `${history}?before=${first.data.at(-1).sequence}`)).body
  assert.equal(first.data.length + rest.data.length, 12)
  assert.equal(rest.has_more, false)
})

test('webhooks, search and CSV work with content of many megabytes', async () => {
  await begin()
  const hook = { url: 'https://hooks.example.com/all', events: ['*'], active: true }
  const created = await tenant.api('POST', '/v1/webhooks', hook)
  assert(created.status === 201 || created.status === 400, created.text)
  const ids = await createArticles(12, (index) => `needle${index} ${text(900_000)}`)
  const found = (await tenant.api('GET', `${tenant.path}/search?q=needle11`)).body
  assert.deepEqual(
    found.data.map(({ _id }: { _id: string }) => _id),
    [ids[11]],
  )
  const table = (await tenant.api('GET', `${tenant.path}/broadcastArticles?format=csv&fields=title`)).text
  assert.equal(table.trim().split(/\r?\n/).length, 13)
})
