import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AnyRecord, kinds } from '@marquee/model'
import fc from 'fast-check'
import { AppError } from '../../src/base/errors.ts'
import { createRecord } from '../../src/content/create-record.ts'
import { removeRecord } from '../../src/content/remove-record.ts'
import { updateRecord } from '../../src/content/update-record.ts'
import type { Writing } from '../../src/content/writing.ts'
import { RecordCache } from '../../src/store/records/record-cache.ts'
import { createWriteQueue, type WriteQueue } from '../../src/store/write-queue.ts'
import { isNews, statementsOf } from '../support/counted-statements.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

/** Writes with cached records and categories (decision 0194) that another node has changed since they were cached. */
let service: TestService
let tenant: TestTenant
before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

const session = kinds.broadcastSession
const actor = { type: 'service' as const }
const start = '2026-07-04T18:00:00.000Z'
const end = '2026-07-04T19:00:00.000Z'

/** A session in the cache: this node is the only writer of the broadcast, and has changed it last. */
async function cachedSession(): Promise<{ id: string; path: string }> {
  const { body } = await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title: 'New', time: { start, end } })
  const path = `${tenant.path}/broadcastSessions/${body._id}`
  for (let times = 0; times < 12; times++) await rename(path, `New ${times}`)
  const texts = await statementsOf(
    service,
    () => rename(path, 'Cached'),
    () => rename(path, 'Before'),
  )
  const own = texts.filter((text) => !isNews(text))
  assert.equal(own.length === 1, !service.platform.db.isDivided(), own.join('\n'))
  return { id: body._id, path }
}

async function rename(path: string, title: string): Promise<void> {
  assert.equal((await tenant.api('PATCH', path, { title })).status, 200)
}

/** As another node writes, which shares nothing with this one but the database. */
const elsewhere = <T>(work: (writing: Writing) => Promise<T>): Promise<T> => {
  const { db, content } = service.platform
  return db.transaction((tx) => content.writeIn(tx, tenant, actor, work))
}

const changeElsewhere = (id: string, body: object) =>
  elsewhere((writing) => updateRecord(writing, session, { id }, body))

test('a record that this node changed last is changed by a single statement', async () => {
  await cachedSession()
})

test('what another node changed in the meantime is kept', async () => {
  const { id, path } = await cachedSession()
  await changeElsewhere(id, { metadata: { stage: 'harbour' } })
  const { status, body } = await tenant.api('PATCH', path, { title: 'Mine' })
  assert.equal(status, 200)
  assert.deepEqual([body.title, body.metadata], ['Mine', { stage: 'harbour' }])
  assert.deepEqual((await tenant.api('GET', path)).body, body)
})

test('a value that another node has changed is set back to the cached value', async () => {
  const { id, path } = await cachedSession()
  await changeElsewhere(id, { title: 'Theirs' })
  assert.equal((await tenant.api('PATCH', path, { title: 'Cached' })).body.title, 'Cached')
  assert.equal((await tenant.api('GET', path)).body.title, 'Cached')
})

test('a change that changes nothing is answered with the record as another node has left it', async () => {
  const { id, path } = await cachedSession()
  await changeElsewhere(id, { metadata: { stage: 'harbour' } })
  const { status, body } = await tenant.api('PATCH', path, { title: 'Cached' })
  assert.deepEqual([status, body.metadata], [200, { stage: 'harbour' }])
})

test('a precondition is about the record as another node has left it', async () => {
  const { id, path } = await cachedSession()
  const outdated = (await tenant.api('GET', path)).headers.get('etag') ?? ''
  await changeElsewhere(id, { metadata: { stage: 'harbour' } })
  const changeIf = (etag: string) => tenant.api('PATCH', path, { title: 'Mine' }, { 'if-match': etag })
  assert.equal((await changeIf(outdated)).status, 412)
  assert.equal((await tenant.api('GET', path)).body.title, 'Cached')
  const current = (await tenant.api('GET', path)).headers.get('etag') ?? ''
  assert.equal((await changeIf(current)).status, 200)
})

