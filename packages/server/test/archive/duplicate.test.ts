import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type Api,
  addMember,
  type Reply,
  signedIn,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts'
import { until } from '../support/until.ts'
import { traces } from './archives.ts'
import { fillBroadcast } from './full-broadcast.ts'

let service: TestService
before(async () => {
  service = await startService({ MARQUEE_QUOTA_RECORDS: '300' })
})
after(() => service.stop())

async function newOwner(name: string): Promise<{ tenant: TestTenant; owner: Api }> {
  const tenant = await service.newTenant({ name })
  return { tenant, owner: await signedIn(service, tenant) }
}

async function jobOf(owner: Api, reply: Reply): Promise<Reply['body']> {
  assert.equal(reply.status, 202, reply.text)
  let job = reply.body
  await until(
    async () => {
      job = (await owner('GET', reply.headers.get('location') ?? '')).body
      return job.ended_at !== null
    },
    'the end of the copy',
    60_000,
  )
  return job
}

/** Duplicates and returns the path of the copy. */
async function duplicate(owner: Api, tenant: TestTenant, body: object): Promise<string> {
  const job = await jobOf(owner, await owner('POST', `${tenant.path}/duplicate`, body))
  assert.equal(job.status, 'succeeded', job.reason)
  return `/v1/users/${job.result.userId}/broadcasts/${job.result.broadcastId}`
}

