import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newObjectId } from '../../src/base/object-id.ts'
import { signToken } from '../../src/base/signed-token.ts'
import type { Route } from '../../src/http/route.ts'
import { countStatements, type Statements } from '../contract/observed.ts'
import { inTurn } from '../support/in-turn.ts'
import { publicKinds } from '../support/public-model.ts'
import {
  type Api,
  apiWith,
  type Reply,
  signedIn,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts'
import { pathsOf, plainAddresses, publicReads } from './public-addresses.ts'

let service: TestService
let statements: Statements
let nobody: Api

before(async () => {
  service = await startService({ MARQUEE_PUBLIC_READ_LIMIT: 'off', MARQUEE_PUBLIC_WRITE_LIMIT: 'off' })
  statements = countStatements(service)
  nobody = apiWith(service.url, { 'x-request-id': 'the-same-for-all' })
})
after(() => {
  statements.close()
  return service.stop()
})

/** A broadcast with a website, a public record of every kind, and a registered app. */
interface Festival {
  tenant: TestTenant
  id: string
  slug: string
  diffuserId: string
  sessionId: string
  formId: string
  /** The records by path parameter. */
  ids: Record<string, string[]>
  clientToken: string
}

async function newFestival(): Promise<Festival> {
  const tenant = await service.newTenant()
  const slug = `f-${tenant.broadcastId}`
  const create = async (plural: string, body: object) => (await written(tenant, 'POST', `/${plural}`, body))._id
  const diffuserId = await create('broadcastDiffusers', { type: 'web', status: 'published', slug })
  const ids: Record<string, string[]> = {}
  for (const { name, plural, fields } of publicKinds) {
    const questions = fields.includes('fields') && { fields: [{ key: 'name', type: 'text' }] }
    ids[`${name}Id`] = [await create(plural, { title: 'Opening', status: 'published', ...questions })]
  }
  const [sessionId = '', formId = ''] = [ids.broadcastSessionId?.[0], ids.broadcastNetworkingFormId?.[0]]
  const { body } = await nobody('POST', `/v1/public/${slug}/clients`, {})
  return { tenant, id: tenant.broadcastId, slug, diffuserId, sessionId, formId, ids, clientToken: body.token }
}

async function written(tenant: TestTenant, method: string, path: string, body?: object) {
  const reply = await tenant.api(method, tenant.path + path, body)
  assert(reply.status < 300, reply.text)
  return reply.body
}

const hidings: Record<string, (festival: Festival) => Promise<unknown>> = {
  'that is private': ({ tenant }) => written(tenant, 'PATCH', '', { isPrivate: true }),
  'that is neither on the web nor in an app': ({ tenant }) =>
    written(tenant, 'PATCH', '', { isWeb: false, isApp: false }),
  'that was deleted': async ({ tenant }) => {
    const reply = await (await signedIn(service, tenant))('DELETE', tenant.path)
    assert(reply.status < 300, reply.text)
  },
}

describe('a broadcast', () => {
  const hidden = new Map<string, Festival>()
  let missing: Festival

  before(async () => {
    for (const name of Object.keys(hidings)) hidden.set(name, await newFestival())
    const other = newObjectId(Date.now())
    missing = { ...(await newFestival()), id: other, slug: `f-${other}` }
  })

  for (const [name, hide] of Object.entries(hidings)) {
    test(`${name} disappears at once from responses that were cached a moment before`, async () => {
      const festival = hidden.get(name) ?? assert.fail()
      const addresses = publicReads(service).flatMap((route) => plainAddresses(route, wordsOf(festival)))
      const read = (address: string, headers = {}) =>
        nobody('GET', address, undefined, { ...tokenOf(festival), ...headers })
      const kept = await inTurn([...addresses, ...addresses], (address) => read(address))
      for (const { status, text } of kept) assert.equal(status, 200, text)
      await hide(festival)
      await inTurn(addresses, async (address, at) => {
        const etag = kept[at]?.headers.get('etag') ?? '*'
        for (const headers of [{}, { 'if-none-match': etag }])
          assert.equal((await read(address, headers)).status, 404, address)
      })
    })
  }

  test('that is hidden gets the same bytes as a missing one, on every route and with every method', async () => {
    const requests = service.runtime.routes.filter(({ access }) => access.who === 'public').flatMap(requestsOf)
    assert(requests.length > 150)
    await inTurn(requests, async ({ method, path, query, body, headers }, at) => {
      // By its id, and by its slug.
      const send = (one: Festival) => {
        const address = pathsOf({ path }, wordsOf(one))[at % 2] ?? assert.fail()
        return nobody(method, address + query, body(one), { ...headers, ...tokenOf(one) })
      }
      const never = await send(missing)
      if (method !== 'OPTIONS') assert.equal(never.status, 404, `${method} ${path}${query}`)
      for (const [name, festival] of hidden)
        assert.deepEqual(bytesOf(await send(festival)), bytesOf(never), `${method} ${path}${query} of one ${name}`)
    })
  })

  test('that is hidden costs the same statements as a missing one', async () => {
    for (const suffix of ['', '/bundle', `/broadcastSessions/${missing.sessionId}`]) {
      for (const address of ['id', 'slug'] as const) {
        const ran = async (one: Festival) =>
          (await statements.of(() => nobody('GET', `/v1/public/${one[address]}${suffix}`))).ran
        for (const festival of hidden.values()) assert.deepEqual(await ran(festival), await ran(missing))
      }
    }
  })
})

test('a broadcast that was hidden for a while reappears unchanged', async () => {
  const { tenant, id } = await newFestival()
  const read = () => nobody('GET', `/v1/public/${id}/broadcastSessions`)
  const before = await read()
  for (const patch of [{ isPrivate: true }, { isPrivate: false, isWeb: false }, { isApp: false }, { isWeb: true }]) {
    await written(tenant, 'PATCH', '', patch)
    const isOpen = !('isPrivate' in patch && patch.isPrivate) && !('isApp' in patch)
    const reply = await read()
    assert.equal(reply.status, isOpen ? 200 : 404, JSON.stringify(patch))
    if (isOpen) assert.deepEqual(bytesOf(reply), bytesOf(before))
  }
})

test('a slug resolves to the broadcast only while its diffuser is published and of the web', async () => {
  const { tenant, slug, diffuserId } = await newFestival()
  const read = (address: string) => nobody('GET', `/v1/public/${address}`)
  const missing = bytesOf(await read('f-nobody'))
  assert.equal((await read(slug)).status, 200)
  for (const patch of [
    { status: 'draft' },
    { type: 'ios' },
    { type: 'android' },
    { type: 'kiosk' },
    { slug: `${slug}-2` },
  ]) {
    await written(tenant, 'PATCH', `/broadcastDiffusers/${diffuserId}`, patch)
    assert.deepEqual(bytesOf(await read(slug)), missing, JSON.stringify(patch))
    await written(tenant, 'PATCH', `/broadcastDiffusers/${diffuserId}`, { status: 'published', type: 'web', slug })
    assert.equal((await read(slug)).status, 200)
  }
  for (const odd of [slug.toUpperCase(), `${slug}%00`, `${slug}%20`, `%20${slug}`, `${slug}/`, diffuserId])
    assert.equal((await read(odd)).status, 404, odd)
  await written(tenant, 'DELETE', `/broadcastDiffusers/${diffuserId}`)
  assert.deepEqual(bytesOf(await read(slug)), missing)
})

test('a slug that moves to another broadcast resolves there at once', async () => {
  const [one, other] = [await newFestival(), await newFestival()]
  const read = async () => (await nobody('GET', `/v1/public/${one.slug}/broadcastSessions`)).body.data?.[0]?._id
  assert.deepEqual([await read(), await read()], [one.sessionId, one.sessionId])
  await written(one.tenant, 'PATCH', `/broadcastDiffusers/${one.diffuserId}`, { slug: null })
  assert.equal(await read(), undefined)
  await written(other.tenant, 'PATCH', `/broadcastDiffusers/${other.diffuserId}`, { slug: one.slug })
  assert.deepEqual([await read(), await read()], [other.sessionId, other.sessionId])
})

test('a broadcast shows its slug, whichever diffuser has it', async () => {
  const tenant = await service.newTenant()
  const slug = `f-${tenant.broadcastId}`
  for (const body of [{ slug: null }, { slug }])
    await written(tenant, 'POST', '/broadcastDiffusers', { type: 'web', status: 'published', ...body })
  assert.equal((await nobody('GET', `/v1/public/${slug}`)).body.slug, slug)
})

test('records that existed only while a broadcast was private are never revealed', async () => {
  const { tenant, id } = await newFestival()
  const time = { start: '2026-07-04T18:00:00Z', end: null }
  const { cursor: open } = (await nobody('GET', `/v1/public/${id}/bundle`)).body
  await written(tenant, 'PATCH', '', { isPrivate: true })
  const made = await written(tenant, 'POST', '/broadcastSessions', { title: 'Surprise', status: 'published', time })
  const gone = await written(tenant, 'POST', '/broadcastSessions', { title: 'Surprise', status: 'published', time })
  await written(tenant, 'PATCH', `/broadcastSessions/${made._id}`, { status: 'draft' })
  await written(tenant, 'DELETE', `/broadcastSessions/${gone._id}`)
  await written(tenant, 'PATCH', '', { isPrivate: false })
  const words = { broadcasts: [id], ids: {}, values: {}, others: [] }
  const addresses = publicReads(service)
    .filter(({ path }) => !path.includes('Id') && !path.endsWith('me'))
    .flatMap((route) => plainAddresses(route, words))
  for (const address of [...addresses, `/v1/public/${id}/bundle?since=${open}`]) {
    const { status, text } = await nobody('GET', address)
    if (status !== 200) continue
    for (const word of ['Surprise', made._id, gone._id]) assert(!text.includes(word), `${address} tells of ${word}`)
  }
})

describe('a preview link', () => {
  let festival: Festival
  let draftId: string
  let privateId: string
  let laterId: string
  let token: string

  before(async () => {
    festival = await newFestival()
    const create = async (plural: string, body: object) =>
      (await written(festival.tenant, 'POST', `/${plural}`, body))._id
    draftId = await create('broadcastSessions', { title: 'Sketch', time: { start: '2026-07-04T18:00:00Z' } })
    privateId = await create('broadcastPages', { title: 'Backstage', status: 'published', isPrivate: true })
    const publishedAt = new Date(service.clock.now() + 86_400_000).toISOString()
    laterId = await create('broadcastArticles', { title: 'Soon', status: 'published', publishedAt })
    token = (await newPreview()).token
  })

  const newPreview = (body: object = {}) => written(festival.tenant, 'POST', '/previews', body)
  const read = (path: string, preview: string | null, address = festival.id) =>
    nobody(
      'GET',
      `/v1/public/${address}${path}${preview === null ? '' : `${path.includes('?') ? '&' : '?'}preview=${encodeURIComponent(preview)}`}`,
    )

  test('shows drafts and scheduled records, but never private ones', async () => {
    const sessions = await read('/broadcastSessions', token)
    assert.deepEqual(
      sessions.body.data.map(({ _id }: { _id: string }) => _id),
      [draftId, festival.sessionId],
    )
    assert.equal(sessions.body.metadata.total, 2)
    assert.equal((await read(`/broadcastSessions/${draftId}`, token)).body.title, 'Sketch')
    assert.equal((await read(`/broadcastArticles/${laterId}`, token)).body.title, 'Soon')
    const { data } = (await read('/bundle', token)).body
    assert.deepEqual(
      [data.broadcastSessions.length, data.broadcastArticles.length, data.broadcastPages.length],
      [2, 2, 1],
    )
    assert.equal((await read('/now?at=2026-07-04T18:30:00Z', token)).body.places[0].current[0]._id, draftId)
    assert.equal((await read(`/broadcastPages/${privateId}`, token)).status, 404)
    for (const route of publicReads(service).filter(({ params }) => 'preview' in params)) {
      for (const path of plainAddresses(route, wordsOf(festival)).slice(0, 1)) {
        const { status, text } = await nobody('GET', `${path}${path.includes('?') ? '&' : '?'}preview=${token}`)
        assert.equal(status, 200, path)
        assert(!text.includes(privateId) && !text.includes('Backstage'), path)
      }
    }
  })

  test('shows only the public fields', async () => {
    const { body } = await read(`/broadcastSessions/${draftId}`, token)
    for (const name of ['isPrivate', 'metadata', '_reference']) assert(!(name in body), name)
  })

  test('is never cached, and its content does not reach other responses', async () => {
    for (const path of [
      '',
      '/bundle',
      '/broadcastSessions',
      `/broadcastSessions/${draftId}`,
      '/now',
      '/programme.ics',
    ]) {
      for (const headers of [{}, { 'accept-encoding': 'br' }]) {
        const reply = await nobody('GET', `/v1/public/${festival.id}${path}?preview=${token}`, undefined, headers)
        assert.equal(reply.status, 200, path)
        assert.equal(reply.headers.get('cache-control'), 'no-store', path)
      }
      const open = await nobody('GET', `/v1/public/${festival.id}${path}`)
      assert(!open.text.includes('Sketch') && !open.text.includes(draftId), path)
    }
    await written(festival.tenant, 'PATCH', `/broadcastSessions/${draftId}`, { title: 'Sketch 2' })
    assert.equal((await read(`/broadcastSessions/${draftId}`, token)).body.title, 'Sketch 2')
  })

  test('opens a private broadcast, which is hidden from everybody else', async () => {
    await written(festival.tenant, 'PATCH', '', { isPrivate: true })
    assert.equal((await read('/broadcastSessions', token)).body.metadata.total, 2)
    assert.equal((await read('/broadcastSessions', token, festival.slug)).status, 200)
    assert.equal((await read('/broadcastSessions', null)).status, 404)
    await written(festival.tenant, 'PATCH', '', { isPrivate: false })
  })

  test('that is forged, of another broadcast or purpose, or empty gets the 404 of a missing broadcast', async () => {
    const missing = bytesOf(await read('/broadcastSessions', null, newObjectId(Date.now())))
    const other = await newFestival()
    const foreign = (await written(other.tenant, 'POST', '/previews', {})).token
    const { vault, clock } = service.platform
    const farMs = clock.now() + 1e9
    const [id = '', expires = '', signature = ''] = token.split('.')
    const forged = [
      ...[foreign, '', 'x', '..', `${id}.${expires}`, `${id}.${expires}.`, `${id}.${Number(expires) + 1}.${signature}`],
      ...[
        `${other.id}.${expires}.${signature}`,
        `${id}.${expires}.${signature}A`,
        `${id}.${expires}.${signature.slice(0, -1)}`,
      ],
      ...[`${id}..${signature}`, `${id}.Infinity.${signature}`, ` ${token}`, token.toUpperCase()],
      ...[...signature]
        .slice(0, 8)
        .map(
          (letter, at) =>
            `${id}.${expires}.${signature.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${signature.slice(at + 1)}`,
        ),
      signToken(vault, 'calendars', [festival.id], farMs),
      signToken(vault, 'invitations', [festival.id], farMs),
      signToken(vault, 'previews', [other.id, festival.id], farMs),
    ]
    for (const one of forged) assert.deepEqual(bytesOf(await read('/broadcastSessions', one)), missing, one)
    const swapped = await read('/broadcastSessions', token, other.id)
    assert.deepEqual(bytesOf(swapped), missing)
    assert.equal(
      (await nobody('GET', `/v1/public/${festival.id}/broadcastSessions?preview=x&preview=${token}`)).status,
      404,
    )
  })

  test('expires, and is then like a forged one', async () => {
    const askedMs = service.clock.now()
    const { token: brief, expires_at: at, url } = await newPreview({ expires_in: 60 })
    assert(Date.parse(at) > askedMs + 59_000 && Date.parse(at) <= service.clock.now() + 60_000, at)
    assert.equal(url, `${service.url}/${festival.id}/?preview=${brief}`, 'the site itself, with its drafts')
    assert.equal((await read('', brief)).status, 200)
    service.clock.advance(55_000)
    assert.equal((await read(`/broadcastSessions/${draftId}`, brief)).status, 200)
    service.clock.advance(5_000)
    const missing = bytesOf(await read('/broadcastSessions', null, newObjectId(Date.now())))
    assert.deepEqual(bytesOf(await read(`/broadcastSessions/${draftId}`, brief)), missing)
    assert.deepEqual(bytesOf(await read('/broadcastSessions', brief)), missing)
  })

  test('can be created with the right to write, for a minute to thirty days', async () => {
    for (const body of [{ expires_in: 59 }, { expires_in: 30 * 86_400 + 1 }, { expires_in: 1.5 }, { until: 1 }])
      assert.equal((await festival.tenant.api('POST', `${festival.tenant.path}/previews`, body)).status, 400)
    const reader = apiWith(service.url, { 'x-api-key': await service.newKey(festival.id, ['read']) })
    assert.equal((await reader('POST', `${festival.tenant.path}/previews`)).status, 403)
    assert.equal((await nobody('POST', `${festival.tenant.path}/previews`)).status, 401)
  })
})

interface Request {
  method: string
  path: string
  query: string
  body(festival: Festival): unknown
  headers: Record<string, string>
}

/** A route called in every way: valid, with unknown parameters, with an invalid body, and with other methods. */
function requestsOf({ method, path }: Route): Request[] {
  const plain = { method, path, query: '', headers: {}, body: (one: Festival) => bodyFor(method, path, one) }
  const json = { 'content-type': 'application/json' }
  const odd = [
    { ...plain, body: () => '{', headers: json },
    { ...plain, body: () => 'x', headers: { 'content-type': 'text/plain' } },
    { ...plain, body: () => ({ unknown: true }) },
    { ...plain, body: () => `"${'x'.repeat(300_000)}"`, headers: json },
    { ...plain, headers: { 'idempotency-key': 'the-same' } },
    { ...plain, headers: { origin: 'https://elsewhere.example' } },
  ]
  const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((other) => other !== method)
  return [
    plain,
    plain,
    { ...plain, query: '?zzz=1' },
    { ...plain, query: '?preview=no' },
    ...(method === 'GET' ? [] : odd),
    ...others.map((other) => ({ ...plain, method: other, body: () => undefined })),
  ]
}

function bodyFor(method: string, path: string, { formId, sessionId }: Festival): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined
  if (path.endsWith('/contacts')) return { formId, fields: [{ key: 'name', value: 'Ada' }] }
  if (path.endsWith('/events')) return { type: 'opened' }
  return { favoriteIds: [sessionId] }
}

/** By id first, then by slug. */
const wordsOf = ({ id, slug, ids }: Festival) => ({ broadcasts: [id, slug], ids, values: {}, others: [] })

const tokenOf = ({ clientToken }: Festival) => ({ authorization: `Bearer ${clientToken}` })

/** A response without the time. */
function bytesOf({ status, headers, text }: Reply) {
  return { status, headers: [...headers].filter(([name]) => name !== 'date'), text }
}
