import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@marquee/model'
import { AppError } from '../../src/base/errors.ts'
import { createRecord } from '../../src/content/create-record.ts'
import type { Tx } from '../../src/store/db.ts'
import { sql } from '../../src/store/sql.ts'
import { createWriteQueue } from '../../src/store/write-queue.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
before(async () => {
  service = await startService({ MARQUEE_QUOTA_RECORDS: '40' })
})
after(() => service.stop())

const transactionOf = async (tx: Tx) => {
  const [row] = await tx.query<{ id: string }>(sql`select txid_current()::text as id`)
  return row?.id
}

test('the work of a group begins while two ahead are committed, and that of a fourth waits', async () => {
  const queue = createWriteQueue(service.platform.db)
  const begun: string[] = []
  const write = (name: string) => {
    const held = Promise.withResolvers<void>()
    const written = queue.write('one', async (tx) => {
      begun.push(name)
      await transactionOf(tx)
      tx.beforeCommit(() => held.promise)
    })
    return { written, commit: held.resolve }
  }
  const first = write('first')
  await until(() => begun.length === 1, 'the first group works')
  const second = write('second')
  await until(() => begun.length === 2, 'the second group works')
  const third = write('third')
  await until(() => begun.length === 3, 'the third group works')
  const fourth = write('fourth')
  await service.platform.db.ping()
  assert.deepEqual(begun, ['first', 'second', 'third'])
  first.commit()
  await first.written
  await until(() => begun.length === 4, 'the fourth group works')
  for (const { commit } of [second, third, fourth]) commit()
  await Promise.all([second.written, third.written, fourth.written])
})

test('a write with an idempotency key begins when the one with the same key has ended', async () => {
  const queue = createWriteQueue(service.platform.db)
  const begun: string[] = []
  const held = Promise.withResolvers<void>()
  const write = (name: string, idempotencyKey: string) =>
    queue.write(
      'one',
      async (tx) => {
        begun.push(name)
        await transactionOf(tx)
        if (name === 'first') tx.beforeCommit(() => held.promise)
      },
      { idempotencyKey },
    )
  const first = write('first', 'one')
  await until(() => begun.length === 1, 'the first group works')
  const second = write('second', 'other')
  const third = write('third', 'one')
  await second
  assert.deepEqual(begun, ['first', 'second'])
  held.resolve()
  await Promise.all([first, third])
  assert.deepEqual(begun, ['first', 'second', 'third'])
})

const titles = async (tenant: TestTenant) => {
  const { body } = await tenant.api('GET', `${tenant.path}/broadcastHosts?limit=200&sort={"_createdAt":"asc"}`)
  return body.data.map(({ title }: { title: string }) => title).sort()
}

/** Every change of a broadcast, in order. */
const changesOf = async (tenant: TestTenant) => {
  const { body } = await tenant.api('GET', `${tenant.path}/changes?since=0&limit=1000`)
  return body.data as { sequence: number; kind: string; id: string }[]
}

test('waiting writes to one broadcast share two transactions, in order of arrival', async () => {
  const writeQueue = createWriteQueue(service.platform.db)
  const order: number[] = []
  const ids = await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      writeQueue.write('one', async (tx) => {
        order.push(number)
        return transactionOf(tx)
      }),
    ),
  )
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
  assert.deepEqual(
    [...Map.groupBy(ids, (id) => id).values()].map(({ length }) => length),
    [20, 20],
  )
})

test('while a group is committed the next one waits for half as many writes, or for its end', async () => {
  const queue = createWriteQueue(service.platform.db)
  const begun: string[] = []
  const writes = (group: string, count: number) => {
    const held = Promise.withResolvers<void>()
    const written = Array.from({ length: count }, () =>
      queue.write('one', async (tx) => {
        begun.push(group)
        await transactionOf(tx)
        tx.beforeCommit(() => held.promise)
      }),
    )
    return { written: Promise.all(written), commit: held.resolve }
  }
  const all = (group: string, count: number) => Array.from({ length: count }, () => group)
  const first = writes('first', 10)
  await until(() => begun.length === 10, 'the first group works')
  const few = writes('few', 4)
  await service.platform.db.ping()
  assert.deepEqual(begun, all('first', 10))
  const more = writes('more', 1)
  await until(() => begun.length === 15, 'half as many work')
  assert.deepEqual(begun.slice(10), [...all('few', 4), 'more'])
  const last = writes('last', 1)
  await service.platform.db.ping()
  assert.equal(begun.length, 15)
  for (const { commit } of [first, few, more]) commit()
  await Promise.all([first, few, more].map(({ written }) => written))
  await until(() => begun.length === 16, 'the last one works, as nothing is committed')
  last.commit()
  await last.written
})

