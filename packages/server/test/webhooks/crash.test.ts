import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import pino from 'pino'
import { newObjectId } from '../../src/base/object-id.ts'
import { readConfig } from '../../src/config.ts'
import { openPlatform, type Platform } from '../../src/platform.ts'
import {
  type Claimed,
  claimDeliveries,
  deliveryLeases,
  type Finished,
  finishDeliveries,
  insertDeliveries,
} from '../../src/store/queues/deliveries.ts'
import { insertWebhook } from '../../src/store/queues/webhooks.ts'
import { sql } from '../../src/store/sql.ts'
import { inOnePlace } from '../support/cluster.ts'
import { newDatabase } from '../support/database.ts'
import { openDatabaseLine } from '../support/database-line.ts'
import { migratedInstallation } from '../support/process.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { apiWith, startService } from '../support/service.ts'
import { TestClock } from '../support/test-clock.ts'
import { elapse, until } from '../support/until.ts'
import { follow, localReceivers, settled } from '../support/webhooks.ts'

suite('claims', () => {
  let platform: Platform
  let drop: () => Promise<void>
  let owner: { id: string; email: string }
  const leaseMs = 10_000

  before(async () => {
    const database = await newDatabase()
    drop = database.drop
    const config = readConfig({ DATABASE_URL: database.url, MARQUEE_SECRET_KEY: randomBytes(32).toString('base64') })
    platform = await openPlatform(config, { role: 'command', clock: new TestClock(), log: pino({ level: 'silent' }) })
    const email = 'owner@test.example'
    const { id } = await platform.signIn.createAccount({
      email,
      name: 'Owner',
      password: randomBytes(12).toString('hex'),
    })
    owner = { id, email }
  })
  after(async () => {
    await platform?.close()
    await drop?.()
  })

  /** The one of the last webhook. */
  let broadcastId: string

  /** A webhook with due deliveries, which only the test processes. */
  async function waiting(count: number): Promise<string> {
    const { db, content, clock } = platform
    const now = new Date(clock.now())
    await db.transaction((tx) => releaseAndForget(tx))
    return db.transaction(async (tx) => {
      const { _id } = await content.createBroadcast(tx, owner, { name: 'Test' }, { type: 'command' })
      broadcastId = _id
      const id = newObjectId(now.getTime())
      await insertWebhook(tx, {
        id,
        broadcast_id: broadcastId,
        url: 'https://receiver.example/',
        events: ['*'],
        secret: null,
        active: true,
        created_at: now,
      })
      const events = Array.from({ length: count }, (_, number) => ({
        id: `evt_${number}`,
        type: 'webhook.test',
        sequence: number,
        body: '{}',
      }))
      const deliveries = events.map((event) => ({ id: newObjectId(now.getTime()), webhookId: id, eventId: event.id }))
      await insertDeliveries(tx, broadcastId, events, deliveries, now)
      return id
    })
  }
  const releaseAndForget = (tx: Parameters<Parameters<Platform['db']['transaction']>[0]>[0]) =>
    tx.query(sql`delete from webhook_events`)

  const claim = (token: string, options: { nowMs?: number; limit?: number; share?: number } = {}): Promise<Claimed[]> =>
    platform.db.transaction((tx) =>
      claimDeliveries(tx, {
        broadcastId,
        token,
        nowMs: options.nowMs ?? platform.clock.now(),
        leaseMs,
        limit: options.limit ?? 1_000,
        busy: new Map(),
        firstShare: options.share ?? 1_000,
        shareOfSlow: 1,
        slowLimit: 100,
      }),
    )
  const held = (claimed: Claimed[]) => claimed.map(({ broadcast_id: broadcastId, id }) => ({ broadcastId, id }))
  const ids = (claimed: Claimed[]) => claimed.map(({ id }) => id).sort()
  const leases = () =>
    platform.db.query<{ id: string; token: string | null; until: Date | null }>(
      sql`select id, lease_token as token, lease_until as until from deliveries order by id`,
    )
  const done = (one: Claimed, next: 'delivered' | 'failed' = 'delivered'): Finished => ({
    broadcastId: one.broadcast_id,
    id: one.id,
    webhookId: one.webhook_id,
    number: one.attempts + 1,
    at: new Date(platform.clock.now()),
    status: next === 'delivered' ? 204 : 500,
    latencyMs: 1,
    error: null,
    reply: '',
    next,
    nextAt: null,
    isSlow: next === 'failed',
  })

  test('concurrent claims never return the same delivery', async () => {
    await waiting(200)
    const claimed = (
      await Promise.all(Array.from({ length: 16 }, (_, number) => claim(`node ${number}`, { limit: 15 })))
    ).flat()
    assert.equal(new Set(ids(claimed)).size, claimed.length)
    const rest = await claim('the last')
    assert.equal(claimed.length + rest.length, 200)
    assert.deepEqual(await claim('too late'), [])
  })

  test('the delivery that has been due longest is claimed first', async () => {
    await waiting(20)
    await platform.db.query(sql`
      update deliveries d set next_at = next_at - place * interval '1 second'
      from (select id, row_number() over (order by id) as place from deliveries) ranked where ranked.id = d.id`)
    const claimed = await claim('a')
    assert.deepEqual(
      claimed.map(({ id }) => id),
      ids(claimed).reverse(),
    )
  })

  test('a node claims at most its share per webhook', async () => {
    await waiting(20)
    assert.equal((await claim('a', { share: 8 })).length, 8)
  })

  test('a heartbeat renews only its own leases', async () => {
    await waiting(4)
    const mine = await claim('mine', { limit: 2 })
    const theirs = await claim('theirs')
    const beforeMs = (await leases()).find(({ token }) => token === 'theirs')?.until?.getTime()
    await deliveryLeases(platform.db).renew('mine', held([...mine, ...theirs]), new Date(platform.clock.now() + 60_000))
    const all = await leases()
    assert(
      all
        .filter(({ token }) => token === 'mine')
        .every(({ until: at }) => (at?.getTime() ?? 0) > platform.clock.now() + 50_000),
    )
    assert(all.filter(({ token }) => token === 'theirs').every(({ until: at }) => at?.getTime() === beforeMs))
  })

  test('deliveries of a dead node can be claimed when their lease has expired, and not before', async () => {
    await waiting(3)
    const nowMs = platform.clock.now()
    const first = await claim('dead', { nowMs })
    assert.deepEqual(await claim('heir', { nowMs: nowMs + leaseMs - 1 }), [])
    const second = await claim('heir', { nowMs: nowMs + leaseMs })
    assert.deepEqual(ids(second), ids(first))
  })

  test('a node that lost its lease writes nothing, and the new owner does', async () => {
    await waiting(1)
    const nowMs = platform.clock.now()
    const [lost = assert.fail()] = await claim('lost', { nowMs })
    const [heir = assert.fail()] = await claim('heir', { nowMs: nowMs + leaseMs })
    await platform.db.transaction((tx) => finishDeliveries(tx, 'lost', lost.broadcast_id, [done(lost, 'failed')]))
    const state = () =>
      platform.db.query<{ status: string; attempts: number }>(sql`select status, attempts from deliveries`)
    assert.deepEqual(await state(), [{ status: 'pending', attempts: 0 }])
    await platform.db.transaction((tx) => finishDeliveries(tx, 'heir', heir.broadcast_id, [done(heir)]))
    assert.deepEqual(await state(), [{ status: 'delivered', attempts: 1 }])
  })

  test('a service that is alone on the database takes over at startup', async () => {
    await waiting(3)
    await claim('dead')
    await deliveryLeases(platform.db).releaseAll()
    assert.equal((await claim(randomUUID())).length, 3)
  })
})