test('a change is refused for what another node has changed, and accepted for it', async () => {
  const { id } = await cachedSession()
  const change = (body: object) => tenant.api('PUT', `/v1/events/${id}`, body)
  assert.equal((await change({ title: 'Cached event' })).status, 200)
  await changeElsewhere(id, { time: { start: '2026-07-05T18:00:00.000Z', end: '2026-07-05T19:00:00.000Z' } })
  assert.equal((await change({ end_time: end })).status, 400)
  const { status, body } = await change({ end_time: '2026-07-05T20:00:00.000Z' })
  assert.deepEqual([status, body.start_time], [200, '2026-07-05T18:00:00.000Z'])
})

test('a record that another node has deleted is not found', async () => {
  const { id, path } = await cachedSession()
  await elsewhere((writing) => removeRecord(writing, session, id))
  assert.equal((await tenant.api('PATCH', path, { title: 'Mine' })).status, 404)
  assert.equal((await tenant.api('GET', path)).status, 404)
})

test('of a group of changes only that of the record which another node has changed differs', async () => {
  const cached = [await cachedSession(), await cachedSession(), await cachedSession()]
  await changeElsewhere(cached[1]?.id ?? '', { metadata: { stage: 'harbour' } })
  const answers = await Promise.all(cached.map(({ path }) => tenant.api('PATCH', path, { title: 'Together' })))
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.title, body.metadata]),
    [
      [200, 'Together', {}],
      [200, 'Together', { stage: 'harbour' }],
      [200, 'Together', {}],
    ],
  )
})

test('an event is created in the category that has its key now', async () => {
  const categories = `${tenant.path}/broadcastCategories`
  const { body: category } = await tenant.api('POST', categories, { key: 'concert' })
  const event = { title: 'Opening', start_time: start, end_time: end, timezone: 'UTC', category: 'concert' }
  const create = () => tenant.api('POST', '/v1/events', event)
  for (let times = 0; times < 2; times++) assert.equal((await create()).status, 201)

  // Another category has got the key.
  const remove = (id: string) => elsewhere((writing) => removeRecord(writing, kinds.broadcastCategory, id))
  await remove(category._id)
  const other = await elsewhere((writing) => createRecord(writing, kinds.broadcastCategory, { key: 'concert' }))
  const { body: created } = await create()
  const { body: stored } = await tenant.api('GET', `${tenant.path}/broadcastSessions/${created.id}`)
  assert.deepEqual(stored.categoryIds, [other._id])

  // There is none with it any more, so that it is made.
  await remove(other._id)
  const { body: last } = await create()
  const { body: moved } = await tenant.api('GET', `${tenant.path}/broadcastSessions/${last.id}`)
  const { body: made } = await tenant.api('GET', `${categories}/${moved.categoryIds[0]}`)
  assert.equal(made.key, 'concert')
})

test('no change is lost when two nodes change the same records, which they have cached, at the same time', async () => {
  const { db, content } = service.platform
  const { broadcastId } = tenant
  const some = fc.array(fc.record({ node: fc.nat(1), record: fc.nat(2), field: fc.nat(3) }), {
    minLength: 10,
    maxLength: 20,
  })
  const bursts = fc.array(fc.record({ writer: fc.nat(1), some }), { minLength: 3, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(bursts, async (all) => {
      const nodes = [createWriteQueue(db), createWriteQueue(db)]
      const ids = [await newSession(), await newSession(), await newSession()]
      const since = await lastSequence()
      let count = 0
      const write = (node: number, record: number, field: number) => {
        const id = ids[record] ?? ''
        const body = { metadata: { [`field ${field}`]: count++ } }
        const work = (writing: Writing) => updateRecord(writing, session, { id }, body)
        return (nodes[node] as WriteQueue).write(broadcastId, (tx) => content.writeIn(tx, tenant, actor, work), {
          target: { broadcastId, kind: session.name, id, isOptimistic: true },
        })
      }
      const answers: AnyRecord[] = []
      for (const { writer, some } of all) {
        // One after the other, until all of them are cached.
        for (let times = 0; times < 15; times++) answers.push(await write(writer, times % ids.length, times % 4))
        answers.push(...(await Promise.all(some.map(({ node, record, field }) => write(node, record, field)))))
      }
      await assertFollowing(since, ids, count, answers)
    }),
    { numRuns: 8 },
  )
})

const newSession = async (): Promise<string> =>
  (await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title: 'New' })).body._id

