import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { changePlan } from '../../src/access/plans.ts'
import { assertProblem } from '../support/problem.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { apiWith, startService, type TestService } from '../support/service.ts'
import { newVisitors, type Visitors } from './visitors.ts'

let service: TestService
let push: PushService

before(async () => {
  push = await startPushService()
  service = await startService({ MARQUEE_OUTBOUND_ALLOW: '127.0.0.1', MARQUEE_OUTBOUND_ALLOW_HTTP: 'true' })
})
after(async () => {
  await service.stop()
  await push.close()
})
afterEach(() => push.answer(() => 201))

/** A concert at 21:00, and one visitor per choice who favors it. */
async function concert(): Promise<Visitors & { id: string }> {
  const visitors = await newVisitors(service, push)
  const id = await visitors.session({ time: { start: visitors.at('21:00'), end: visitors.at('22:00') } })
  for (const minutes of [5, 15, 30, null])
    await visitors.visitor(`m${minutes}`, { favoriteIds: [id], reminderMinutes: minutes, locale: 'en' })
  return { ...visitors, id }
}

suite('a reminder', () => {
  test('is sent to each visitor as long before the start as they chose, once, and to none who turned it off', async () => {
    const { id, until, received, messages, tenant } = await concert()
    await until('20:29')
    assert.deepEqual(received(), [])
    await until('20:30')
    assert.deepEqual(received(), ['m30 reminder: Begins at 21:00'])
    await until('20:44')
    assert.equal(received().length, 1)
    await until('20:45')
    await until('20:55')
    await until('22:30')
    const body = 'reminder: Begins at 21:00'
    assert.deepEqual(received(), [`m15 ${body}`, `m30 ${body}`, `m5 ${body}`])
    for (const { payload, headers } of messages()) {
      assert.deepEqual(payload, {
        type: 'reminder',
        title: 'Lune',
        body: 'Begins at 21:00',
        navigator: { broadcastSessionId: id },
        broadcast_id: tenant.broadcastId,
        session_id: id,
        locale: 'en',
      })
      assert.deepEqual([headers.topic, headers.urgency], [id, 'high'])
      assert(Number(headers.ttl) <= 1_800, 'it is not kept beyond the start')
    }
  })

  test('follows a session that moves: at the old time nothing is sent', async () => {
    const { id, at, change, until, messages } = await concert()
    await until('18:00')
    await change(id, { time: { start: at('22:30'), end: at('23:30') } })
    const reminded = () => messages().filter(({ payload }) => payload.type === 'reminder').length
    await until('21:30')
    assert.equal(reminded(), 0)
    await until('22:15')
    assert.equal(reminded(), 2)
  })

  test('reaches a visitor who favors the session or subscribes after it was planned', async () => {
    const { tenant, id, until, received } = await concert()
    await until('20:40')
    const base = `/v1/public/${tenant.broadcastId}`
    const nobody = apiWith(service.url, {})
    const { body } = await nobody('POST', `${base}/clients`, { locale: 'fr' })
    const headers = { authorization: `Bearer ${body.token}` }
    const pushSubscription = push.subscribe(`${tenant.broadcastId}/late`)
    const changed = await nobody('PATCH', `${base}/clients/me`, { favoriteIds: [id], pushSubscription }, headers)
    assert.equal(changed.status, 200, changed.text)
    await until('20:46')
    assert.deepEqual(
      received().filter((text) => text.startsWith('late')),
      ['late reminder: Commence à 21:00'],
    )
  })

  test('that is late because the service was busy or down is sent until the session begins, and dropped then', async () => {
    const first = await concert()
    await first.until('20:56')
    assert.equal(first.received().length, 3)
    const second = await concert()
    await second.until('21:01')
    assert.deepEqual(second.received(), [])
  })

  test('is not sent for drafts, for sessions that last all day, or once the session is withdrawn', async () => {
    const { at, session, change, visitor, until, received } = await newVisitors(service, push)
    const time = { start: at('21:00'), end: at('22:00') }
    const draft = await session({ time, status: 'draft' })
    const day = await session({ time: { start: at('00:00', 1), allDay: true } })
    const withdrawn = await session({ time })
    await visitor('v', { favoriteIds: [draft, day, withdrawn] })
    await until('20:00')
    await change(withdrawn, { status: 'draft' })
    await until('20:05')
    await until('23:59')
    assert.deepEqual(received(), ['v change: Is no longer on the programme.'])
  })

  test('is sent neither in a private broadcast nor on the free plan, and not later either', async () => {
    const hidden = await concert()
    await hidden.write('PATCH', '', { isPrivate: true })
    await hidden.until('20:46')
    await hidden.write('PATCH', '', { isPrivate: false })
    await hidden.until('20:50')
    assert.deepEqual(hidden.received(), [])
    const unpaid = await concert()
    await changePlan(service.platform, unpaid.tenant.userId, 'free', { type: 'command' })
    await unpaid.until('20:59')
    assert.deepEqual(unpaid.received(), [])
  })

  test('deletes a subscription that the push service no longer knows', async () => {
    const { id, visitor, until, write } = await concert()
    const gone = await visitor('gone', { favoriteIds: [id] })
    push.answer((browser) => (browser.endsWith('/gone') ? 410 : 201))
    await until('20:46')
    assert.equal((await write('GET', `/broadcastClients/${gone}`)).pushSubscription, null)
  })

  test('is sent at its time although the push service of others does not respond', async () => {
    const { id, at, session, visitor, until, received, tenant } = await concert()
    const next = await session({ title: 'Sol', time: { start: at('21:01') } })
    await visitor('stuck', { favoriteIds: [id] })
    await visitor('next', { favoriteIds: [next], locale: 'es' })
    push.answer((browser) => (browser.endsWith('/stuck') ? 'never' : 201))
    await until('20:44')
    service.clock.advance(60_000)
    await push.until(() => push.tries(`${tenant.broadcastId}/stuck`) > 0, 'the attempt that gets no response')
    service.clock.advance(60_000)
    await push.until(
      () => received().some((text) => text.startsWith('next')),
      'the reminder of the next session',
      8_000,
    )
    assert.deepEqual(
      received().filter((text) => text.startsWith('next')),
      ['next reminder: Empieza a las 21:01'],
    )
  })
})

