import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { broadcastKinds, publicKinds } from '@marquee/model'
import { sdkTypes } from '../../../scripts/sdk-types.ts'
import { launchBrowser } from '../../server/test/support/browser.ts'
import { test as browserTest } from '../../server/test/support/browser-test.ts'
import { startReceiver } from '../../server/test/support/receiver.ts'
import { startService, type TestService, type TestTenant } from '../../server/test/support/service.ts'
import { localReceivers } from '../../server/test/support/webhooks.ts'
import { type BroadcastApi, etagOf, type KindName, Marquee, MarqueeProblem } from '../src/index.ts'
import { plurals } from '../src/types.ts'
import { bundle } from './bundle.ts'
import { collect } from './collect.ts'
import { pathsOfKind, pathsOfMethods } from './paths.ts'

let service: TestService
let tenant: TestTenant
let marquee: Marquee
let broadcast: BroadcastApi

before(async () => {
  service = await startService(localReceivers)
  tenant = await service.newTenant()
  marquee = new Marquee({ baseUrl: service.url, apiKey: tenant.key })
  broadcast = marquee.broadcast(tenant.userId, tenant.broadcastId)
})
after(() => service?.stop())

async function documented(): Promise<{ document: object; operations: Set<string> }> {
  const document = await marquee.request<{ paths: Record<string, object> }>('GET', '/v1/openapi.json')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
  )
  return { document, operations: new Set(operations) }
}

test('packages/sdk/src/types.ts matches the model and the OpenAPI document', async () => {
  const hint = 'run `npx node scripts/sdk-types.ts > packages/sdk/src/types.ts`'
  const { document } = await documented()
  assert.equal(await readFile(new URL('../src/types.ts', import.meta.url), 'utf8'), sdkTypes(document), hint)
})

test('every method requests a path that the service has', async () => {
  const { operations } = await documented()
  const asked = await pathsOfMethods()
  assert.deepEqual(
    asked.filter((operation) => !operations.has(operation)),
    [],
  )
})

test('every kind has a collection with the operations it declares', async () => {
  const { operations } = await documented()
  const names = broadcastKinds.map(({ name }) => name)
  assert.deepEqual(Object.keys(plurals), names)
  for (const kind of broadcastKinds) {
    const asked = await pathsOfKind(kind.name as KindName)
    for (const operation of kind.operations) assert(operations.has(asked[operation] ?? ''), asked[operation])
    const hasBoth = kind.operations.includes('create') && kind.operations.includes('update')
    assert.equal(operations.has(asked.byReference ?? ''), hasBoth, asked.byReference)
    assert.equal(operations.has(asked.batch ?? ''), kind.operations.includes('create'), asked.batch)
    assert.equal(operations.has(asked.history ?? ''), kind.logging === 'logged', asked.history)
  }
  for (const { plural } of publicKinds) assert(operations.has(`GET /v1/public/{}/${plural}/{}`))
})

test('records are created, read, updated with If-Match, followed and deleted', async () => {
  const host = await broadcast.hosts.create({ title: 'Ana Luz' })
  assert.deepEqual(await broadcast.hosts.get(host._id), host)
  const changed = await broadcast.hosts.update(host._id, { subtitle: 'Voice' }, { ifMatch: host })
  assert.notEqual(etagOf(changed), etagOf(host))
  await assert.rejects(broadcast.hosts.update(host._id, {}, { ifMatch: host }), { code: 'precondition_failed' })
  const rehearsal = await broadcast.hosts.delete(host._id, { dryRun: true })
  assert.equal(rehearsal.would_status, 200)
  const history = await broadcast.hosts.history(host._id)
  assert.deepEqual(
    history.data.map(({ operation }) => operation),
    ['update', 'create'],
  )
  const deleted = await broadcast.hosts.delete(host._id)
  assert.equal(deleted.referenceType, 'broadcastHost')
  await assert.rejects(broadcast.hosts.get(host._id), (error) => {
    assert(error instanceof MarqueeProblem)
    return error.status === 404 && error.code === 'not_found' && error.requestId !== undefined
  })
})