const lastSequence = async () =>
  (
    await service.platform.db.query<{ last_sequence: number }>({
      strings: ['select last_sequence from broadcasts where id = ', ''],
      values: [tenant.broadcastId],
    })
  )[0]?.last_sequence ?? 0

/** Every change is that of one field on the version before it, and was answered as it was logged. */
async function assertFollowing(since: number, ids: string[], count: number, answers: AnyRecord[]): Promise<void> {
  const { body } = await tenant.api('GET', `${tenant.path}/changes?since=${since}&limit=1000`)
  const changes: { id: string; record: AnyRecord & { metadata: Record<string, unknown> } }[] = body.data
  assert.equal(changes.length, count)
  for (const id of ids) {
    let before: Record<string, unknown> = {}
    for (const { record } of changes.filter((change) => change.id === id)) {
      const { metadata } = record
      const changed = Object.keys(metadata).filter((name) => metadata[name] !== before[name])
      assert.equal(changed.length, 1)
      assert.deepEqual(Object.keys({ ...before, ...metadata }).toSorted(), Object.keys(metadata).toSorted())
      before = metadata
    }
    const { body: stored } = await tenant.api('GET', `${tenant.path}/broadcastSessions/${id}`)
    assert.deepEqual(stored.metadata, before)
  }
  const logged = new Set(changes.map(({ record }) => JSON.stringify(record)))
  for (const answer of answers) assert(logged.has(JSON.stringify(answer)))
}

test('the cache has a limit, and drops the oldest bodies first', () => {
  const cache = new RecordCache()
  for (let at = 0; at < 9; at++) cache.committed('b', at, at + 1)
  const body = 'x'.repeat(8_000)
  for (let place = 0; place < 600; place++) cache.addBody('b', `b/k/${place}`, body)
  assert.equal(cache.takeBody('b/k/0'), undefined)
  assert.equal(cache.takeBody('b/k/599'), body)
  // It was removed when it was taken.
  assert.equal(cache.takeBody('b/k/599'), undefined)
  cache.addBody('b', 'b/k/large', 'x'.repeat(8_193))
  assert.equal(cache.takeBody('b/k/large'), undefined)

  cache.addCategory('b', 'talk', '1')
  cache.addCategory('c', 'talk', '2')
  cache.invalidate('b')
  assert.equal(cache.takeBody('b/k/598'), undefined)
  assert.deepEqual([cache.categoryId('b', 'talk'), cache.categoryId('c', 'talk')], [undefined, '2'])
})

test('bodies are cached only while this node is the only one that moves the counter of the broadcast', () => {
  const cache = new RecordCache()
  const isCached = () => {
    cache.addBody('b', 'b/k/id', '{}')
    return cache.takeBody('b/k/id') !== undefined
  }
  let at = 40
  const commit = () => cache.committed('b', at, ++at)
  for (let times = 0; times < 8; times++) {
    commit()
    assert(!isCached(), `after ${times}`)
  }
  commit()
  assert(isCached())

  // Outcomes that arrive in another order.
  cache.committed('b', at + 2, at + 3)
  cache.committed('b', at, at + 2)
  at += 3
  commit()
  assert(isCached())

  cache.addBody('b', 'b/k/before', '{}')
  at += 1
  for (let times = 0; times < 3; times++) commit()
  assert(!isCached())
  assert.equal(cache.takeBody('b/k/before'), undefined)
  for (let times = 0; times < 8; times++) commit()
  assert(isCached())
})

test('a change is refused by the record as another node has left it', async () => {
  const { id } = await cachedSession()
  await changeElsewhere(id, { title: 'Theirs' })
  const work = (writing: Writing) =>
    updateRecord(writing, session, { id }, async (stored: AnyRecord) => {
      throw new AppError('precondition_failed', `It is ${stored.title}.`)
    })
  await assert.rejects(service.platform.content.write(tenant, actor, work, { kind: session, id }), {
    code: 'precondition_failed',
    message: 'It is Theirs.',
  })
})
