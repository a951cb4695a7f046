import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { kinds } from '@marquee/model'
import fc from 'fast-check'
import { createRecord } from '../../src/content/create-record.ts'
import {
  type Asked,
  categories,
  hosts,
  interestPoints,
  medias,
  pages,
  places,
  type Step,
  type Subject,
  sessions,
  stepsOf,
} from '../support/content-arbitraries.ts'
import { addressOf, type Filter, listed, newRow, patchedRow, type Query, type Row } from '../support/content-model.ts'
import { newDatabase } from '../support/database.ts'
import { type Api, apiWith, type Reply, startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'

let database: Awaited<ReturnType<typeof newDatabase>>
let service: TestService
let owner: TestTenant
/** Another node on the same database, which answers lists from memory ahead of the framework. */
let second: TestService

before(async () => {
  database = await newDatabase()
  const existing = { url: database.url, secretKey: randomBytes(32).toString('base64') }
  service = await startService({}, existing)
  owner = await service.newTenant()
  second = await startService({ MARQUEE_LOG_LEVEL: 'info' }, existing)
})
after(async () => {
  await Promise.all([service.stop(), second.stop()])
  await database.drop()
})

for (const subject of [sessions, pages, interestPoints, medias]) {
  test(`lists of ${subject.plural} match a plain model of the decisions, for any writes and queries`, async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(subject), (steps) => play(subject, steps, async (only) => only)),
      { numRuns: 20, interruptAfterTimeLimit: 60_000 },
    )
  })
}

for (const subject of [sessions, pages]) {
  test(`lists of ${subject.plural} from memory match it too, on two nodes and for readers at the same time`, async () => {
    const onBoth = async (first: Api, other: Api, list: string) => {
      await remembering(service, first, list)
      await remembering(second, other, list)
      return alternating([first, other])
    }
    await fc.assert(
      fc.asyncProperty(stepsOf(subject), (steps) => play(subject, steps, onBoth)),
      { numRuns: 12, interruptAfterTimeLimit: 60_000 },
    )
  })
}

/** Asks until the list is answered from memory. */
async function remembering({ platform }: TestService, api: Api, list: string): Promise<void> {
  let number = 0
  await until(async () => {
    number += 1
    let statements = 0
    const stop = platform.db.onStatement((text) => {
      if (/\brecords\b/.test(text)) statements += 1
    })
    await api('GET', `${list}?limit=1&skip=${number}`)
    stop()
    return statements === 0
  }, 'the list is in memory')
}

/** A refusal has the id of its request. */
const saidIn = ({ status, text, body }: Reply) => (status === 200 ? text : `${status} ${body.code}`)

/** Writes to the nodes in turn. Reads are answered alike by the node of the last write, three times at once, and soon by the other. */
function alternating(apis: Api[]): Api {
  let last = 0
  return async (method, path, body) => {
    if (method !== 'GET') last = 1 - last
    const [writer, reader] = [apis[last], apis[1 - last]] as [Api, Api]
    if (method !== 'GET') return writer(method, path, body)
    const [reply, ...others] = await Promise.all([1, 2, 3].map(() => writer(method, path)))
    assert(reply)
    for (const other of others) assert.equal(saidIn(other), saidIn(reply))
    await until(async () => saidIn(await reader(method, path)) === saidIn(reply), `the same response to ${path}`)
    return reply
  }
}

test('texts are sorted by code point, not by UTF-16 unit, letter or language', async () => {
  const { api, path } = await service.newTenant()
  const titles = ['', '\u{1F3B5}', 'é', 'a', 'Z', '\uFF5E', 'a\u{10000}', 'a\uE000', 'b', 'e\u0301', ' ']
  for (const title of titles) await api('POST', `${path}/broadcastPages`, { title })
  const sort = encodeURIComponent('{"title":"asc"}')
  const reply = await api('GET', `${path}/broadcastPages?sort=${sort}`)
  const shown = reply.body.data.map(({ title }: Row) => title)
  const bytes = titles.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  assert.deepEqual(shown, bytes)
})