suite('the choices of a visitor', () => {
  test('are fifteen minutes and no quiet hours until they are set, and are shown to their app', async () => {
    const { tenant } = await newVisitors(service, push)
    const path = `/v1/public/${tenant.broadcastId}/clients`
    const nobody = apiWith(service.url, {})
    const made = await nobody('POST', path, {})
    assert.deepEqual([made.body.reminderMinutes, made.body.quietHours], [15, null])
    const headers = { authorization: `Bearer ${made.body.token}` }
    const quietHours = { from: '22:00', to: '08:00' }
    const set = await nobody('PATCH', `${path}/me`, { reminderMinutes: null, quietHours }, headers)
    assert.deepEqual([set.status, set.body.reminderMinutes, set.body.quietHours], [200, null, quietHours])
    const read = await nobody('GET', `${path}/me`, undefined, headers)
    assert.deepEqual([read.body.reminderMinutes, read.body.quietHours], [null, quietHours])
    const registered = await nobody('POST', path, { reminderMinutes: 5, quietHours })
    assert.deepEqual([registered.body.reminderMinutes, registered.body.quietHours], [5, quietHours])
    for (const [body, pointer] of [
      [{ reminderMinutes: 10 }, '/reminderMinutes'],
      [{ reminderMinutes: '15' }, '/reminderMinutes'],
      [{ quietHours: { from: '22:00' } }, '/quietHours/to'],
      [{ quietHours: { from: '22:00', to: '24:00' } }, '/quietHours/to'],
      [{ quietHours: { from: '22:00', to: '08:00', days: [] } }, '/quietHours/days'],
    ] as const) {
      const refused = await nobody('PATCH', `${path}/me`, body, headers)
      assertProblem(refused, { status: 400, code: 'invalid' })
      assert.equal(refused.body.errors[0].pointer, pointer)
    }
    const unchanged = await nobody('GET', `${path}/me`, undefined, headers)
    assert.deepEqual(unchanged.body, read.body)
  })
})
