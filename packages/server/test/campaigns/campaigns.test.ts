import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { changePlan } from '../../src/access/plans.ts'
import { loggedBy } from '../support/change-rows.ts'
import { assertProblem } from '../support/problem.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { apiWith, type Reply, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'
import { elapse, until } from '../support/until.ts'
import { tablesHolding } from '../support/whole-database.ts'

let service: TestService
let push: PushService
let tenant: TestTenant

before(async () => {
  push = await startPushService()
  service = await startService({
    MARQUEE_OUTBOUND_ALLOW: '127.0.0.1',
    MARQUEE_OUTBOUND_ALLOW_HTTP: 'true',
    MARQUEE_PUSH_CONTACT: 'mailto:ops@festival.example',
  })
})
after(async () => {
  await service.stop()
  await push.close()
})

/** A broadcast with this many reachable clients: alternately French, English and without a language. */
async function newAudience(count: number, name: string): Promise<string[]> {
  tenant = await service.newTenant()
  const bodies = Array.from({ length: count }, (_, index) => ({
    platform: index % 2 ? 'web' : 'android',
    locale: ['fr', 'en', null][index % 3],
    pushSubscription: push.subscribe(`${name}-${index}`),
  }))
  const operations = bodies.map((body) => ({ op: 'create', body }))
  const made = await tenant.api('POST', `${tenant.path}/broadcastClients/batch`, { mode: 'atomic', operations })
  assert.equal(made.status, 200, made.text)
  return made.body.results.map(({ id }: { id: string }) => id)
}

const campaigns = () => `${tenant.path}/broadcastCampaigns`

async function newCampaign(more: object = {}): Promise<string> {
  const body = { title: 'Portes', body: 'Elles ouvrent.', localeDetails: { en: { title: 'Doors' } }, ...more }
  const made = await tenant.api('POST', campaigns(), body)
  assert.equal(made.status, 201, made.text)
  return `${campaigns()}/${made.body._id}`
}

/** Waits for a campaign to end, by polling like the studio. */
async function ended(at: string): Promise<Reply['body']> {
  let { body } = await tenant.api('GET', at)
  await until(async () => {
    body = (await tenant.api('GET', at)).body
    return !['scheduled', 'sending'].includes(body.status)
  }, 'the end of the campaign')
  return body
}

async function sent(at: string): Promise<Reply['body']> {
  const reply = await tenant.api('POST', `${at}/send`)
  assert.deepEqual([reply.status, reply.body.status], [202, 'sending'], reply.text)
  return ended(at)
}

afterEach(() => push.answer(() => 201))

