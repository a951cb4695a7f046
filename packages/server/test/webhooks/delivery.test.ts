import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, before, beforeEach, suite, test } from 'node:test'
import { verifyWebhook } from '@marquee/sdk'
import { changePlan } from '../../src/access/plans.ts'
import { runRetention } from '../../src/jobs/retention.ts'
import { sql } from '../../src/store/sql.ts'
import { scheduleSeconds } from '../../src/webhooks/retry.ts'
import { newDatabase } from '../support/database.ts'
import { readCatalogue } from '../support/event-catalogue.ts'
import { assertProblem } from '../support/problem.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'
import { deliveryLog, follow, type Hook, localReceivers, settled } from '../support/webhooks.ts'

const dayMs = 86_400_000
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

let service: TestService
let receiver: Receiver
let tenant: TestTenant

before(async () => {
  service = await startService(localReceivers)
})
after(() => service?.stop())
beforeEach(async () => {
  receiver = await startReceiver()
  tenant = await service.newTenant()
})
afterEach(() => receiver.close())

async function write(name = 'Stage'): Promise<string> {
  const reply = await tenant.api('POST', '/v1/places', { name })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

const count = (hook: Hook) => receiver.at(hook.path).length
const came = (hook: Hook, wanted: number) => receiver.until(() => count(hook) >= wanted, `delivery number ${wanted}`)
const webhook = async (hook: Hook) => (await tenant.api('GET', hook.at)).body
const rest = () => settled(service, tenant)

/** Advances the clock to the next attempt of a webhook, and returns how far that was. */
async function toNextTry(hook: Hook): Promise<number> {
  await rest()
  const [pending] = (await tenant.api('GET', `${hook.at}/deliveries?status=pending`)).body.data
  const waitMs = Date.parse(pending.next_attempt_at) - service.clock.now()
  service.clock.advance(waitMs + 1)
  return waitMs
}

suite('tries', () => {
  test('a delivery in flight is not sent again by the same node, even when its lease has expired', async () => {
    const hook = await follow(tenant, receiver)
    const { promise, resolve } = Promise.withResolvers<void>()
    receiver.answer(async () => {
      await promise
      return 204
    })
    await write()
    await came(hook, 1)
    service.clock.advance(60_000)
    await write()
    await came(hook, 2)
    resolve()
    await rest()
    assert.deepEqual(
      receiver.at(hook.path).map(({ event }) => event.sequence),
      [3, 4],
    )
    assert.deepEqual(
      (await deliveryLog(tenant, hook)).map(({ status, attempts }) => [status, attempts]),
      [
        ['delivered', 1],
        ['delivered', 1],
      ],
    )
  })

  test('ten attempts follow the schedule, with the same id and bytes, and then the delivery has failed', async () => {
    const hook = await follow(tenant, receiver, { secret })
    receiver.answer(500)
    await write()
    await came(hook, 1)
    for (let attempt = 1; attempt < 10; attempt++) {
      const stepMs = (scheduleSeconds[attempt] ?? 0) * 1_000
      const waitMs = await toNextTry(hook)
      assert(waitMs > stepMs * 0.8 - 2_000 && waitMs <= stepMs * 1.2 + 2_000, `${waitMs} ms before try ${attempt + 1}`)
      await came(hook, attempt + 1)
    }
    await rest()
    service.clock.advance(10 * dayMs)
    const [delivery] = await deliveryLog(tenant, hook)
    assert.deepEqual([delivery.status, delivery.attempts, delivery.next_attempt_at], ['failed', 10, null])
    assert.deepEqual(
      delivery.tries.map(({ number, status }: { number: number; status: number }) => [number, status]),
      Array.from({ length: 10 }, (_, index) => [index + 1, 500]),
    )
    const tries = receiver.at(hook.path)
    assert.equal(tries.length, 10)
    assert.equal(new Set(tries.map(({ body }) => body)).size, 1)
    assert.equal(new Set(tries.map(({ headers }) => headers['webhook-id'])).size, 1)
    const timestamps = tries.map(({ headers }) => Number(headers['webhook-timestamp']))
    assert.deepEqual(
      timestamps,
      timestamps.toSorted((one, other) => one - other),
    )
    for (const { body, headers } of tries)
      await verifyWebhook({ body, headers, secret, nowMs: Number(headers['webhook-timestamp']) * 1_000 })
  })

  test('a success after failures resets them', async () => {
    const hook = await follow(tenant, receiver)
    receiver.answer(503)
    await write()
    await came(hook, 1)
    receiver.answer(200)
    await toNextTry(hook)
    await came(hook, 2)
    await rest()
    service.clock.advance(dayMs)
    const [delivery] = await deliveryLog(tenant, hook)
    assert.deepEqual([delivery.status, delivery.attempts], ['delivered', 2])
    assert.equal(count(hook), 2)
  })

  test('Retry-After is respected up to twice the regular delay', async () => {
    const hook = await follow(tenant, receiver)
    for (const [asked, expectedMs] of [
      ['8', 8_000],
      ['600', 600_000],
    ] as const) {
      receiver.answer({ status: 429, headers: { 'retry-after': asked } })
      if (asked === '8') await write()
      await came(hook, asked === '8' ? 1 : 2)
      const waitMs = await toNextTry(hook)
      assert(Math.abs(waitMs - expectedMs) < 3_000, `${waitMs} ms after Retry-After: ${asked}`)
    }
    receiver.answer({ status: 503, headers: { 'retry-after': '999999' } })
    await came(hook, 3)
    const waitMs = await toNextTry(hook)
    assert(Math.abs(waitMs - 3_600_000) < 3_000, `${waitMs} ms when more than twice the step was asked for`)
  })

  test('a redirect fails and is not followed', async () => {
    const canary = await startReceiver()
    for (const status of [301, 302, 303, 307, 308]) {
      const hook = await follow(tenant, receiver)
      receiver.answer({ status, headers: { location: canary.url } })
      const made = (await tenant.api('POST', `${hook.at}/test`)).body.delivery_id
      await came(hook, 1)
      await rest()
      const delivery = (await tenant.api('GET', `${hook.at}/deliveries/${made}`)).body
      assert.deepEqual(
        [delivery.status, delivery.tries[0].status, delivery.tries[0].error],
        ['pending', status, `answered ${status}`],
      )
    }
    assert.equal(canary.received.length, 0)
    await canary.close()
  })

  test('an unreachable receiver is shown in the log', async () => {
    const gone = await startReceiver()
    const hook = await follow(tenant, gone)
    await gone.close()
    await write()
    await until(async () => (await deliveryLog(tenant, hook))[0]?.attempts === 1, 'a try')
    const [
      {
        tries: [first],
      },
    ] = await deliveryLog(tenant, hook)
    assert.equal(first.status, null)
    assert.match(first.error, /^connect: /)
    assert.equal(first.reply, null)
  })
})

suite('due articles', () => {
  test('a scheduled article is published at its time, once, also across a restart', async () => {
    const database = await newDatabase()
    const existing = { url: database.url, secretKey: randomBytes(32).toString('base64') }
    const start = () => startService(localReceivers, existing)
    const first = await start()
    const owner = await first.newTenant()
    const hook = await follow(owner, receiver, { events: ['article.published'] })
    const article = async (title: string, aheadMs: number) => {
      const publishedAt = new Date(first.clock.now() + aheadMs).toISOString()
      const reply = await owner.api('POST', '/v1/articles', { title, status: 'published', published_at: publishedAt })
      assert.equal(reply.status, 201, reply.text)
      return reply.body.id
    }
    const ids = [await article('in an hour', 3_600_000), await article('in two', 7_200_000)]
    const told = () => receiver.at(hook.path).map(({ event }) => event.data.id)
    first.clock.advance(3_590_000)
    await settled(first, owner)
    assert.deepEqual(told(), [])
    first.clock.advance(10_001)
    await came(hook, 1)
    await first.stop()
    const second = await start()
    second.clock.advance(7_200_001)
    await came(hook, 2)
    await settled(second, owner)
    await second.stop()
    const third = await start()
    third.clock.advance(9_000_000)
    await settled(third, owner)
    await third.stop()
    await database.drop()
    assert.deepEqual(told(), ids)
  })
})

suite('disabling a webhook', () => {
  test('410 disables a webhook at once, fails its pending deliveries, and notifies others', async () => {
    const hook = await follow(tenant, receiver, { events: ['place.*'] })
    const watcher = await follow(tenant, receiver, { events: ['webhook.disabled'] })
    receiver.answer(500)
    await write('first')
    await came(hook, 1)
    receiver.answer(({ path }) => (path === hook.path ? 410 : 204))
    await write('second')
    await came(watcher, 1)
    const told = receiver.at(watcher.path)[0]?.event
    assert.equal(told?.type, 'webhook.disabled')
    assert.deepEqual(told?.data, { id: hook.id, url: hook.url, reason: 'gone' })
    assert.equal(told?.sequence, null)
    const catalogue = await readCatalogue(tenant.api)
    catalogue.assertValid(told)
    const { active, disabled_reason: reason } = await webhook(hook)
    assert.deepEqual([active, reason], [false, 'gone'])
    assert.deepEqual(
      (await deliveryLog(tenant, hook)).map(({ status }) => status),
      ['failed', 'failed'],
    )
    await write('third')
    service.clock.advance(dayMs)
    await rest()
    assert.equal(count(hook), 2)
    assertProblem(await tenant.api('POST', `${hook.at}/test`), { status: 409, code: 'webhook_inactive' })
  })

  test('five days of failures of three events disable a webhook, and active: true enables it again', async () => {
    const hook = await follow(tenant, receiver, { events: ['place.*'] })
    const watcher = await follow(tenant, receiver, { events: ['*'] })
    const failing = ({ path }: { path: string }) => (path === hook.path ? 500 : 204)
    receiver.answer(failing)
    await write('one')
    await came(hook, 1)
    await rest()
    service.clock.advance(6 * dayMs)
    await came(hook, 2)
    await rest()
    assert.equal((await webhook(hook)).active, true, 'one event is no reason')
    await write('two')
    await came(hook, 3)
    await rest()
    assert.equal((await webhook(hook)).active, true, 'two events are no reason')
    await write('three')
    await came(hook, 4)
    await receiver.until(
      () => receiver.at(watcher.path).some(({ event }) => event.type === 'webhook.disabled'),
      'the news',
    )
    const told = receiver.at(watcher.path).find(({ event }) => event.type === 'webhook.disabled')?.event
    assert.deepEqual(told?.data, { id: hook.id, url: hook.url, reason: 'failing' })
    const off = await webhook(hook)
    assert.deepEqual([off.active, off.disabled_reason], [false, 'failing'])

    await write('while it is off')
    await rest()
    const on = (await tenant.api('PUT', hook.at, { active: true })).body
    assert.deepEqual([on.active, on.disabled_reason], [true, null])
    for (const name of ['four', 'five', 'six']) await write(name)
    await rest()
    assert.equal((await webhook(hook)).active, true, 'the failures from before count no more')
    receiver.answer(204)
    await tenant.api('PUT', hook.at, { active: true })
    await write('seven')
    await receiver.until(() => receiver.at(hook.path).some(({ event }) => event.data.name === 'seven'), 'a delivery')
    await rest()

    const since = new Date(service.clock.now() - 20 * dayMs).toISOString()
    const { recovered } = (await tenant.api('POST', `${hook.at}/recover`, { since })).body
    assert.equal(recovered, 4, 'the three that failed, and the one it missed while it was off')
    await receiver.until(
      () => receiver.at(hook.path).some(({ event }) => event.data.name === 'while it is off'),
      'what was missed',
    )
    await rest()
  })

  test('one event that is sent repeatedly counts once', async () => {
    const hook = await follow(tenant, receiver, { events: ['place.*'] })
    receiver.answer(500)
    await write()
    await came(hook, 1)
    await rest()
    service.clock.advance(6 * dayMs)
    const [{ id }] = await deliveryLog(tenant, hook)
    for (let number = 0; number < 4; number++) await tenant.api('POST', `${hook.at}/deliveries/${id}/redeliver`)
    await came(hook, 6)
    await rest()
    assert.equal((await webhook(hook)).active, true)
  })

  test('a success in between restarts the five days', async () => {
    const hook = await follow(tenant, receiver, { events: ['place.*'] })
    receiver.answer(({ event }) => (event.data.name === 'good' ? 204 : 500))
    for (const name of ['a', 'b', 'c']) await write(name)
    await came(hook, 3)
    await rest()
    service.clock.advance(4 * dayMs)
    await came(hook, 6)
    await write('good')
    await came(hook, 7)
    await rest()
    service.clock.advance(2 * dayMs)
    await came(hook, 10)
    await rest()
    assert.equal((await webhook(hook)).active, true)
  })

  test('active: false fails pending deliveries and sends nothing', async () => {
    const hook = await follow(tenant, receiver)
    receiver.answer(500)
    await write()
    await came(hook, 1)
    await rest()
    assert.equal((await tenant.api('PUT', hook.at, { active: false })).body.disabled_reason, null)
    receiver.answer(204)
    await write()
    service.clock.advance(dayMs)
    await rest()
    assert.equal(count(hook), 1)
    assert.deepEqual(
      (await deliveryLog(tenant, hook)).map(({ status }) => status),
      ['failed'],
    )
  })
})

suite('the log', () => {
  test('a delivery shows its bytes, its attempts, their status and time, and the first kilobyte of each response', async () => {
    const hook = await follow(tenant, receiver)
    const long = `${'ä'.repeat(400)}\0${'z'.repeat(100_000)}`
    receiver.answer({ status: 500, body: long })
    await write()
    await came(hook, 1)
    receiver.answer({ status: 201, body: 'thanks' })
    await toNextTry(hook)
    await came(hook, 2)
    await rest()
    const [delivery] = await deliveryLog(tenant, hook)
    const [first] = receiver.at(hook.path)
    assert.equal(delivery.body, first?.body)
    assert.deepEqual(
      [delivery.event_id, delivery.type, delivery.sequence],
      [first?.event.id, 'place.created', first?.event.sequence],
    )
    assert.deepEqual([delivery.status, delivery.attempts, delivery.next_attempt_at], ['delivered', 2, null])
    const [failed, succeeded] = delivery.tries
    assert.deepEqual([failed.number, failed.status, failed.error], [1, 500, 'answered 500'])
    assert.equal(failed.reply, `${'ä'.repeat(400)}\uFFFD${'z'.repeat(223)}`)
    assert.deepEqual([succeeded.number, succeeded.status, succeeded.error, succeeded.reply], [2, 201, null, 'thanks'])
    for (const { latency_ms: latencyMs, at } of delivery.tries) {
      assert(latencyMs >= 0 && latencyMs < 5_000)
      assert(!Number.isNaN(Date.parse(at)))
    }
    assert(delivery.finished_at >= succeeded.at)
  })

  test('binary, huge and compressed responses are stored truncated', async () => {
    const hook = await follow(tenant, receiver)
    receiver.answer({ status: 200, body: Buffer.alloc(3_000_000, 0xff), headers: { 'content-encoding': 'gzip' } })
    await write()
    await came(hook, 1)
    await rest()
    const [delivery] = await deliveryLog(tenant, hook)
    assert.equal(delivery.status, 'delivered')
    assert.equal(delivery.tries[0].reply, '\uFFFD'.repeat(1_024))
  })

  test('deliveries are listed newest first, by state and by page', async () => {
    const hook = await follow(tenant, receiver)
    receiver.answer(({ event }) => (event.data.name === 'bad' ? 500 : 204))
    for (const name of ['good', 'bad', 'good', 'good']) await write(name)
    await came(hook, 4)
    await rest()
    const list = async (query: string) => (await tenant.api('GET', `${hook.at}/deliveries${query}`)).body.data
    const all = await list('')
    assert.equal(all.length, 4)
    assert.deepEqual(
      all.map(({ id }: { id: string }) => id),
      all
        .map(({ id }: { id: string }) => id)
        .toSorted()
        .reverse(),
    )
    assert.equal((await list('?status=delivered')).length, 3)
    assert.equal((await list('?status=pending')).length, 1)
    assert.equal((await list('?status=failed')).length, 0)
    const [first, second] = await list('?limit=2')
    assert.deepEqual(await list(`?limit=2&before=${second.id}`), all.slice(2))
    assert.equal(first.id, all[0].id)
    for (const query of ['?limit=0', '?limit=201', '?status=lost', '?page=2'])
      assertProblem(await tenant.api('GET', `${hook.at}/deliveries${query}`), { status: 400 }, query)
  })

  test('deliveries are kept for 30 days', async () => {
    const hook = await follow(tenant, receiver)
    await write()
    await came(hook, 1)
    await rest()
    const { db, clock, config } = service.platform
    service.clock.advance(29 * dayMs)
    await runRetention({ db, clock, kept: config })
    assert.equal((await deliveryLog(tenant, hook)).length, 1)
    await write('later')
    await came(hook, 2)
    await rest()
    service.clock.advance(2 * dayMs)
    await runRetention({ db, clock, kept: config })
    const left = await deliveryLog(tenant, hook)
    assert.deepEqual(
      left.map(({ body }) => JSON.parse(body).data.name),
      ['later'],
    )
    const [row] = await db.query<{ count: number }>(sql`
      select count(*) as count from delivery_attempts a
      where not exists (select from deliveries d where d.broadcast_id = a.broadcast_id and d.id = a.delivery_id)`)
    assert.equal(row?.count, 0)
  })
})

suite('sending again', () => {
  test('a redelivery has the same event id and bytes, and is a new delivery', async () => {
    const hook = await follow(tenant, receiver, { secret })
    const id = await write('as it was')
    await came(hook, 1)
    await rest()
    await tenant.api('PUT', `/v1/places/${id}`, { name: 'as it is' })
    await came(hook, 2)
    await rest()
    const delivery = (await deliveryLog(tenant, hook)).find(({ type }) => type === 'place.created')
    const reply = await tenant.api('POST', `${hook.at}/deliveries/${delivery.id}/redeliver`)
    assert.equal(reply.status, 202, reply.text)
    await came(hook, 3)
    await rest()
    const [first, , again] = receiver.at(hook.path)
    assert.equal(again?.body, first?.body)
    assert.equal(again?.headers['webhook-id'], first?.headers['webhook-id'])
    const made = (await tenant.api('GET', `${hook.at}/deliveries/${reply.body.delivery_id}`)).body
    assert.deepEqual([made.status, made.event_id, made.body], ['delivered', delivery.event_id, delivery.body])
    assert.notEqual(made.id, delivery.id)
    assertProblem(await tenant.api('POST', `${hook.at}/deliveries/${'0'.repeat(24)}/redeliver`), { status: 404 })
  })

  test('a time span is recovered: failed and missed events, once, and nothing that was received', async () => {
    const hook = await follow(tenant, receiver, { events: ['place.*'] })
    const other = await follow(tenant, receiver)
    receiver.answer(({ event, path }) => (path === hook.path && event.data.name === 'failed' ? 410 : 204))
    await write('before')
    await came(hook, 1)
    await rest()
    service.clock.advance(60_000)
    const since = new Date(service.clock.now()).toISOString()
    await write('taken')
    await came(hook, 2)
    await write('failed')
    await came(hook, 3)
    await rest()
    await write('missed')
    await tenant.api('POST', '/v1/articles', { title: 'not followed' })
    await tenant.api('POST', `${other.at}/test`)
    await came(other, 6)
    await rest()
    service.clock.advance(60_000)
    const untilAt = new Date(service.clock.now()).toISOString()
    receiver.answer(204)
    assert.equal((await tenant.api('PUT', hook.at, { active: true })).status, 200)
    const recover = (body: object) => tenant.api('POST', `${hook.at}/recover`, body)
    const reply = await recover({ since, until: untilAt })
    assert.deepEqual([reply.status, reply.body], [202, { recovered: 2 }])
    await came(hook, 5)
    await rest()
    const names = receiver.at(hook.path).map(({ event }) => event.data.name)
    assert.deepEqual(names.slice(3).sort(), ['failed', 'missed'])
    const [failed, again] = receiver.at(hook.path).filter(({ event }) => event.data.name === 'failed')
    assert.equal(again?.body, failed?.body)
    assert.deepEqual((await recover({ since, until: untilAt })).body, { recovered: 0 })
    assert.deepEqual((await recover({ since: untilAt })).body, { recovered: 0 })
    assertProblem(await recover({ since: 'yesterday' }), { status: 400, pointer: '/since' })
    assertProblem(await recover({}), { status: 400, pointer: '/since' })
  })

  test('a test event is sent whatever the subscription, with its own type', async () => {
    const hook = await follow(tenant, receiver, { events: ['article.published'], secret })
    const reply = await tenant.api('POST', `${hook.at}/test`)
    assert.equal(reply.status, 202)
    await came(hook, 1)
    const [{ event, body, headers } = assert.fail()] = receiver.at(hook.path)
    assert.deepEqual([event.type, event.sequence, event.data], ['webhook.test', null, { id: hook.id }])
    assert.deepEqual(await verifyWebhook({ body, headers, secret, nowMs: service.clock.now() }), event)
    const catalogue = await readCatalogue(tenant.api)
    catalogue.assertValid(event)
    await rest()
    assert.equal((await tenant.api('GET', `${hook.at}/deliveries/${reply.body.delivery_id}`)).body.status, 'delivered')
  })
})

suite('rotation', () => {
  test('both secrets sign until the overlap ends, then only the new one, and no delivery is unsigned', async () => {
    const hook = await follow(tenant, receiver, { secret })
    const fresh = 'a new secret in plain text'
    const writing = Promise.all(Array.from({ length: 10 }, (_, number) => write(`before ${number}`)))
    const rotated = await tenant.api('POST', `${hook.at}/rotate`, { secret: fresh, overlapSeconds: 3_600 })
    assert.equal(rotated.status, 200, rotated.text)
    await writing
    await Promise.all(Array.from({ length: 5 }, (_, number) => write(`during ${number}`)))
    await came(hook, 15)
    await rest()
    const nowMs = service.clock.now()
    for (const { body, headers } of receiver.at(hook.path))
      await verifyWebhook({ body, headers, secret: [secret, fresh], nowMs })
    for (const { event, body, headers } of receiver.at(hook.path)) {
      if (!String(event.data.name).startsWith('during')) continue
      await verifyWebhook({ body, headers, secret, nowMs })
      await verifyWebhook({ body, headers, secret: fresh, nowMs })
    }
    service.clock.advance(3_600_001)
    await write('after')
    await came(hook, 16)
    const { body, headers } = receiver.at(hook.path).at(-1) ?? assert.fail()
    await verifyWebhook({ body, headers, secret: fresh, nowMs: service.clock.now() })
    await assert.rejects(verifyWebhook({ body, headers, secret, nowMs: service.clock.now() }))
    assert.doesNotMatch(String(headers['webhook-signature']), / /)
    await rest()
  })

  test('without overlap the old secret ends at once, and a webhook without one gets its first', async () => {
    const hook = await follow(tenant, receiver, { secret })
    await tenant.api('POST', `${hook.at}/rotate`, { secret: 'new', overlapSeconds: 0 })
    const bare = await follow(tenant, receiver)
    assert.equal((await tenant.api('POST', `${bare.at}/rotate`, { secret: 'first' })).body.has_secret, true)
    await write()
    await came(hook, 1)
    await came(bare, 1)
    for (const [{ path }, fits] of [
      [hook, 'new'],
      [bare, 'first'],
    ] as const) {
      const [{ body, headers } = assert.fail()] = receiver.at(path)
      await verifyWebhook({ body, headers, secret: fits, nowMs: service.clock.now() })
      assert.doesNotMatch(String(headers['webhook-signature']), / /)
    }
    for (const [body, pointer] of [
      [{ secret: 'whsec_?' }, '/secret'],
      [{}, '/secret'],
      [{ secret: 'x', overlapSeconds: 604_801 }, '/overlapSeconds'],
    ] as const)
      assertProblem(await tenant.api('POST', `${hook.at}/rotate`, body), { status: 400, pointer })
    await rest()
  })
})

suite('plans', () => {
  test('the free plan pauses deliveries, and pro sends everything since', async () => {
    const hook = await follow(tenant, receiver)
    const { db, content } = service.platform
    await changePlan(service.platform, tenant.userId, 'free', { type: 'command' })
    const { createPlain } = await import('../../src/content/plain.ts')
    const { views } = await import('@marquee/model')
    const places = views.find(({ name }) => name === 'place') ?? assert.fail()
    for (const name of ['one', 'two'])
      await content.write(tenant, { type: 'command' }, (writing) => createPlain(writing, places, { name }))
    const waiting = async () => {
      const [row] = await db.query<{ count: number }>(
        sql`select count(*) as count from deliveries where webhook_id = ${hook.id} and status = 'pending'`,
      )
      return row?.count === 2
    }
    await until(waiting, 'the deliveries')
    const other = await service.newTenant()
    const witness = await follow(other, receiver)
    for (let number = 0; number < 3; number++) {
      await other.api('POST', `${witness.at}/test`)
      await came(witness, number + 1)
    }
    assert.equal(count(hook), 0)
    await changePlan(service.platform, tenant.userId, 'pro', { type: 'command' })
    await came(hook, 2)
    assert.deepEqual(
      receiver
        .at(hook.path)
        .map(({ event }) => event.data.name)
        .sort(),
      ['one', 'two'],
    )
    await rest()
  })
})

suite('deleting webhooks', () => {
  test('deleting webhooks with deliveries in flight affects no other and leaves nothing behind', async () => {
    const doomed = await Promise.all(Array.from({ length: 6 }, () => follow(tenant, receiver)))
    const other = await follow(tenant, receiver)
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    receiver.answer(async ({ path }) => {
      if (path !== other.path) await gate
      return path.endsWith('0') ? 500 : 204
    })
    await Promise.all(Array.from({ length: 12 }, (_, number) => write(`${number}`)))
    for (const hook of doomed) await came(hook, 4)
    const logged = service.logLines.length
    const removals = doomed.map((hook) => tenant.api('DELETE', hook.at))
    open()
    for (const { status } of await Promise.all(removals)) assert.equal(status, 204)
    await came(other, 12)
    await rest()
    const [row] = await service.platform.db.query<{ count: number }>(
      sql`select count(*) as count from deliveries where webhook_id = any (${doomed.map(({ id }) => id)}::text[])`,
    )
    assert.equal(row?.count, 0)
    const failures = service.logLines.slice(logged).filter((line) => line.includes('background work failed'))
    assert.deepEqual(failures, [])
  })

  test('disabling and enabling during deliveries never fails', async () => {
    const hook = await follow(tenant, receiver)
    receiver.answer(({ event }) => ((event.sequence ?? 0) % 2 ? 500 : 204))
    const logged = service.logLines.length
    const writing = (async () => {
      for (let number = 0; number < 30; number++) await write(`${number}`)
    })()
    for (let number = 0; number < 20; number++) {
      const reply = await tenant.api('PUT', hook.at, { active: number % 2 === 1 })
      assert.equal(reply.status, 200, reply.text)
    }
    await writing
    await rest()
    const failures = service.logLines.slice(logged).filter((line) => line.includes('background work failed'))
    assert.deepEqual(failures, [])
  })
})
