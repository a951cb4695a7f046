import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type Asked, sessions, stepsOf } from '../support/content-arbitraries.ts'
import { addressOf, type Filter, listed, type Query, type Row } from '../support/content-model.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'
import { ask as askFor } from '../support/whole-answer.ts'

/** More records than have their bodies in memory. */
const count = 10_400

let service: TestService
/** On the same database; it remembers nothing. */
let plain: TestService
let tenant: TestTenant
let list: string
let categoryIds: string[]
let placeIds: string[]
let rows: Row[]

before(async () => {
  service = await startService({ MARQUEE_RATE_LIMIT: '100000/60', MARQUEE_PUBLIC_READ_LIMIT: 'off' })
  const { databaseUrl = '', secretKeys = [] } = service.config
  const existing = { url: databaseUrl, secretKey: secretKeys.map((key) => key.toString('base64')).join() }
  plain = await startService(
    { MARQUEE_RATE_LIMIT: '100000/60', MARQUEE_PUBLIC_READ_LIMIT: 'off', MARQUEE_CACHE_MB: '0' },
    existing,
  )
  tenant = await service.newTenant()
  await tenant.api('PATCH', tenant.path, { isWeb: true, isPrivate: false })
  list = `${tenant.path}/broadcastSessions`
  categoryIds = await created('broadcastCategories', [{ key: 'talk' }, { key: 'concert' }, { key: 'film' }])
  placeIds = await created('broadcastInterestPoints', [
    { title: 'Kiosk', status: 'published' },
    { title: 'Barn', status: 'published' },
  ])
  const bodies = Array.from({ length: count }, (_, index) => ({
    title: index % 7 === 0 ? null : `Concert ${(index * 7_919) % count}`,
    status: index % 5 === 0 ? 'draft' : 'published',
    time:
      index % 11 === 0 ? {} : { start: startOf((index * 3_331) % count), end: startOf(((index * 3_331) % count) + 60) },
    categoryIds: index % 4 === 3 ? [] : [categoryIds[index % 3]],
    interestPointId: index % 3 === 0 ? placeIds[index % 2] : null,
  }))
  await created('broadcastSessions', bodies)
  rows = await readAll()
})
after(async () => {
  await plain.stop()
  await service.stop()
})

const startOf = (minute: number) => new Date(Date.UTC(2027, 6, 1) + minute * 60_000).toISOString()

async function created(plural: string, bodies: object[]): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < bodies.length; from += 500) {
    const operations = bodies.slice(from, from + 500).map((body) => ({ op: 'create', body }))
    const { status, body, text } = await tenant.api('POST', `${tenant.path}/${plural}/batch`, {
      mode: 'atomic',
      operations,
    })
    assert.equal(status, 200, text)
    for (const { id } of body.results) ids.push(id)
  }
  return ids
}

async function readAll(): Promise<Row[]> {
  const all: Row[] = []
  for (let startId: string | null = ''; startId !== null; ) {
    const { body } = await tenant.api('GET', `${list}?limit=200${startId && `&startId=${startId}`}`)
    all.push(...body.data)
    startId = body.metadata.nextStartId
  }
  assert.equal(all.length, count)
  return all
}

/** The statements that read records during some work. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const statements: string[] = []
  const stop = service.platform.db.onStatement((text) => {
    if (/\brecords\b/.test(text)) statements.push(text)
  })
  await work()
  stop()
  return statements
}

/** Asks for a list, and returns the statements that it took to read records. */
const ask = (query: Query): Promise<string[]> => statementsOf(() => askForRows(query))

async function askForRows(query: Query): Promise<void> {
  const { status, body, text } = await tenant.api('GET', addressOf(list, query))
  assert.equal(status, 200, text)
  const expected = listed(rows, query)
  const asked = JSON.stringify(query)
  assert.deepEqual(
    body.data.map(({ _id }: Row) => _id),
    expected.data.map(({ _id }) => _id),
    asked,
  )
  assert.deepEqual(body.data, expected.data)
  assert.equal(body.metadata.total, expected.total, asked)
  assert.equal(body.metadata.nextStartId, expected.nextStartId, asked)
}

/** Bodies that are not in memory are read by id alone. */
const isById = (statements: string[]) => statements.length <= 1 && statements.every((text) => /id = any/.test(text))

const common: Query[] = [
  { skip: 0, limit: 50 },
  { skip: 8_000, limit: 50, sort: { 'time.start': 'asc' }, filters: [{ status: 'published' }] },
  { skip: 3, limit: 50, sort: { 'time.start': 'desc' }, filters: [{ 'time.start': { $gte: startOf(700) } }] },
  { skip: 0, limit: 50, sort: { title: 'asc' }, filters: [{ 'time.end': { $lt: startOf(5_000) } }] },
]

test('lists of many records equal a plain model, while they are loaded and afterwards', async () => {
  for (const query of common) {
    // Another page each time, because the same one is cached.
    let { skip } = query
    await until(async () => isById(await ask({ ...query, skip: skip++ })), JSON.stringify(query))
  }
})

test('a filter on a category, a bound and a start are found without reading other records', async () => {
  const [categoryId] = categoryIds
  const where: Filter[] = [{ categoryIds: categoryId }, { 'time.start': { $gte: startOf(50), $lt: startOf(9_000) } }]
  const query: Query = { skip: 0, limit: 20, sort: { 'time.start': 'asc' }, filters: where }
  // An order is made while the database answers. Another page each time, because the same one is cached.
  let skip = 0
  await until(async () => isById(await ask({ ...query, skip: skip++ })), 'the order by start')
  const [, , third] = listed(rows, query).data
  assert(isById(await ask({ ...query, startId: String(third?._id) })))
})