suite('a campaign', () => {
  test('reaches every client of its audience once, in its language, with its target, and is counted', async () => {
    await newAudience(7, 'all')
    const nobody = apiWith(service.url, {})
    const { publicKey } = (await nobody('GET', `/v1/public/${tenant.broadcastId}/push`)).body
    const navigator = { url: 'https://festival.example/gates' }
    let campaign: Reply['body']
    const rows = await loggedBy(service, tenant.broadcastId, async () => {
      const at = await newCampaign({ navigator, audience: { filters: [{ platform: 'android' }] } })
      const { body } = await tenant.api('GET', `${at}/audience`)
      assert.deepEqual(body, { total: 4, reachable: 4 })
      campaign = await sent(at)
    })
    const { startedAt, endedAt, ...counts } = campaign.stats
    const languages = { fr: { sent: 2 }, en: { sent: 1 }, und: { sent: 1 } }
    assert.deepEqual([campaign.status, counts], ['sent', { total: 4, sent: 4, failed: 0, gone: 0, languages }])
    assert(startedAt <= endedAt)
    assert.deepEqual(push.pushed.map(({ browser, payload: { title, locale } }) => [browser, title, locale]).sort(), [
      ['all-0', 'Portes', 'fr'],
      ['all-2', 'Portes', null],
      ['all-4', 'Doors', 'en'],
      ['all-6', 'Portes', 'fr'],
    ])
    for (const { payload, headers, vapid } of push.pushed) {
      assert.deepEqual(
        Object.keys(payload).sort(),
        'body broadcast_id campaign_id locale navigator title type url'.split(' '),
      )
      assert.deepEqual(
        [payload.body, payload.navigator, payload.url, payload.broadcast_id, payload.campaign_id],
        ['Elles ouvrent.', navigator, navigator.url, tenant.broadcastId, campaign._id],
      )
      assert.deepEqual([headers.ttl, headers.urgency, headers.topic], ['86400', 'normal', campaign._id])
      assert.deepEqual([vapid.publicKey, vapid.sub], [publicKey, 'mailto:ops@festival.example'])
    }
    // Only the start and the end are logged, not the counts in between.
    assert.deepEqual(
      rows.map(({ operation, fields }) => [
        operation,
        fields.filter((field) => field === 'status' || field === 'stats'),
      ]),
      [
        ['create', ['status', 'stats']],
        ['update', ['status']],
        ['update', ['status', 'stats']],
      ],
    )
  })

  test('drops subscriptions that push services no longer know, but not one that was renewed in the meantime', async () => {
    const ids = await newAudience(4, 'gone')
    const [, , renewing] = ids
    push.answer(async (browser) => {
      if (browser === 'gone-0') return 410
      if (browser === 'gone-1') return 404
      if (browser !== 'gone-2') return 201
      const pushSubscription = push.subscribe('gone-2-again')
      await tenant.api('PATCH', `${tenant.path}/broadcastClients/${renewing}`, { pushSubscription })
      return 410
    })
    const { status, stats } = await sent(await newCampaign())
    assert.deepEqual([status, stats.sent, stats.gone, stats.failed], ['sent', 1, 3, 0])
    const left = await Promise.all(ids.map((id) => tenant.api('GET', `${tenant.path}/broadcastClients/${id}`)))
    assert.deepEqual(
      left.map(({ body }) => body.pushSubscription),
      [null, null, { set: true }, { set: true }],
    )
    push.answer(() => 201)
    assert.equal((await sent(await newCampaign())).stats.total, 2)
    assert.equal(push.at('gone-2-again').length, 1)
  })

  test('is retried when a push service fails, delayed when it asks for that, and failed when it refuses', async () => {
    await newAudience(4, 'hard')
    const at: number[] = []
    push.answer((browser, tries) => {
      if (browser === 'hard-0') at.push(performance.now())
      if (browser === 'hard-0') return tries === 1 ? { status: 429, headers: { 'retry-after': '2' } } : 201
      if (browser === 'hard-1') return tries === 1 ? 500 : 201
      return browser === 'hard-2' ? 403 : 201
    })
    const { status, stats } = await sent(await newCampaign())
    assert.deepEqual([status, stats.sent, stats.failed, stats.gone], ['sent', 3, 1, 0])
    assert((at[1] ?? 0) - (at[0] ?? 0) >= 2_000)
    assert.equal(push.tries('hard-2'), 1)
  })

  test('that no push service accepts has failed, with the reason', async () => {
    await newAudience(2, 'refused')
    push.answer(() => 401)
    const { status, stats } = await sent(await newCampaign())
    assert.deepEqual([status, stats.failed, stats.reason], ['failed', 2, 'No push service accepted the message.'])
  })

  test('without recipients is sent to no one', async () => {
    await newAudience(1, 'nobody')
    const { status, stats } = await sent(await newCampaign({ audience: { filters: [{ locale: 'es' }] } }))
    assert.deepEqual([status, stats.total, stats.sent], ['sent', 0, 0])
  })

  test('never calls an internal address, whatever a client registers', async () => {
    tenant = await service.newTenant()
    const { keys } = push.subscribe('inside')
    const register = (endpoint: string) =>
      tenant.api('POST', `${tenant.path}/broadcastClients`, { pushSubscription: { endpoint, keys } })
    for (const endpoint of [
      'https://169.254.169.254/x',
      'https://10.0.0.1/x',
      'https://192.168.0.1:5432/x',
      'https://[::1]/x',
    ])
      assert.equal((await register(endpoint)).status, 400)
    // What a name leads to is found out with each message.
    assert.equal((await register('https://localhost.localdomain.invalid/x')).status, 201)
    const { status, stats } = await sent(await newCampaign())
    assert.deepEqual([status, stats.total, stats.failed], ['failed', 1, 1])
  })

  test('is sent once to a browser that was registered twice', async () => {
    tenant = await service.newTenant()
    const pushSubscription = push.subscribe('twice')
    for (let times = 0; times < 2; times++)
      await tenant.api('POST', `${tenant.path}/broadcastClients`, { pushSubscription })
    assert.equal((await sent(await newCampaign())).stats.sent, 2)
    assert.equal(push.at('twice').length, 1)
  })

  test('that is cancelled stops, and counts the sent messages', async () => {
    await newAudience(120, 'cancelled')
    let isHeld = true
    const release = Promise.withResolvers<void>()
    push.answer(async () => {
      if (isHeld) await release.promise
      return 201
    })
    const at = await newCampaign()
    await tenant.api('POST', `${at}/send`)
    await push.until(() => push.tries('cancelled-0') > 0, 'a first try')
    const cancelled = await tenant.api('POST', `${at}/cancel`)
    assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelled'])
    await elapse(500)
    isHeld = false
    release.resolve()
    let stats = cancelled.body.stats
    await until(async () => {
      stats = (await tenant.api('GET', at)).body.stats
      return stats.sent > 0
    }, 'the count of what was sent')
    const arrived = push.pushed.filter(({ browser }) => browser.startsWith('cancelled-')).length
    assert(arrived > 0 && arrived < 60, `${arrived} of 120 were sent`)
    assert.equal(stats.sent, arrived)
    assertProblem(await tenant.api('POST', `${at}/cancel`), { status: 409, code: 'campaign_not_under_way' })
    assertProblem(await tenant.api('POST', `${at}/send`), { status: 409, code: 'campaign_closed' })
  })

  test('that is deleted while it is sent stops, and a deleted client is not waited for', async () => {
    const ids = await newAudience(60, 'deleted')
    const release = Promise.withResolvers<void>()
    push.answer(async () => {
      await release.promise
      return 201
    })
    const at = await newCampaign()
    const other = await newCampaign()
    await tenant.api('POST', `${at}/send`)
    await push.until(() => push.tries('deleted-0') > 0, 'a first try')
    assert.equal((await tenant.api('DELETE', at)).status, 200)
    release.resolve()
    await tenant.api('DELETE', `${tenant.path}/broadcastClients/${ids.at(-1)}`)
    const { status, stats } = await sent(other)
    assert.deepEqual([status, stats.total], ['sent', 59])
  })
})