test('two services on one database share the work: everything is delivered, and nothing twice', async () => {
  const one = await startService(localReceivers)
  const secretKey = one.config.secretKeys?.[0]?.toString('base64') ?? assert.fail()
  const other = await startService(localReceivers, { url: one.config.databaseUrl ?? assert.fail(), secretKey })
  const receiver = await startReceiver()
  try {
    const tenant = await one.newTenant()
    const hooks = [await follow(tenant, receiver), await follow(tenant, receiver), await follow(tenant, receiver)]
    const apis = [one, other].map(({ url }) => apiWith(url, { 'x-api-key': tenant.key }))
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let number = 0; number < 25; number++) {
          const reply = await apis[(writer + number) % 2]?.('POST', '/v1/places', { name: `${writer} ${number}` })
          assert.equal(reply?.status, 201, reply?.text)
        }
      }),
    )
    await settled(one, tenant)
    for (const { path } of hooks) {
      const came = receiver.at(path)
      assert.equal(new Set(came.map(({ event }) => event.id)).size, 200)
      assert(came.length <= 202, `${came.length - 200} of 200 came twice`)
    }
  } finally {
    await receiver.close()
    await other.stop()
    await one.stop()
  }
})

test(
  'a result that cannot be stored while the database is down is stored later, and nothing is sent twice',
  inOnePlace,
  async () => {
    const database = await newDatabase()
    const line = await openDatabaseLine(database.url)
    const service = await startService(localReceivers, {
      url: line.url,
      secretKey: randomBytes(32).toString('base64'),
    })
    const receiver = await startReceiver()
    try {
      const tenant = await service.newTenant()
      const hook = await follow(tenant, receiver)
      line.loseBefore('insert into delivery_attempts')
      await tenant.api('POST', '/v1/places', { name: 'First' })
      await until(() => line.isLost(), 'the loss of the database')
      line.restore()
      const isBack = async () => (await fetch(`${service.url}/readyz`)).ok && !(await isDelivering())
      const isDelivering = () =>
        settled(service, tenant).then(
          () => false,
          () => true,
        )
      await until(isBack, 'the stored result')
      // Longer than any lease.
      service.clock.advance(60_000)
      const reply = await tenant.api('POST', '/v1/places', { name: 'Second' })
      assert.equal(reply.status, 201, reply.text)
      await receiver.until((all) => all.some(({ event }) => event.data.name === 'Second'), 'the second')
      await settled(service, tenant)
      assert.deepEqual(
        receiver.at(hook.path).map(({ event }) => event.data.name),
        ['First', 'Second'],
      )
    } finally {
      await receiver.close()
      await service.stop()
      await line.close()
      await database.drop()
    }
  },
)