test('a date without an offset in a filter is local to the time zone of the broadcast', async () => {
  const { api, path } = await service.newTenant()
  assert.equal((await api('PATCH', path, { timezone: 'Europe/Paris' })).status, 200)
  for (const start of ['2026-07-04T17:59:00Z', '2026-07-04T18:00:00Z']) {
    await api('POST', `${path}/broadcastSessions`, { time: { start } })
  }
  const filters = encodeURIComponent('[{"time.start":{"$gte":"2026-07-04T20:00:00"}}]')
  const reply = await api('GET', `${path}/broadcastSessions?filters=${filters}`)
  assert.deepEqual(
    reply.body.data.map((session: { time: Row }) => session.time.start),
    ['2026-07-04T18:00:00.000Z'],
  )
})

/** Runs the steps on a new broadcast and on the model, and compares every response. */
async function play(
  subject: Subject,
  steps: Step[],
  through: (first: Api, other: Api, list: string) => Promise<Api>,
): Promise<void> {
  const { apis, path, placeholders, tenant } = await newBroadcast(subject)
  const defaults = subject.plural === 'medias' ? { ...subject.defaults, _userId: owner.userId } : subject.defaults
  const list = `${path}/${subject.plural}`
  const api = await through(...apis, list)
  let rows: Row[] = []
  const made: string[] = []
  const resolve = (value: unknown) => withIds(value, rows, placeholders)

  /** The response of the service must equal that of the model, with ids and times of the service. */
  const keep = (before: Row | undefined, expected: Row, reply: { status: number; body: Row; text: string }) => {
    assert([200, 201].includes(reply.status), reply.text)
    const { _id, _createdAt, _updatedAt, ...plain } = reply.body
    const { _id: id = _id, _createdAt: createdAt = _createdAt, _updatedAt: updatedAt, ...rest } = expected
    assert.deepEqual(plain, rest)
    assert.deepEqual([_id, _createdAt], [id, createdAt])
    if (before && isDeepStrictEqual(before, expected)) assert.equal(_updatedAt, updatedAt)
    else assert(before === undefined || String(_updatedAt) > String(updatedAt))
    if (!before) made.push(String(_id))
    rows = [...rows.filter((row) => row !== before), reply.body]
  }
  const isTaken = (body: Row, besides?: Row) =>
    typeof body._reference === 'string' && rows.some((row) => row !== besides && row._reference === body._reference)

  for (const step of steps) {
    if (step.step === 'ask') {
      await compare(api, list, rows, step.query, resolve, made)
      continue
    }
    const before = 'at' in step ? rows.find((row) => row._id === made[step.at % made.length]) : undefined
    const body = 'body' in step ? (resolve(step.body) as Row) : {}
    if (step.step === 'create') {
      const isSized = subject.plural === 'medias' && step.size !== null
      if (isTaken(body)) assert.equal((await api('POST', list, body)).status, 409)
      else if (isSized)
        keep(undefined, newRow(defaults, { ...body, size: step.size }), await sized(tenant, body, step.size))
      else keep(undefined, newRow(defaults, body), await api('POST', list, body))
    } else if (step.step === 'put') {
      const { _reference, ...rest } = body
      const there = rows.find((row) => row._reference === step.reference)
      const reply = await api('PUT', `${list}/by-reference/${encodeURIComponent(step.reference)}`, rest)
      const after = there
        ? patchedRow(defaults, there, rest)
        : newRow(defaults, { ...rest, _reference: step.reference })
      keep(there, after, reply)
    } else if (before && step.step === 'delete') {
      assert.equal((await api('DELETE', `${list}/${before._id}`)).status, 200)
      rows = rows.filter((row) => row !== before)
    } else if (before && step.step === 'patch') {
      const reply = await api('PATCH', `${list}/${before._id}`, body)
      if (isTaken(body, before)) assert.equal(reply.status, 409)
      else keep(before, patchedRow(defaults, before, body), reply)
    }
  }
}

