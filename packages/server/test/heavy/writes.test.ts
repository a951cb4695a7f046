import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { longestTurnMs } from '../support/longest-turn.ts'
import { assertProblem } from '../support/problem.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

const send = async (path: string, text: string, method = 'POST') => {
  const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' }
  const response = await fetch(`${service.url}${tenant.path}${path}`, { method, headers, body: text })
  const body = await response.text()
  return { status: response.status, headers: response.headers, text: body, body: JSON.parse(body) }
}

const values = (count: number, one: string) => Array(count).fill(one).join(',')

test('a body with too many values is refused before it is parsed', async () => {
  for (const body of [
    `{"title":"x","media":[${values(340_000, '{}')}]}`,
    `{"title":"x","blocks":[${values(500_000, '0')}]}`,
    `{"title":"x","categoryIds":[${values(340_000, '""')}]}`,
    `{"title":"x","metadata":{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":0`).join(',')}}}`,
  ]) {
    const reply = await send('/broadcastArticles', body)
    assertProblem(reply, { status: 400, code: 'invalid' })
    assert.deepEqual(reply.body.errors, [
      { pointer: '', code: 'too_many_values', message: 'must contain at most 20000 values' },
    ])
  }
  const batch = `{"mode":"each","operations":[{"op":"create","body":{"title":"x","media":[${values(150_000, '0')}]}}]}`
  const reply = await send('/broadcastArticles/batch', batch)
  assert.equal(reply.body.errors[0].message, 'must contain at most 100000 values')
})

test('delimiters inside strings do not count as values', async () => {
  const reply = await send('/broadcastArticles', JSON.stringify({ title: 'x', content: '[{,"\\'.repeat(100_000) }))
  assert.equal(reply.status, 201, reply.text.slice(0, 300))
  assert.equal(reply.body.content, '[{,"\\'.repeat(100_000))
})

test('a body with thousands of errors reports the first, one with few reports all', async () => {
  const many = await send('/broadcastArticles', `{"title":"x","blocks":[${values(9_000, '0')}]}`)
  assertProblem(many, { status: 400, code: 'invalid' })
  assert.equal(many.body.errors.length, 1)
  const few = await send('/broadcastArticles', '{"title":"x","blocks":[0,1,2],"status":"no"}')
  assert.equal(few.body.errors.length, 4)
})

test('merged patches cannot make a record larger than a body', async () => {
  const text = 'x'.repeat(600_000)
  const { body } = await send('/broadcastArticles', JSON.stringify({ title: 'x', content: text }))
  const patch = (locale: string) =>
    send(`/broadcastArticles/${body._id}`, JSON.stringify({ localeDetails: { [locale]: { content: text } } }), 'PATCH')
  assert.equal((await patch('fr')).status, 200)
  const refused = await patch('en')
  assertProblem(refused, { status: 400, code: 'invalid' })
  assert.equal(refused.body.errors[0].code, 'too_large')
  assert.equal((await patch('fr')).status, 200)
})

test('writing large content does not block the event loop', async () => {
  const content = `<table>${'<tr><td>'.repeat(9_900)}${'&amp;'.repeat(170_000)}`
  const longestMs = await longestTurnMs(async () => {
    const reply = await tenant.api('POST', '/v1/articles', { title: 'x', content, content_format: 'html' })
    assert.equal(reply.status, 201, reply.text.slice(0, 300))
  })
  assert(longestMs < 250, `a turn of the event loop took ${longestMs} ms`)
})

test('deleting a category of thousands of sessions logs a change for each', async () => {
  const { body: category } = await send('/broadcastCategories', JSON.stringify({ title: 'All', key: 'all' }))
  for (let batch = 0; batch < 4; batch++) {
    const operations = Array.from({ length: 500 }, (_, index) => ({
      op: 'create',
      body: { title: `s${batch}-${index}`, description: 'x'.repeat(1_000), categoryIds: [category._id] },
    }))
    const reply = await send('/broadcastSessions/batch', JSON.stringify({ mode: 'atomic', operations }))
    assert.equal(reply.status, 200)
  }
  const before = Number(
    (await tenant.api('GET', `${tenant.path}/broadcastSessions?limit=1`)).headers.get('marquee-sequence'),
  )
  const gone = await tenant.api('DELETE', `${tenant.path}/broadcastCategories/${category._id}`)
  assert.equal(gone.status, 200, gone.text)
  const last = Number(
    (await tenant.api('GET', `${tenant.path}/broadcastSessions?limit=1`)).headers.get('marquee-sequence'),
  )
  assert.equal(last - before, 2_001)
  const filters = encodeURIComponent(JSON.stringify([{ categoryIds: category._id }]))
  assert.equal((await tenant.api('GET', `${tenant.path}/broadcastSessions?filters=${filters}`)).body.metadata.total, 0)
  let since = before
  const sequences: number[] = []
  for (let hasMore = true; hasMore; ) {
    const { body } = await tenant.api('GET', `${tenant.path}/changes?since=${since}&limit=1000`)
    sequences.push(...body.data.map(({ sequence }: { sequence: number }) => sequence))
    since = body.next
    hasMore = body.has_more
  }
  assert.deepEqual(
    sequences,
    Array.from({ length: 2_001 }, (_, index) => before + 1 + index),
  )
})
