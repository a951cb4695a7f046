import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changePlan } from '../../src/access/plans.ts'
import { type Role, rights, type Scope } from '../../src/access/rights.ts'
import { newObjectId } from '../../src/base/object-id.ts'
import type { Route } from '../../src/http/route.ts'
import {
  type Api,
  addMember,
  apiWith,
  signedIn,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let other: TestTenant
let free: TestTenant
let owner: Api

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  other = await service.newTenant()
  free = await service.newTenant()
  await changePlan(service.platform, free.userId, 'free', { type: 'command' })
  owner = await addMember(service, tenant, 'owner')
})
after(() => service.stop())

/** The result of a caller on a route: accepted, or refused with a status and a code. */
type Verdict = 'let in' | `${number} ${string}`
type Access = Route['access']

test('every request needs a key or a session', () =>
  assertVerdicts(apiWith(service.url, {}), tenant, () => '401 unauthenticated'))

describe('a person', () => {
  for (const role of ['viewer', 'editor', 'owner'] as const)
    test(`who is ${role} has the rights of their role`, async () =>
      assertVerdicts(await addMember(service, tenant, role), tenant, (access) => roleVerdict(access, role)))

  test('who created the broadcast also has their own account', async () =>
    assertVerdicts(await signedIn(service, tenant), tenant, (access) =>
      access.who === 'person' ? 'let in' : roleVerdict(access, 'owner'),
    ))

  test('who is not a member of the broadcast gets 404', async () =>
    assertVerdicts(await signedIn(service, other), tenant, ({ who }) =>
      who === 'key' ? '401 unauthenticated' : '404 not_found',
    ))

  test('is not limited by the plan', async () =>
    assertVerdicts(await addMember(service, free, 'owner'), free, (access) => roleVerdict(access, 'owner')))
})

describe('a key', () => {
  const combinations: Scope[][] = [
    ['read'],
    ['write'],
    ['people'],
    ['read', 'write'],
    ['read', 'people'],
    ['write', 'people'],
    ['read', 'write', 'people'],
  ]
  for (const scopes of combinations)
    test(`with the scopes ${scopes.join(', ')} has the rights of these scopes`, async () =>
      assertVerdicts(await keyWith(tenant, scopes), tenant, (access) => scopeVerdict(access, scopes)))

  test('takes precedence over a cookie', async () => {
    const key = await service.newKey(tenant.broadcastId, ['read'])
    const both: Api = (method, path, body) => owner(method, path, body, { 'x-api-key': key })
    await assertVerdicts(both, tenant, (access) => scopeVerdict(access, ['read']))
  })

  test('of another broadcast gets 404', () =>
    assertVerdicts(other.api, tenant, (access) =>
      access.who === 'forMembers' ? '404 not_found' : scopeVerdict(access, ['read', 'write', 'people']),
    ))

  test('of an account on the free plan is refused for the plan, and gets 404 for other broadcasts', async () => {
    for (const scopes of [['read'], ['read', 'write', 'people']] as Scope[][]) {
      const key = await keyWith(free, scopes)
      const refusals = {
        anyone: 'let in',
        public: 'let in',
        person: '403 plan_required',
        key: '403 plan_required',
      } as const
      await assertVerdicts(key, free, ({ who }) => (who === 'forMembers' ? '403 plan_required' : refusals[who]))
      if (scopes.length > 1)
        await assertVerdicts(key, tenant, ({ who }) => (who === 'forMembers' ? '404 not_found' : refusals[who]))
    }
  })

  test('with any scopes has no access to members, keys and audit, and cannot delete the broadcast', async () => {
    const key = await keyWith(tenant, ['read', 'write', 'people'])
    const isOutOfReach = ({ method, path }: Route) =>
      /\/(broadcastMembers|apiKeys|audit|archive|duplicate|people|presence|views)\b/.test(path) ||
      (method === 'DELETE' && path.endsWith('/:broadcastId'))
    const outOfReach = service.runtime.routes.filter(isOutOfReach)
    assert(outOfReach.length >= 13)
    for (const route of outOfReach) {
      const { status, body } = await send(key, route, tenant)
      assert.deepEqual([nameOf(route), status, body.code], [nameOf(route), 403, 'owner_required'])
    }
  })
})

test('every route requires the right that matches its operation', () => {
  for (const route of service.runtime.routes) {
    if (!('right' in route.access)) continue
    assert.equal(route.access.right, fittingRight(route), nameOf(route))
  }
})

