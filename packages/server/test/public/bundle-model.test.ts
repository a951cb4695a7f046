import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Row } from '../support/content-model.ts'
import { inTurn } from '../support/in-turn.ts'
import { publicKinds, publicWorld, storedRows } from '../support/public-model.ts'
import { type Api, apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'
import { PublicApp } from './public-app.ts'

let service: TestService
let owner: TestTenant
let nobody: Api

before(async () => {
  service = await startService({ MARQUEE_PUBLIC_READ_LIMIT: 'off' })
  owner = await service.newTenant()
  nobody = apiWith(service.url, {})
})
after(() => service.stop())

test('apps that update at their own pace have the public content, whatever was written in between', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), play), {
    numRuns: 25,
    interruptAfterTimeLimit: 20_000,
  })
})

test('an app that updates during concurrent writes misses nothing', async () => {
  const { broadcastId, api, path } = await newBroadcast()
  const follower = new PublicApp(nobody, `/v1/public/${broadcastId}/bundle`)
  let isWriting = true
  const following = (async () => {
    while (isWriting) await follower.sync()
  })()
  await inTurn(Array.from({ length: 120 }), async (_, at) => {
    const status = at % 3 === 0 ? 'draft' : 'published'
    const { body } = await api('POST', `${path}/broadcastHosts`, { title: `H ${at}`, status })
    const patched = await api('PATCH', `${path}/broadcastHosts/${body._id}`, {
      status: at % 4 === 0 ? 'draft' : 'published',
    })
    assert.equal(patched.status, 200)
    if (at % 5 === 0) await api('DELETE', `${path}/broadcastHosts/${body._id}`)
  })
  isWriting = false
  await following
  await follow({ app: follower, preview: undefined }, broadcastId, `/v1/public/${broadcastId}/bundle`)
})

type Step =
  | { step: 'create'; plural: string; state: State; targets: number[] }
  | { step: 'patch'; at: number; state: State | null; targets: number[] | null }
  | { step: 'delete'; at: number }
  | { step: 'menu'; targets: number[] }
  | { step: 'tick' }
  | { step: 'sync'; app: number }

interface State {
  status: string
  isPrivate: boolean
  /** Minutes after the beginning, and a half. */
  dueAt: number
}

const some = fc.nat({ max: 50 })
const targets = fc.array(some, { maxLength: 3 })
const state: fc.Arbitrary<State> = fc.record({
  status: fc.constantFrom('published', 'published', 'draft'),
  isPrivate: fc.constantFrom(false, false, true),
  dueAt: fc.integer({ min: -2, max: 4 }),
})
const plurals = publicKinds.map(({ plural }) => plural)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ step: fc.constant('create'), plural: fc.constantFrom(...plurals), state, targets }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      step: fc.constant('patch'),
      at: some,
      state: fc.option(state),
      targets: fc.option(targets),
    }),
  },
  { weight: 3, arbitrary: fc.record({ step: fc.constant('delete'), at: some }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('menu'), targets }) },
  { weight: 3, arbitrary: fc.record({ step: fc.constant('tick') }) },
  { weight: 6, arbitrary: fc.record({ step: fc.constant('sync'), app: fc.nat({ max: 2 }) }) },
)

/** Runs the steps on a new broadcast, and compares each app after an update with a full bundle and with the model. */
async function play(steps: Step[]): Promise<void> {
  const { broadcastId, api, path } = await newBroadcast()
  const address = `/v1/public/${broadcastId}/bundle`
  const startMs = service.clock.now()
  const { token } = (await api('POST', `${path}/previews`, {})).body
  // The last one shows drafts, too.
  const apps = [undefined, undefined, token].map((preview) => ({
    preview,
    app: new PublicApp(nobody, address, preview),
  }))
  const made: { plural: string; id: string }[] = []
  let titles = 0

  const write = async (method: string, address: string, body?: object) => {
    const reply = await api(method, path + address, body)
    // A category inside itself is refused; nothing else is.
    assert(reply.status < 300 || reply.text.includes('"loop"'), reply.text)
    return reply
  }
  const body = (plural: string, sent: { state: State | null; targets: number[] | null }) => ({
    ...(sent.state && stateOf(plural, sent.state, startMs)),
    ...(sent.targets && pointing(plural, idsAmong(made, sent.targets))),
  })
  const run = async (one: Step) => {
    const target = 'at' in one ? made[one.at % made.length] : undefined
    if (one.step === 'create') {
      const reply = await write('POST', `/${one.plural}`, { title: `T ${++titles}`, ...body(one.plural, one) })
      if (reply.status === 201) made.push({ plural: one.plural, id: reply.body._id })
    } else if (one.step === 'patch' && target) {
      await write('PATCH', `/${target.plural}/${target.id}`, body(target.plural, one))
    } else if (one.step === 'delete' && target) {
      await write('DELETE', `/${target.plural}/${target.id}`)
      made.splice(made.indexOf(target), 1)
    } else if (one.step === 'menu') {
      const navigator = navigatorOf(idsAmong(made, one.targets))
      await write('PATCH', '', { menu: { sections: [{ tiles: [{ navigator }] }] } })
    } else if (one.step === 'tick') service.clock.advance(60_000)
    else if (one.step === 'sync') await follow(apps[one.app] ?? assert.fail(), broadcastId, address)
  }
  for (const one of steps) await run(one)
  for (const one of apps) await follow(one, broadcastId, address)
}

