import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { newObjectId } from '../../src/base/object-id.ts'
import { runRetention } from '../../src/jobs/retention.ts'
import { sql } from '../../src/store/sql.ts'
import { isNews, statementsOf } from '../support/counted-statements.ts'
import { type Api, addMember, apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let visitor: Api
let tenant: TestTenant
before(async () => {
  service = await startService({ MARQUEE_PUBLIC_WRITE_LIMIT: 'off', MARQUEE_ANALYTICS_KEPT_DAYS: '100' })
  visitor = apiWith(service.url, {})
})
after(() => service.stop())
beforeEach(async () => {
  tenant = await service.newTenant()
  await tenant.api('PATCH', tenant.path, { timezone: 'Asia/Kolkata', dayStart: '06:00' })
})

const dayMs = 86_400_000
/** Two days ago, so that every time of the day is in the past. */
const day = () => new Date(service.clock.now() - 2 * dayMs).toISOString().slice(0, 10)
const dayBefore = (date: string) => new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10)
/** A time of that day in India, whose clocks are half an hour apart from most others. */
const at = (time: string) => `${day()}T${time}:00+05:30`

async function send(events: object[], to = tenant) {
  for (let from = 0; from < events.length; from += 100) {
    const some = events.slice(from, from + 100)
    const reply = await visitor('POST', `/v1/public/${to.broadcastId}/events`, { events: some })
    assert.equal(reply.status, 202, reply.text)
  }
}

