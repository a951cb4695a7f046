import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { broadcastKinds } from '@marquee/model'
import { newObjectId } from '../../src/base/object-id.ts'
import { ensureDemo } from '../../src/demo/demo.ts'
import { type Api, apiWith, signedIn, startService, type TestService } from '../support/service.ts'
import { type Documented, type Operation, readDocumentation } from './documented.ts'

let service: TestService
let documented: Documented
/** The owner of the demo festival, their API key, an app of a visitor, and somebody unknown. */
let callers: Record<'owner' | 'key' | 'client' | 'nobody', Api>
/** Values for the parameters of paths. */
const known = new Map<string, string>()

before(async () => {
  service = await startService({
    MARQUEE_RATE_LIMIT: '100000/60',
    MARQUEE_OUTBOUND_ALLOW: '127.0.0.1',
    MARQUEE_OUTBOUND_ALLOW_HTTP: 'true',
  })
  documented = await readDocumentation(service.url)
  const demo = await ensureDemo(service.platform)
  const recorded = (headers: Record<string, string>) => documented.api(apiWith(service.url, headers))
  const nobody = recorded({})
  const { body } = await nobody('POST', `/v1/public/${demo.broadcastId}/clients`, { platform: 'web' })
  callers = {
    nobody,
    owner: documented.api(await signedIn(service, demo)),
    key: recorded({ 'x-api-key': demo.apiKey }),
    client: recorded({ authorization: `Bearer ${body.token}` }),
  }
  for (const name of ['userId', 'broadcastId'] as const) known.set(name, demo[name])
  known.set('broadcast', demo.broadcastId)
  await findRecords(`/v1/users/${demo.userId}/broadcasts/${demo.broadcastId}`)
})
after(() => service.stop())

/** One record of each kind that there is, and what the demo has none of. */
async function findRecords(path: string): Promise<void> {
  const { owner, key } = callers
  for (const { name, plural } of broadcastKinds) {
    const { body } = await owner('GET', `${path}/${plural}?limit=1`)
    known.set(`${name}Id`, body.data[0]?._id ?? newObjectId(Date.now()))
  }
  const webhook = { url: 'http://127.0.0.1:9/', events: ['webhook.test'] }
  const made = await owner('POST', `${path}/webhooks`, webhook)
  known.set('webhookId', made.body.id)
  known.set('deliveryId', (await owner('POST', `${path}/webhooks/${made.body.id}/test`)).body.delivery_id)
  known.set('apiKeyId', (await owner('GET', `${path}/apiKeys`)).body.data[0].id)
  known.set('jobId', (await owner('POST', `${path}/people/export`, { email: 'visitor@mail.example' })).body.id)
  for (const plural of ['events', 'places', 'articles'])
    known.set(`/v1/${plural}/{id}`, (await key('GET', `/v1/${plural}?limit=1`)).body.data[0].id)
}

interface Call {
  method: string
  template: string
  path: string
  operation: Operation
}

const calls = (): Call[] =>
  Object.entries(documented.document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      path: template.replaceAll(/\{(\w+)\}/g, (_, name: string) => known.get(name) ?? known.get(template) ?? 'none'),
      operation,
    })),
  )

/** Somebody whom the operation is for. */
function callerOf({ security }: Operation): Api {
  const names = security.flatMap((scheme) => Object.keys(scheme))
  if (names.length === 0) return callers.nobody
  if (names.includes('clientToken')) return callers.client
  return names.includes('session') ? callers.owner : callers.key
}

const exampleOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.example
/** An empty requirement means that credentials are optional. */
const isNamed = (scheme: object) => Object.keys(scheme).length > 0
const isStream = ({ template }: Call) => template.endsWith('/changes/stream')
/** A stream never ends, and an archive is made anew for each download. */
const isTagged = (call: Call) => call.method === 'GET' && !isStream(call) && !call.template.endsWith('/archive')

/** Reads that need a query. */
const queries = [
  ['/search', '?q=port'],
  ['/translations/records', '?locale=en'],
] as const

test('every read returns what is documented, also for keys and for conditional requests', async () => {
  let answered = 0
  for (const call of calls().filter(isTagged)) {
    const query = queries.find(([path]) => call.template.endsWith(path))?.[1] ?? ''
    const api = callerOf(call.operation)
    const reply = await api('GET', call.path + query)
    if (reply.status === 200) {
      answered += 1
      const etag = reply.headers.get('etag')
      assert(etag, call.template)
      const again = await api('GET', call.path + query, undefined, { 'if-none-match': etag })
      // The time, a count or a session may have moved on.
      assert([200, 304].includes(again.status), call.template)
    }
    if (call.operation.security.length === 3) {
      const { status, headers } = await callers.key('GET', call.path + query)
      assert(headers.has('ratelimit') && headers.has('x-ratelimit-reset'), `${call.template} ${status}`)
    }
  }
  assert(answered > 80, `${answered} reads succeeded`)
})