test('an uploaded file can be downloaded anonymously', async () => {
  const [media] = await broadcast.media.upload(new File(['Doors open at six.'], 'doors.txt'))
  assert.deepEqual([media?.mimeType, media?.size, media?.external], ['text/plain', 18, false])
  assert.equal(await (await fetch(media?.mediaUrl ?? '')).text(), 'Doors open at six.')
})

test('`all` yields every record once, in the order of the list', async () => {
  const titles = ['a', 'b', 'c', 'd', 'e']
  await broadcast.categories.batch(titles.map((title) => ({ op: 'create' as const, body: { title, key: title } })))
  const query = { sort: { title: 'asc' as const }, limit: 2, fields: ['title' as const] }
  const found = await collect(broadcast.categories.all(query))
  assert.deepEqual(
    found.map(({ title }) => title),
    titles,
  )
  const after = await collect(broadcast.categories.all({ ...query, skip: 1, limit: 1 }))
  assert.deepEqual(
    after.map(({ title }) => title),
    titles.slice(1),
  )
  const { total, nextStartId, sequence } = await broadcast.categories.list(query)
  assert.equal(total, 5)
  assert.equal(typeof nextStartId, 'string')
  assert.equal(typeof sequence, 'number')
})

test('Surface A pages by offset, and putByReference creates once and then updates', async () => {
  const first = await marquee.places.putByReference('a/b', { name: 'One' })
  const again = await marquee.places.putByReference('a/b', { name: 'Two' })
  assert.equal(again.id, first.id)
  await marquee.places.create({ name: 'Three' })
  const names = (await collect(marquee.places.all({ limit: 1 }))).map(({ name }) => name)
  assert.deepEqual(names.sort(), ['Three', 'Two'])
  assert.equal((await marquee.places.getByReference('a/b')).id, first.id)
})

test('Surface A is read in a language, and events by their place', async () => {
  const place = await marquee.places.create({ name: 'Quay' })
  await broadcast.interestPoints.update(place.id, { localeDetails: { fr: { title: 'Quai' } } })
  assert.equal((await marquee.places.get(place.id, { locale: 'fr' })).name, 'Quai')
  const times = { start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }
  const there = await marquee.events.create({ title: 'There', ...times, place_id: place.id })
  await marquee.events.create({ title: 'Elsewhere', ...times })
  const found = await collect(marquee.events.all({ place_id: place.id }))
  assert.deepEqual(
    found.map(({ id }) => id),
    [there.id],
  )
})

test('webhooks and their deliveries are paged like the other lists', async (t) => {
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const made = []
  for (const name of ['a', 'b', 'c'])
    made.unshift((await marquee.webhooks.create({ url: `${receiver.url}/${name}`, events: ['place.created'] })).id)
  const page = await marquee.webhooks.list({ limit: 2, offset: 1 })
  assert.deepEqual(
    { ...page, data: page.data.map(({ id }) => id) },
    { data: made.slice(1), total: 3, limit: 2, offset: 1 },
  )
  assert.equal((await broadcast.webhooks.list()).limit, 3)
  assert.deepEqual(
    (await collect(marquee.webhooks.all())).map(({ id }) => id),
    made,
  )

  const [id = ''] = made
  for (let count = 0; count < 3; count += 1) await marquee.webhooks.test(id)
  const whole = await marquee.webhooks.deliveries(id)
  assert.equal(whole.length, 3)
  const paged = await collect(marquee.webhooks.allDeliveries(id, { limit: 2 }))
  assert.deepEqual(
    paged.map((delivery) => delivery.id),
    whole.map((delivery) => delivery.id),
  )
})

test('the stream yields missed changes and then new ones', async () => {
  const { sequence } = await broadcast.maps.list()
  const map = await broadcast.maps.create({ title: 'Ground' })
  const kinds: string[] = []
  for await (const change of broadcast.stream({ since: sequence ?? 0 })) {
    kinds.push(`${change.kind} ${change.operation}`)
    if (change.operation === 'delete') break
    await broadcast.maps.delete(map._id)
  }
  assert.deepEqual(kinds, ['broadcastMap create', 'broadcastMap delete'])
  const read = await collect(broadcast.changes({ since: sequence ?? 0, limit: 1 }))
  assert.equal(read.length, 2)
})