/** One list as requested, then the same list page by page. */
async function compare(
  api: Api,
  list: string,
  rows: Row[],
  asked: Asked,
  resolve: (value: unknown) => unknown,
  made: string[],
): Promise<void> {
  const query: Query = { skip: asked.skip, limit: asked.limit }
  if (asked.filters) query.filters = resolve(asked.filters) as Filter[]
  if (asked.logical) query.logical = asked.logical
  if (asked.sort) query.sort = asked.sort
  const startId = asked.start === undefined ? undefined : made[asked.start % made.length]
  const isGone = startId !== undefined && !rows.some((row) => row._id === startId)
  const needsRecord = asked.sort !== undefined && Object.keys(asked.sort).join() !== '_id'

  const address = addressOf(list, startId === undefined ? query : { ...query, startId })
  const asText = decodeURIComponent(address)
  const reply = await api('GET', address)
  if (isGone && needsRecord) {
    if (Object.keys(asked.sort ?? {})[0] !== '_id') assert.equal(reply.body.code, 'start_id_gone', asText)
  } else {
    const expected = listed(rows, startId === undefined ? query : { ...query, startId })
    assert.equal(reply.status, 200, `${asText} ${reply.text}`)
    assert.deepEqual(idsOf(reply.body.data), idsOf(expected.data), asText)
    assert.deepEqual(reply.body.data, expected.data)
    assert.deepEqual(
      reply.body.metadata,
      { total: expected.total, limit: asked.limit, skip: asked.skip, nextStartId: expected.nextStartId },
      asText,
    )
  }
  if (asked.limit > 0) await walk(api, list, rows, { ...query, skip: 0 })
}

async function walk(api: Api, list: string, rows: Row[], query: Query): Promise<void> {
  const whole = listed(rows, { ...query, limit: rows.length })
  const seen: Row[] = []
  for (let startId: string | null | undefined; startId !== null; ) {
    const reply = await api('GET', addressOf(list, startId === undefined ? query : { ...query, startId }))
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.body.metadata.total, whole.total)
    seen.push(...reply.body.data)
    assert(seen.length <= rows.length, 'the pages go on for ever')
    startId = reply.body.metadata.nextStartId
  }
  assert.deepEqual(idsOf(seen), idsOf(whole.data))
}

/** The size is set by the service, as for an upload. */
async function sized(tenant: { broadcastId: string; userId: string }, body: Row, size: number | null) {
  const record = await service.platform.content.write(tenant, { type: 'service' }, (writing) =>
    createRecord(writing, kinds.media, body, { service: { size } }),
  )
  return { status: 201, body: record, text: '' }
}

async function newBroadcast({ plural }: Subject) {
  const { platform, newKey } = service
  const record = await platform.db.transaction((tx) =>
    platform.content.createBroadcast(tx, { id: owner.userId, email: owner.email }, { name: 'B' }, { type: 'command' }),
  )
  const tenant = { broadcastId: record._id, userId: owner.userId }
  const placeholders = await platform.content.write(tenant, { type: 'command' }, async (writing) => {
    const ids: Record<string, string> = {}
    for (const name of categories) ids[name] = (await createRecord(writing, kinds.broadcastCategory, {}))._id
    for (const name of hosts) ids[name] = (await createRecord(writing, kinds.broadcastHost, {}))._id
    // Extra interest points would appear in their own lists.
    for (const name of plural === 'broadcastSessions' ? places : [])
      ids[name] = (await createRecord(writing, kinds.broadcastInterestPoint, {}))._id
    return ids
  })
  const headers = { 'x-api-key': await newKey(record._id, ['read', 'write']) }
  const apis: [Api, Api] = [apiWith(service.url, headers), apiWith(second.url, headers)]
  const path = `/v1/users/${owner.userId}/broadcasts/${record._id}`
  return { apis, path, placeholders, tenant }
}

/** The value with every placeholder replaced by its id or time. */
function withIds(value: unknown, rows: Row[], ids: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((element) => withIds(element, rows, ids))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withIds(member, rows, ids)]))
  if (typeof value !== 'string' || !value.startsWith('@')) return value
  const [, name, at] = /^@(row|updated)(\d+)$/.exec(value) ?? []
  const row = name ? rows[Number(at) % rows.length] : undefined
  if (name === 'row') return row?._id ?? '0'.repeat(24)
  if (name === 'updated') return row?._updatedAt ?? '2026-07-04T18:00:00Z'
  return ids[value]
}

const idsOf = (rows: Row[]) => rows.map(({ _id }) => _id)