async function summary(query = '', to = tenant) {
  const reply = await to.api('GET', `${to.path}/broadcastEvents/summary${query}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

async function create(plural: string, body: object): Promise<string> {
  const reply = await tenant.api('POST', `${tenant.path}/${plural}`, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body._id
}

const viewed = (screen: string, id?: string, occurredAt?: string) => ({
  type: 'page.viewed',
  metadata: { screen, ...(id && { id }) },
  ...(occurredAt && { occurredAt }),
})
const starred = (id: string) => ({ type: 'favorite.added', metadata: { id } })
const unstarred = (id: string) => ({ type: 'favorite.removed', metadata: { id } })
const times = <T>(count: number, event: T): T[] => Array.from({ length: count }, () => event)

test('visitors are counted by the day of the broadcast, views by the hour of its clocks', async () => {
  await send([
    { type: 'visit', occurredAt: at('05:59') },
    { type: 'visit', occurredAt: at('06:00') },
    { type: 'visit', occurredAt: at('23:59') },
    viewed('home', undefined, at('05:59')),
    viewed('home', undefined, at('06:00')),
    viewed('programme', undefined, at('06:30')),
    viewed('home', undefined, at('23:59')),
  ])
  const [today, night] = [day(), dayBefore(day())]
  const both = await summary(`?from=${night}&to=${today}`)
  assert.deepEqual(both.days, [night, today])
  assert.deepEqual(both.visitors, { total: 3, counts: [1, 2] })
  assert.deepEqual([both.timezone, both.dayStart], ['Asia/Kolkata', '06:00'])
  const busy = (hours: { hour: number; count: number }[]) =>
    hours.filter(({ count }) => count > 0).map(({ hour, count }) => [hour, count])
  assert.equal(both.hours.length, 24)
  assert.deepEqual(busy(both.hours), [
    [5, 1],
    [6, 2],
    [23, 1],
  ])
  const one = await summary(`?from=${today}&to=${today}`)
  assert.deepEqual(busy(one.hours), [
    [6, 2],
    [23, 1],
  ])
  assert.deepEqual(one.pages, [
    { screen: 'home', id: null, title: null, views: 2 },
    { screen: 'programme', id: null, title: null, views: 1 },
  ])
})

test('sessions have favorites and views, and places those of their sessions as they are now', async () => {
  const [main, yard] = [
    await create('broadcastInterestPoints', { title: 'Main' }),
    await create('broadcastInterestPoints', { title: 'Yard' }),
  ]
  const [quartet, choir, talk, gone] = [
    await create('broadcastSessions', { title: 'Quartet', interestPointId: main }),
    await create('broadcastSessions', { title: 'Choir', interestPointId: main }),
    await create('broadcastSessions', { title: 'Talk', localeDetails: { fr: { title: 'Causerie' } } }),
    await create('broadcastSessions', { title: 'Gone', interestPointId: yard }),
  ]
  await send([
    ...times(3, starred(choir)),
    ...times(2, starred(quartet)),
    unstarred(quartet),
    unstarred(talk),
    ...times(4, viewed('session', quartet)),
    ...times(2, viewed('session', talk)),
    ...times(9, starred(gone)),
  ])
  await tenant.api('DELETE', `${tenant.path}/broadcastSessions/${gone}`)
  const first = await summary()
  assert.deepEqual(first.sessions, [
    { id: choir, title: 'Choir', favorites: 3, views: 0 },
    { id: quartet, title: 'Quartet', favorites: 1, views: 4 },
    { id: talk, title: 'Talk', favorites: 0, views: 2 },
  ])
  assert.deepEqual(first.pages, [
    { screen: 'session', id: quartet, title: 'Quartet', views: 4 },
    { screen: 'session', id: talk, title: 'Talk', views: 2 },
  ])
  assert.deepEqual(first.places, [{ id: main, title: 'Main', favorites: 4, views: 4 }])
  const inFrench = (await summary('?locale=fr')).sessions.map(({ title }: { title: string }) => title)
  assert.deepEqual(inFrench, ['Choir', 'Quartet', 'Causerie'])
  await tenant.api('PATCH', `${tenant.path}/broadcastSessions/${choir}`, { interestPointId: yard })
  assert.deepEqual((await summary()).places, [
    { id: yard, title: 'Yard', favorites: 3, views: 0 },
    { id: main, title: 'Main', favorites: 1, views: 4 },
  ])
})

test('pages, searches without results and shares are counted, too', async () => {
  const article = await create('broadcastArticles', { title: 'News' })
  await send([
    ...times(3, viewed('article', article)),
    ...times(2, viewed('map')),
    ...times(2, { type: 'share', metadata: { screen: 'article', id: article } }),
    ...['Parking', 'parking ', 'toilets'].map((text) => ({ type: 'search.empty', metadata: { text } })),
  ])
  const { pages, searches, shares, sessions } = await summary()
  assert.deepEqual(pages, [
    { screen: 'article', id: article, title: 'News', views: 3 },
    { screen: 'map', id: null, title: null, views: 2 },
  ])
  assert.deepEqual(searches, [
    { text: 'parking', count: 2 },
    { text: 'toilets', count: 1 },
  ])
  assert.deepEqual([shares, sessions], [2, []])
})

test('lists end after twenty entries, the largest first', async () => {
  const ids: string[] = []
  for (let index = 0; index < 25; index++) ids.push(await create('broadcastSessions', { title: `S${index}` }))
  await send(ids.flatMap((id, index) => times(index + 1, starred(id))))
  await send(
    ids.flatMap((_, index) =>
      times(index + 1, { type: 'search.empty', metadata: { text: `s ${String.fromCharCode(97 + index)}` } }),
    ),
  )
  const { sessions, searches } = await summary()
  assert.deepEqual(
    sessions.map(({ favorites }: { favorites: number }) => favorites),
    Array.from({ length: 20 }, (_, index) => 25 - index),
  )
  assert.deepEqual([searches.length, searches[0]], [20, { text: 's y', count: 25 }])
})

test('apps and keys count by the same events, and others have no subject', async () => {
  const session = await create('broadcastSessions', { title: 'Quartet' })
  const { body: app } = await visitor('POST', `/v1/public/${tenant.broadcastId}/clients`, {})
  await visitor('POST', `/v1/public/${tenant.broadcastId}/events`, starred(session), {
    authorization: `Bearer ${app.token}`,
  })
  for (const metadata of [{ id: session }, { id: 7 }, { id: 'x' }, {}])
    await tenant.api('POST', `${tenant.path}/broadcastEvents`, { type: 'favorite.added', metadata })
  for (const metadata of [{ text: 'ada@mail.example' }, { text: 'x'.repeat(5_000) }, { text: 7 }])
    await tenant.api('POST', `${tenant.path}/broadcastEvents`, { type: 'search.empty', metadata })
  for (const metadata of [{ screen: 'constructor' }, { screen: null }])
    await tenant.api('POST', `${tenant.path}/broadcastEvents`, { type: 'page.viewed', metadata })
  await tenant.api('POST', `${tenant.path}/broadcastEvents`, { type: 'session.opened', metadata: { id: session } })
  const { sessions, searches, pages } = await summary()
  assert.deepEqual(sessions, [{ id: session, title: 'Quartet', favorites: 2, views: 0 }])
  assert.deepEqual([searches, pages], [[], []])
})

test('ids of missing or foreign records and endless searches do not fill the counts', async () => {
  const other = await service.newTenant()
  const foreign = (await other.api('POST', `${other.path}/broadcastSessions`, { title: 'Foreign' })).body._id
  await send([starred(newObjectId(0)), starred(foreign), viewed('article', foreign)])
  const letters = (index: number) => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const searches = Array.from({ length: 1_300 }, (_, index) => ({
    type: 'search.empty',
    metadata: { text: `q ${letters(index)}` },
  }))
  await send(searches)
  await send(searches.slice(0, 1))
  const rows = await service.platform.db.query<{ about: string; count: number }>(
    sql`select about, count(*) as count from timeline_subject_counts where broadcast_id = ${tenant.broadcastId} group by 1`,
  )
  const counted = Object.fromEntries(rows.map(({ about, count }) => [about, count]))
  assert.deepEqual([Object.keys(counted).sort(), counted.hour], [['hour', 'text'], 1])
  assert((counted.text ?? 0) >= 1_000 && (counted.text ?? 0) < 1_100, String(counted.text))
  assert.deepEqual((await summary()).searches[0], { text: 'q a', count: 2 }, 'known texts are still counted')
})

test('only members of the broadcast read its summary, and only its own', async () => {
  const other = await service.newTenant()
  await send(times(3, { type: 'visit' }))
  assert.equal((await summary('', other)).visitors.total, 0)
  const path = `${tenant.path}/broadcastEvents/summary`
  assert.equal((await other.api('GET', path)).status, 404)
  assert.equal((await visitor('GET', path)).status, 401)
  const viewer = await addMember(service, tenant, 'viewer')
  assert.equal((await viewer('GET', path)).body.visitors.total, 3)
  const writer = apiWith(service.url, { 'x-api-key': await service.newKey(tenant.broadcastId, ['write']) })
  assert.equal((await writer('GET', path)).status, 403)
})

test('a summary reads counts and no events, in two statements', async () => {
  await send([...times(2, viewed('home')), { type: 'visit' }])
  const statements = (
    await statementsOf(
      service,
      () => summary(),
      () => tenant.api('GET', tenant.path),
    )
  ).filter((text) => !isNews(text))
  assert.equal(statements.length, 2, statements.join('\n'))
  assert.deepEqual(
    statements.filter((text) => /\btimeline\b/.test(text)),
    [],
  )
  const { headers } = await tenant.api('GET', `${tenant.path}/broadcastEvents/summary`)
  const again = await tenant.api('GET', `${tenant.path}/broadcastEvents/summary`, undefined, {
    'if-none-match': headers.get('etag') ?? '',
  })
  assert.equal(again.status, 304)
})

test('days are dates in order, and at most 400 of them', async () => {
  for (const query of ['?from=2026-02-30', '?to=x', '?from=2026-07-05&to=2026-07-04', '?from=2025-01-01&to=2026-07-04'])
    assert.equal((await tenant.api('GET', `${tenant.path}/broadcastEvents/summary${query}`)).status, 400, query)
  assert.equal((await summary()).days.length, 30)
})

test('counts of subjects expire with the month of their events, and with the broadcast', async () => {
  const rows = async () =>
    service.platform.db.query(sql`select from timeline_subject_counts where broadcast_id = ${tenant.broadcastId}`)
  await send([viewed('home', undefined, new Date(service.clock.now() - 99 * dayMs).toISOString()), viewed('home')])
  assert.equal((await rows()).length, 4)
  service.clock.advance(35 * dayMs)
  await runRetention({ db: service.platform.db, clock: service.clock, kept: service.config })
  assert.equal((await rows()).length, 2)
  await service.platform.db.transaction(async (tx) => {
    const { deleteBroadcast } = await import('../../src/store/records/broadcasts.ts')
    await deleteBroadcast(tx, tenant.broadcastId)
  })
  assert.equal((await rows()).length, 0)
})

test('the expected crowd is the largest starred session of each place and hour, whenever it was starred', async () => {
  const stage = await create('broadcastInterestPoints', { title: 'Harbour stage', status: 'published' })
  const session = (title: string, start: string, end: string | null, more: object = {}) =>
    create('broadcastSessions', {
      title,
      status: 'published',
      interestPointId: stage,
      time: { start: `2027-07-02T${start}:00+05:30`, end: end && `2027-07-02T${end}:00+05:30` },
      ...more,
    })
  const early = await session('Tides', '18:30', '20:00')
  const late = await session('Night swim', '20:15', '20:45')
  const crowded = await session('Last call', '20:45', '21:15')
  const night = await create('broadcastSessions', {
    title: 'After midnight',
    status: 'published',
    interestPointId: stage,
    time: { start: '2027-07-03T01:00:00+05:30', end: null },
  })
  const cancelled = await session('Called off', '18:30', '19:00', { cancelled: true })
  const nowhere = await session('Somewhere', '18:30', '19:00', { interestPointId: null })
  await send([
    ...times(3, starred(early)),
    unstarred(early),
    starred(late),
    ...times(4, starred(crowded)),
    starred(night),
    ...times(9, starred(cancelled)),
    ...times(9, starred(nowhere)),
  ])
  const { crowd } = await summary(`?from=${dayBefore(day())}&to=${dayBefore(day())}`)
  const entry = (day: string, hour: number, favorites: number) => ({
    day,
    hour,
    placeId: stage,
    title: 'Harbour stage',
    favorites,
  })
  assert.deepEqual(crowd, [
    entry('2027-07-02', 20, 4),
    entry('2027-07-02', 21, 4),
    entry('2027-07-02', 18, 2),
    entry('2027-07-02', 19, 2),
    entry('2027-07-02', 1, 1),
  ])
})