test('writes are in the next list', async () => {
  for (let number = 0; number < 8; number++) {
    const changed = rows[(number * 517) % rows.length] as Row
    const patch = { title: `Moved ${number}`, time: { start: startOf(number * 400), end: startOf(number * 400 + 10) } }
    const reply = await tenant.api('PATCH', `${list}/${changed._id}`, number % 4 === 0 ? { status: 'draft' } : patch)
    assert.equal(reply.status, 200, reply.text)
    rows = rows.map((row) => (row === changed ? reply.body : row))
    if (number % 5 === 0) {
      const gone = rows[(number * 311 + 7) % rows.length] as Row
      assert.equal((await tenant.api('DELETE', `${list}/${gone._id}`)).status, 200)
      rows = rows.filter((row) => row !== gone)
    }
    for (const query of common) await ask(query)
  }
})

test('any filter and any order equal the model', async () => {
  const steps = fc.sample(stepsOf(sessions), { numRuns: 12, seed: 7 }).flat()
  const asked = steps.flatMap((step): Asked[] => (step.step === 'ask' ? [step.query] : []))
  const isPlain = ({ filters, sort }: Asked) => !JSON.stringify([filters ?? null, sort ?? null]).includes('@')
  const queries = asked.filter(isPlain).slice(0, 40)
  assert(queries.length > 10)
  for (const { filters, logical, sort, skip, limit } of queries) {
    const query: Query = { skip, limit }
    if (filters) query.filters = filters as Filter[]
    if (logical) query.logical = logical
    if (sort) query.sort = sort
    await ask(query)
    // Once more when its order is sorted.
    await ask({ ...query, skip: skip + 1 })
  }
})

const base = '/v1/public'
const page = (skip: number, limit: number) =>
  `skip=${skip}&limit=${limit}&sort=${encodeURIComponent('{"time.start":"asc"}')}`
const views: Record<string, (skip: number, limit: number) => string> = {
  'Surface A': (offset, limit) => `/v1/events?status=all&limit=${limit}&offset=${offset}`,
  'Surface A, in a language': (offset, limit) => `/v1/events?locale=en&limit=${limit}&offset=${offset}`,
  'Surface B': (skip, limit) => `${list}?${page(skip, limit)}`,
  'the public surface': (skip, limit) => `${base}/${tenant.broadcastId}/broadcastSessions?${page(skip, limit)}`,
  'the public surface, in a language': (skip, limit) =>
    `${base}/${tenant.broadcastId}/broadcastSessions?locale=en&${page(skip, limit)}`,
}

async function bodyOf(node: TestService, path: string): Promise<string> {
  const response = await askFor(node, path, path.startsWith(base) ? {} : { 'x-api-key': tenant.key })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return text
}

test('what was read before takes no statement, on any surface', async () => {
  for (const [name, path] of Object.entries(views)) {
    await until(async () => isById(await statementsOf(async () => void (await bodyOf(service, path(100, 40))))), name)
    // Another page of the same records, because the same one is cached.
    let asked = 0
    await until(async () => {
      asked += 1
      const [skip, limit] = [100 + (asked % 20), 20 - (Math.floor(asked / 20) % 20)]
      const statements = await statementsOf(async () => void (await bodyOf(service, path(skip, limit))))
      return statements.length === 0
    }, name)
  }
})

interface Change {
  of: 'broadcastSessions' | 'broadcastInterestPoints' | 'broadcastCategories'
  at: number
  body: object
}

const status = fc.constantFrom('draft', 'published')
const title = fc.string({ minLength: 1, maxLength: 20 })
/** Places are named by their number, because their ids are not known yet. */
const sessionBody = fc.oneof(
  fc.record({ title }),
  fc.record({ status }),
  fc.record({ description: fc.string({ maxLength: 200 }) }),
  fc.record({ interestPointId: fc.constantFrom('@place0', '@place1', null) }),
  fc.record({ localeDetails: fc.record({ en: fc.record({ title }) }) }),
)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ of: fc.constant('broadcastSessions'), at: fc.nat(60), body: sessionBody }),
  fc.record({ of: fc.constant('broadcastInterestPoints'), at: fc.nat(1), body: fc.record({ title, status }) }),
  fc.record({ of: fc.constant('broadcastCategories'), at: fc.nat(2), body: fc.record({ title, status }) }),
)

test('lists from memory are byte for byte those of a node that remembers nothing, after any change', async () => {
  const look = fc.record({
    view: fc.constantFrom(...Object.keys(views)),
    skip: fc.nat(40),
    limit: fc.integer({ min: 1, max: 60 }),
  })
  const rounds = fc.array(
    fc.record({ change: fc.option(change), looks: fc.array(look, { minLength: 1, maxLength: 4 }) }),
    { minLength: 8, maxLength: 16 },
  )
  const first = listed(rows, { skip: 0, limit: 100, sort: { 'time.start': 'asc' } }).data
  const sessionIds = first.map(({ _id }) => String(_id))
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      for (const { change, looks } of all) {
        if (change) await apply(change, sessionIds)
        for (const { view, skip, limit } of looks) {
          const path = views[view]?.(skip, limit) ?? ''
          assert.equal(await bodyOf(service, path), await bodyOf(plain, path), path)
        }
      }
    }),
    { numRuns: 8 },
  )
})

async function apply({ of, at, body }: Change, sessionIds: string[]): Promise<void> {
  const ids = { broadcastSessions: sessionIds, broadcastInterestPoints: placeIds, broadcastCategories: categoryIds }
  const sent = JSON.stringify(body).replace(/@place(\d)/, (_, place) => placeIds[place] ?? '')
  const reply = await tenant.api('PATCH', `${tenant.path}/${of}/${ids[of][at]}`, JSON.parse(sent))
  assert.equal(reply.status, 200, reply.text)
}
