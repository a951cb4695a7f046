import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newObjectId } from '../../src/base/object-id.ts'
import { sql } from '../../src/store/sql.ts'
import { assertProblem } from '../support/problem.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let push: PushService
let tenant: TestTenant

before(async () => {
  push = await startPushService()
  service = await startService({ MARQUEE_OUTBOUND_ALLOW: '127.0.0.1', MARQUEE_OUTBOUND_ALLOW_HTTP: 'true' })
  tenant = await service.newTenant()
  // Half an hour beside UTC, with festival days that begin in the morning.
  await tenant.api('PATCH', tenant.path, { timezone: 'Asia/Kolkata', dayStart: '06:00' })
})
after(async () => {
  await service.stop()
  await push.close()
})

const campaigns = () => `${tenant.path}/broadcastCampaigns`
const visitor = () => apiWith(service.url, {})
const open = async (id: string, ...locales: (string | undefined)[]) => {
  const events = locales.map((locale) => ({ type: 'campaign.opened', metadata: { id, ...(locale && { locale }) } }))
  const reply = await visitor()('POST', `/v1/public/${tenant.broadcastId}/events`, { events })
  assert.equal(reply.status, 202, reply.text)
}

async function sentCampaign(): Promise<string> {
  for (const [name, locale] of [
    ['a', 'fr'],
    ['b', 'fr'],
    ['c', 'en'],
    ['d', null],
  ] as const)
    await tenant.api('POST', `${tenant.path}/broadcastClients`, { locale, pushSubscription: push.subscribe(name) })
  push.answer((browser) => (browser === 'b' ? 400 : 201))
  const { body } = await tenant.api('POST', campaigns(), { title: 'Portes', localeDetails: { en: { title: 'Doors' } } })
  const at = `${campaigns()}/${body._id}`
  assert.deepEqual((await tenant.api('GET', `${at}/summary`)).body, {
    ...{ addressed: 0, delivered: 0, failed: 0, gone: 0, opened: 0, languages: [], hours: [] },
  })
  await tenant.api('POST', `${at}/send`)
  await until(async () => (await tenant.api('GET', at)).body.status === 'sent', 'the end of the campaign')
  return body._id
}

test('a campaign says how many it reached and how many opened it, by language and by hour', async () => {
  const id = await sentCampaign()
  await open(id, 'fr', 'fr', 'en', undefined)
  service.clock.advance(5 * 3_600_000)
  await open(id, 'fr', 'xx')
  const { status, body, text } = await tenant.api('GET', `${campaigns()}/${id}/summary`)
  assert.equal(status, 200, text)
  const { hours, languages, ...rest } = body
  assert.deepEqual(rest, { addressed: 4, delivered: 3, failed: 1, gone: 0, opened: 6 })
  const byName = (one: { locale: string | null }, other: { locale: string | null }) =>
    String(one.locale).localeCompare(String(other.locale))
  assert.deepEqual(languages.sort(byName), [
    { locale: 'en', delivered: 1, failed: 0, gone: 0, opened: 1 },
    { locale: 'fr', delivered: 1, failed: 1, gone: 0, opened: 3 },
    { locale: null, delivered: 1, failed: 0, gone: 0, opened: 1 },
  ])
  assert.equal(hours.length, 24)
  const counts = hours.map(({ opened }: { opened: number }) => opened)
  assert.deepEqual([counts[0], counts[5], counts.reduce((sum: number, one: number) => sum + one)], [4, 2, 6])
  // A week later they are opened, but not in the first day.
  service.clock.advance(7 * 86_400_000)
  await open(id, 'fr')
  const later = (await tenant.api('GET', `${campaigns()}/${id}/summary`)).body
  assert.equal(later.opened, 7)
  assert.equal(
    later.hours.reduce((sum: number, { opened }: { opened: number }) => sum + opened, 0),
    6,
  )
})

test('openings of missing campaigns are not counted, and invented languages only up to a limit', async () => {
  const { body } = await tenant.api('POST', campaigns(), { title: 'Portes' })
  const rows = async (id: string) =>
    service.platform.db.query(
      sql`select subject from timeline_subject_counts where type = 'campaign.opened' and left(subject, 24) = ${id}`,
    )
  const missing = newObjectId(Date.now())
  await open(missing, 'fr')
  assert.deepEqual(await rows(missing), [])
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const tags = letters.flatMap((one) => letters.flatMap((two) => [`${one}${two}`, `${one}${two}z`]))
  for (let at = 0; at < tags.length; at += 100) await open(body._id, ...tags.slice(at, at + 100))
  assert((await rows(body._id)).length <= 1_100, 'bounded')
  await open(body._id, 'fr')
  const total = await service.platform.db.query<{ count: number }>(
    sql`select sum(count)::bigint as count from timeline_subject_counts where type = 'campaign.opened' and subject = ${body._id}`,
  )
  assert.equal(total[0]?.count, tags.length + 1)
})

test('an opening with anything else is refused', async () => {
  const events = [{ type: 'campaign.opened', metadata: { id: newObjectId(Date.now()), clientId: 'me' } }]
  assertProblem(await visitor()('POST', `/v1/public/${tenant.broadcastId}/events`, { events }), {
    status: 400,
    code: 'invalid',
  })
})
