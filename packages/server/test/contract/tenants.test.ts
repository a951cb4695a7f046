import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AnyRecord, allKinds, broadcastKinds, type Kind, kindNamed, views } from '@marquee/model'
import { rights } from '../../src/access/rights.ts'
import { newObjectId } from '../../src/base/object-id.ts'
import { createRecord } from '../../src/content/create-record.ts'
import type { Route } from '../../src/http/route.ts'
import { addJob } from '../../src/store/queues/jobs.ts'
import {
  type Api,
  apiWith,
  type Reply,
  signedIn,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts'
import { fieldErrorsOf } from './assertions.ts'
import { countStatements, type Statements, withoutRequest } from './observed.ts'
import { minimalBody, type ReferencePlace, referencePlaces } from './samples.ts'

const broadcastPath = '/v1/users/:userId/broadcasts/:broadcastId'
const sharedReference = 'taken-over-there'

let service: TestService
let statements: Statements
let mine: TestTenant
let other: TestTenant
let owner: Api
/** The records of the other tenant, by the path parameter that names them. */
const theirs = new Map<string, string>()
/** The parents in my own broadcast. */
const own = new Map<string, string>()

before(async () => {
  // Without memory, so that the statements of a request do not depend on earlier ones.
  service = await startService({ MARQUEE_OUTBOUND_ALLOW: '127.0.0.1/32', MARQUEE_CACHE_MB: '0' })
  statements = countStatements(service)
  mine = await service.newTenant()
  other = await service.newTenant()
  owner = await signedIn(service, mine)
  for (const kind of broadcastKinds) {
    theirs.set(`${kind.name}Id`, (await make(other, kind))._id)
    theirs.set(`${broadcastPath}/${kind.plural} reference`, sharedReference)
  }
  for (const { plural } of views) {
    const path = `/v1/${plural}`
    const route = service.runtime.routes.find((one) => one.method === 'POST' && one.path === path)
    const reference = `${plural}-over-there`
    const reply = await other.api('PUT', `${path}/by-reference/${reference}`, route?.body?.example)
    assert.equal(reply.status, 201, reply.text)
    theirs.set(`${path} id`, reply.body.id)
    theirs.set(`${path} reference`, reference)
  }
  const [key] = await service.platform.keys.list(other.broadcastId)
  theirs.set('apiKeyId', key?.id ?? '')
  theirs.set('webhookId', await newWebhook(other))
  own.set('webhookId', await newWebhook(mine))
  const { body } = await other.api('POST', `/v1/webhooks/${theirs.get('webhookId')}/test`)
  theirs.set('deliveryId', body.delivery_id)
  theirs.set('jobId', await newJob(other))
  theirs.set('viewId', await newView(other))
  theirs.set('recordId', await newTrash(other))
})
after(() => {
  statements.close()
  return service.stop()
})

async function newView({ path, ...tenant }: TestTenant): Promise<string> {
  const view = { kind: 'broadcastHost', name: 'Drafts', query: { status: 'draft' }, shared: true }
  const { status, body } = await (await signedIn(service, tenant))('POST', `${path}/views`, view)
  assert.equal(status, 201)
  return body.id
}

async function newTrash({ api, path }: TestTenant): Promise<string> {
  const { body } = await api('POST', `${path}/broadcastHosts`, { title: 'Deleted' })
  const reply = await api('DELETE', `${path}/broadcastHosts/${body._id}`)
  assert.equal(reply.status, 200, reply.text)
  return body._id
}

async function newWebhook({ api }: TestTenant): Promise<string> {
  const reply = await api('POST', '/v1/webhooks', { url: 'https://127.0.0.1:9/', events: ['webhook.disabled'] })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

describe('a record of another broadcast gets the same response as a missing one', () => {
  test('on every route that names a record', async () => {
    const routes = service.runtime.routes.filter(isClosed).filter((route) => recordParameters(route).length > 0)
    assert(routes.length >= 100)
    for (const route of routes) {
      const isPutByReference = route.method === 'PUT' && route.path.includes('/by-reference/')
      const status = isPutByReference ? 412 : 404
      for (const api of callersOf(route)) {
        const missing = await observe(api, route, { ...mine, records: missingRecords(route) })
        assert.equal(missing.status, status, `${nameOf(route)}: ${missing.text}`)
        assert(missing.ran.length > 0, 'its statements were seen')
        const existing = await observe(api, route, { ...mine, records: theirRecords(route) })
        assert.deepEqual(existing, missing, nameOf(route))
      }
    }
  })

  test('inside a record of my own broadcast', async () => {
    for (const route of service.runtime.routes.filter((one) => isClosed(one) && recordParameters(one).length > 1)) {
      const [holder = ''] = recordParameters(route)
      const held = { [holder]: own.get(holder) ?? '' }
      for (const api of callersOf(route)) {
        const missing = await observe(api, route, { ...mine, records: { ...missingRecords(route), ...held } })
        assert.equal(missing.status, 404, nameOf(route))
        const existing = await observe(api, route, { ...mine, records: { ...theirRecords(route), ...held } })
        assert.deepEqual(existing, missing, nameOf(route))
      }
    }
  })

  test('in a batch', async () => {
    for (const route of service.runtime.routes.filter(({ path }) => path.endsWith('/batch'))) {
      const isMixed = route.tag === 'batch'
      const kind = kindNamed(isMixed ? 'broadcastSession' : route.tag)
      for (const mode of ['atomic', 'each']) {
        for (const op of ['update', 'delete'].filter((one) => kind.operations.some((operation) => operation === one))) {
          const [api] = callersOf(route)
          assert(api)
          const send = (id: string) =>
            observe(
              api,
              route,
              { ...mine, records: { sent: id } },
              {
                mode,
                operations: [{ ...(isMixed && { kind: kind.name }), op, id, ...(op === 'update' && { body: {} }) }],
              },
            )
          const missing = await send(newObjectId(Date.now()))
          assert.equal(missing.status, mode === 'atomic' ? 400 : 200, missing.text)
          assert.deepEqual(await send(theirs.get(`${kind.name}Id`) ?? ''), missing, nameOf(route))
        }
      }
    }
  })

  test('as the start of a list', async () => {
    for (const route of service.runtime.routes) {
      if (!('startId' in route.params)) continue
      for (const sort of ['{"_createdAt":"desc"}', '{"_id":"asc"}']) {
        const [api] = callersOf(route)
        assert(api)
        const send = (id: string) =>
          observe(
            api,
            route,
            { ...mine, records: { sent: id } },
            undefined,
            `?sort=${encodeURIComponent(sort)}&startId=${id}`,
          )
        const kind = broadcastKinds.find(({ plural }) => route.path.endsWith(`/${plural}`))
        const existing = await send(theirs.get(`${kind?.name}Id`) ?? '')
        assert.deepEqual(existing, await send(newObjectId(Date.now())), `${nameOf(route)} ${sort}`)
      }
    }
  })
})

describe('a broadcast of somebody else gets the same response as a missing one', () => {
  /** The ways to name a broadcast of somebody else. */
  const strangers = (): Record<string, Place> => ({
    'theirs, as theirs': { userId: other.userId, broadcastId: other.broadcastId },
    'theirs, as mine': { userId: mine.userId, broadcastId: other.broadcastId },
    'mine, as theirs': { userId: other.userId, broadcastId: mine.broadcastId },
  })
  const inBroadcast = () => service.runtime.routes.filter(({ path }) => path.startsWith(broadcastPath))

  test('on every route', async () => {
    for (const route of inBroadcast()) {
      for (const api of [mine.api, owner]) {
        const missing = await observe(api, route, { ...mine, broadcastId: newObjectId(Date.now()) })
        assert.equal(missing.status, 404, nameOf(route))
        for (const [name, place] of Object.entries(strangers()))
          assert.deepEqual(await observe(api, route, place), missing, `${nameOf(route)}: ${name}`)
      }
    }
  })

  test('with an existing record', async () => {
    for (const route of inBroadcast().filter((one) => recordParameters(one).length > 0)) {
      const missing = await observe(owner, route, { ...mine, broadcastId: newObjectId(Date.now()) })
      assert.deepEqual(await observe(owner, route, { ...other, records: theirRecords(route) }), missing, nameOf(route))
    }
  })

  test('with an unsupported method', async () => {
    const paths = Map.groupBy(inBroadcast(), ({ path }) => path)
    for (const [path, routes] of paths) {
      const method = (['PUT', 'PATCH', 'DELETE', 'POST'] as const).find((one) =>
        routes.every((route) => route.method !== one),
      )
      const [first] = routes
      if (!method || !first) continue
      const absent: Route = { ...first, method, body: { schema: {} } }
      const missing = await observe(owner, absent, { ...mine, broadcastId: newObjectId(Date.now()) })
      assert.equal(missing.status, 404, `${method} ${path}`)
      assert.deepEqual(await observe(owner, absent, other), missing, `${method} ${path}`)
    }
  })

  test('to callers without a key', async () => {
    const nobody = apiWith(service.url, {})
    const { broadcastId } = other
    for (const routes of chunks(inBroadcast(), 20))
      await Promise.all(
        routes.map(async (route) => {
          const send = (id: string) =>
            nobody(route.method, addressOf(route, { ...other, broadcastId: id }), leastBody(route))
          const [existing, missing] = [await send(broadcastId), await send(newObjectId(0))]
          assert.equal(missing.status, 401, nameOf(route))
          assert.deepEqual(withoutRequest(existing), withoutRequest(missing), nameOf(route))
        }),
      )
  })

  test('an account of somebody else gets the same response as a missing one', async () => {
    for (const route of service.runtime.routes.filter(({ access }) => access.who === 'person')) {
      for (const api of [mine.api, owner]) {
        const missing = await observe(api, route, { ...mine, userId: newObjectId(Date.now()) })
        assert([403, 404].includes(missing.status))
        assert.deepEqual(await observe(api, route, other), missing, nameOf(route))
      }
    }
  })
})

describe('a reference to a record of another broadcast', () => {
  const theirId = (kindName: string) => theirs.get(`${kindName}Id`) ?? ''

  test('can occur in these fields and no others', () => {
    const names = allKinds.flatMap((kind) =>
      referencePlaces(kind).map(({ pointer }) => pointer.replace(/(\/\d+)+$/, '')),
    )
    const fields = new Set(names.map((pointer) => pointer.split('/').at(-1)))
    assert.deepEqual([...fields].sort(), [
      'broadcastArticleId',
      'broadcastHostId',
      'broadcastInterestPointId',
      'broadcastMapId',
      'broadcastPageId',
      'broadcastSessionId',
      'categoryIds',
      'clientId',
      'favoriteIds',
      'fontHolderId',
      'formId',
      'hostIds',
      'interestPointId',
      'mapId',
      'mediaId',
      'parentId',
    ])
  })

  for (const kind of allKinds.filter((one) => referencePlaces(one).length > 0))
    test(`is refused in every such field of a ${kind.name}`, async () => {
      const send = await sender(kind)
      // One language represents all, and its blocks those in its sections: they have the same schema.
      const isRepeated = ({ pointer }: ReferencePlace) =>
        /^\/localeDetails\/(en|es|fr\/blocks\/0\/blocks)\//.test(pointer)
      const places = referencePlaces(kind).filter((place) => !isRepeated(place))
      for (const some of chunks(places, 20))
        await Promise.all(
          some.map(async (place) => {
            const reply = await send(place, theirId(place.target))
            assert.deepEqual(fieldErrorsOf(reply, 400), [[place.pointer, 'not_found_reference']])
          }),
        )
    })

  test('gets the same response as one to a missing record, with the same statements', async () => {
    for (const kind of allKinds) {
      const send = await sender(kind)
      for (const place of referencePlaces(kind).filter(({ pointer }) => pointer.split('/').length <= 3)) {
        const observed = async (id: string) => {
          const { result, ran } = await statements.of(() => send(place, id))
          return { ...withoutRequest(result), ran }
        }
        const missing = await observed(newObjectId(Date.now()))
        assert.deepEqual(await observed(theirId(place.target)), missing, `${kind.name} ${place.pointer}`)
      }
    }
  })

  test('is refused on Surface A too', async () => {
    for (const { method, path, access, body } of service.runtime.routes) {
      const example = body?.example as Record<string, unknown> | undefined
      const { properties = {} } = (body?.schema ?? {}) as { properties?: Record<string, unknown> }
      if (access.who !== 'key' || method !== 'POST' || !('place_id' in properties)) continue
      const existing = await mine.api('POST', path, { ...example, place_id: theirId('broadcastInterestPoint') })
      assert.deepEqual(fieldErrorsOf(existing, 400), [['/place_id', 'not_found_reference']])
      const missing = await mine.api('POST', path, { ...example, place_id: newObjectId(Date.now()) })
      assert.deepEqual(withoutRequest(existing), withoutRequest(missing))
    }
  })

  /** Sends one reference in a patch, or in a create where the kind has no patch. */
  async function sender(kind: Kind): Promise<(place: ReferencePlace, id: string) => Promise<Reply>> {
    if (kind.name === 'broadcast') return (place, id) => owner('PATCH', mine.path, place.body(id))
    const path = `${mine.path}/${kind.plural}`
    if (!kind.operations.includes('update'))
      return (place, id) => mine.api('POST', path, { ...minimalBody(kind), ...place.body(id) })
    const { _id } = await make(mine, kind)
    return (place, id) => mine.api('PATCH', `${path}/${_id}`, place.body(id))
  }
})

test('a value taken in another broadcast is free in this one', async () => {
  for (const kind of broadcastKinds.filter(({ operations }) => operations.includes('create'))) {
    const api = kind.area === 'members' ? owner : mine.api
    const unique = Object.entries(kind.fields).filter(([, field]) => field.unique === 'broadcast')
    const id = theirs.get(`${kind.name}Id`) ?? ''
    const record: AnyRecord = JSON.parse(await service.platform.content.read(other.broadcastId, kind, id))
    const body = { ...minimalBody(kind), ...Object.fromEntries(unique.map(([name]) => [name, record[name]])) }
    const { status, text } = await api('POST', `${mine.path}/${kind.plural}`, {
      ...body,
      _reference: record._reference,
    })
    assert.equal(status, 201, text)
  }
})

interface Place {
  userId: string
  broadcastId: string
  /** Ids and references that are sent. */
  records?: Record<string, string>
}

/** Everything by which a caller can distinguish responses, and their statements. */
async function observe(api: Api, route: Route, place: Place, body?: unknown, query = '') {
  const { method, path } = route
  const records = { ...missingRecords(route), ...place.records }
  const address = addressOf(route, { ...place, records })
  // A condition that no record fulfils; without it a put would create one.
  const headers: Record<string, string> = path.includes('/by-reference/') ? { 'if-match': '*' } : {}
  const send = () => api(method, address + query, body ?? leastBody(route), headers)
  const { result, ran } = await statements.of(send)
  return { ...withoutRequest(result, Object.values(records)), ran }
}

function addressOf(route: Route, { userId, broadcastId, records = missingRecords(route) }: Place): string {
  const known: Record<string, string> = { userId, broadcastId, broadcast: broadcastId, ...records }
  return route.path.replaceAll(/:(\w+)/g, (_, name: string) => known[name] ?? '')
}

/** A valid body, so that the record is looked up. */
function leastBody({ body }: Route): unknown {
  if (!body || body.optional) return undefined
  const { required = [] } = body.schema as { required?: string[] }
  return required.length > 0 ? (body.example ?? {}) : {}
}

/** The parameters of a path that name records. */
const recordParameters = ({ path }: Route): string[] =>
  [...path.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !['userId', 'broadcastId', 'broadcast'].includes(name))

async function newJob({ broadcastId }: TestTenant): Promise<string> {
  const job = { broadcastId, id: newObjectId(Date.now()), type: 'nobody does it', payload: {}, at: new Date() }
  await service.platform.db.transaction((tx) => addJob(tx, job))
  return job.id
}
/** Public routes belong to no tenant. */
const isClosed = ({ access }: Route) => access.who !== 'anyone'

const missingRecords = (route: Route) =>
  Object.fromEntries(recordParameters(route).map((name) => [name, newObjectId(Date.now())]))

function theirRecords(route: Route): Record<string, string> {
  const collection = route.path.replace(/(\/by-reference)?\/:(id|reference)\b.*/, '')
  return Object.fromEntries(
    recordParameters(route).map((name) => {
      const value = theirs.get(name) ?? theirs.get(`${collection} ${name}`)
      assert(value, `${nameOf(route)}: the other tenant has no ${name}`)
      return [name, value]
    }),
  )
}

/** The callers that get as far as the record: the owner, and a key where keys have the right. */
function callersOf({ access }: Route): Api[] {
  if (access.who === 'key') return [mine.api]
  if (access.who !== 'forMembers') return [owner]
  return rights[access.right].scopes === null ? [owner] : [mine.api, owner]
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`

function make(tenant: TestTenant, kind: Kind): Promise<AnyRecord> {
  const body = { ...minimalBody(kind), ...(tenant === other && { _reference: sharedReference }) }
  return service.platform.content.write(tenant, { type: 'command' }, (writing) => createRecord(writing, kind, body))
}

function chunks<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}