test('a number beyond the newest change ends the stream and the changes with an error, without a retry', async () => {
  const since = Number.MAX_SAFE_INTEGER
  await assert.rejects(collect(broadcast.stream({ since })), { code: 'sequence_ahead' })
  await assert.rejects(collect(broadcast.changes({ since })), { code: 'sequence_ahead' })
})

test('a workflow run is started and polled until it ends', async () => {
  const workflow = await broadcast.workflows.create({
    name: 'Add',
    entryNodeId: 'a',
    nodes: [{ id: 'a', type: 'code', config: { code: { type: 'string', value: 'return 1 + 1' } } }],
  })
  assert.deepEqual((await broadcast.workflows.check(workflow._id)).errors, [])
  const run = await broadcast.workflows.start(workflow._id, { input: {} })
  const ended = await broadcast.runs.wait(run._id, { everyMs: 50 })
  assert.equal(ended.status, 'succeeded')
})

test('a person signs up, creates a broadcast, an API key and a preview, and signs out', async () => {
  const person = new Marquee({ baseUrl: service.url, fetch: withCookies(), headers: { origin: service.url } })
  const email = 'editor@test.example'
  await person.account.signUp({ email, password: 'a long password', name: 'Editor' })
  await person.account.signIn({ email, password: 'a long password' })
  const userId = (await person.account.session())?.user.id ?? ''
  const made = await person.account.createBroadcast(userId, { name: 'Nuits du Port' })
  const [mine] = await person.account.listBroadcasts(userId)
  assert.equal(mine?._access.role, 'owner')
  const own = person.broadcast(userId, made._id)
  const key = await own.keys.create({ name: 'Sync' })
  assert.match(key.key ?? '', /^mrq_live_/)
  assert.equal((await own.keys.revoke(key.id)).id, key.id)
  const host = await own.hosts.create({ title: 'Hidden' })
  const { token } = await own.createPreview()
  await assert.rejects(person.public(made._id).get('broadcastHost', host._id), { code: 'not_found' })
  const seen = await person.public(made._id, { preview: token }).get('broadcastHost', host._id)
  assert.equal(seen.title, 'Hidden')
  assert.equal((await own.usage()).records.broadcastHost.used, 1)
  await person.account.signOut()
  assert.equal(await person.account.session(), null)
})

browserTest('in a browser the session cookie authenticates requests and the stream', async () => {
  const browser = await launchBrowser()
  try {
    // Its policy lets a response that is no page call nothing.
    const page = await browser.newPage({ bypassCSP: true })
    await page.goto(`${service.url}/livez`)
    await page.evaluate(await bundle("export * from 'sdk'", 'sdk'))
    const seen = await page.evaluate(inBrowser, personOf(tenant))
    assert.deepEqual(seen, { title: 'From a browser', change: 'create', problem: 'not_found', etag: true })
  } finally {
    await browser.close()
  }
})

/** Runs in the page, where the bundle's exports are global. */
async function inBrowser({ email, password, userId, broadcastId }: Person) {
  const { Marquee, etagOf, MarqueeProblem } = Reflect.get(globalThis, 'sdk') as typeof import('../src/index.ts')
  const marquee = new Marquee()
  await marquee.account.signIn({ email, password })
  const broadcast = marquee.broadcast(userId, broadcastId)
  const { sequence } = await broadcast.pages.list()
  const { _id: id } = await broadcast.pages.create({ title: 'From a browser' })
  const page = await broadcast.pages.get(id)
  let change = ''
  for await (const { operation } of broadcast.stream({ since: sequence ?? 0 })) {
    change = operation
    break
  }
  await broadcast.pages.delete(id)
  const problem = await broadcast.pages.get(id).catch((error) => error instanceof MarqueeProblem && error.code)
  return { title: page.title, change, problem, etag: etagOf(page) !== undefined }
}

const personOf = ({ email, password, userId, broadcastId }: TestTenant): Person => ({
  email,
  password,
  userId,
  broadcastId,
})

interface Person {
  email: string
  password: string
  userId: string
  broadcastId: string
}

/** A `fetch` with a cookie jar, as in browsers. */
function withCookies(): typeof fetch {
  const jar = new Map<string, string>()
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(input, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return response
  }
}
