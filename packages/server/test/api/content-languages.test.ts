import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { statementsOf } from '../support/counted-statements.ts'
import { assertProblem } from '../support/problem.ts'
import { type Api, apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let anyone: Api

before(async () => {
  service = await startService()
  anyone = apiWith(service.url, {})
})
after(() => service.stop())

const of = (kind: string) => `${tenant.path}/${kind}`
const german = { de: { title: 'Eröffnung' } }

async function newTenant(broadcast: object = {}) {
  tenant = await service.newTenant()
  const changed = await tenant.api('PATCH', tenant.path, broadcast)
  assert.equal(changed.status, 200)
  return changed.body
}

test('a broadcast has French, English and Spanish until it lists other languages', async () => {
  const broadcast = await newTenant()
  assert.deepEqual(broadcast.locales, ['fr', 'en', 'es'])
  const { body } = await tenant.api('PATCH', tenant.path, { locales: ['de', 'pt-BR'], defaultLocale: 'de' })
  assert.deepEqual([body.locales, body.defaultLocale], [['de', 'pt-BR'], 'de'])
  const again = await tenant.api('PATCH', tenant.path, { locales: null, defaultLocale: null })
  assert.deepEqual([again.body.locales, 'defaultLocale' in again.body], [['fr', 'en', 'es'], false])
})

test('the list has 1 to 20 different BCP 47 tags, and contains the main language', async () => {
  await newTenant({ locales: ['de', 'ar'], defaultLocale: 'ar' })
  const many = Array.from({ length: 21 }, (_, index) => `a${String.fromCharCode(97 + index)}`)
  const refused: [object, string][] = [
    [{ locales: [] }, '/locales'],
    [{ locales: many }, '/locales'],
    [{ locales: ['ar', 'ar'] }, '/locales'],
    [{ locales: ['ar', 'pt-BR', 'pt-br'] }, '/locales'],
    [{ locales: ['ar', 'not a language'] }, '/locales/1'],
    [{ locales: ['ar', 'de-ab-cd'] }, '/locales/1'],
    [{ locales: 'ar' }, '/locales'],
    [{ locales: ['de'] }, '/locales'],
    [{ locales: ['de', 'fr'], defaultLocale: 'es' }, '/defaultLocale'],
  ]
  for (const [body, pointer] of refused)
    assertProblem(await tenant.api('PATCH', tenant.path, body), { status: 400, pointer })
  const { body } = await tenant.api('GET', tenant.path)
  assert.deepEqual([body.locales, body.defaultLocale], [['de', 'ar'], 'ar'])
})

test('a main language that is set alone becomes one of the languages', async () => {
  const { locales } = await newTenant({ defaultLocale: 'nl' })
  assert.deepEqual(locales, ['nl', 'fr', 'en', 'es'])
})

test('content accepts the languages of the broadcast and no others, in every way of writing', async () => {
  await newTenant({ locales: ['de', 'fr'] })
  const { status, body } = await tenant.api('POST', of('broadcastSessions'), {
    defaultLocale: 'fr',
    localeDetails: german,
  })
  assert.equal(status, 201)
  assert.deepEqual(body.localeDetails, german)
  const at = `${of('broadcastSessions')}/${body._id}`
  const spanish = { localeDetails: { es: { title: 'Apertura' } } }
  const ways = [
    () => tenant.api('PATCH', at, spanish),
    () => tenant.api('POST', of('broadcastSessions'), spanish),
    () => tenant.api('PUT', `${of('broadcastSessions')}/by-reference/a`, spanish),
    () => tenant.api('POST', `${of('broadcastSessions')}?dry_run=true`, spanish),
  ]
  for (const way of ways) {
    const reply = await way()
    assertProblem(reply, { status: 400, pointer: '/localeDetails/es' })
    assert.match(reply.body.errors[0].message, /de, fr/)
  }
  const batch = { mode: 'atomic', operations: [{ op: 'create', body: spanish }] }
  assertProblem(await tenant.api('POST', `${of('broadcastSessions')}/batch`, batch), {
    status: 400,
    pointer: '/operations/0/body/localeDetails/es',
  })
  assertProblem(await tenant.api('PATCH', at, { defaultLocale: 'es' }), { status: 400, pointer: '/defaultLocale' })
  assertProblem(await tenant.api('PATCH', at, { localeDetails: { de: { title: 5 } } }), {
    status: 400,
    pointer: '/localeDetails/de/title',
  })
  // Every error at once.
  const faulty = await tenant.api('PATCH', at, { ...spanish, defaultLocale: 'es', color: 5 })
  assert.deepEqual(faulty.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), [
    '/color',
    '/defaultLocale',
    '/localeDetails/es',
  ])
})

