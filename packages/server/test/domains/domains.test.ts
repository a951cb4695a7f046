import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createOutbound } from '../../src/base/outbound/index.ts'
import { createVault } from '../../src/base/vault.ts'
import { createDomainChecks } from '../../src/domains/checks.ts'
import { isProof, proofOf } from '../../src/domains/proof.ts'
import { findAddress, listDomains } from '../../src/store/control/addresses.ts'
import { findWebsite, listShownDomains } from '../../src/store/public/websites.ts'
import { newIdentity } from '../support/identity.ts'
import { assertProblem } from '../support/problem.ts'
import { missing } from '../support/programs.ts'
import { addMember, apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

const domain = 'festival.test'
const skip = missing('openssl')

test('the proof of a broadcast is answered for any host, and needs the secret key', async () => {
  const nobody = apiWith(service.url, {})
  const path = `/.well-known/marquee/${tenant.broadcastId}`
  const reply = await nobody('GET', path, undefined, { host: 'festival.example' })
  assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
  assert.equal(reply.text, proofOf(service.platform.vault, tenant.broadcastId))
  assert(isProof(service.platform.vault, tenant.broadcastId, reply.text))
  assert(!isProof(service.platform.vault, '0123456789abcdef01234567', reply.text), 'of another broadcast')
  assert(!isProof(createVault([Buffer.alloc(32, 1)]), tenant.broadcastId, reply.text), 'of another service')
  for (const text of ['', tenant.broadcastId, `${reply.text} `, reply.text.replace(/.$/, 'é')])
    assert(!isProof(service.platform.vault, tenant.broadcastId, text), text)
  assert.equal((await nobody('GET', '/.well-known/marquee/nonsense')).status, 404)
  const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  assert(isProof(createVault([next, old]), domain, proofOf(createVault([old]), domain)), 'of an older key of the ring')
})

test('a domain that leads here is ok; one that leads elsewhere is explained with its address', { skip }, async (t) => {
  trust(t)
  const toService: RequestListener = async (request, response) => {
    const answer = await fetch(service.url + request.url)
    response.writeHead(answer.status).end(await answer.text())
  }
  assert.deepEqual(await checkAgainst(t, toService), {
    domain,
    state: 'ok',
    addresses: ['127.0.0.1'],
    message: 'festival.test leads here.',
  })
  const strangers: RequestListener[] = [
    (request, response) => void response.end(request.url),
    (_request, response) => void response.writeHead(404).end('Not here'),
    (request, response) => void response.writeHead(302, { location: `${service.url}${request.url}` }).end(),
    (_request, response) => void response.end('marquee '.repeat(1_000)),
    (_request, response) => void response.end(proofOf(service.platform.vault, '0123456789abcdef01234567')),
  ]
  for (const stranger of strangers) {
    const { state, message } = await checkAgainst(t, stranger)
    assert.equal(state, 'elsewhere')
    assert.equal(message, 'festival.test resolves to 127.0.0.1, but another server answers there.')
  }
})

test('a domain without a valid certificate is insecure', { skip }, async (t) => {
  const { state, addresses } = await checkAgainst(t, (_request, response) => void response.end())
  assert.deepEqual([state, addresses], ['insecure', ['127.0.0.1']])
})

test('a domain without a server is unreachable', async (t) => {
  const { state, message } = await checksAt(t, 1).check(tenant.broadcastId, domain)
  assert.equal(state, 'unreachable')
  assert.equal(message, 'festival.test resolves to 127.0.0.1, but no server answers there on port 443.')
})

test('a domain without an address, or with a private one, is unresolved and shows no address', async (t) => {
  const lookups = [async () => [], async () => [{ address: '10.0.0.1', family: 4 as const }]]
  for (const lookup of lookups) {
    const outbound = createOutbound({ allow: [], isHttpAllowed: false }, { lookup, refusedNameMs: 0 })
    t.after(() => void outbound.close())
    const checks = createDomainChecks({ outbound, vault: service.platform.vault })
    const { state, addresses, message } = await checks.check(tenant.broadcastId, domain)
    assert.deepEqual([state, addresses], ['unresolved', []])
    assert.match(message, /^festival\.test has no public address\./)
  }
})

test('one check of a broadcast runs at a time', async (t) => {
  const { promise: resolved, resolve } = Promise.withResolvers<{ address: string; family: 4 }[]>()
  const outbound = createOutbound(loopback, { lookup: () => resolved })
  t.after(() => void outbound.close())
  const checks = createDomainChecks({ outbound, vault: service.platform.vault, port: 1 })
  const first = checks.check(tenant.broadcastId, domain)
  await assert.rejects(checks.check(tenant.broadcastId, 'other.test'), { code: 'job_running' })
  resolve([{ address: '127.0.0.1', family: 4 }])
  assert.equal((await first).state, 'unreachable')
  assert.equal((await checks.check(tenant.broadcastId, domain)).state, 'unreachable', 'the next one runs again')
})

test('every member can check the domain of a channel; others find nothing', async () => {
  const create = async (body: object) => (await tenant.api('POST', `${tenant.path}/broadcastDiffusers`, body)).body._id
  const id = await create({ domain: 'nowhere.invalid' })
  const path = `${tenant.path}/broadcastDiffusers/${id}/domain`
  const viewer = await addMember(service, tenant, 'viewer')
  const { status, body, headers } = await viewer('GET', path)
  assert.deepEqual([status, body.domain, body.state, body.addresses], [200, 'nowhere.invalid', 'unresolved', []])
  assert.equal(headers.get('cache-control'), 'no-store')
  const without = await tenant.api('GET', `${tenant.path}/broadcastDiffusers/${await create({})}/domain`)
  assertProblem(without, { status: 404, code: 'not_found' })
  const stranger = await service.newTenant()
  assert.equal((await stranger.api('GET', path)).status, 404)
  assert.equal((await stranger.api('GET', `${stranger.path}/broadcastDiffusers/${id}/domain`)).status, 404)
})

test('the domains of published websites and kiosks lead to their broadcasts', async () => {
  const { db, control } = service.platform
  const other = await service.newTenant()
  const create = (body: object) => other.api('POST', `${other.path}/broadcastDiffusers`, body)
  await create({ type: 'web', status: 'published', domain: 'web.example', slug: 'of-the-web' })
  await create({ type: 'kiosk', status: 'published', domain: 'kiosk.example' })
  await create({ type: 'web', status: 'draft', domain: 'draft.example' })
  await create({ type: 'ios', status: 'published', domain: 'ios.example' })
  await create({ type: 'web', status: 'published', slug: 'without-a-domain' })
  const [web, kiosk] = [
    { domain: 'web.example', broadcast_id: other.broadcastId, type: 'web', slug: 'of-the-web' },
    { domain: 'kiosk.example', broadcast_id: other.broadcastId, type: 'kiosk', slug: null },
  ]
  const found = async (domain: string) => {
    const row = await findWebsite(db, (await findAddress(control, domain)) ?? '', domain)
    return row && { domain: row.domain, broadcast_id: row.broadcast_id, type: row.type, slug: row.slug }
  }
  const broadcastIds = (await listDomains(control)).map(({ broadcastId }) => broadcastId)
  const shown = await listShownDomains(db, broadcastIds)
  assert.deepEqual(shown.map(({ domain }) => domain).sort(), ['kiosk.example', 'web.example'])
  assert.deepEqual(await found('web.example'), web)
  assert.deepEqual(await found('kiosk.example'), kiosk)
  assert.deepEqual(await found('of-the-web'), web)
  for (const hidden of ['draft.example', 'ios.example', 'unknown.example']) assert.equal(await found(hidden), undefined)
})

const loopback = { allow: ['127.0.0.1'], isHttpAllowed: false }
let identity: { key: string; cert: string } | undefined

/** Makes the certificate of the tests a trusted one, for one test. */
function trust(t: TestContext): void {
  const trusted = getCACertificates('default')
  identity = newIdentity(t, `DNS:${domain}`)
  t.after(() => {
    setDefaultCACertificates(trusted)
    identity = undefined
  })
  setDefaultCACertificates([...trusted, identity.cert])
}

async function checkAgainst(t: TestContext, listener: RequestListener) {
  const server = createServer(identity ?? newIdentity(t, `DNS:${domain}`), listener).on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return checksAt(t, (server.address() as AddressInfo).port).check(tenant.broadcastId, domain)
}

function checksAt(t: TestContext, port: number) {
  const outbound = createOutbound(loopback, { lookup: async () => [{ address: '127.0.0.1', family: 4 }] })
  t.after(() => void outbound.close())
  return createDomainChecks({ outbound, vault: service.platform.vault, port })
}