interface Follower {
  app: PublicApp
  preview: string | undefined
}

async function follow({ app, preview }: Follower, broadcastId: string, address: string): Promise<void> {
  await app.sync()
  const fresh = await new PublicApp(nobody, address, preview).read()
  const stored = await storedRows(service.platform.db, broadcastId)
  const world = publicWorld(stored, service.clock.now(), preview !== undefined)
  const expected = publicKinds
    .map(({ name, plural }) => [plural, world.rows(name)] as const)
    .filter(([, rows]) => rows.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  assert.deepEqual(fresh.state().data, Object.fromEntries(expected))
  assert.deepEqual(app.state(), fresh.state())
  // The root lists the languages that are in use.
  const { slug, domain, seo, locales: used, fonts, ...broadcast } = app.state().broadcast ?? {}
  const { locales, ...row } = world.rows('broadcast')[0] ?? {}
  assert.deepEqual(broadcast, row)
}

async function newBroadcast() {
  const { platform, newKey, url } = service
  const record = await platform.db.transaction((tx) =>
    platform.content.createBroadcast(tx, { id: owner.userId, email: owner.email }, { name: 'B' }, { type: 'command' }),
  )
  const api = apiWith(url, { 'x-api-key': await newKey(record._id, ['read', 'write']) })
  return { broadcastId: record._id, api, path: `/v1/users/${owner.userId}/broadcasts/${record._id}` }
}

function stateOf(plural: string, { status, isPrivate, dueAt }: State, startMs: number): Row {
  const publishedAt = new Date(startMs + dueAt * 60_000 + 30_000).toISOString()
  const isPrivatable = plural === 'broadcastPages' || plural === 'broadcastArticles'
  return { status, ...(isPrivatable && { isPrivate }), ...(plural === 'broadcastArticles' && { publishedAt }) }
}

type Ids = (plural: string) => string[]

const idsAmong =
  (made: { plural: string; id: string }[], targets: number[]): Ids =>
  (plural) => {
    const own = made.filter((one) => one.plural === plural)
    return own.length === 0 ? [] : [...new Set(targets.map((at) => own[at % own.length]?.id ?? ''))]
  }

/** References of a record of the kind, at several positions. */
function pointing(plural: string, ids: Ids): Row {
  const navigator = navigatorOf(ids)
  const categoryIds = ids('broadcastCategories')
  const blocks = [{ type: 'section', blocks: [{ type: 'button', navigator }] }]
  if (plural === 'broadcastSessions')
    return { categoryIds, hostIds: ids('broadcastHosts'), interestPointId: ids('broadcastInterestPoints')[0] ?? null }
  if (plural === 'broadcastInterestPoints') return { categoryIds, mapId: ids('broadcastMaps')[0] ?? null, navigator }
  if (plural === 'broadcastCategories') return { parentId: categoryIds[0] ?? null }
  if (plural === 'broadcastHosts') return { categoryIds, localeDetails: { fr: { title: 'H', blocks } } }
  if (plural === 'broadcastPages' || plural === 'broadcastArticles') return { categoryIds, blocks }
  return {}
}

const navigatorOf = (ids: Ids): Row =>
  Object.fromEntries(
    ['Article', 'Page', 'Session', 'Host', 'InterestPoint', 'Map'].map((name) => [
      `broadcast${name}Id`,
      ids(`broadcast${name}s`)[0] ?? null,
    ]),
  )
