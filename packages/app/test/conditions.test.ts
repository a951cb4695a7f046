import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startService, type TestService, type TestTenant } from '../../server/test/support/service.ts'
import { matches } from '../src/data/conditions.ts'
import type { Shown } from '../src/data/shown.ts'

const [near, far] = ['2027-07-02T18:00:00.000Z', '2027-07-03T18:00:00.000Z']

/** Filters as they are stored in blocks, with every operator on texts, lists, times and absent values. */
const filters: [filters: unknown[], logical?: string][] = [
  [[]],
  [[{ title: 'Alpha' }]],
  [[{ title: { $eq: 'Alpha' } }]],
  [[{ title: { $ne: 'Alpha' } }]],
  [[{ title: { $in: ['Alpha', 'beta'] } }]],
  [[{ title: { $nin: ['Alpha', 'beta'] } }]],
  [[{ title: { $in: [] } }]],
  [[{ title: { $nin: [] } }]],
  [[{ title: { $contains: 'a' } }]],
  [[{ title: { $startsWith: 'a' } }]],
  [[{ title: { $gt: 'Alpha' } }]],
  [[{ title: { $gte: 'Alpha', $lt: 'beta' } }]],
  [[{ color: null }]],
  [[{ color: { $eq: null } }]],
  [[{ color: { $ne: null } }]],
  [[{ color: { $in: [null, '#ff0000'] } }]],
  [[{ color: { $nin: [null] } }]],
  [[{ color: { $ne: '#ff0000' } }]],
  [[{ color: { $exists: true } }]],
  [[{ color: { $exists: false } }]],
  [[{ categoryIds: 'CATEGORY' }]],
  [[{ categoryIds: { $ne: 'CATEGORY' } }]],
  [[{ categoryIds: { $in: ['CATEGORY'] } }]],
  [[{ categoryIds: { $nin: ['CATEGORY'] } }]],
  [[{ categoryIds: { $exists: true } }]],
  [[{ categoryIds: { $exists: false } }]],
  [[{ 'time.start': near }]],
  [[{ 'time.start': { $gt: near } }]],
  [[{ 'time.start': { $gte: near } }]],
  [[{ 'time.start': { $gte: '2027-07-02T20:00:00+02:00' } }]],
  [[{ 'time.start': { $lt: '2027-07-02T20:00:01+02:00' } }]],
  [[{ 'time.start': { $lte: near } }]],
  [[{ 'time.start': { $exists: false } }]],
  [[{ title: 'Alpha' }, { color: '#ff0000' }]],
  [[{ title: 'Alpha' }, { title: 'beta' }], '$or'],
  [[{ title: 'Alpha' }, { title: 'beta' }], '$nor'],
  [[{ $or: [{ title: 'Alpha' }, { color: null }] }]],
  [[{ $nor: [{ title: 'Alpha' }, { color: null }] }]],
  [[{ $and: [{ title: { $contains: 'a' } }, { $or: [{ title: 'beta' }, { title: 'Alpha' }] }] }]],
]

suite('stored queries', () => {
  let service: TestService
  let tenant: TestTenant
  let categoryId: string
  before(async () => {
    service = await startService()
    tenant = await service.newTenant()
    const create = async (plural: string, body: Shown) => {
      const reply = await tenant.api('POST', `${tenant.path}/${plural}`, { status: 'published', ...body })
      assert.equal(reply.status, 201, reply.text)
      return reply.body._id as string
    }
    categoryId = await create('broadcastCategories', { title: 'Jazz' })
    const other = await create('broadcastCategories', { title: 'Rock' })
    await create('broadcastSessions', {
      title: 'Alpha',
      color: '#ff0000',
      categoryIds: [categoryId, other],
      time: { start: near },
    })
    await create('broadcastSessions', { title: 'beta', categoryIds: [other], time: { start: far } })
    await create('broadcastSessions', { title: 'Éclair', color: '#00ff00', categoryIds: [] })
    await create('broadcastSessions', { title: 'alphabet' })
  })
  after(() => service.stop())

  test('every operator selects in the app what it selects in the service', async () => {
    const list = async (query: string) => {
      const { status, body, text } = await tenant.api('GET', `${tenant.path}/broadcastSessions?limit=100${query}`)
      assert.equal(status, 200, text)
      return body.data as Shown[]
    }
    const all = await list('')
    for (const [given, logical = '$and'] of filters) {
      const conditions = JSON.parse(JSON.stringify(given).replaceAll('CATEGORY', categoryId))
      const wanted = await list(
        `&filters=${encodeURIComponent(JSON.stringify(conditions))}&filtersLogical=${encodeURIComponent(logical)}`,
      )
      const found = all.filter((record) => matches(record, conditions, logical))
      const titles = (records: Shown[]) => records.map(({ title }) => title).sort()
      assert.deepEqual(titles(found), titles(wanted), `${logical} ${JSON.stringify(given)}`)
    }
  })
})
