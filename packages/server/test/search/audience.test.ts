import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { searchableKinds, shapes } from '@marquee/model'
import { createSearch, type Search } from '../../src/search/search.ts'
import type { Audience } from '../../src/store/public/public-visibility.ts'
import { findMatching, findSimilar, readSearchState } from '../../src/store/records/search.ts'
import { wordQueries } from '../../src/store/records/search-words.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

const { locales } = shapes
let service: TestService
let search: Search

before(async () => {
  service = await startService()
  search = createSearch(service.platform)
})
after(() => service.stop())

const now = () => new Date(service.clock.now())
const inMs = (ms: number) => new Date(service.clock.now() + ms).toISOString()

const create = async (tenant: TestTenant, plural: string, body: object): Promise<string> => {
  const reply = await tenant.api('POST', `${tenant.path}/${plural}`, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body._id
}

const find = (tenant: TestTenant, q: string, audience?: Audience, more: object = {}) =>
  search.search(tenant.broadcastId, { q, kinds: searchableKinds, locale: null, limit: 20, skip: 0, audience, ...more })

const titles = async (...asked: Parameters<typeof find>) => (await find(...asked)).data.map(({ title }) => title).sort()

/** Records that must stay hidden from the public, all with the word in their title. */
const hidden = (word: string): [plural: string, body: object][] => [
  ...searchableKinds.map(({ plural }): [string, object] => [plural, { title: `${word} draft` }]),
  ['broadcastArticles', { title: `${word} tomorrow`, status: 'published', publishedAt: inMs(86_400_000) }],
  ['broadcastArticles', { title: `${word} private`, status: 'published', isPrivate: true }],
  ['broadcastPages', { title: `${word} private`, status: 'published', isPrivate: true }],
]

test('editors find everything, preview links all but private records, the public only published ones', async () => {
  const tenant = await service.newTenant()
  for (const [plural, body] of hidden('Lune')) await create(tenant, plural, body)
  await create(tenant, 'broadcastSessions', { title: 'Lune', status: 'published' })
  await create(tenant, 'broadcastArticles', { title: 'Lune due', status: 'published', publishedAt: inMs(-1_000) })
  assert.equal((await find(tenant, 'lune')).total, 13)
  assert.equal((await find(tenant, 'lune', { at: now(), withDrafts: true, locales })).total, 11)
  assert.deepEqual(await titles(tenant, 'lune', { at: now(), withDrafts: false, locales }), ['Lune', 'Lune due'])
})

test('an article is found from its publication date on, without a write', async () => {
  const tenant = await service.newTenant()
  const publishedAt = inMs(3_600_000)
  await create(tenant, 'broadcastArticles', { title: 'Embargo', status: 'published', publishedAt })
  const at = (ms: number) => ({ at: new Date(Date.parse(publishedAt) + ms), withDrafts: false, locales })
  assert.deepEqual(await titles(tenant, 'embargo', at(-1)), [])
  assert.deepEqual(await titles(tenant, 'embargo', at(0)), ['Embargo'])
})

test('records that are unpublished, made private or deleted are no longer found at once', async () => {
  const tenant = await service.newTenant()
  const ids = await Promise.all(
    ['One', 'Two', 'Three'].map((name) =>
      create(tenant, 'broadcastPages', { title: `Jardin ${name}`, status: 'published' }),
    ),
  )
  const [one, two, three] = ids.map((id) => `${tenant.path}/broadcastPages/${id}`)
  const seen = () => titles(tenant, 'jardin', { at: now(), withDrafts: false, locales })
  assert.equal((await seen()).length, 3)
  await tenant.api('PATCH', one ?? '', { status: 'draft' })
  assert.deepEqual(await seen(), ['Jardin Three', 'Jardin Two'])
  await tenant.api('PATCH', two ?? '', { isPrivate: true })
  assert.deepEqual(await seen(), ['Jardin Three'])
  await tenant.api('DELETE', three ?? '')
  assert.deepEqual(await seen(), [])
})

test('hidden records do not affect the results, total, order, scores or typo tolerance', async () => {
  const [bare, full] = [await service.newTenant(), await service.newTenant()]
  const words = ['Cabaret', 'Manège', 'Trapèze']
  for (const [index, word] of words.entries()) {
    for (const tenant of [bare, full]) {
      const body = { title: `${word} ${index}`, description: 'Sous le chapiteau', status: 'published' }
      await create(tenant, index % 2 === 0 ? 'broadcastSessions' : 'broadcastInterestPoints', body)
    }
    for (const [plural, body] of hidden(word)) await create(full, plural, body)
  }
  for (const [plural, body] of hidden('Guignol')) await create(full, plural, body)
  const questions = [
    'cabaret',
    'manege',
    'cab',
    'chapiteau',
    'trapeze chapiteau',
    'draft',
    'guignol',
    'guignlo',
    'tomorrow',
    'cabraet',
    'trapze',
    'private draft',
    'manege draft',
    'c',
  ]
  for (const q of questions) {
    for (const more of [{}, { limit: 1 }, { limit: 1, skip: 1 }, { locale: 'fr' }]) {
      const ask = async (tenant: TestTenant) => {
        const { data, total } = await find(tenant, q, { at: now(), withDrafts: false, locales }, more)
        return { total, data: data.map(({ _id, ...shown }) => shown) }
      }
      assert.deepEqual(await ask(full), await ask(bare), `${q} ${JSON.stringify(more)}`)
    }
  }
})

test('a stale document reveals nothing to the public', async () => {
  const tenant = await service.newTenant()
  const id = await create(tenant, 'broadcastSessions', { title: 'Surprise: Stromae' })
  await find(tenant, 'stromae')
  const { scope } = (await readSearchState(service.platform.db, tenant.broadcastId)) ?? {}
  assert(typeof scope === 'number')
  await tenant.api('PATCH', `${tenant.path}/broadcastSessions/${id}`, { title: 'Surprise', status: 'published' })
  // The state of a search that caught up just before the write.
  for (const q of ['stromae', 'surprise', 'strmoae']) {
    const words = await wordQueries(service.platform.db, scope, [q])
    const audience = { at: now(), withDrafts: false, locales }
    const request = { words, kinds: searchableKinds, locale: null, audience, limit: 20, skip: 0 }
    for (const look of [findMatching, findSimilar])
      assert.deepEqual(await look(service.platform.db, tenant.broadcastId, request), { found: [], total: 0 }, q)
  }
  assert.deepEqual(await titles(tenant, 'surprise', { at: now(), withDrafts: false, locales }), ['Surprise'])
  assert.deepEqual(await titles(tenant, 'stromae', { at: now(), withDrafts: false, locales }), [])
})