suite('a scheduled campaign', () => {
  const inMinutes = (minutes: number) => new Date(service.clock.now() + minutes * 60_000).toISOString()

  test('is sent at its time, and not before; changing the time moves the sending', async () => {
    await newAudience(2, 'due')
    const at = await newCampaign()
    const scheduled = await tenant.api('PATCH', at, { status: 'scheduled', scheduledAt: inMinutes(10) })
    assert.deepEqual([scheduled.status, scheduled.body.status], [200, 'scheduled'], scheduled.text)
    await tenant.api('PATCH', at, { scheduledAt: inMinutes(30) })
    service.clock.advance(20 * 60_000)
    const jobs = (await tenant.api('GET', `${tenant.path}/jobs?type=campaign`)).body.data
    assert.deepEqual(jobs.map(({ status }: { status: string }) => status).sort(), ['cancelled', 'queued'])
    assert.equal((await tenant.api('GET', at)).body.status, 'scheduled')
    service.clock.advance(11 * 60_000)
    assert.equal((await ended(at)).stats.sent, 2)
  })

  test('that is redrafted, cancelled or deleted is not sent', async () => {
    await newAudience(1, 'undone')
    const plans = await Promise.all([newCampaign(), newCampaign(), newCampaign()])
    const scheduledAt = inMinutes(5)
    for (const at of plans) await tenant.api('PATCH', at, { status: 'scheduled', scheduledAt })
    const [drafted = '', cancelled = '', deleted = ''] = plans
    await tenant.api('PATCH', drafted, { status: 'draft' })
    await tenant.api('POST', `${cancelled}/cancel`)
    await tenant.api('DELETE', deleted)
    service.clock.advance(6 * 60_000)
    await sent(await newCampaign({ title: 'Marker' }))
    assert.deepEqual(
      push.at('undone-0').map(({ payload }) => payload.title),
      ['Marker'],
    )
  })

  test('that is an hour late, on the free plan or in a private broadcast fails with the reason', async () => {
    await newAudience(1, 'hindered')
    const at = await newCampaign({ status: 'scheduled', scheduledAt: inMinutes(1) })
    service.clock.advance(2 * 3_600_000)
    const late = await ended(at)
    assert.deepEqual(
      [late.status, late.stats.reason],
      ['failed', 'The service was not running when it was due, and now it is too late.'],
    )
    await tenant.api('PATCH', tenant.path, { isPrivate: true })
    const hidden = await newCampaign()
    assertProblem(await tenant.api('POST', `${hidden}/send`), { status: 409, code: 'broadcast_private' })
    await tenant.api('PATCH', hidden, { status: 'scheduled', scheduledAt: inMinutes(1) })
    service.clock.advance(70_000)
    assert.match((await ended(hidden)).stats.reason, /private/)
    assert.equal(push.tries('hindered-0'), 0)
  })
})