test('writes to different broadcasts do not wait for each other', async () => {
  const writeQueue = createWriteQueue(service.platform.db)
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = writeQueue.write('slow', () => promise)
  assert.equal(await writeQueue.write('quick', async () => 'done'), 'done')
  resolve()
  await slow
})

test('thirty concurrent writers each get their own result, and the log has no gap', async () => {
  const tenant = await service.newTenant()
  const sent = Array.from({ length: 30 }, (_, number) => ({ title: `Host ${number}` }))
  const replies = await Promise.all(sent.map((body) => tenant.api('POST', `${tenant.path}/broadcastHosts`, body)))
  replies.forEach((reply, index) => {
    assert.equal(reply.status, 201)
    assert.equal(reply.body.title, sent[index]?.title)
  })
  const made = (await changesOf(tenant)).filter(({ kind }) => kind === 'broadcastHost')
  assert.deepEqual(
    made.map(({ sequence }) => sequence),
    made.map((_, index) => index + (made[0]?.sequence ?? 0)),
  )
  assert.deepEqual(made.map(({ id }) => id).toSorted(), replies.map(({ body }) => body._id).toSorted())
})

test('a refused write is refused alone, and leaves nothing behind', async () => {
  const tenant = await service.newTenant()
  const hosts = `${tenant.path}/broadcastHosts`
  const { body: known } = await tenant.api('POST', hosts, { title: 'Known', _reference: 'known' })
  const calls = [
    tenant.api('POST', hosts, { title: 'A' }),
    tenant.api('POST', hosts, { title: 7 }),
    tenant.api('POST', hosts, { title: 'B', _reference: 'known' }),
    tenant.api('POST', hosts, { title: 'C', categoryIds: ['0'.repeat(24)] }),
    tenant.api('PATCH', `${hosts}/${'0'.repeat(24)}`, { title: 'D' }),
    tenant.api('PATCH', `${hosts}/${known._id}`, { title: 'E' }, { 'if-match': '"old"' }),
    tenant.api('POST', hosts, { title: 'F' }, { 'idempotency-key': 'one' }),
    tenant.api('POST', hosts, { title: 'F' }, { 'idempotency-key': 'one' }),
    tenant.api('POST', hosts, { title: 'G' }, { 'idempotency-key': 'one' }),
    tenant.api('POST', hosts, { title: 'H' }),
  ]
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  assert.deepEqual(statuses, [201, 400, 409, 400, 404, 412, 201, 201, 422, 201])
  assert.deepEqual(await titles(tenant), ['A', 'F', 'H', 'Known'])
  const changes = await changesOf(tenant)
  assert.equal(changes.filter(({ kind }) => kind === 'broadcastHost').length, 4)
})

test('a quota applies to writes that share a transaction, and the first ones get the rest', async () => {
  const tenant = await service.newTenant()
  const hosts = `${tenant.path}/broadcastHosts`
  const replies = await Promise.all(Array.from({ length: 50 }, () => tenant.api('POST', hosts, {})))
  const statuses = replies.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 201).length, 40)
  assert.equal(statuses.filter((status) => status === 403).length, 10)
  const { body } = await tenant.api('GET', `${hosts}?limit=0`)
  assert.equal(body.metadata.total, 40)
})

test('a write that fails late is rolled back with its log entries, and the others are kept', async () => {
  const { content, writeQueue } = service.platform
  const tenant = await service.newTenant()
  const actor = { type: 'service' as const }
  const write = (title: string, fail: boolean) =>
    writeQueue.write(tenant.broadcastId, async (tx) => {
      await content.writeIn(tx, tenant, actor, (writing) => createRecord(writing, kinds.broadcastHost, { title }))
      if (fail) throw new AppError('in_use', 'no')
    })
  const outcomes = await Promise.allSettled([
    write('first', false),
    write('second', false),
    write('third', true),
    write('fourth', false),
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(await titles(tenant), ['first', 'fourth', 'second'])
  const hosts = (await changesOf(tenant)).filter(({ kind }) => kind === 'broadcastHost')
  assert.equal(hosts.length, 3)
})
