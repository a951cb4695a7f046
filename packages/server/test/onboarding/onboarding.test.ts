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
import { festivalSite, startWebsite, type Website } from '../support/website.ts'

let service: TestService
let tenant: TestTenant
let owner: Api
let site: Website

before(async () => {
  service = await startService({ MARQUEE_OUTBOUND_ALLOW: '127.0.0.1', MARQUEE_OUTBOUND_ALLOW_HTTP: 'true' })
  tenant = await service.newTenant()
  owner = await signedIn(service, tenant)
  site = await startWebsite(await festivalSite())
})
after(async () => {
  await site.close()
  await service.stop()
})

const create = (body: object) => owner('POST', `/v1/users/${tenant.userId}/broadcasts`, body)
const pathOf = ({ body }: Reply) => `/v1/users/${tenant.userId}/broadcasts/${body._id}`

/** Waits for the end of an onboarding; delayed retries are made due at once. */
async function ended(path: string) {
  let { body } = await owner('GET', `${path}/onboarding`)
  await until(async () => {
    body = (await owner('GET', `${path}/onboarding`)).body
    if (body.status === 'idle' || body.status === 'onboardingFailed') return true
    const { body: job } = await owner('GET', `${path}/jobs/${body.job_id}`)
    // Only while it waits: advancing the clock lets the leases of running jobs expire.
    if (job.status === 'queued') service.clock.advance(3_000)
    return false
  }, 'the end of the onboarding')
  return body
}

async function all(path: string, plural: string) {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
  return (await owner('GET', `${path}/${plural}?limit=200`)).body.data as Record<string, any>[]
}

let path = ''

test('a website becomes an app: look, programme, news, pages, menu and home, each with its source', async () => {
  const made = await create({ website: site.url })
  assert.equal(made.status, 201)
  assert.equal(made.body.status, 'onboarding')
  assert.equal(made.body.isPrivate, true)
  path = pathOf(made)
  const state = await ended(path)
  assert.equal(state.reason, null)
  assert.equal(state.website, `${site.url}/`)
  const { language, sessions, hosts, articles } = state.found
  assert.deepEqual({ language, sessions, hosts, articles }, { language: 'fr', sessions: 6, hosts: 2, articles: 1 })

  const noted = state.found.notes.map(({ code, url }: { code: string; url?: string }) => `${code} ${url}`)
  assert(noted.includes(`read_elsewhere ${site.url}/lac.ics`), noted.join())

  const { body: broadcast } = await owner('GET', path)
  assert.equal(broadcast.name, 'Les Nuits du Lac')
  assert.equal(broadcast.timezone, 'Europe/Paris')
  assert.equal(broadcast.defaultLocale, 'fr')
  assert.match(broadcast.shortDescription, /^Trois soirs/)
  assert.equal(broadcast.theme.primaryBackgroundColor, '#7a1fa2')
  assert.equal(broadcast.theme.backgroundColor, '#fffdf7')
  assert.deepEqual(broadcast.metadata.source.url, `${site.url}/`)
  assert.deepEqual(Object.keys(broadcast.bottomBar).filter((name) => name.endsWith('Tile')).length, 5)
  const tiles = broadcast.menu.sections.flatMap((section: { tiles: { title: string }[] }) =>
    section.tiles.map(({ title }) => title),
  )
  for (const title of ['Tout le programme', 'Infos pratiques', 'FAQ', 'Billetterie'])
    assert(tiles.includes(title), title)
  const types = broadcast.home.blocks.map(({ type }: { type: string }) => type)
  for (const type of ['title', 'countdown', 'sessions', 'hosts', 'articles', 'section', 'socials'])
    assert(types.includes(type), type)

  const shown = await all(path, 'broadcastSessions')
  const guitars = shown.find(({ title }) => title === 'Les Guitares')
  assert.equal(guitars?.time.start, '2031-07-04T18:00:00.000Z')
  assert.equal(guitars?.status, 'published')
  assert.equal(guitars?.metadata.source.url, `${site.url}/programme`)
  assert(shown.some(({ title, time }) => title === 'Marché' && time.allDay))
  assert.equal(shown.filter(({ title }) => title === 'Yoga').length, 3)
  assert(!shown.some(({ title }) => title === 'Annulé'))
  const texts = JSON.stringify([shown, await all(path, 'broadcastPages'), await all(path, 'broadcastArticles')])
  assert.doesNotMatch(texts, /<script|javascript:|onclick|onmouseover/)
  assert.match(texts, /flotte/)
})

test('the stages are ordinary changes of the broadcast, in order', async () => {
  const { body } = await owner('GET', `${path}/changes?limit=200`)
  const statuses = body.data
    .filter(({ kind }: { kind: string }) => kind === 'broadcast')
    .map(({ record }: { record: { status: string } }) => record.status)
  assert.deepEqual(
    [...new Set(statuses)],
    [
      'onboarding',
      'onboardingCapturingWebsite',
      'onboardingGeneratingAssets',
      'onboardingApplyingTheme',
      'onboardingBuildingContent',
      'onboardingFinalizing',
      'idle',
    ],
  )
})

