import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AnyRecord, Invalid, kinds, views } from '@marquee/model'
import fc, { type Arbitrary } from 'fast-check'
import { AppError } from '../../src/base/errors.ts'
import { createRecord } from '../../src/content/create-record.ts'
import { createPlain, showPlain, updatePlain } from '../../src/content/plain.ts'
import { putRecord } from '../../src/content/put-record.ts'
import { removeRecord } from '../../src/content/remove-record.ts'
import { updateRecord } from '../../src/content/update-record.ts'
import type { Writing } from '../../src/content/writing.ts'
import type { Tx } from '../../src/store/db.ts'
import { createWriteQueue } from '../../src/store/write-queue.ts'
import { apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'

/** Writes that share a transaction and its statements must end like writes that run one after the other. */
let service: TestService
let owner: TestTenant
before(async () => {
  service = await startService({ MARQUEE_QUOTA_RECORDS: '9' })
  owner = await service.newTenant()
})
after(() => service.stop())

const session = kinds.broadcastSession
const category = kinds.broadcastCategory
const events = views.filter(({ name }) => name === 'event')
const actor = { type: 'service' as const }

/** A write, and the stored record that it changes, if any. */
interface Write {
  run(writing: Writing): Promise<unknown>
  target?: { kind: typeof session | typeof category; id: string } | undefined
}

/** All writes in one transaction: the first in the queue keeps the others waiting until all have arrived. */
async function inOneGroup(tenant: TestTenant, writes: Write[]): Promise<string[]> {
  const { content, writeQueue } = service.platform
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const first = writeQueue.write(tenant.broadcastId, () => opened)
  const running = writes.map(({ run, target }) => outcomeOf(content.write(tenant, actor, run, target)))
  open()
  await first
  return Promise.all(running)
}

async function oneByOne(tenant: TestTenant, writes: Write[]): Promise<string[]> {
  const outcomes: string[] = []
  for (const { run, target } of writes)
    outcomes.push(await outcomeOf(service.platform.content.write(tenant, actor, run, target)))
  return outcomes
}

async function outcomeOf(write: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify((await write) ?? null)
  } catch (error) {
    if (error instanceof Invalid) return JSON.stringify(error.fieldErrors)
    if (error instanceof AppError) return JSON.stringify([error.code, error.details.errors ?? null])
    throw error
  }
}

interface World {
  tenant: TestTenant
  sessions: AnyRecord[]
  categories: AnyRecord[]
}

/** Another broadcast of the same person: creating an account takes longer. */
async function newBroadcast(): Promise<TestTenant> {
  const { db, content } = service.platform
  const record = await db.transaction((tx) =>
    content.createBroadcast(tx, { id: owner.userId, email: owner.email }, { name: 'Test' }, actor),
  )
  const key = await service.newKey(record._id, ['read', 'write'])
  const path = `/v1/users/${owner.userId}/broadcasts/${record._id}`
  return { ...owner, broadcastId: record._id, key, path, api: apiWith(service.url, { 'x-api-key': key }) }
}

async function newWorld(): Promise<World> {
  const tenant = await newBroadcast()
  const post = async (plural: string, body: object) =>
    (await tenant.api('POST', `${tenant.path}/${plural}`, body)).body as AnyRecord
  const categories = [
    await post('broadcastCategories', { key: 'talk' }),
    await post('broadcastCategories', { key: 'film' }),
  ]
  const sessions = [
    await post('broadcastSessions', {
      title: 'Zero',
      _reference: 'r0',
      time: timed,
      categoryIds: [categories[0]?._id],
    }),
    await post('broadcastSessions', { title: 'One', time: timed }),
    await post('broadcastSessions', { title: 'Two', time: timed }),
  ]
  return { tenant, sessions, categories }
}

const timed = { start: '2026-07-04T18:00:00Z', end: '2026-07-04T19:00:00Z', timezone: 'UTC' }
const plainTimes = { start_time: timed.start, end_time: timed.end, timezone: 'UTC' }