suite('a campaign or subscription written by people', () => {
  test('is validated: times, states, audiences and targets, with their pointers', async () => {
    await newAudience(1, 'checked')
    const at = await newCampaign()
    const past = new Date(service.clock.now() - 1_000).toISOString()
    const refused: [object, string][] = [
      [{ status: 'scheduled' }, '/scheduledAt'],
      [{ status: 'scheduled', scheduledAt: past }, '/scheduledAt'],
      [{ audience: { filters: [{ pushSubscription: { $exists: true } }] } }, '/audience/filters/0/pushSubscription'],
      [{ audience: { filters: [{ $where: 1 }] } }, '/audience/filters/0/$where'],
      [{ audience: { filters: [{ locale: { $regex: 'f' } }] } }, '/audience/filters/0/locale/$regex'],
      [{ audience: { filters: [{ lastSeenAt: { $gt: 'yesterday' } }] } }, '/audience/filters/0/lastSeenAt/$gt'],
      [{ navigator: { query: { filters: ['x'.repeat(3_000)] } } }, '/navigator'],
      ...['sending', 'sent', 'failed', 'cancelled'].map((status): [object, string] => [{ status }, '/status']),
    ]
    for (const [body, pointer] of refused)
      assertProblem(await tenant.api('PATCH', at, body), { status: 400, pointer }, JSON.stringify(body))
    assertProblem(await tenant.api('POST', `${await newCampaign({ title: null, body: null })}/send`), {
      status: 400,
      pointer: '/title',
    })
    assertProblem(await tenant.api('GET', `${at}/audience?filters=[{"x":1}]`), { status: 400, pointer: '?filters/0/x' })
    assertProblem(await tenant.api('POST', `${at}/cancel`), { status: 409, code: 'campaign_not_under_way' })
    const found = await tenant.api('GET', `${at}/audience?filters=[{"locale":"fr"},{"locale":"es"}]&filtersLogical=$or`)
    assert.deepEqual(found.body, { total: 1, reachable: 1 })
  })

  test('cannot be changed once it is sent, except for fields outside the message', async () => {
    await newAudience(1, 'over')
    const at = await newCampaign()
    await sent(at)
    for (const body of [{ title: 'No' }, { status: 'draft' }, { audience: null, scheduledAt: null, body: null }])
      assertProblem(await tenant.api('PATCH', at, body), { status: 409, code: 'campaign_closed' })
    assert.equal((await tenant.api('PATCH', at, { metadata: { archived: true } })).status, 200)
  })

  test('needs a complete and valid push subscription', async () => {
    tenant = await service.newTenant()
    const nobody = apiWith(service.url, {})
    const { token } = (await nobody('POST', `/v1/public/${tenant.broadcastId}/clients`)).body
    const me = apiWith(service.url, { authorization: `Bearer ${token}` })
    const mine = `/v1/public/${tenant.broadcastId}/clients/me`
    const good = push.subscribe('mine')
    const shown = await me('PATCH', mine, { pushSubscription: good })
    assert.deepEqual([shown.status, shown.body.pushSubscription], [200, { set: true }], shown.text)
    assert.deepEqual((await me('PATCH', mine, { pushSubscription: { set: true } })).body, shown.body)
    const refused: [object, string][] = [
      [{}, '/endpoint'],
      [{ endpoint: good.endpoint }, '/keys'],
      [{ keys: good.keys }, '/endpoint'],
      [{ ...good, endpoint: 'ftp://push.example/x' }, '/endpoint'],
      [{ ...good, endpoint: 'https://a:b@push.example/x' }, '/endpoint'],
      [{ ...good, keys: { ...good.keys, auth: 'short' } }, '/keys/auth'],
      [{ ...good, keys: { ...good.keys, p256dh: good.keys.auth } }, '/keys/p256dh'],
      [{ ...good, set: true }, '/set'],
      [{ ...good, more: 1 }, '/more'],
    ]
    for (const [pushSubscription, at] of refused)
      assertProblem(await me('PATCH', mine, { pushSubscription }), { status: 400, pointer: `/pushSubscription${at}` })
    assert.deepEqual(await tablesHolding(service.platform.db, good.keys.auth), [])
    assert.equal((await sent(await newCampaign())).stats.sent, 1)
    assert.equal(push.at('mine').length, 1)
  })
})

