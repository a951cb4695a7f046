import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { searchableKinds } from '@marquee/model'
import fc from 'fast-check'
import { createSearch, type Search } from '../../src/search/search.ts'
import { oldChanges } from '../../src/store/changes/changes.ts'
import { sql } from '../../src/store/sql.ts'
import { statementsOf } from '../support/counted-statements.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
/** Two nodes. */
let search: Search
let elsewhere: Search

before(async () => {
  service = await startService()
  search = createSearch(service.platform)
  elsewhere = createSearch(service.platform)
})
beforeEach(async () => {
  tenant = await service.newTenant()
})
after(() => service.stop())

const find = async (q: string, by = search) => {
  const query = { q, kinds: searchableKinds, locale: null, limit: 100, skip: 0 }
  const { data, total } = await by.search(tenant.broadcastId, query)
  assert.equal(data.length, Math.min(total, 100))
  return data.map(({ title }) => title)
}

const send = async (method: string, path: string, body?: object) => {
  const reply = await tenant.api(method, `${tenant.path}/${path}`, body)
  assert(reply.status < 300, reply.text)
  return reply.body
}

/** Creates hosts with a common word, in batches of 500. */
const importHosts = async (count: number, word: string) => {
  for (let at = 0; at < count; at += 500) {
    const bodies = Array.from({ length: Math.min(500, count - at) }, (_, index) => ({ title: `${word} ${at + index}` }))
    await send('POST', 'broadcastHosts/batch', {
      mode: 'atomic',
      operations: bodies.map((body) => ({ op: 'create', body })),
    })
  }
}

interface Row {
  record_id: string
  locale: string
}

/** Everything stored for searching the broadcast, except its scope. */
const kept = async () => ({
  documents: await service.platform.db.query<Row>(sql`
    select d.kind, d.record_id, d.locale, d.serves, d.title, d.version, replace(d.vector::text, '''' || c.scope || '/', '''') as vector
    from search_documents d join search_cursors c using (broadcast_id)
    where d.broadcast_id = ${tenant.broadcastId} order by d.kind, d.record_id, d.locale`),
  cursors: await service.platform.db.query<{ sequence: number }>(
    sql`select sequence from search_cursors where broadcast_id = ${tenant.broadcastId}`,
  ),
})

test('created records are found at once, changed ones only by their new words, deleted ones no longer', async () => {
  assert.deepEqual(await find('vernissage'), [])
  const { _id } = await send('POST', 'broadcastSessions', { title: 'Vernissage' })
  assert.deepEqual(await find('vernissage'), ['Vernissage'])
  await send('PATCH', `broadcastSessions/${_id}`, { title: 'Finissage', localeDetails: { en: { title: 'Closing' } } })
  assert.deepEqual(await find('finissage'), ['Finissage'])
  assert.deepEqual(await find('closing'), ['Closing'])
  assert.deepEqual(await find('vern'), [])
  await send('PATCH', `broadcastSessions/${_id}`, { localeDetails: { en: null } })
  assert.deepEqual(await find('closing'), [])
  await send('DELETE', `broadcastSessions/${_id}`)
  assert.deepEqual(await find('finissage'), [])
  assert.deepEqual((await kept()).documents, [])
})

test('writes do not touch documents, and a search of up-to-date documents only reads', async () => {
  await find('anything')
  const before = await kept()
  await send('POST', 'broadcastHosts', { title: 'Anything' })
  assert.deepEqual(await kept(), before)
  const path = `${tenant.path}/search?q=anything`
  const call = async () => assert.equal((await tenant.api('GET', path)).status, 200)
  const first = await statementsOf(service, call)
  assert(first.some((text) => text.startsWith('insert into search_documents')))
  const second = await statementsOf(service, call)
  assert.equal(second.filter((text) => text.includes('search_')).length, 2)
  assert(
    second.every((text) => /^(select|with)/.test(text)),
    second.join('\n'),
  )
})

test('a change of unsearched fields only moves the cursor', async () => {
  await send('POST', 'broadcastHosts', { title: 'Anything' })
  await find('anything')
  const before = await kept()
  await send('POST', 'broadcastCampaigns', { title: 'Anything' })
  assert.deepEqual(await find('anything'), ['Anything'])
  const after = await kept()
  assert.deepEqual(after.documents, before.documents)
  assert.equal(after.cursors[0]?.sequence, (before.cursors[0]?.sequence ?? 0) + 1)
})