const keys = fc.constantFrom('talk', 'film', 'new')
const references = fc.constantFrom('r0', 'r1')
const titles = fc.constantFrom('a', 'b', 'c')
const nth = fc.nat(2)

type Step = (world: World) => Write

const shown = async (writing: Writing, record: AnyRecord) => {
  const [view] = events
  return view ? showPlain(writing.tx, writing.rendering, view, [record]) : []
}

const steps: Arbitrary<Step> = fc.oneof(
  fc.record({ title: titles, _reference: fc.option(references, { freq: 2 }) }).map(
    (body): Step =>
      () => ({
        run: (writing) => createRecord(writing, session, body),
      }),
  ),
  fc.record({ title: titles, category: fc.option(keys) }).map(
    (body): Step =>
      () => ({
        run: async (writing) => {
          const [view] = events
          return view && shown(writing, await createPlain(writing, view, { ...plainTimes, ...body }))
        },
      }),
  ),
  fc
    .tuple(
      nth,
      fc.oneof(
        fc.record({ title: fc.oneof(titles, fc.constant(7)) }),
        fc.record({ _reference: fc.option(references) }),
        fc.record({ hostIds: fc.constant(['0'.repeat(24)]) }),
      ),
      fc.boolean(),
    )
    .map(
      ([index, body, isConditional]): Step =>
        ({ sessions }) => {
          const before = sessions[index]
          const id = String(before?._id)
          const precondition = isConditional ? (record: AnyRecord) => record.title === before?.title : undefined
          return {
            run: (writing) => updateRecord(writing, session, { id }, body, { precondition }),
            target: { kind: session, id },
          }
        },
    ),
  fc.tuple(nth, nth).map(
    ([index, other]): Step =>
      ({ sessions, categories }) => {
        const id = String(sessions[index]?._id)
        const categoryIds = [categories[other % 2]?._id]
        return {
          run: (writing) => updateRecord(writing, session, { id }, { categoryIds }),
          target: { kind: session, id },
        }
      },
  ),
  fc.tuple(nth, fc.record({ title: titles, category: fc.option(keys) })).map(
    ([index, body]): Step =>
      ({ sessions }) => {
        const id = String(sessions[index]?._id)
        const run = async (writing: Writing) => {
          const [view] = events
          return view && shown(writing, await updatePlain(writing, view, { id }, body))
        }
        return { run, target: { kind: session, id } }
      },
  ),
  fc.tuple(references, titles).map(
    ([reference, title]): Step =>
      () => ({
        run: (writing) => putRecord(writing, session, reference, { title }),
      }),
  ),
  nth.map(
    (index): Step =>
      ({ sessions }) => ({
        run: (writing) => removeRecord(writing, session, String(sessions[index]?._id)),
      }),
  ),
  fc.tuple(fc.nat(1), keys).map(
    ([index, key]): Step =>
      ({ categories }) => {
        const id = String(categories[index]?._id)
        return { run: (writing) => updateRecord(writing, category, { id }, { key }), target: { kind: category, id } }
      },
  ),
  fc.nat(1).map(
    (index): Step =>
      ({ categories }) => ({
        run: (writing) => removeRecord(writing, category, String(categories[index]?._id)),
      }),
  ),
  keys.map(
    (key): Step =>
      () => ({ run: (writing) => createRecord(writing, category, { key }) }),
  ),
)

/** Texts in which ids and instants of this broadcast are replaced by their order of appearance. */
function comparable(texts: string[]): string[] {
  const ids = new Map<string, string>()
  return texts.map((text) =>
    text
      .replaceAll(/[0-9a-f]{24}/g, (id) => ids.get(id) ?? ids.set(id, `id ${ids.size}`).get(id) ?? '')
      .replaceAll(/"(_updatedAt|_createdAt|updated_at|created_at|at)":"[^"]+"/g, '"$1":"then"'),
  )
}