test('the table of rights is as decided', () => {
  const everyone: Role[] = ['viewer', 'editor', 'owner']
  assert.deepEqual(rights, {
    'content.read': { roles: everyone, scopes: ['read'] },
    'content.write': { roles: ['editor', 'owner'], scopes: ['write'] },
    'originals.read': { roles: ['editor', 'owner'], scopes: ['read', 'write'] },
    'people.read': { roles: everyone, scopes: ['read', 'people'] },
    'people.write': { roles: ['editor', 'owner'], scopes: ['write', 'people'] },
    'people.manage': { roles: ['owner'], scopes: null },
    'credentials.write': { roles: ['owner'], scopes: ['write'] },
    'webhooks.read': { roles: ['owner'], scopes: ['read'] },
    'webhooks.write': { roles: ['owner'], scopes: ['write'] },
    'members.manage': { roles: ['owner'], scopes: null },
    'keys.manage': { roles: ['owner'], scopes: null },
    'trash.purge': { roles: ['owner'], scopes: ['write'] },
    'archive.read': { roles: ['owner'], scopes: null },
    'audit.read': { roles: ['owner'], scopes: null },
    'broadcast.duplicate': { roles: ['owner'], scopes: null },
    'broadcast.delete': { roles: ['owner'], scopes: null },
    'studio.use': { roles: everyone, scopes: null },
  })
})

describe('a change with a cookie', () => {
  const elsewhere: Record<string, Record<string, string>> = {
    'without any sign of where it comes from': {},
    'from another origin': { origin: 'https://elsewhere.example' },
    'from another origin that says it is the same': {
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'same-origin',
    },
    'from an origin that hides itself': { origin: 'null' },
    'from another port': { origin: 'http://127.0.0.1:1' },
    'from a sister site': { 'sec-fetch-site': 'same-site' },
    'from another site': { 'sec-fetch-site': 'cross-site' },
    'from the address bar': { 'sec-fetch-site': 'none' },
  }
  const forPeople = () => service.runtime.routes.filter(({ access }) => access.who !== 'key' && access.who !== 'public')
  // Routes for anyone do not look at the cookie, so another site gains nothing by it.
  const changes = () => forPeople().filter(({ method, access }) => method !== 'GET' && access.who !== 'anyone')
  const verdicts = async (headers: Record<string, string>, routes: Route[]) => {
    const cookie = await cookieOf(tenant)
    return new Set(Object.values(await verdictsOf(apiWith(service.url, { cookie, ...headers }), tenant, routes)))
  }

  for (const [where, headers] of Object.entries(elsewhere))
    test(`${where} is refused`, async () => {
      const some = changes().filter(({ path }) => path.endsWith('/:broadcastId'))
      assert.deepEqual(await verdicts(headers, some), new Set(['403 cross_site_request']))
    })

  test('from another origin is refused on every route', async () => {
    for (const headers of [{}, { origin: 'https://elsewhere.example' }])
      assert.deepEqual(await verdicts(headers, changes()), new Set(['403 cross_site_request']))
  })

  test('from another origin is refused, but not a read', async () => {
    const reads = forPeople().filter(({ method }) => method === 'GET')
    assert.deepEqual(await verdicts({ origin: 'https://elsewhere.example' }, reads), new Set(['let in']))
  })

  for (const name of ['origin', 'sec-fetch-site'])
    test(`that proves by ${name} that it comes from the site itself is accepted`, async () => {
      const shown = { [name]: name === 'origin' ? service.url : 'same-origin' }
      assert.deepEqual(await verdicts(shown, changes()), new Set(['let in']))
    })
})

describe('credentials of the broadcast', () => {
  const patches = [
    { authData: [{ type: 'basic', basic: { username: 'box', password: 'office' } }] },
    { authProviders: [{ type: 'oAuth', clientId: 'app' }] },
    { name: 'Both', authData: [], authProviders: [] },
  ]

  test('can be written by owners and by keys with the scope write', async () => {
    for (const patch of patches) {
      for (const api of [owner, await keyWith(tenant, ['write']), await keyWith(tenant, ['write', 'people'])]) {
        const { status, text } = await api('PATCH', tenant.path, patch)
        assert.equal(status, 200, text)
      }
    }
  })

  test('cannot be written by anybody else, not even in a dry run', async () => {
    const refused: [Api, string][] = [
      [await addMember(service, tenant, 'editor'), 'insufficient_role'],
      [await addMember(service, tenant, 'viewer'), 'insufficient_role'],
      [await keyWith(tenant, ['read', 'people']), 'insufficient_scope'],
    ]
    const before = (await owner('GET', tenant.path)).text
    for (const patch of patches) {
      for (const [api, code] of refused) {
        for (const path of [tenant.path, `${tenant.path}?dry_run=true`]) {
          const { status, body } = await api('PATCH', path, patch)
          assert.deepEqual([status, body.code], [403, code])
        }
      }
    }
    assert.equal((await owner('GET', tenant.path)).text, before)
  })

  test('do not affect the rights of editors to the rest of the broadcast', async () => {
    const editor = await addMember(service, tenant, 'editor')
    assert.equal((await editor('PATCH', tenant.path, { shortDescription: 'By the sea' })).status, 200)
  })
})

