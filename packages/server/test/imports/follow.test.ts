import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { after, before, test } from 'node:test'
import { guidOf, type Scheduled, scheduleXml } from '../support/schedule.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'
import { localReceivers } from '../support/webhooks.ts'

let service: TestService
let elsewhere: Elsewhere

/** A system that publishes a programme. */
interface Elsewhere {
  server: Server
  url: string
  sessions: Scheduled[]
  /** Instead of the programme. */
  broken: string | undefined
  requests: { headers: IncomingHttpHeaders; status: number }[]
}

before(async () => {
  service = await startService(localReceivers)
  elsewhere = await startElsewhere()
})
after(async () => {
  await service.stop()
  elsewhere.server.close()
  elsewhere.server.closeAllConnections()
})

async function startElsewhere(): Promise<Elsewhere> {
  const server = createServer(({ headers }, response) => {
    const body = elsewhere.broken ?? scheduleXml(elsewhere.sessions)
    const etag = `"${Buffer.from(body).length}-${JSON.stringify(elsewhere.sessions).length}"`
    const status = headers['if-none-match'] === etag ? 304 : 200
    elsewhere.requests.push({ headers, status })
    response.writeHead(status, { etag, 'content-type': 'application/xml' })
    response.end(status === 200 ? body : undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert(typeof address === 'object' && address)
  const url = `http://127.0.0.1:${address.port}/schedule.xml`
  return { server, url, sessions: evening, broken: undefined, requests: [] }
}

const evening: Scheduled[] = [1, 2, 3, 4].map((number) => ({
  guid: guidOf(number),
  title: `Session ${number}`,
  start: `1${number}:00`,
  room: 'Harbour stage',
}))

async function follow(tenant: TestTenant, more: object = {}): Promise<string> {
  const body = { title: 'Elsewhere', url: elsewhere.url, mode: 'auto', intervalMinutes: 1, ...more }
  const reply = await tenant.api('POST', `${tenant.path}/importSources`, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body._id
}

const sourceOf = async (tenant: TestTenant, id: string) =>
  (await tenant.api('GET', `${tenant.path}/importSources/${id}`)).body

async function titles(tenant: TestTenant): Promise<string[]> {
  const { body } = await tenant.api('GET', `${tenant.path}/broadcastSessions?limit=200`)
  return body.data
    .filter(({ status }: { status: string }) => status === 'published')
    .map(({ title }: { title: string }) => title)
    .sort()
}

async function untilTitles(tenant: TestTenant, expected: string[]): Promise<void> {
  await until(async () => (await titles(tenant)).join() === expected.join(), `the sessions ${expected.join()}`)
}

test('a source that is followed is imported, checked by its ETag, and imported again when it changes', async () => {
  const tenant = await service.newTenant()
  elsewhere.sessions = evening
  const id = await follow(tenant)
  await untilTitles(tenant, ['Session 1', 'Session 2', 'Session 3', 'Session 4'])
  const { body } = await tenant.api('GET', `${tenant.path}/broadcastSessions?limit=10`)
  const [one] = body.data
  await tenant.api('PATCH', `${tenant.path}/broadcastSessions/${one._id}`, { color: '#123456' })
  elsewhere.requests = []
  service.clock.advance(61_000)
  await until(() => elsewhere.requests.length > 0, 'the next check')
  assert.equal(elsewhere.requests[0]?.status, 304)
  elsewhere.sessions = evening.map((session) => ({ ...session, title: `${session.title} again` }))
  service.clock.advance(61_000)
  await untilTitles(tenant, ['Session 1 again', 'Session 2 again', 'Session 3 again', 'Session 4 again'])
  const changed = (await tenant.api('GET', `${tenant.path}/broadcastSessions/${one._id}`)).body
  assert.equal(changed.color, '#123456')
  assert.match(changed.title, / again$/)
  const source = await sourceOf(tenant, id)
  assert.equal(source.lastError, null)
  assert.equal((await tenant.api('GET', `${tenant.path}/imports`)).body.metadata.total, 2)
  // Disabled, it is left alone.
  await tenant.api('PATCH', `${tenant.path}/importSources/${id}`, { enabled: false })
  elsewhere.sessions = evening
  service.clock.advance(121_000)
  const before = elsewhere.requests.length
  await tenant.api('PATCH', `${tenant.path}/importSources/${id}`, { enabled: true })
  await untilTitles(tenant, ['Session 1', 'Session 2', 'Session 3', 'Session 4'])
  assert(elsewhere.requests.length > before)
})

test('a change waits for approval when the source says so, or when much would be removed', async () => {
  const tenant = await service.newTenant()
  elsewhere.sessions = evening
  const id = await follow(tenant, { mode: 'approve', intervalMinutes: null })
  const check = async () => {
    const reply = await tenant.api('POST', `${tenant.path}/importSources/${id}/poll`)
    assert.equal(reply.status, 202, reply.text)
  }
  const waiting = async () =>
    (await tenant.api('GET', `${tenant.path}/imports?filters=${encodeURIComponent('[{"status":"waiting"}]')}`)).body
      .data[0]
  await check()
  await until(async () => (await waiting()) !== undefined, 'an import that waits')
  assert.deepEqual(await titles(tenant), [])
  const first = await waiting()
  await tenant.api('POST', `${tenant.path}/imports/${first._id}/apply`)
  await untilTitles(tenant, ['Session 1', 'Session 2', 'Session 3', 'Session 4'])
  // The same content again is no news.
  await tenant.api('PATCH', `${tenant.path}/importSources/${id}`, { mode: 'auto' })
  elsewhere.sessions = evening.slice(0, 2)
  await until(async () => {
    await check()
    return (await waiting()) !== undefined
  }, 'half of the programme waits')
  assert.equal((await waiting()).needsConfirmation, true)
  assert.equal((await titles(tenant)).length, 4)
})

test('a source that fails shows the reason, keeps the programme, and recovers', async () => {
  const tenant = await service.newTenant()
  elsewhere.sessions = evening
  const id = await follow(tenant, { headers: [{ name: 'Authorization', value: 'Token abc' }] })
  await untilTitles(tenant, ['Session 1', 'Session 2', 'Session 3', 'Session 4'])
  assert(elsewhere.requests.some(({ headers }) => headers.authorization === 'Token abc'))
  const source = await sourceOf(tenant, id)
  assert.deepEqual(
    [source.headers[0].name, source.headers[0].set, source.headers[0].value],
    ['Authorization', true, undefined],
  )
  // A preview of the same address sends them, too.
  elsewhere.requests = []
  const { status } = await tenant.api('POST', `${tenant.path}/imports?dry_run=true`, { url: elsewhere.url })
  assert.equal(status, 200)
  assert(elsewhere.requests.some(({ headers }) => headers.authorization === 'Token abc'))
  elsewhere.broken = '<schedule><day index="1">'
  service.clock.advance(61_000)
  await until(async () => (await sourceOf(tenant, id)).lastError !== null, 'the error')
  assert.match((await sourceOf(tenant, id)).lastError, /\(line \d+/)
  assert.equal((await titles(tenant)).length, 4)
  elsewhere.broken = undefined
  elsewhere.sessions = evening.map((session) => ({ ...session, room: 'Lighthouse' }))
  service.clock.advance(61_000)
  await until(async () => (await sourceOf(tenant, id)).lastError === null, 'the error is gone')
})

test('a hook wakes a source, until its address is replaced', async () => {
  const tenant = await service.newTenant()
  elsewhere.sessions = evening.slice(0, 1)
  const id = await follow(tenant, { intervalMinutes: null })
  const path = `${tenant.path}/importSources/${id}/hook`
  const { url } = (await tenant.api('POST', path)).body
  const wake = (address: string) => {
    const { pathname } = new URL(address)
    return fetch(service.url + pathname, { method: 'POST', body: 'event=changed' })
  }
  assert.equal((await wake(url)).status, 202)
  await untilTitles(tenant, ['Session 1'])
  const { url: next } = (await tenant.api('POST', path, { replace: true })).body
  assert.notEqual(next, url)
  assert.equal((await wake(url)).status, 404)
  assert.equal((await wake(next)).status, 202)
  assert.equal((await wake(`${next}x`)).status, 404)
})