/** Everything that can be seen of a broadcast: its changes, the records that they are about, and how many there are. */
async function everythingOf({ tenant: { api, path } }: World): Promise<string[]> {
  const { data }: { data: { kind: string; id: string }[] } = (await api('GET', `${path}/changes?since=0&limit=1000`))
    .body
  const changes = data.filter(({ kind }) => kind === session.name || kind === category.name)
  const texts = changes.map((change) => JSON.stringify(change))
  for (const { plural, name } of [session, category]) {
    const ids = new Set(changes.filter(({ kind }) => kind === name).map(({ id }) => id))
    for (const id of ids) {
      const { status, body } = await api('GET', `${path}/${plural}/${id}`)
      texts.push(status === 200 ? JSON.stringify(body) : String(status))
    }
    texts.push(String((await api('GET', `${path}/${plural}?limit=0`)).body.metadata.total))
  }
  return texts
}

test('writes in one group end like the same writes one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 12 }), async (played) => {
      const [together, apart] = [await newWorld(), await newWorld()]
      const of = async (world: World, play: typeof oneByOne) => {
        const outcomes = await play(
          world.tenant,
          played.map((step) => step(world)),
        )
        return comparable([...(await everythingOf(world)), ...outcomes])
      }
      assert.deepEqual(await of(together, inOneGroup), await of(apart, oneByOne))
    }),
    { numRuns: 40, interruptAfterTimeLimit: 60_000 },
  )
})

/** The statements that write or lock records. */
async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const stop = service.platform.db.onStatement((text) => {
    if (/(insert into|update) records|from records.*for (update|key share)/s.test(text)) texts.push(text)
  })
  await work().finally(stop)
  return texts
}

test('the creates of a group in one category take two statements, and so do changes of different records', async () => {
  const { tenant, sessions } = await newWorld()
  const [view] = events
  const creates = ['a', 'b', 'c', 'd'].map((title) => ({
    run: async (writing: Writing) =>
      view && shown(writing, await createPlain(writing, view, { ...plainTimes, title, category: 'talk' })),
  }))
  const created = await recordStatements(() => inOneGroup(tenant, creates))
  assert.equal(created.length, 2, created.join('\n'))
  const patches = sessions.map(({ _id: id }) => ({
    run: (writing: Writing) => updateRecord(writing, session, { id }, { title: 'changed' }),
    target: { kind: session, id },
  }))
  const changed = await recordStatements(() => inOneGroup(tenant, patches))
  assert.equal(changed.length, 2, changed.join('\n'))
})

test('the creates of a group in several categories find those that exist with one statement', async () => {
  const { tenant } = await newWorld()
  const { content, writeQueue } = service.platform
  const [view] = events
  const { broadcastId } = tenant
  const createIn = (category: string) => (tx: Tx) =>
    content.writeIn(tx, tenant, actor, async (writing) => {
      assert(view)
      return shown(writing, await createPlain(writing, view, { ...plainTimes, title: category, category }))
    })
  const keys = ['film', 'dance']
  for (const key of keys) await writeQueue.write(broadcastId, createIn(key))
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const inGroup = async () => {
    const first = writeQueue.write(broadcastId, () => opened)
    const wanted = [...keys, 'new']
    const running = wanted.map((key) =>
      writeQueue.write(broadcastId, createIn(key), { category: { broadcastId, key } }),
    )
    open()
    await first
    const made = await Promise.all(running)
    assert.deepEqual(
      made.flat().map(({ category }) => category),
      wanted,
    )
  }
  const lookups = (await recordStatements(inGroup)).filter((text) => /'key' = .*for key share/s.test(text))
  // All that exist together, and the one that does not before it is created.
  assert.equal(lookups.length, 2, lookups.join('\n'))
  const { body } = await tenant.api('GET', `${tenant.path}/broadcastCategories?limit=200`)
  const named = body.data.map(({ key }: AnyRecord) => key)
  for (const key of [...keys, 'new']) assert.equal(named.filter((one: unknown) => one === key).length, 1, key)
})