test('starting again updates unchanged records, keeps changes by people, and does not recreate what they deleted', async () => {
  const before = {
    sessions: await all(path, 'broadcastSessions'),
    pages: await all(path, 'broadcastPages'),
    medias: await all(path, 'medias'),
  }
  const choir = before.sessions.find(({ title }) => title === 'Le Chœur')
  const market = before.sessions.find(({ title }) => title === 'Marché')
  await owner('PATCH', `${path}/broadcastSessions/${choir?._id}`, { title: 'Le grand Chœur' })
  await owner('DELETE', `${path}/broadcastSessions/${market?._id}`)
  await owner('PATCH', path, { shortDescription: 'La nôtre' })
  site.serve(
    '/faq',
    '<html lang="fr"><title>FAQ</title><main><h1>FAQ</h1><p>Une page toute neuve, qui dit autre chose, plus longuement, pour que chacun sache où dormir, où manger, comment venir et surtout comment repartir après la fête.</p></main>',
  )
  const again = await owner('POST', `${path}/onboarding`, {})
  assert.equal(again.status, 202)
  assert.match(again.headers.get('location') ?? '', new RegExp(`/jobs/${again.body.id}$`))
  await ended(path)
  const sessions = await all(path, 'broadcastSessions')
  assert.equal(sessions.length, before.sessions.length - 1)
  assert(sessions.some(({ _id, title }) => _id === choir?._id && title === 'Le grand Chœur'))
  const pages = await all(path, 'broadcastPages')
  assert.deepEqual(
    pages.map(({ _id }) => _id),
    before.pages.map(({ _id }) => _id),
  )
  assert.match(JSON.stringify(pages), /toute neuve/)
  assert.equal((await all(path, 'medias')).length, before.medias.length)
  assert.equal((await owner('GET', path)).body.shortDescription, 'La nôtre')
})

test('only one runs at a time, readers can see it, and only writers can start it', async () => {
  const slow = await startWebsite({ '/': () => {} })
  const [first, viewer] = [
    await create({ name: 'Deux', website: slow.url }),
    await addMember(service, tenant, 'viewer'),
  ]
  const taken = await owner('POST', `${pathOf(first)}/onboarding`, {})
  assert.equal(taken.status, 409)
  assert.equal(taken.body.code, 'onboarding_running')
  assert.equal((await viewer('GET', `${tenant.path}/onboarding`)).status, 200)
  assert.equal((await viewer('POST', `${tenant.path}/onboarding`, { website: site.url })).status, 403)
  const never = await owner('POST', `${tenant.path}/onboarding`, {})
  assert.equal(never.status, 400)
  assert.equal(never.body.errors[0].pointer, '/website')
  await owner('DELETE', pathOf(first))
  await slow.close()
})

test('an invalid address is refused at once and creates nothing', async () => {
  const count = async () => (await owner('GET', `/v1/users/${tenant.userId}/broadcasts`)).body.data.length
  const before = await count()
  for (const website of ['', 'javascript:alert(1)', 'https://u:p@x.example', 7, 'x'.repeat(3_000)]) {
    const { status, body } = await create({ website })
    assert.equal(status, 400)
    assert.equal(body.errors[0].pointer, '/website')
  }
  assert.equal((await create({ website: site.url, status: 'idle' })).status, 400)
  assert.equal(await count(), before)
})

test('a dead or private address ends in onboardingFailed with a reason, and can be started again', async () => {
  const gone = await startWebsite()
  const made = pathOf(await create({ website: gone.url }))
  assert.match((await ended(made)).reason, /no page at this address/)
  assert.equal((await owner('GET', made)).body.status, 'onboardingFailed')
  await gone.close()
  await owner('POST', `${made}/onboarding`, {})
  assert.match((await ended(made)).reason, /does not respond/)
  await owner('POST', `${made}/onboarding`, { website: 'http://192.168.0.1/' })
  assert.match((await ended(made)).reason, /private network/)
  await owner('POST', `${made}/onboarding`, { website: site.url })
  const state = await ended(made)
  assert.equal(state.status, 'idle')
  assert.equal((await owner('GET', made)).body.name, 'Les Nuits du Lac')
})

test('a minimal page still gives a usable app, under the given name', async () => {
  const bare = await startWebsite({ '/': '<h1>Bal du village</h1><p>Samedi, sur la place.</p>' })
  const made = pathOf(await create({ name: 'Notre bal', website: bare.url, isPrivate: false }))
  assert.equal((await ended(made)).status, 'idle')
  await bare.close()
  const { body } = await owner('GET', made)
  assert.equal(body.name, 'Notre bal')
  assert.equal(body.isPrivate, false)
  assert(body.theme.bodyTextStyle.color && body.menu.sections.length > 0 && body.bottomBar.homeTile)
  assert.deepEqual(body.home.blocks[0], { type: 'title', text: 'Bal du village', level: 1 })
})

test('in a public app new records are drafts', async () => {
  await owner('POST', `${tenant.path}/onboarding`, { website: site.url })
  assert.equal((await ended(tenant.path)).status, 'idle')
  const shown = await all(tenant.path, 'broadcastSessions')
  assert(shown.length > 0 && shown.every(({ status }) => status === 'draft'))
  assert.equal((await owner('GET', tenant.path)).body.name, 'Test')
})
