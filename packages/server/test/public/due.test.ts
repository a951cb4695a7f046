import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { changeRows } from '../support/change-rows.ts'
import { type Api, apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'
import { pathsOf, publicReads } from './public-addresses.ts'

let service: TestService
let tenant: TestTenant
let nobody: Api
let base: string

before(async () => {
  service = await startService({ MARQUEE_PUBLIC_READ_LIMIT: 'off' })
  nobody = apiWith(service.url, {})
})
after(() => service.stop())

/** A new broadcast. */
async function begin(): Promise<void> {
  tenant = await service.newTenant()
  base = `/v1/public/${tenant.broadcastId}`
}

test('a scheduled article appears everywhere at its second, without a write', async () => {
  await begin()
  const { _id: id } = await create('broadcastArticles', {
    ...{ title: 'Line-up', status: 'published', publishedAt: inMs(minuteMs), content: '<p>All of it</p>' },
    localeDetails: { es: { title: 'Cartel' } },
  })
  const page = await create('broadcastPages', {
    ...{ title: 'News', status: 'published' },
    blocks: [{ type: 'button', navigator: { broadcastArticleId: id, query: { filters: [{ _id: id }] } } }],
  })
  const menu = { sections: [{ tiles: [{ navigator: { broadcastArticleId: id } }] }] }
  assert.equal((await tenant.api('PATCH', tenant.path, { menu })).status, 200)
  const { cursor } = (await nobody('GET', `${base}/bundle`)).body
  const addresses = addressesAbout(id, page._id, cursor)

  service.clock.advance(minuteMs - marginMs)
  // The second responses come from the cache.
  for (const address of [...addresses, ...addresses]) {
    const reply = await nobody('GET', address)
    assert(!reply.text.includes(id) && !reply.text.includes('Line-up') && !reply.text.includes('"es"'), address)
  }
  await withoutAnnouncements(async () => {
    service.clock.advance(marginMs)
    for (const address of addresses) {
      const reply = await nobody('GET', address)
      assert.equal(reply.status, 200, `${address} ${reply.text}`)
      assert(reply.text.includes(id) || reply.text.includes('Line-up'), `${address} ${reply.text}`)
    }
    const list = await nobody('GET', `${base}/broadcastArticles`)
    assert.equal(list.body.metadata.total, 1)
    const update = await nobody('GET', `${base}/bundle?since=${cursor}`)
    assert.deepEqual([update.body.full, update.body.deleted], [false, {}])
    assert.deepEqual(update.body.data, {
      broadcastArticles: list.body.data,
      broadcastPages: [(await nobody('GET', `${base}/broadcastPages/${page._id}`)).body],
    })
    assert.deepEqual(update.body.broadcast.locales, ['es'])
    const again = await nobody('GET', `${base}/bundle?since=${update.body.cursor}`)
    assert.deepEqual([again.body.data, again.body.deleted, again.body.cursor], [{}, {}, update.body.cursor])
  })
})

test('an article whose date is postponed disappears at once, and reappears at its new second', async () => {
  await begin()
  const { _id: id } = await create('broadcastArticles', { title: 'Line-up', status: 'published' })
  const first = (await nobody('GET', `${base}/bundle`)).body
  await tenant.api('PATCH', `${tenant.path}/broadcastArticles/${id}`, { publishedAt: inMs(minuteMs) })
  const second = (await nobody('GET', `${base}/bundle?since=${first.cursor}`)).body
  assert.deepEqual(second.deleted, { broadcastArticles: [id] })
  assert.equal((await nobody('GET', `${base}/broadcastArticles/${id}`)).status, 404)
  service.clock.advance(minuteMs)
  for (const since of [first.cursor, second.cursor]) {
    const third = (await nobody('GET', `${base}/bundle?since=${since}`)).body
    assert.deepEqual([third.data.broadcastArticles?.length, third.deleted], [1, {}])
  }
})

test('the current sessions change at the second at which one begins or ends', async () => {
  await begin()
  const place = await create('broadcastInterestPoints', { title: 'Stage', status: 'published' })
  const own = { status: 'published', interestPointId: place._id }
  await create('broadcastSessions', { ...own, title: 'Early', time: { start: inMs(-minuteMs), end: inMs(minuteMs) } })
  await create('broadcastSessions', {
    ...own,
    title: 'Late',
    time: { start: inMs(2 * minuteMs), end: inMs(3 * minuteMs) },
  })
  const running = async () => {
    const [first] = (await nobody('GET', `${base}/now`)).body.places
    const titles = (sessions: { title: string }[]) => sessions.map(({ title }) => title).join()
    return first ? [titles(first.current), titles(first.next)] : []
  }
  const seen = []
  for (let step = 0; step < 4; step++) {
    seen.push(await running(), await running())
    service.clock.advance(minuteMs)
  }
  const moments = [['Early', 'Late'], ['', 'Late'], ['Late', ''], []]
  assert.deepEqual(
    seen,
    moments.flatMap((moment) => [moment, moment]),
  )
})

/** URLs that contain the article once it is public, one per route. */
function addressesAbout(id: string, pageId: string, cursor: string): string[] {
  const words = {
    broadcasts: [tenant.broadcastId],
    ids: { broadcastArticleId: [id], broadcastPageId: [pageId] },
    values: {},
    others: [],
  }
  const isAbout = ({ path }: { path: string }) =>
    /(:broadcast|bundle|articles\.\w+|sitemap\.xml|Articles|Pages|ArticleId|PageId)$/.test(path)
  const plain = publicReads(service)
    .filter(isAbout)
    .flatMap((route) => pathsOf(route, words))
  assert(plain.length >= 6)
  const filters = encodeURIComponent(JSON.stringify([{ _id: id }]))
  return [
    ...plain,
    `${base}/bundle?since=${cursor}`,
    `${base}/search?q=line`,
    `${base}/broadcastArticles?filters=${filters}`,
    `${base}/broadcastArticles?sort={"title":"asc"}&limit=1`,
  ]
}

/** Locks the rows of the publishing job, so that only the clock has an effect. */
async function withoutAnnouncements(work: () => Promise<void>): Promise<void> {
  await service.platform.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from due_records where broadcast_id = ${tenant.broadcastId} for update`)
    await work()
    const rows = await changeRows(service, tenant.broadcastId)
    assert.deepEqual(
      rows.filter(({ operation }) => operation === 'publish'),
      [],
    )
  })
}

async function create(plural: string, body: object) {
  const reply = await tenant.api('POST', `${tenant.path}/${plural}`, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

const inMs = (ms: number) => new Date(service.clock.now() + ms).toISOString()
const minuteMs = 60_000
const marginMs = 20_000