test('a single create without references is one statement, which a quota refuses as a whole', async () => {
  const { tenant } = await newWorld()
  const create = () => tenant.api('POST', `${tenant.path}/broadcastSessions`, { title: 'Alone' })
  const statements = await recordStatements(create)
  assert.equal(statements.length, 1, statements.join('\n'))
  for (let number = 5; number <= 9; number++) assert.equal((await create()).status, 201)
  const refused = await create()
  assert.equal(refused.status, 403)
  assert.equal(refused.body.code, 'quota_exceeded')
  const { body } = await tenant.api('GET', `${tenant.path}/broadcastSessions?limit=0`)
  assert.equal(body.metadata.total, 9)
})

test('of several writes with the same reference in a group the first succeeds, and the others are refused by name', async () => {
  const { tenant } = await newWorld()
  const create = { run: (writing: Writing) => createRecord(writing, session, { _reference: 'same' }) }
  const outcomes = await inOneGroup(tenant, [create, create, create])
  assert.deepEqual(
    outcomes.map((outcome) => outcome.startsWith('["reference_taken"')),
    [false, true, true],
  )
})

test('a reference that a later write of the group gives up is still taken for an earlier one', async () => {
  for (const [taker, giver] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const { tenant, sessions } = await newWorld()
    const set = (at: number, _reference: string) => {
      const id = String(sessions[at]?._id)
      const run = (writing: Writing) => updateRecord(writing, session, { id }, { _reference })
      return { run, target: { kind: session, id } }
    }
    assert((await oneByOne(tenant, [set(giver, 'wanted')]))[0]?.includes('wanted'))
    const outcomes = await inOneGroup(tenant, [set(taker, 'wanted'), set(giver, 'another')])
    assert.deepEqual(
      outcomes.map((outcome) => outcome.startsWith('["reference_taken"')),
      [true, false],
    )
  }
})

test('groups of two nodes that write to one broadcast wait for each other, and the log has no gap', async () => {
  const { db, content } = service.platform
  const { tenant, sessions } = await newWorld()
  const nodes = [createWriteQueue(db), createWriteQueue(db)]
  const rename = (round: number, id: string) => (tx: Tx) =>
    content.writeIn(tx, tenant, actor, (writing) => updateRecord(writing, session, { id }, { title: `${round}` }))
  const rounds = Array.from({ length: 40 }, (_, round) =>
    nodes.map((queue, node) => {
      const id = String(sessions[node]?._id)
      const target = { broadcastId: tenant.broadcastId, kind: session.name, id, isOptimistic: true }
      return queue.write(tenant.broadcastId, rename(round, id), { target })
    }),
  )
  await Promise.all(rounds.flat())
  const { data } = (await tenant.api('GET', `${tenant.path}/changes?since=0&limit=1000`)).body
  assert.deepEqual(
    data.map(({ sequence }: { sequence: number }) => sequence),
    Array.from(data, (_, index) => index + 1),
  )
  for (const { _id: id } of sessions.slice(0, 2)) {
    const renamed = data.filter((change: { id: string; operation: string }) => change.id === id).slice(1)
    assert.deepEqual(
      renamed.map(({ record }: { record: AnyRecord }) => record.title),
      Array.from({ length: 40 }, (_, round) => `${round}`),
    )
  }
})

test('two nodes that create concurrently stay within the quota together, and use all of it', async () => {
  const { db, content } = service.platform
  const { tenant } = await newWorld()
  const nodes = [createWriteQueue(db), createWriteQueue(db)]
  const create = (tx: Tx) =>
    content.writeIn(tx, tenant, actor, (writing) => createRecord(writing, kinds.broadcastHost, {}))
  const writes = Array.from({ length: 8 }, () => nodes.map((queue) => queue.write(tenant.broadcastId, create)))
  const outcomes = await Promise.all(writes.flat().map(outcomeOf))
  assert.equal(outcomes.filter((outcome) => outcome.startsWith('["quota_exceeded"')).length, 7)
  const { body } = await tenant.api('GET', `${tenant.path}/broadcastHosts`)
  assert.equal(body.data.length, 9)
  assert.equal(body.metadata.total, 9)
})