const add = async (tenant: TestTenant, plural: string, body: object): Promise<Reply['body']> => {
  const reply = await tenant.api('POST', `${tenant.path}/${plural}`, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
const list = async (api: Api, path: string, plural: string): Promise<Reply['body'][]> =>
  (await api('GET', `${path}/${plural}?limit=200`)).body.data

test('a copy has every editorial record with new ids, and nothing of people, campaigns, keys and secrets', async () => {
  const { tenant, owner } = await newOwner('Everything')
  await fillBroadcast(service, tenant)
  const copy = await duplicate(owner, tenant, { name: 'Everything again' })
  const record = (await owner('GET', copy)).body
  assert.deepEqual([record.name, record.isPrivate, record.status], ['Everything again', true, 'idle'])
  assert(record.authData.every((entry: { set?: boolean }) => entry.set !== true))
  const used = async (path: string) => (await owner('GET', `${path}/usage`)).body.records
  const [before, now] = [await used(tenant.path), await used(copy)]
  const left = ['broadcastContact', 'broadcastClient', 'broadcastCampaign', 'importSource', 'broadcastMember']
  for (const [kind, { used: count }] of Object.entries<{ used: number }>(before)) {
    if (left.includes(kind)) assert.equal(now[kind].used, kind === 'broadcastMember' ? 1 : 0, kind)
    // The original has no website, so the copy gets one.
    else if (kind === 'broadcastDiffuser') assert.equal(now[kind].used, count + 1, kind)
    else if (kind !== 'broadcastEvent') assert.equal(now[kind].used, count, kind)
  }
  for (const { status } of await list(owner, copy, 'workflows')) assert.equal(status, 'disabled')
  for (const article of await list(owner, copy, 'broadcastArticles'))
    assert.deepEqual([article.status, article.publishedAt], ['draft', null])
  const text = (await owner('GET', `${copy}/bundle`)).text
  assert(!text.includes(tenant.broadcastId))
  const [media] = (await list(owner, copy, 'medias')).filter(({ external }) => !external)
  assert.equal((await owner('GET', new URL(media.mediaUrl).pathname)).status, 200)
})

test('sessions keep their time of day across a clock change, and the copy has a slug of its own', async () => {
  const { tenant, owner } = await newOwner('Nuits du Port')
  const dates = { start: '2027-03-26', end: '2027-03-27' }
  const countdown = { type: 'countdown', target: '2027-03-26T17:00:00.000Z' }
  await tenant.api('PATCH', tenant.path, { timezone: 'Europe/Paris', dates, home: { blocks: [countdown] } })
  await add(tenant, 'broadcastDiffusers', { type: 'web', status: 'published', slug: 'nuits-du-port' })
  const time = (start: string, end: string, timezone: string | null = null) => ({ time: { start, end, timezone } })
  await add(tenant, 'broadcastSessions', { title: 'Evening', ...time('2027-03-26T18:00', '2027-03-26T19:30') })
  await add(tenant, 'broadcastSessions', { title: 'Night', ...time('2027-03-27T02:30', '2027-03-27T02:45') })
  await add(tenant, 'broadcastSessions', {
    title: 'Abroad',
    ...time('2027-03-26T18:00', '2027-03-26T19:00', 'America/New_York'),
  })
  // Clocks in Paris go forward on March 28.
  const copy = await duplicate(owner, tenant, { name: 'Nuits du Port', startDate: '2027-03-27' })
  const record = (await owner('GET', copy)).body
  assert.deepEqual(record.dates, { start: '2027-03-27', end: '2027-03-28' })
  assert.equal(record.home.blocks[0].target, '2027-03-27T17:00:00.000Z')
  const moved = new Map((await list(owner, copy, 'broadcastSessions')).map((one) => [one.title, one.time]))
  assert.equal(moved.get('Evening').start, '2027-03-27T17:00:00.000Z')
  assert.equal(moved.get('Abroad').start, '2027-03-27T22:00:00.000Z')
  // 02:30 does not exist on that night.
  assert.equal(moved.get('Night').start, '2027-03-28T01:00:00.000Z')
  assert.equal(moved.get('Night').end, '2027-03-28T01:00:00.000Z')
  const later = await duplicate(owner, tenant, { name: 'Nuits du Port', shiftDays: 364 })
  const start = (await list(owner, later, 'broadcastSessions')).find(({ title }) => title === 'Evening').time.start
  assert.equal(start, '2028-03-24T17:00:00.000Z')
  const slugs = await Promise.all(
    [copy, later].map(async (path) => (await list(owner, path, 'broadcastDiffusers'))[0].slug),
  )
  assert.deepEqual(slugs, ['nuits-du-port-2', 'nuits-du-port-3'])
})

test('without sessions, links to them are empty and everything else is there', async () => {
  const { tenant, owner } = await newOwner('No sessions')
  const session = await add(tenant, 'broadcastSessions', { title: 'Gone' })
  const host = await add(tenant, 'broadcastHosts', { title: 'Ada Wrenfield' })
  const navigator = { broadcastSessionId: session._id }
  await add(tenant, 'broadcastInterestPoints', { title: 'Quay', navigator })
  const menu = { sections: [{ title: 'More', tiles: [{ title: 'Gone', navigator }] }] }
  await tenant.api('PATCH', tenant.path, { menu })
  const copy = await duplicate(owner, tenant, { name: 'Empty', sessions: false, startDate: '2028-07-01' })
  assert.deepEqual(await list(owner, copy, 'broadcastSessions'), [])
  const [place] = await list(owner, copy, 'broadcastInterestPoints')
  assert.deepEqual([place.title, place.navigator.broadcastSessionId], ['Quay', null])
  const [same] = await list(owner, copy, 'broadcastHosts')
  assert.equal(same.title, host.title)
  assert.notEqual(same._id, host._id)
  const [tile] = (await owner('GET', copy)).body.menu.sections[0].tiles
  assert.equal(tile.navigator.broadcastSessionId, null)
  assert.equal((await list(owner, copy, 'broadcastDiffusers'))[0].slug, 'empty')
})

test('bad choices are refused and change nothing', async () => {
  const { tenant, owner } = await newOwner('Choices')
  const before = await traces(service)
  const refused: [object, string][] = [
    [{}, '/name'],
    [{ name: ' ' }, '/name'],
    [{ name: 'x'.repeat(31) }, '/name'],
    [{ name: 'A', startDate: '2027-02-29' }, '/startDate'],
    [{ name: 'A', shiftDays: 1.5 }, '/shiftDays'],
    [{ name: 'A', shiftDays: 7, startDate: '2027-07-02' }, '/startDate'],
    [{ name: 'A', sessions: 'yes' }, '/sessions'],
    [{ name: 'A', contacts: true }, '/contacts'],
  ]
  for (const [body, pointer] of refused) {
    const { status, body: problem, text } = await owner('POST', `${tenant.path}/duplicate`, body)
    assert.deepEqual([status, problem.errors[0].pointer], [400, pointer], text)
  }
  assert.deepEqual(await traces(service), before)
})

test('only owners can duplicate, not editors and not keys', async () => {
  const { tenant } = await newOwner('Rights')
  const body = { name: 'Mine now' }
  const editor = await addMember(service, tenant, 'editor')
  assert.equal((await editor('POST', `${tenant.path}/duplicate`, body)).body.code, 'insufficient_role')
  assert.equal((await tenant.api('POST', `${tenant.path}/duplicate`, body)).body.code, 'owner_required')
  // Another owner gets the copy for themselves.
  const other = await addMember(service, tenant, 'owner')
  const copy = await duplicate(other, tenant, body)
  assert(!copy.startsWith(`/v1/users/${tenant.userId}/`))
  assert.equal((await tenant.api('GET', copy)).status, 404)
})

test('a copy beyond the quota fails with a reason and leaves nothing behind', async () => {
  const { tenant, owner } = await newOwner('Too large')
  for (let at = 0; at < 4; at++) await add(tenant, 'broadcastHosts', { title: `Host ${at}` })
  const { quotas } = service.config
  quotas.byKind.broadcastHost = 3
  try {
    const before = await traces(service)
    const job = await jobOf(owner, await owner('POST', `${tenant.path}/duplicate`, { name: 'Copy' }))
    assert.equal(job.status, 'failed')
    assert.match(job.reason, /at most 3 broadcastHosts/)
    assert.deepEqual(await traces(service), before)
  } finally {
    delete quotas.byKind.broadcastHost
  }
})