test('after kill -9 during deliveries every acknowledged write arrives everywhere, with at most four duplicates per kill and receiver', async (t) => {
  const installation = await migratedInstallation(t, {
    ...localReceivers,
    MARQUEE_RATE_LIMIT: 'off',
    MARQUEE_LOG_LEVEL: 'warn',
  })
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  receiver.answer(async () => {
    await elapse(10)
    return 204
  })
  let service = await installation.serve()
  const { apiKey } = await installation.ask(['demo'])
  const api = apiWith(installation.url, { 'x-api-key': apiKey })
  const paths = ['/a', '/b', '/c']
  for (const path of paths) {
    const reply = await api('POST', '/v1/webhooks', { url: receiver.url + path, events: ['place.*'], secret: 'shared' })
    assert.equal(reply.status, 201, reply.text)
  }

  const acknowledged: string[] = []
  const resumedMs: number[] = []
  const kills = 3
  for (let life = 0; life <= kills; life++) {
    const target = acknowledged.length + 75
    const isLast = life === kills
    let isKilled = false
    const writers = Array.from({ length: 4 }, async () => {
      while (!isKilled && acknowledged.length < (isLast ? target : Number.POSITIVE_INFINITY)) {
        const reply = await api('POST', '/v1/places', { name: 'Place' }).catch(() => undefined)
        if (reply?.status === 201) acknowledged.push(reply.body.id)
      }
    })
    if (!isLast) {
      await until(async () => acknowledged.length >= target, `${target} writes`, 30_000)
      isKilled = true
      await service.kill()
      await Promise.all(writers)
      const came = receiver.received.length
      service = await installation.serve()
      const readyMs = performance.now()
      await receiver.until((all) => all.length > came, 'a delivery after the start', 15_000)
      resumedMs.push(performance.now() - readyMs)
    }
    await Promise.all(writers)
  }

  const ofPlace = ({ event }: Received) => String(event.data.id)
  const hasAll = () =>
    paths.every((path) => {
      const arrived = new Set(receiver.at(path).map(ofPlace))
      return acknowledged.every((id) => arrived.has(id))
    })
  await receiver.until(hasAll, 'every acknowledged write at every receiver', 20_000)
  let copies = 0
  for (const path of paths) {
    const bytes = new Map<string, string>()
    for (const { event, headers, body } of receiver.at(path)) {
      assert.equal(headers['webhook-id'], event.id)
      assert.equal(bytes.get(event.id) ?? body, body)
      bytes.set(event.id, body)
    }
    const repeated = receiver.at(path).length - bytes.size
    assert(repeated <= 4 * kills, `${repeated} second copies at ${path} after ${kills} kills`)
    copies += repeated
  }
  t.diagnostic(
    `${acknowledged.length} writes, ${copies} second copies; deliveries resumed ${resumedMs.map((ms) => Math.round(ms)).join(', ')} ms after the start`,
  )
  assert(acknowledged.length >= 300)
  await service.stop()
})
