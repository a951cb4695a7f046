import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Marquee } from '@marquee/sdk'
import { assertProblem } from '../support/problem.ts'
import { type Api, apiWith, type TestTenant } from '../support/service.ts'
import { elapse } from '../support/until.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'

/** Notifications arrive late on both nodes, and the heartbeats with them, so that caches are used all the time. */
const lateMs = 300
const rounds = 8

let nodes: TwoNodes
let tenant: TestTenant
let sessionId: string
let apis: [Api, Api]
let strangers: [Api, Api]

before(async () => {
  const off = { MARQUEE_PUBLIC_READ_LIMIT: 'off', MARQUEE_PUBLIC_WRITE_LIMIT: 'off' }
  // The fast path is off while requests are logged.
  nodes = await startTwoNodes({ ...off, MARQUEE_LOG_LEVEL: 'info' })
  tenant = await nodes.at(0).service.newTenant()
  const urls = [nodes.at(0).service.url, nodes.at(1).service.url] as const
  apis = [apiWith(urls[0], { 'x-api-key': tenant.key }), apiWith(urls[1], { 'x-api-key': tenant.key })]
  strangers = [apiWith(urls[0], {}), apiWith(urls[1], {})]
  const time = { start: '2026-07-04T18:00:00Z', end: '2026-07-04T19:00:00Z' }
  const session = { title: 'T 0', status: 'published', time }
  const { status, text, body } = await apis[0]('POST', `${tenant.path}/broadcastSessions`, session)
  assert.equal(status, 201, text)
  sessionId = body._id
  const article = { title: 'T 0', status: 'published', publishedAt: '2026-01-01T00:00:00Z' }
  assert.equal((await apis[0]('POST', `${tenant.path}/broadcastArticles`, article)).status, 201)
  for (const index of [0, 1]) nodes.at(index).line.delayNews(lateMs)
})
after(() => nodes.stop())

const sequenceOf = ({ headers }: { headers: Headers }) => headers.get('marquee-sequence') ?? assert.fail('no number')
const since = (sequence: string) => ({ 'marquee-min-sequence': sequence })

/** Renames the session, by turns on either surface. */
async function rename(api: Api, title: string, round: number): Promise<string> {
  const isPlain = round % 2 === 1
  const reply = isPlain
    ? await api('PUT', `/v1/events/${sessionId}`, { title })
    : await api('PATCH', `${tenant.path}/broadcastSessions/${sessionId}`, { title })
  assert.equal(reply.status, 200, reply.text)
  return sequenceOf(reply)
}

/** Every way to read the session. */
function addresses(reader: number): [Api, string][] {
  const open = `/v1/public/${tenant.broadcastId}`
  const [api, stranger] = [apis[reader] ?? assert.fail(), strangers[reader] ?? assert.fail()]
  return [
    [api, `${tenant.path}/broadcastSessions`],
    [api, `${tenant.path}/broadcastSessions?sort={"title":"asc"}&limit=5`],
    [api, `${tenant.path}/broadcastSessions/${sessionId}`],
    [api, `${tenant.path}/broadcastSessions/${sessionId}?fields=title`],
    [api, `${tenant.path}/bundle`],
    [api, `${tenant.path}/changes?since=0&limit=500`],
    [api, '/v1/events'],
    [api, `/v1/events/${sessionId}`],
    [stranger, `${open}/broadcastSessions`],
    [stranger, `${open}/broadcastSessions/${sessionId}`],
    [stranger, `${open}/bundle`],
    [stranger, `${open}/programme.ics`],
    [stranger, `${open}/schedule.json`],
    [stranger, `${open}/schedule.xml`],
    [stranger, `${open}/programme.jsonld`],
  ]
}

const isStale = async ([api, address]: [Api, string], title: string, headers: Record<string, string>) => {
  const reply = await api('GET', address, undefined, headers)
  assert.equal(reply.status, 200, `${address}: ${reply.text}`)
  return !reply.text.includes(title)
}