test('the texts of a removed language are kept and accepted unchanged, and visitors get them no more', async () => {
  await newTenant({ locales: ['fr', 'de'], defaultLocale: 'fr' })
  const body = { title: 'Ouverture', status: 'published', localeDetails: german }
  const { body: session } = await tenant.api('POST', of('broadcastSessions'), body)
  const site = `/v1/public/${tenant.broadcastId}`
  const bundle = async (since?: string) => (await anyone('GET', `${site}/bundle${since ? `?since=${since}` : ''}`)).body
  const first = await bundle()
  assert.deepEqual(first.broadcast.locales, ['de'])
  assert.deepEqual(first.data.broadcastSessions[0].localeDetails, german)
  assert.equal((await anyone('GET', `${site}/broadcastSessions?locale=de`)).body.data[0].title, 'Eröffnung')

  await tenant.api('PATCH', tenant.path, { locales: ['fr'] })
  const next = await bundle(first.cursor)
  assert.equal(next.full, true, 'an app that has the texts replaces them')
  assert.deepEqual(next.data.broadcastSessions[0].localeDetails, {})
  assert.deepEqual(next.broadcast.locales, [])
  assertProblem(await anyone('GET', `${site}/broadcastSessions?locale=de`), { status: 400, pointer: '?locale' })
  assert.equal((await anyone('GET', `${site}/search?q=eroffnung`)).body.total, 0)
  assert.equal((await tenant.api('GET', `${tenant.path}/search?q=eroffnung`)).body.total, 1)

  const at = `${of('broadcastSessions')}/${session._id}`
  const { _id, _createdAt, _updatedAt, ...whole } = (await tenant.api('GET', at)).body
  assert.deepEqual(whole.localeDetails, german)
  assert.equal((await tenant.api('PATCH', at, { ...whole, title: 'Début' })).status, 200)
  assertProblem(await tenant.api('PATCH', at, { localeDetails: { de: { title: 'Anfang' } } }), {
    status: 400,
    pointer: '/localeDetails/de',
  })
  const cleared = await tenant.api('PATCH', at, { localeDetails: { de: null } })
  assert.deepEqual(cleared.body.localeDetails, {})
})

test('`?locale=` folds any language of the broadcast on both surfaces, in search and in feeds', async () => {
  await newTenant({ locales: ['fr', 'de'], timezone: 'UTC' })
  const time = { start: '2026-07-04T18:00:00Z', end: '2026-07-04T19:00:00Z' }
  const session = { title: 'Ouverture', time, status: 'published', localeDetails: german }
  const { body } = await tenant.api('POST', of('broadcastSessions'), session)
  await tenant.api('POST', of('broadcastSessions'), { title: 'Autre', time, status: 'published' })
  const titles = async (path: string) => {
    const reply = await tenant.api('GET', path)
    assert.equal(reply.status, 200, path)
    return [reply.body.data ?? reply.body]
      .flat()
      .map(({ title }: { title: string }) => title)
      .sort()
  }
  assert.deepEqual(await titles(`${of('broadcastSessions')}/${body._id}?locale=de`), ['Eröffnung'])
  assert.deepEqual(await titles(`${of('broadcastSessions')}?locale=de`), ['Autre', 'Eröffnung'])
  assert.deepEqual(await titles('/v1/events?locale=de'), ['Autre', 'Eröffnung'])
  assert.deepEqual(await titles(`${tenant.path}/search?q=eroffnung&locale=de`), ['Eröffnung'])
  assert.deepEqual(await titles(`${tenant.path}/search?q=autre&locale=de`), ['Autre'])
  assert.deepEqual(await titles(`${tenant.path}/search?q=ouverture&locale=de`), [])
  assert.deepEqual(await titles(`${tenant.path}/search?q=ouverture&locale=fr`), ['Ouverture'])
  const feed = await anyone('GET', `/v1/public/${tenant.broadcastId}/programme.ics?locale=de`)
  assert.match(feed.text, /SUMMARY:Eröffnung/)
  for (const path of [of('broadcastSessions'), '/v1/events', `${tenant.path}/search?q=a`])
    assertProblem(await tenant.api('GET', `${path}${path.includes('?') ? '&' : '?'}locale=it`), {
      status: 400,
      pointer: '?locale',
    })
})

test('a revision brings the languages back, and an app registers with any of them', async () => {
  await newTenant({ locales: ['de'], defaultLocale: 'de' })
  const { body: revision } = await tenant.api('POST', of('revisions'), { tos: { accepted: true } })
  await tenant.api('PATCH', tenant.path, { locales: ['ar'], defaultLocale: 'ar' })
  const client = await anyone('POST', `/v1/public/${tenant.broadcastId}/clients`, { platform: 'web', locale: 'ar' })
  assert.deepEqual([client.status, client.body.locale], [201, 'ar'])
  const refused = await anyone('POST', `/v1/public/${tenant.broadcastId}/clients`, { locale: 'de' })
  assertProblem(refused, { status: 400, pointer: '/locale' })
  assert.equal((await tenant.api('POST', `${of('revisions')}/${revision._id}/restore`, {})).status, 200)
  assert.deepEqual((await tenant.api('GET', tenant.path)).body.locales, ['de'])
})

test('a batch reads the languages at most once', async () => {
  await newTenant({ locales: ['fr', 'de'] })
  const operations = Array.from({ length: 20 }, () => ({ op: 'create', body: { localeDetails: german } }))
  const statements = await statementsOf(service, () =>
    tenant.api('POST', `${of('broadcastSessions')}/batch`, { mode: 'atomic', operations }),
  )
  assert(statements.filter((text) => text.includes("'locales'")).length <= 1)
})