test('incremental updates lead to the same documents as a rebuild', async () => {
  const word = fc.constantFrom('Été', 'jazz', 'nationales', 'running', 'œuvre', '', '🎷')
  const words = fc.array(word, { maxLength: 4 }).map((all) => all.join(' '))
  const locale = fc.constantFrom('fr', 'en', 'es')
  const texts = fc.record({ title: words, description: fc.option(words) }, { requiredKeys: [] })
  const details = fc.option(fc.dictionary(locale, fc.option(texts), { maxKeys: 2 }))
  const body = fc.record({ title: words, description: fc.option(words), localeDetails: details }, { requiredKeys: [] })
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), body }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('patch' as const), at: fc.nat(20), body }) },
    fc.record({ do: fc.constant('delete' as const), at: fc.nat(20) }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('search' as const) }) },
  )
  const ids: string[] = []
  const run = async (steps: (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
    for (const one of steps) {
      const id = 'at' in one ? ids[one.at % ids.length] : undefined
      if (one.do === 'create') ids.push((await send('POST', 'broadcastHosts', one.body))._id)
      if (one.do === 'patch' && id) await send('PATCH', `broadcastHosts/${id}`, one.body)
      if (one.do === 'delete' && id) await send('DELETE', `broadcastHosts/${ids.splice(ids.indexOf(id), 1)}`)
      if (one.do === 'search') await find('jazz')
    }
    await find('jazz')
    const followed = await kept()
    await service.platform.db.query(sql`delete from search_cursors where broadcast_id = ${tenant.broadcastId}`)
    await find('jazz')
    assert.deepEqual(await kept(), followed)
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), run), { numRuns: 12 })
})

test('when the log has been pruned past the cursor, the documents are rebuilt', async () => {
  const { _id } = await send('POST', 'broadcastHosts', { title: 'Before' })
  await find('before')
  await send('DELETE', `broadcastHosts/${_id}`)
  await send('POST', 'broadcastHosts', { title: 'Between' })
  await service.platform.db.transaction((tx) =>
    oldChanges(new Date(service.clock.now() + 86_400_000)).prune(tx, tenant.broadcastId, 10_000),
  )
  assert.deepEqual(await find('before'), [])
  assert.deepEqual(await find('between'), ['Between'])
})

test('concurrent searches on several nodes after an import each find everything once', async () => {
  await importHosts(200, 'Chorale')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => find('chorale', index % 2 === 0 ? search : elsewhere)),
  )
  for (const answer of answers) assert.equal(answer.length, 100)
  assert.equal((await kept()).documents.length, 200)
  const more = importHosts(60, 'Chorale')
  await Promise.all(Array.from({ length: 12 }, (_, index) => find('chorale', index % 2 === 0 ? search : elsewhere)))
  await more
  await find('chorale')
  assert.equal((await kept()).documents.length, 260)
})

test('at most two broadcasts are indexed at once, so that database connections stay free', async () => {
  const tenants = await Promise.all(Array.from({ length: 8 }, () => service.newTenant()))
  let underway = 0
  let most = 0
  let done = 0
  const stop = service.platform.db.onStatement((text) => {
    if (text.includes('for no key update')) most = Math.max(most, ++underway)
    if (!text.includes('update search_cursors')) return
    underway--
    done++
  })
  const query = { q: 'nothing', kinds: searchableKinds, locale: null, limit: 1, skip: 0 }
  await Promise.all(tenants.map(({ broadcastId }) => search.search(broadcastId, query)))
  stop()
  assert.deepEqual([most, done], [2, 8])
})

test('an interrupted update leaves no partial documents, and the next search completes it', async () => {
  const { db } = service.platform
  await send('POST', 'broadcastHosts', { title: 'Fanfare' })
  await find('fanfare')
  const before = await kept()
  await importHosts(300, 'Fanfare')
  await db.query(sql`alter table search_documents add constraint breaks check (title <> 'fanfare 250')`)
  let written = 0
  const stop = db.onStatement((text) => {
    if (text.includes('insert into search_documents')) written++
  })
  await assert.rejects(find('fanfare'))
  stop()
  assert.equal(written, 6)
  assert.deepEqual(await kept(), before)
  await db.query(sql`alter table search_documents drop constraint breaks`)
  assert.equal((await find('fanfare')).length, 100)
  assert.equal((await kept()).documents.length, 301)
})

test('a deleted broadcast leaves no documents behind', async () => {
  await send('POST', 'broadcastHosts', { title: 'Adieu' })
  await find('adieu')
  await service.platform.db.query(sql`delete from broadcasts where id = ${tenant.broadcastId}`)
  assert.deepEqual(await kept(), { documents: [], cursors: [] })
  assert.deepEqual(await find('adieu'), [])
})
