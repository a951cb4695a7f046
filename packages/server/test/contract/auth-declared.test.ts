import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { reservedSlugs } from '@marquee/model'
import { rights } from '../../src/access/rights.ts'
import { signInEndpoints } from '../../src/access/sign-in.ts'
import { newObjectId } from '../../src/base/object-id.ts'
import type { Route } from '../../src/http/route.ts'
import { watchRoutes } from '../support/registered-routes.ts'
import { apiWith, startService, type TestService } from '../support/service.ts'

/** The public routes. A new one needs a reason beside it, and a line here. */
const openRoutes = [
  'GET /.well-known/marquee/:broadcastId',
  'GET /livez',
  'GET /media/:mediaId/:file',
  'GET /readyz',
  'GET /v1/openapi.json',
  'POST /v1/hooks/:token',
  'POST /v1/hooks/workflows/:token',
  'POST /v1/invitations/lookup',
]

/** Routes besides `routes`: sign-in, the reference, the studio, sites, and the drawings of the demo. All of them are public. */
const besideRoutes = [
  'GET /',
  'GET /:site',
  'GET /:site/*',
  'GET /app/*',
  'GET /embed.js',
  'GET /oembed',
  'GET /demo/:file',
  'GET /favicon.ico',
  'GET /reference',
  'GET /reference/',
  'GET /reference/js/scalar.js',
  'GET /reference/public.json',
  'GET /reference/surface-a.json',
  'GET /reference/surface-b.json',
  'GET /reference/webhook-events.json',
  'GET /studio',
  'GET /studio/*',
  // Each supports one method; the others return 405.
  ...Object.keys(signInEndpoints).flatMap((endpoint) =>
    ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((method) => `${method} /v1/auth${endpoint}`),
  ),
]

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

let service: TestService
const { routes: registered, stop: stopWatching } = watchRoutes()

before(async () => {
  service = await startService()
})
after(() => {
  stopWatching()
  return service.stop()
})

test('every route declares its authorization', () => {
  assert.deepEqual(undeclared(service.runtime.routes), [])
  const [first] = service.runtime.routes
  assert(first)
  const { access: _, ...bare } = first
  assert.deepEqual(undeclared([bare as Route]), [`${first.method} ${first.path}`], 'and one that does not is found')
})

test('the public routes are the known ones, each with its reason', () => {
  const open = service.runtime.routes.filter(({ access }) => access.who === 'anyone')
  assert.deepEqual(open.map(nameOf).sort(), openRoutes.toSorted())
  for (const { access } of open) assert(access.who === 'anyone' && access.why.length > 10)
})

test('only the declared routes and the known others respond', () => {
  const paths = new Set(service.runtime.routes.map(({ path }) => path))
  const others = registered.filter(({ url, method }) => !paths.has(url) && method !== 'HEAD')
  assert.deepEqual([...new Set(others.map(({ method, url }) => `${method} ${url}`))].sort(), besideRoutes.toSorted())
  for (const { method, path } of service.runtime.routes)
    assert(service.runtime.app.hasRoute({ method, url: path }), `${method} ${path}`)
})

test('the first segment of every path is a reserved slug, so that no site has the address of a route', () => {
  const segments = registered.map(({ url }) => url.split('/')[1] ?? '').filter((segment) => /^[^:*]/.test(segment))
  const free = new Set(segments.map((segment) => segment.replace(/^\./, '').replace(/\.\w+$/, '')))
  for (const word of reservedSlugs) free.delete(word)
  assert.deepEqual([...free], [], 'add the word to packages/model/src/slugs.ts')
  assert(segments.length > 100)
})

test('an unauthenticated caller gets 401 everywhere else, with any method', async () => {
  const nobody = apiWith(service.url, {})
  const isOpen = (url: string) =>
    openRoutes.some((name) => name.endsWith(` ${url}`)) ||
    besideRoutes.includes(`GET ${url}`) ||
    url === '*' ||
    isPublic(url)
  const paths = new Set(registered.map(({ url }) => url).filter((url) => !isOpen(url)))
  const closed = [...paths].flatMap((url) => methods.map((method) => ({ method, url })))
  assert(closed.length > service.runtime.routes.length)
  const answers = await Promise.all(
    closed.map(async ({ method, url }) => {
      const path = url.replaceAll(/:\w+/g, () => newObjectId(Date.now()))
      const { status } = await nobody(method, path, ['GET', 'HEAD'].includes(method) ? undefined : {})
      return [`${method} ${url}`, status]
    }),
  )
  assert.deepEqual(
    answers.filter(([, status]) => status !== 401),
    [],
  )
})

test('every path names its methods, and refuses the others with them', async () => {
  const { api, userId, broadcastId } = await service.newTenant()
  const ids: Record<string, string> = { userId, broadcastId }
  for (const [path, ofPath] of Map.groupBy(service.runtime.routes, (route) => route.path)) {
    const supported = ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const allow = [...supported, 'OPTIONS'].join(', ')
    const address = path.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? newObjectId(Date.now()))
    const asked = await api('OPTIONS', address)
    assert.deepEqual([asked.status, asked.headers.get('allow')], [204, allow], path)
    for (const method of methods.filter((one) => !supported.includes(one))) {
      const refused = await api(method, address, ['GET', 'HEAD'].includes(method) ? undefined : {})
      const { access } = ofPath[0] as Route
      // A key is no person, and there is no site at a made-up address.
      if (refused.status === 405) assert.equal(refused.headers.get('allow'), allow, `${method} ${path}`)
      else
        assert(
          ['person', 'forMembers', 'public'].includes(access.who) && [403, 404].includes(refused.status),
          `${method} ${path}: ${refused.status}`,
        )
    }
  }
})

test('everything public is under one path prefix, and nothing else is', () => {
  for (const { access, path } of service.runtime.routes) assert.equal(access.who === 'public', isPublic(path), path)
})

const isPublic = (path: string) => path.startsWith('/v1/public/')
const nameOf = ({ method, path }: Route) => `${method} ${path}`

function undeclared(routes: Route[]): string[] {
  const isDeclared = ({ access }: Partial<Route>) => {
    if (access?.who === 'forMembers' || access?.who === 'key') return access.right in rights
    return access?.who === 'anyone' || access?.who === 'person' || access?.who === 'public'
  }
  return routes.filter((route) => !isDeclared(route)).map(nameOf)
}