describe('reads after writes on another node', () => {
  test('a read that names its write is never older, on any surface, list, record or feed', async () => {
    const stale = { named: [] as string[], plain: new Set<string>() }
    for (let round = 0; round < rounds; round += 1) {
      const [writer, reader] = [round % 2, (round + 1) % 2]
      const looks = addresses(reader)
      await elapse(2 * lateMs)
      // Twice, so that caches and memory have everything.
      for (const look of [...looks, ...looks]) await isStale(look, '', {})
      const title = `Named ${randomUUID()}`
      const sequence = await rename(apis[writer] ?? assert.fail(), title, round)
      // All of them are asked before the first of them clears the caches.
      const plain = looks.map(async (look) => {
        if (await isStale(look, title, {})) stale.plain.add(look[1])
      })
      await Promise.all(plain)
      const named = looks.map(async (look) => {
        if (await isStale(look, title, since(sequence))) stale.named.push(look[1])
      })
      await Promise.all(named)
    }
    assert.deepEqual(stale.named, [])
    assert(stale.plain.size >= 12, `without the header only ${[...stale.plain]} were older, so this test shows little`)
  })

  test('a read that joins one in progress from before the write gets the write', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const title = `Joined ${randomUUID()}`
      const address = `/v1/events?limit=${round + 1}`
      const before = Array.from({ length: 5 }, () => apis[1]('GET', address))
      const sequence = await rename(apis[0], title, round)
      assert.equal(await isStale([apis[1], address], title, since(sequence)), false)
      await Promise.all(before)
    }
  })

  test('every write says a number: create, update, delete, batch, by reference, and the repetition of a POST', async () => {
    const title = 'Said'
    const created = await apis[0]('POST', `${tenant.path}/broadcastHosts`, { title: title })
    const path = `${tenant.path}/broadcastHosts/${created.body._id}`
    const operations = [{ op: 'create', body: { title: 'In a batch' } }]
    const key = { 'idempotency-key': randomUUID() }
    const writes = [
      created,
      await apis[0]('PATCH', path, { title: `${title} again` }),
      await apis[0]('DELETE', path),
      await apis[0]('PUT', `${tenant.path}/broadcastHosts/by-reference/said`, { title: title }),
      await apis[0]('POST', `${tenant.path}/broadcastHosts/batch`, { mode: 'atomic', operations }),
      await apis[0]('POST', '/v1/places', { name: title }, key),
      // The other node has not been notified yet.
      await apis[1]('POST', '/v1/places', { name: title }, key),
    ]
    const numbers = writes.map((reply) => {
      assert(reply.status < 300, reply.text)
      return Number(sequenceOf(reply))
    })
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      numbers,
    )
    assert.equal(new Set(numbers).size, numbers.length - 1)
    assert.equal(writes.at(-1)?.headers.get('idempotent-replayed'), 'true')
  })

  test('a change of how a broadcast is shown counts, too', async () => {
    const open = `/v1/public/${tenant.broadcastId}/broadcastSessions`
    for (const isPrivate of [true, false]) {
      await strangers[1]('GET', open)
      const reply = await apis[0]('PATCH', tenant.path, { isPrivate })
      const read = await strangers[1]('GET', open, undefined, since(sequenceOf(reply)))
      assert.equal(read.status, isPrivate ? 404 : 200)
    }
  })

  test('a number that does not exist is refused, but to visitors', async () => {
    const ahead = since('999999999999')
    const refused = await apis[1]('GET', '/v1/events', undefined, ahead)
    assertProblem(refused, { status: 400, code: 'sequence_ahead' })
    assert.equal(
      refused.body.sequence,
      Number((await apis[1]('GET', '/v1/events?limit=1')).headers.get('marquee-sequence')),
    )
    const open = await strangers[1]('GET', `/v1/public/${tenant.broadcastId}/broadcastSessions`, undefined, ahead)
    assert.equal(open.status, 200)
  })

  test('a malformed number is refused wherever it would count', async () => {
    const places = ['/v1/events', `${tenant.path}/broadcastSessions`, `/v1/public/${tenant.broadcastId}/bundle`]
    for (const value of ['', '-1', '1.5', '1e3', 'abc', '1, 2', '9007199254740993', '0x1']) {
      for (const place of places) {
        const reply = await apis[1]('GET', place, undefined, since(value))
        assertProblem(reply, { status: 400, pointer: 'Marquee-Min-Sequence', error: 'format' }, value)
      }
    }
  })

  test('the SDK names its writes by itself, per broadcast', async () => {
    let turn = 0
    const sent: (string | null)[] = []
    // A load balancer that sends every request to the other node.
    const balanced = new Marquee({
      baseUrl: 'http://balanced.example',
      apiKey: tenant.key,
      fetch(input, init) {
        turn += 1
        sent.push(new Headers(init?.headers).get('marquee-min-sequence'))
        return fetch(String(input).replace('http://balanced.example', nodes.at(turn).service.url), init)
      },
    })
    const { sessions } = balanced.broadcast(tenant.userId, tenant.broadcastId)
    await sessions.get(sessionId)
    assert.deepEqual(sent, [null])
    for (let round = 0; round < rounds; round += 1) {
      const title = `By the SDK ${round}`
      await sessions.update(sessionId, { title })
      assert.equal((await sessions.get(sessionId)).title, title)
      turn += 1
      await balanced.events.update(sessionId, { title: `${title} again` })
      assert.equal((await sessions.get(sessionId)).title, `${title} again`)
      assert.equal(
        (await balanced.public(tenant.broadcastId).get('broadcastSession', sessionId)).title,
        `${title} again`,
      )
    }
  })
})
