import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem } from '../support/problem.ts'
import { type Api, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let a: Api

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  a = tenant.api
})
after(() => service.stop())

const evening = { start_time: '2027-07-04T18:00:00.000Z', end_time: '2027-07-04T19:30:00.000Z' }
const create = async (path: string, body: object) => (await a('POST', path, body)).body
const titles = async (path: string) =>
  (await a('GET', path)).body.data.map(({ title }: { title: string }) => title).sort()

test('?locale= folds the texts of a language into lists and single reads, as on Surface B', async () => {
  const time = { start: evening.start_time, end: evening.end_time }
  const texts = { fr: { title: 'Ouverture' }, es: { description: 'Bienvenidos' } }
  const session = { title: 'Opening', time, status: 'published', localeDetails: texts, _reference: 'opening' }
  const { _id: id } = await create(`${tenant.path}/broadcastSessions`, session)
  for (const path of [`/v1/events/${id}`, '/v1/events/by-reference/opening']) {
    assert.equal((await a('GET', path)).body.title, 'Opening')
    assert.equal((await a('GET', `${path}?locale=fr`)).body.title, 'Ouverture')
    const spanish = (await a('GET', `${path}?locale=es`)).body
    assert.deepEqual([spanish.title, spanish.description], ['Opening', 'Bienvenidos'])
    assertProblem(await a('GET', `${path}?locale=xx`), { status: 400, pointer: '?locale' })
  }
  assert.deepEqual(await titles('/v1/events?locale=fr'), ['Ouverture'])
  const article = {
    title: 'News',
    content: 'Plain',
    localeDetails: { fr: { title: 'Nouvelles', content: '**Gras**' } },
  }
  const { _id: articleId } = await create(`${tenant.path}/broadcastArticles`, article)
  const french = (await a('GET', `/v1/articles/${articleId}?locale=fr`)).body
  assert.deepEqual(
    [french.title, french.content, french.excerpt],
    ['Nouvelles', '**Gras**', (await a('GET', '/v1/articles?locale=fr')).body.data[0].excerpt],
  )
  const point = { title: 'Stage', status: 'published', localeDetails: { fr: { title: 'Scène' } } }
  await create(`${tenant.path}/broadcastInterestPoints`, point)
  assert.equal((await a('GET', '/v1/places?locale=fr')).body.data[0].name, 'Scène')
})

test('an event, place or article is read by its reference, with the bytes and the ETag of a read by id', async () => {
  const bodies: Record<string, object> = {
    events: { title: 'Referred', ...evening },
    places: { name: 'Referred' },
    articles: { title: 'Referred' },
  }
  for (const [plural, body] of Object.entries(bodies)) {
    const reference = `the ${plural}/ré 1`
    const { id } = await create(`/v1/${plural}`, { ...body, reference })
    const path = `/v1/${plural}/by-reference/${encodeURIComponent(reference)}`
    const byReference = await a('GET', path)
    const byId = await a('GET', `/v1/${plural}/${id}`)
    assert.deepEqual([byReference.status, byReference.text], [200, byId.text])
    assert.equal(byReference.headers.get('etag'), byId.headers.get('etag'))
    const unchanged = await a('GET', path, undefined, { 'if-none-match': byId.headers.get('etag') ?? '' })
    assert.equal(unchanged.status, 304)
    assertProblem(await a('GET', `/v1/${plural}/by-reference/nothing`), { status: 404, code: 'not_found' })
    const { api: stranger } = await service.newTenant()
    assertProblem(await stranger('GET', path), { status: 404, code: 'not_found' })
    assert.equal((await a('DELETE', `/v1/${plural}/${id}`)).status, 204)
    assertProblem(await a('GET', path), { status: 404, code: 'not_found' })
  }
  await create(`${tenant.path}/broadcastSessions`, { title: 'Without times', _reference: 'no event' })
  assertProblem(await a('GET', '/v1/events/by-reference/no%20event'), { status: 404, code: 'not_found' })
})

test('events are listed by their place', async () => {
  const here = await create('/v1/places', { name: 'Here' })
  const there = await create('/v1/places', { name: 'There' })
  await create('/v1/events', { title: 'One', ...evening, place_id: here.id })
  await create('/v1/events', { title: 'Two', ...evening, place_id: here.id, category: 'concert' })
  await create('/v1/events', { title: 'Three', ...evening, place_id: there.id, category: 'concert' })
  assert.deepEqual(await titles(`/v1/events?place_id=${here.id}`), ['One', 'Two'])
  assert.deepEqual(await titles(`/v1/events?place_id=${here.id}&category=concert`), ['Two'])
  assert.deepEqual(await titles('/v1/events?place_id=0123456789abcdef01234567'), [])
  for (const id of ['', 'x', here.id.toUpperCase()])
    assertProblem(await a('GET', `/v1/events?place_id=${id}`), { status: 400, pointer: '?place_id', error: 'format' })
  for (const plural of ['places', 'articles'])
    assertProblem(await a('GET', `/v1/${plural}?place_id=${here.id}`), { status: 400, pointer: '?place_id' })
})

test('articles are listed by any of their categories', async () => {
  const category = async (title: string) => (await create(`${tenant.path}/broadcastCategories`, { title }))._id
  const [news, press] = [await category('news'), await category('press')]
  const article = (title: string, categoryIds: string[]) =>
    create(`${tenant.path}/broadcastArticles`, { title, categoryIds })
  await article('Both', [news, press])
  await article('Press', [press])
  await article('None', [])
  assert.deepEqual(await titles('/v1/articles?category=press'), ['Both', 'Press'])
  assert.deepEqual(await titles('/v1/articles?category=news'), ['Both'])
  assert.deepEqual(await titles('/v1/articles?category=unknown'), [])
})