test('a test message is sent to one client only, once per Idempotency-Key, and is not counted', async () => {
  const [first = '', second = ''] = await newAudience(2, 'trial')
  const at = await newCampaign()
  const headers = { 'idempotency-key': 'trial' }
  assert.deepEqual((await tenant.api('POST', `${at}/test`, { clientId: first }, headers)).body, { outcome: 'sent' })
  const again = await tenant.api('POST', `${at}/test`, { clientId: first }, headers)
  assert.deepEqual([again.body, again.headers.get('idempotent-replayed')], [{ outcome: 'unknown' }, 'true'])
  assert.deepEqual([push.tries('trial-0'), push.tries('trial-1')], [1, 0])
  push.answer(() => 410)
  assert.deepEqual((await tenant.api('POST', `${at}/test`, { clientId: second })).body, { outcome: 'gone' })
  assertProblem(await tenant.api('POST', `${at}/test`, { clientId: second }), { status: 400, pointer: '/clientId' })
  assertProblem(await tenant.api('POST', `${at}/test`, { clientId: 'f'.repeat(24) }), {
    status: 400,
    pointer: '/clientId',
  })
  assert.deepEqual((await tenant.api('GET', at)).body.stats, {})
})

test('a test message is in a language of the broadcast, as the campaign will be', async () => {
  const [, english = ''] = await newAudience(2, 'removed')
  const at = await newCampaign()
  await tenant.api('PATCH', tenant.path, { locales: ['fr'], defaultLocale: 'fr' })
  assert.deepEqual((await tenant.api('POST', `${at}/test`, { clientId: english })).body, { outcome: 'sent' })
  await sent(at)
  const messages = push.at('removed-1').map(({ payload: { title, locale } }) => [title, locale])
  assert.deepEqual(messages, [
    ['Portes', null],
    ['Portes', null],
  ])
})

test('on the free plan nothing is sent: requests are refused, and due campaigns fail', async () => {
  await newAudience(1, 'free')
  const at = await newCampaign({
    status: 'scheduled',
    scheduledAt: new Date(service.clock.now() + 60_000).toISOString(),
  })
  const owner = await signedIn(service, tenant)
  tenant = { ...tenant, api: owner }
  await changePlan(service.platform, tenant.userId, 'free', { type: 'command' })
  const draft = await newCampaign()
  assertProblem(await owner('POST', `${draft}/send`), { status: 403, code: 'plan_required' })
  service.clock.advance(61_000)
  const { status, stats } = await ended(at)
  assert.deepEqual([status, stats.reason], ['failed', 'The plan of the account does not include sending.'])
  assert.equal(push.tries('free-0'), 0)
})