function roleVerdict(access: Access, role: Role): Verdict {
  if (access.who === 'anyone' || access.who === 'public') return 'let in'
  // The account in the path is the founder's, whatever role others have in the broadcast.
  if (access.who === 'person') return '404 not_found'
  if (access.who === 'key') return '401 unauthenticated'
  const allowed: readonly Role[] = rights[access.right].roles
  return allowed.includes(role) ? 'let in' : '403 insufficient_role'
}

function scopeVerdict(access: Access, scopes: Scope[]): Verdict {
  if (access.who === 'anyone' || access.who === 'public') return 'let in'
  if (access.who === 'person') return '403 owner_required'
  const needed: readonly Scope[] | null = rights[access.right].scopes
  if (needed === null) return '403 owner_required'
  return needed.every((scope) => scopes.includes(scope)) ? 'let in' : '403 insufficient_scope'
}

/** The right that a route must require, by its path alone. */
function fittingRight({ method, path }: Route): keyof typeof rights {
  const doing = method === 'GET' ? 'read' : 'write'
  if (path.includes('/broadcastMembers')) return 'members.manage'
  if (path.includes('/apiKeys')) return 'keys.manage'
  if (path.includes('/webhooks')) return `webhooks.${doing}`
  if (path.endsWith('/original')) return 'originals.read'
  // Read-only keys are shipped in apps, and each search is a call to the operator's service.
  if (path.endsWith('/addresses')) return 'content.write'
  if (path.endsWith('/archive')) return 'archive.read'
  if (path.endsWith('/duplicate')) return 'broadcast.duplicate'
  if (path.endsWith('/audit')) return 'audit.read'
  if (method === 'DELETE' && path.includes('/trash')) return 'trash.purge'
  if (/\/(presence|views)\b/.test(path)) return 'studio.use'
  if (path.includes('/people/')) return 'people.manage'
  if (method === 'DELETE' && path.endsWith('/:broadcastId')) return 'broadcast.delete'
  if (/\/(broadcastContacts|broadcastClients|:broadcastCampaignId\/(audience|test))\b/.test(path))
    return `people.${doing}`
  return `content.${doing}`
}

async function assertVerdicts(api: Api, place: TestTenant, expected: (access: Access) => Verdict): Promise<void> {
  const wanted = service.runtime.routes.map((route) => [
    nameOf(route),
    route.access.who === 'anyone' || route.access.who === 'public' ? 'let in' : expected(route.access),
  ])
  assert.deepEqual(await verdictsOf(api, place), Object.fromEntries(wanted))
}

async function verdictsOf(
  api: Api,
  place: TestTenant,
  routes = service.runtime.routes,
): Promise<Record<string, Verdict>> {
  const verdicts = await Promise.all(
    routes.map(async (route) => {
      const { status, body } = await send(api, route, place)
      const isLetIn = status === 400 && ['unknown_parameter', 'nul'].includes(body.errors[0]?.code)
      return [nameOf(route), isLetIn ? 'let in' : `${status} ${body?.code}`]
    }),
  )
  return Object.fromEntries(verdicts)
}

/** Calls a route with an unknown parameter, or one that is never possible: an authorized caller gets a 400, and nothing happens. */
function send(api: Api, { method, path, body, upload, takesAnyQuery }: Route, { userId, broadcastId }: TestTenant) {
  const known: Record<string, string> = { userId, broadcastId, broadcast: broadcastId }
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => known[name] ?? newObjectId(Date.now()))
  if (upload) return api(method, `${address}?zzz=1`, '--x--', { 'content-type': 'multipart/form-data; boundary=x' })
  return api(method, `${address}?${takesAnyQuery ? '%00' : 'zzz'}=1`, body ? {} : undefined)
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`

const keyWith = async ({ broadcastId }: TestTenant, scopes: Scope[]): Promise<Api> =>
  apiWith(service.url, { 'x-api-key': await service.newKey(broadcastId, scopes) })

async function cookieOf({ email, password }: TestTenant): Promise<string> {
  const reply = await apiWith(service.url, { origin: service.url })('POST', '/v1/auth/sign-in/email', {
    email,
    password,
  })
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