test('the documented example bodies are accepted, and their responses are as documented', async () => {
  const creates = calls().filter(({ method, template, operation }) => {
    const isCollection = broadcastKinds.some(
      (kind) => kind.operations.includes('create') && template.endsWith(`/{broadcastId}/${kind.plural}`),
    )
    return (
      method === 'POST' &&
      (isCollection || /^\/v1\/(events|places|articles)$/.test(template)) &&
      exampleOf(operation) !== undefined
    )
  })
  assert(creates.length >= 18, `${creates.length} operations`)
  for (const { method, template, path, operation } of creates) {
    const api = callerOf(operation)
    const rehearsed = await api(method, `${path}?dry_run=true`, exampleOf(operation))
    const key = { 'idempotency-key': newObjectId(Date.now()) }
    const first = await api(method, path, exampleOf(operation), key)
    // The demo may have what an example would make, such as a category with the same key.
    assert([201, 409].includes(first.status), `${template} ${first.text}`)
    if (first.status !== 201) continue
    assert.equal(rehearsed.status, 200, template)
    assert(first.headers.has('location'), template)
    const replayed = await api(method, path, exampleOf(operation), key)
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true', template)
  }
})

test('every POST that documents an Idempotency-Key reads it', async () => {
  const posts = calls().filter(({ operation }) => operation.parameters.some(({ name }) => name === 'Idempotency-Key'))
  assert(posts.length > 50)
  for (const { method, template, path, operation } of posts) {
    const body = exampleOf(operation)
    const { status, text } = await callerOf(operation)(method, path, body, { 'idempotency-key': 'two words' })
    assert(status >= 400 && status < 500, `${template} answered ${status}: ${text}`)
  }
})

test('refusals are as documented: unknown ids, missing credentials and invalid requests', async () => {
  for (const call of calls().filter((one) => !isStream(one))) {
    const { method, path, operation } = call
    const body = method === 'GET' || method === 'DELETE' ? undefined : exampleOf(operation)
    const needsCredentials = operation.security.length > 0 && operation.security.every(isNamed)
    if (needsCredentials) assert.equal((await callers.nobody(method, path, body)).status, 401, path)
    if (call.template.startsWith('/v1/auth/')) continue
    const odd = await callerOf(operation)(method, `${path}?nonsense=1`, body)
    assert([400, 404, 409, 415].includes(odd.status), `${method} ${call.template} ${odd.text}`)
  }
})

test('signing up, in and out returns what is documented', async () => {
  const origin = service.url
  const site = documented.api(apiWith(service.url, { origin }))
  const password = 'correct horse battery'
  const account = { email: 'team@festival.example', name: 'Programme team', password }
  assert.equal((await site('POST', '/v1/auth/sign-up/email', account)).status, 200)
  const { email } = account
  assert.equal((await site('POST', '/v1/auth/sign-in/email', { email, password: 'another one' })).status, 401)
  const { headers } = await site('POST', '/v1/auth/sign-in/email', { email, password })
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const mine = documented.api(apiWith(service.url, { origin, cookie }))
  const { body } = await mine('GET', '/v1/auth/get-session')
  assert.equal(body.user.email, email)
  const sessions = (await mine('GET', '/v1/auth/list-sessions')).body
  const other = sessions.find(({ id }: { id: string }) => id !== body.session.id)
  const passwords = { currentPassword: password, newPassword: 'battery horse correct' }
  const steps: [string, object][] = [
    ['revoke-session', { token: other.token }],
    ['revoke-other-sessions', {}],
    ['change-password', passwords],
    ['sign-out', {}],
  ]
  for (const [endpoint, sent] of steps)
    assert.equal((await mine('POST', `/v1/auth/${endpoint}`, sent)).status, 200, endpoint)
  assert.equal((await site('POST', '/v1/auth/confirm-sign-up', { token: 'none', password })).status, 400)
  assert.equal((await site('POST', '/v1/auth/reset-password', { token: 'none', newPassword: password })).status, 400)
  assert.equal((await site('POST', '/v1/auth/request-password-reset', { email })).status, 404)
})

test('at least 300 responses were recorded and match the document', () => {
  assert(documented.count() >= 300, `${documented.count()} answers`)
})
