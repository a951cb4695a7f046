import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type AnyRecord, kinds } from '@marquee/model'
import { openSecret, secretContext } from '../../src/content/secrets.ts'
import { lockRecord } from '../../src/store/records/records.ts'
import { raw, sql } from '../../src/store/sql.ts'
import { fingerprint } from '../support/fingerprint.ts'
import { assertProblem } from '../support/problem.ts'
import { subscriptionOf } from '../support/push-crypto.ts'
import {
  type Api,
  addMember,
  type Reply,
  signedIn,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts'
import { tablesHolding } from '../support/whole-database.ts'

let service: TestService
let tenant: TestTenant
let owner: Api

/** The recognizable part of every secret that any test has sent, and every response. */
const seeded: string[] = []
const answers: string[] = []

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  owner = listening(await signedIn(service, tenant))
  tenant.api = listening(tenant.api)
})
after(() => service.stop())

function listening(api: Api): Api {
  return async (...call) => {
    const reply = await api(...call)
    answers.push(reply.text, JSON.stringify([...reply.headers]))
    return reply
  }
}

function secret(): string {
  const part = randomBytes(12).toString('hex')
  seeded.push(part)
  return `it's "${part}" \u00e9`
}

/** The whole subscription is a secret; its parts are searched for as they were sent. */
function newSubscription() {
  const subscription = subscriptionOf(`https://push.example/${randomBytes(12).toString('hex')}`)
  seeded.push(subscription.endpoint, subscription.keys.auth, subscription.keys.p256dh)
  return subscription
}

const patch = (body: unknown) => tenant.api('PATCH', tenant.path, body)
const basic = (password: string, username = 'ada') => ({ type: 'basic', basic: { username, password } })

/** The decrypted secrets as the service reads them. */
async function opened(kind: typeof kinds.broadcast | typeof kinds.broadcastClient, id: string, place: string) {
  const { db, vault } = service.platform
  const stored = await db.transaction((tx) => lockRecord(tx, tenant.broadcastId, kind, { id }))
  return openSecret(stored?.secrets ?? {}, place, vault, secretContext(tenant.broadcastId, kind, id))
}
const openedAuth = (place: string) => opened(kinds.broadcast, tenant.broadcastId, place)

async function changesSince(sequence: number): Promise<{ kind: string; fields: string[] }[]> {
  return service.platform.db.query(
    sql`select kind, fields from changes where broadcast_id = ${tenant.broadcastId} and sequence > ${sequence} order by sequence`,
  )
}

async function lastSequence(): Promise<number> {
  return (await tenant.api('GET', `${tenant.path}/usage`)).body.sequence
}

test('credentials get an id, show that a secret is set, and show everything but the secret', async () => {
  const [password, key, clientSecret, providerKey] = [secret(), secret(), secret(), secret()]
  const oauth = { tokenUrl: 'https://id.example/token', clientId: 'app', scope: 'read' }
  const reply = await patch({
    authData: [
      { ...basic(password), name: 'Tickets', hosts: ['tickets.example'] },
      { type: 'apiKey', key },
      { type: 'oauth', oauth: { ...oauth, clientSecret } },
      { type: 'basic', basic: { username: 'nobody' } },
    ],
    authProviders: [{ type: 'fixedKeys', key: providerKey, clientId: 'x', singUpLabel: 'Come in', productIds: ['1'] }],
  })
  assert.equal(reply.status, 200, reply.text)
  const [first, second, third, fourth] = reply.body.authData
  assert.deepEqual(first, {
    id: first.id,
    type: 'basic',
    name: 'Tickets',
    basic: { username: 'ada' },
    hosts: ['tickets.example'],
    set: true,
  })
  assert.deepEqual(second, { id: second.id, type: 'apiKey', set: true })
  assert.deepEqual(third, { id: third.id, type: 'oauth', oauth, set: true })
  assert.deepEqual(fourth, { id: fourth.id, type: 'basic', basic: { username: 'nobody' } })
  const [provider] = reply.body.authProviders
  assert.deepEqual(provider, {
    id: provider.id,
    type: 'fixedKeys',
    clientId: 'x',
    singUpLabel: 'Come in',
    productIds: ['1'],
    set: true,
  })
  const ids = [first, second, third, fourth, provider].map(({ id }) => id)
  assert.equal(new Set(ids).size, 5)
  for (const id of ids) assert(typeof id === 'string' && id !== '')
  assert.equal(await openedAuth(`authData.${first.id}.basic.password`), password)
  assert.equal(await openedAuth(`authData.${second.id}.key`), key)
  assert.equal(await openedAuth(`authData.${third.id}.oauth.clientSecret`), clientSecret)
  assert.equal(await openedAuth(`authProviders.${provider.id}.key`), providerKey)
})

test('an entry with a known id keeps the secrets it does not send, and a removed entry loses them', async () => {
  const [kept, gone, replaced] = [secret(), secret(), secret()]
  const made = await patch({
    authData: [basic(kept), { type: 'apiKey', key: gone }, { type: 'fixedKeys', key: secret() }],
  })
  const [first, second, third] = made.body.authData
  const sent = [
    { ...first, basic: { username: 'grace' } },
    { id: third.id, type: 'fixedKeys', key: replaced },
    { type: 'apiKey', name: 'new' },
  ]
  const { body } = await patch({ authData: sent })
  assert.deepEqual(body.authData.slice(0, 2), [
    { id: first.id, type: 'basic', basic: { username: 'grace' }, set: true },
    { id: third.id, type: 'fixedKeys', set: true },
  ])
  assert.equal(body.authData[2].set, undefined)
  assert.equal(await openedAuth(`authData.${first.id}.basic.password`), kept)
  assert.equal(await openedAuth(`authData.${second.id}.key`), undefined)
  assert.equal(await openedAuth(`authData.${third.id}.key`), replaced)
  const again = await patch({ authData: [{ id: second.id, type: 'apiKey' }] })
  assertProblem(again, { status: 400, pointer: '/authData/0/id', error: 'unknown_entry' })
  // The order may change; secrets follow the id.
  const turned = await patch({ authData: [...body.authData].reverse() })
  assert.deepEqual(turned.body.authData, [...body.authData].reverse())
  assert.equal(await openedAuth(`authData.${first.id}.basic.password`), kept)
})

test('null removes a secret, and null for the list all of them', async () => {
  const made = await patch({ authData: [basic(secret()), { type: 'apiKey', key: secret() }, basic(secret())] })
  const [first, second, third] = made.body.authData
  const cleared = await patch({
    authData: [{ ...first, basic: { username: 'ada', password: null } }, { ...second, key: null }, third],
  })
  assert.deepEqual(cleared.body.authData, [
    { id: first.id, type: 'basic', basic: { username: 'ada' } },
    { id: second.id, type: 'apiKey' },
    third,
  ])
  assert.equal(await openedAuth(`authData.${first.id}.basic.password`), undefined)
  assert.equal(await openedAuth(`authData.${second.id}.key`), undefined)
  const emptied = await patch({ authData: null, authProviders: null })
  assert.deepEqual([emptied.body.authData, emptied.body.authProviders], [[], []])
  const [row] = await service.platform.db.query<{ secrets: string | null }>(
    sql`select secrets from records where kind = 'broadcast' and id = ${tenant.broadcastId}`,
  )
  assert.equal(row?.secrets, null)
})

test('null for the parent of a secret removes the secret', async () => {
  const made = await patch({ authData: [basic(secret())] })
  const [entry] = made.body.authData
  const { body } = await patch({ authData: [{ ...entry, basic: null }] })
  assert.equal(await openedAuth(`authData.${entry.id}.basic.password`), undefined)
  assert.equal(body.authData[0].set, undefined)
})

test('an unknown id of an entry is refused', async () => {
  const made = await patch({ authData: [basic(secret())], authProviders: [{ type: 'fixedKeys', key: secret() }] })
  const { id } = made.body.authData[0]
  const provider = made.body.authProviders[0]
  const hash = await fingerprint(service.platform.db)
  const refused: [object, string][] = [
    [{ authData: [{ id: 'nonsense', type: 'apiKey' }] }, '/authData/0/id'],
    [
      {
        authData: [
          { id, type: 'basic' },
          { id: provider.id, type: 'apiKey' },
        ],
      },
      '/authData/1/id',
    ],
    [{ authProviders: [{ id, type: 'fixedKeys' }] }, '/authProviders/0/id'],
    [{ authData: [{ id: '', type: 'apiKey' }] }, '/authData/0/id'],
    [{ authData: [{ id: null, type: 'apiKey' }] }, '/authData/0/id'],
    [{ authData: [{ id: '__proto__', type: 'apiKey' }] }, '/authData/0/id'],
  ]
  for (const [body, pointer] of refused) assertProblem(await patch(body), { status: 400, pointer }, pointer)
  assert.equal(await fingerprint(service.platform.db), hash)
})

test('two entries cannot share an id', async () => {
  const made = await patch({ authData: [basic(secret())] })
  const { id } = made.body.authData[0]
  const twice = await patch({
    authData: [
      { id, type: 'basic' },
      { id, type: 'apiKey', key: secret() },
    ],
  })
  assertProblem(twice, { status: 400, pointer: '/authData/1/id' }, 'the same id twice')
})

test('an entry cannot claim that a secret is set or not set', async () => {
  const made = await patch({ authData: [basic(secret()), { type: 'apiKey' }] })
  const [withSecret, without] = made.body.authData
  const refused: [object, string][] = [
    [{ ...withSecret, set: false }, '/authData/0/set'],
    [{ ...without, set: true }, '/authData/0/set'],
    [{ type: 'apiKey', set: true }, '/authData/0/set'],
  ]
  for (const [entry, pointer] of refused)
    assertProblem(
      await patch({ authData: [entry] }),
      { status: 400, pointer, error: 'read_only' },
      JSON.stringify(entry),
    )
})

test('a change of only a secret is logged with the name of the field, and sends the broadcast without it', async () => {
  const made = await patch({ authData: [basic(secret())] })
  const [entry] = made.body.authData
  const sequence = await lastSequence()
  const password = secret()
  const reply = await patch({ authData: [{ ...entry, basic: { username: 'ada', password } }] })
  assert.deepEqual(reply.body.authData, made.body.authData)
  assert.deepEqual(await changesSince(sequence), [{ kind: 'broadcast', fields: ['authData'] }])
  assert.equal(await openedAuth(`authData.${entry.id}.basic.password`), password)
  const untouched = await lastSequence()
  await patch({ authData: reply.body.authData })
  assert.deepEqual(await changesSince(untouched), [])
})

test('only owners and keys change credentials; an editor can read and change the rest', async () => {
  const editor = listening(await addMember(service, tenant, 'editor'))
  const { body } = await patch({ authData: [basic(secret())] })
  for (const authData of [[], null, body.authData])
    assertProblem(await editor('PATCH', tenant.path, { authData }), { status: 403, code: 'insufficient_role' })
  assertProblem(await editor('PATCH', tenant.path, { authProviders: [] }), { status: 403, code: 'insufficient_role' })
  assert.equal((await editor('PATCH', tenant.path, { shortDescription: 'Three nights' })).status, 200)
  assert.equal((await owner('PATCH', tenant.path, { authData: body.authData })).status, 200)
})

test('a push subscription is stored and never returned', async () => {
  const clients = `${tenant.path}/broadcastClients`
  const subscription = newSubscription()
  const created = await tenant.api('POST', clients, { platform: 'web', pushSubscription: subscription })
  assert.equal(created.status, 201, created.text)
  assert.deepEqual(created.body.pushSubscription, { set: true })
  const id: string = created.body._id
  assert.deepEqual(await opened(kinds.broadcastClient, id, 'pushSubscription'), subscription)
  const address = `${clients}/${id}`
  const untouched = await tenant.api('PATCH', address, { ...created.body })
  assert.deepEqual(untouched.body, created.body)
  assert.deepEqual(await opened(kinds.broadcastClient, id, 'pushSubscription'), subscription)
  const other = newSubscription()
  const replaced = await tenant.api('PATCH', address, { pushSubscription: other })
  assert.deepEqual(replaced.body.pushSubscription, { set: true })
  assert.deepEqual(await opened(kinds.broadcastClient, id, 'pushSubscription'), other)
  const cleared = await tenant.api('PATCH', address, { pushSubscription: null })
  assert.equal(cleared.body.pushSubscription, null)
  assert.equal(await opened(kinds.broadcastClient, id, 'pushSubscription'), undefined)
  for (const pushSubscription of ['text', 1, [], true])
    assertProblem(await tenant.api('PATCH', address, { pushSubscription }), {
      status: 400,
      pointer: '/pushSubscription',
    })
})

test('no read and no dry run reveals a secret', async () => {
  const { api, path, userId } = tenant
  await patch({ authData: [basic(secret())], authProviders: [{ type: 'fixedKeys', key: secret() }] })
  const client = { pushSubscription: newSubscription(), metadata: { a: 1 } }
  const created = await api('POST', `${path}/broadcastClients`, client, { 'idempotency-key': 'client' })
  const replayed = await api('POST', `${path}/broadcastClients`, client, { 'idempotency-key': 'client' })
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(replayed.body, created.body)
  const other = { ...client, pushSubscription: newSubscription() }
  assertProblem(await api('POST', `${path}/broadcastClients`, other, { 'idempotency-key': 'client' }), { status: 422 })
  const operations = [{ op: 'create', body: { pushSubscription: newSubscription() } }]
  for (const mode of ['atomic', 'each']) {
    const batch = { mode, operations }
    await api('POST', `${path}/broadcastClients/batch`, batch, { 'idempotency-key': mode })
    await api('POST', `${path}/broadcastClients/batch`, batch, { 'idempotency-key': mode })
  }
  await api('PUT', `${path}/broadcastClients/by-reference/a`, { pushSubscription: newSubscription() })
  await api('PATCH', `${path}?dry_run=true`, { authData: [basic(secret())] })
  await api('POST', `${path}/broadcastClients?dry_run=true`, { pushSubscription: newSubscription() })
  await api('POST', `${path}/revisions`, { tos: { accepted: true } })
  const address = `${path}/broadcastClients/${created.body._id}`
  const reads = [
    ...[path, `${path}?fields=authData,authProviders`, `${path}?locale=fr`, `${path}/changes?limit=1000`],
    ...[`${path}/broadcastClients`, `${path}/broadcastClients?fields=pushSubscription&limit=200`],
    ...[address, `${address}?fields=pushSubscription`, `${address}/history`, `${path}/revisions`],
  ]
  for (const read of reads) assert.equal((await api('GET', read)).status, 200, read)
  assert.equal((await owner('GET', `${path}/audit`)).status, 200)
  assert.equal((await owner('GET', `/v1/users/${userId}/broadcasts`)).status, 200)
  await api('DELETE', address)
  await api('GET', `${path}/changes?limit=1000`)
  await broadcastWithSecrets()
})

async function broadcastWithSecrets(): Promise<void> {
  const body = { name: 'Second', authData: [basic(secret())] }
  const path = `/v1/users/${tenant.userId}/broadcasts`
  const made = await owner('POST', path, body, { 'idempotency-key': 'second' })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.authData[0].set, true)
  const again = await owner('POST', path, body, { 'idempotency-key': 'second' })
  assert.equal(again.body._id, made.body._id)
}

test('a refused change does not repeat the secret in its error', async () => {
  const refused: Promise<Reply>[] = [
    patch({ authData: [{ ...basic(secret()), nonsense: 1 }] }),
    patch({ authData: [basic(`${secret()}${'x'.repeat(5_000)}`)] }),
    patch({ authData: [{ type: secret(), key: secret() }] }),
    patch({ authData: [{ type: 'basic', basic: secret() }] }),
    patch({ authData: secret() }),
    patch({ authData: [basic(secret())], shortDescription: 'x'.repeat(81) }),
    patch({ authData: [{ id: 'unknown', type: 'apiKey', key: secret() }] }),
    tenant.api('PATCH', tenant.path, { authData: [basic(secret())] }, { 'if-match': '"stale"' }),
    tenant.api('POST', `${tenant.path}/broadcastClients`, { platform: 1, pushSubscription: newSubscription() }),
    tenant.api('PATCH', tenant.path, `{"authData":[{"type":"apiKey","key":"${secret().replaceAll('"', '')}\\u0000"}]}`),
    tenant.api('PATCH', tenant.path, `{"authData":[{"type":"apiKey","key":"${secret().replaceAll('"', '')}`),
  ]
  for (const reply of await Promise.all(refused)) assert(reply.status >= 400 && reply.status < 500, reply.text)
})

test('the change stream contains no secret', async () => {
  const password = secret()
  const stop = new AbortController()
  const stream = await fetch(`${service.url}${tenant.path}/changes/stream`, {
    headers: { 'x-api-key': tenant.key },
    signal: stop.signal,
  })
  assert.equal(stream.status, 200)
  await patch({ authData: [basic(password)], shortDescription: 'streamed' })
  await tenant.api('POST', `${tenant.path}/broadcastClients`, {
    pushSubscription: newSubscription(),
    platform: 'streamed',
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of stream.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.includes('"platform":"streamed"') && text.endsWith('\n\n')) break
  }
  stop.abort()
  assert.match(text, /"shortDescription":"streamed"/)
  answers.push(text)
})

test('an internal error logs neither a secret nor personal data', async () => {
  const { db } = service.platform
  await db.query(sql`alter table records add constraint never check (id = '') not valid`)
  const replies = [
    await patch({ authData: [basic(secret())] }),
    await tenant.api('POST', `${tenant.path}/broadcastClients`, { pushSubscription: newSubscription() }),
    await tenant.api('POST', `${tenant.path}/broadcastContacts`, { _reference: 'Ada Lovelace' }),
    await owner('POST', `${tenant.path}/broadcastMembers`, { email: 'ada@mail.example' }),
  ]
  await db.query(sql`alter table records drop constraint never`)
  for (const reply of replies) assertProblem(reply, { status: 500, code: 'internal' })
  const failures = service.logLines.filter((line) => JSON.parse(line).level >= 50)
  assert.equal(failures.length, replies.length)
  for (const line of failures)
    for (const part of [...seeded, 'Lovelace', '@mail.example']) assert(!line.includes(part), line)
})

test('the secret of a webhook is only in the response that sets it', async () => {
  const body = { url: 'https://203.0.114.1/hook', events: ['place.deleted'], secret: secret() }
  const send = () => tenant.api('POST', '/v1/webhooks', body, { 'idempotency-key': 'webhook' })
  const made = await send()
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.secret, body.secret)
  assert.equal(made.headers.get('cache-control'), 'no-store')
  answers.splice(answers.indexOf(made.text), 1)
  const again = await send()
  assert.equal(again.body.id, made.body.id)
  assert.equal('secret' in again.body, false)
  const address = `/v1/webhooks/${made.body.id}`
  for (const path of [address, '/v1/webhooks', `${tenant.path}/webhooks`, `${address}/deliveries`])
    assert.equal((await tenant.api('GET', path)).status, 200, path)
  assert.equal((await tenant.api('PUT', address, { active: false })).status, 200)
})

test('an API key is stored only as a digest, and shown only in the response that creates it', async () => {
  const path = `${tenant.path}/apiKeys`
  const send = (name: string) => owner('POST', path, { name, scopes: ['read'] }, { 'idempotency-key': name })
  const made = await send('Kiosk')
  assert.equal(made.status, 201, made.text)
  const key: string = made.body.key
  assert.match(key, /^mrq_live_[0-9A-Za-z]{38}$/)
  answers.splice(answers.indexOf(made.text), 1)
  const again = await send('Kiosk')
  assert.equal(again.status, 201)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal('key' in again.body, false)
  assert.equal(again.body.id, made.body.id)
  const rotated = await owner('POST', `${path}/${made.body.id}/rotate`, {}, { 'idempotency-key': 'rotate' })
  answers.splice(answers.indexOf(rotated.text), 1)
  const rotatedAgain = await owner('POST', `${path}/${made.body.id}/rotate`, {}, { 'idempotency-key': 'rotate' })
  assert.equal('key' in rotatedAgain.body, false)
  assert.equal(rotatedAgain.body.id, rotated.body.id)
  for (const reply of [made, rotated]) assert.equal(reply.headers.get('cache-control'), 'no-store')
  await owner('GET', path)
  await owner('GET', `${tenant.path}/audit`)
  await owner('GET', `${tenant.path}/changes`)
  assert.equal((await service.platform.keys.find(key))?.id, made.body.id)
  for (const text of [key, rotated.body.key, tenant.key]) {
    seeded.push(text.slice('mrq_live_'.length, -6))
  }
  const [row] = await service.platform.control.query<{ digest: Buffer }>(
    sql`select digest from api_keys where id = ${made.body.id}`,
  )
  assert.equal(row?.digest.length, 32)
  const bare = createHash('sha256').update(key).digest()
  assert(!row?.digest.equals(bare), 'a digest without a key could be searched for')
})

test('responses with personal data must not be cached, including dry runs and replays', async () => {
  const contacts = `${tenant.path}/broadcastContacts`
  const body = { fields: [{ key: 'email', value: 'ada@festival.example' }] }
  const created = await tenant.api('POST', contacts, body, { 'idempotency-key': 'contact' })
  const address = `${contacts}/${created.body._id}`
  const replies: [string, Reply][] = [
    ['create', created],
    ['read', await tenant.api('GET', address)],
    ['list', await tenant.api('GET', contacts)],
    ['history', await tenant.api('GET', `${address}/history`)],
    ['changes', await tenant.api('GET', `${tenant.path}/changes`)],
    ['update', await tenant.api('PATCH', address, { metadata: { a: 1 } })],
    ['put', await tenant.api('PUT', `${contacts}/by-reference/ada`, body)],
    ['batch', await tenant.api('POST', `${contacts}/batch`, { mode: 'each', operations: [{ op: 'create', body }] })],
    ['replay', await tenant.api('POST', contacts, body, { 'idempotency-key': 'contact' })],
    ['rehearsed create', await tenant.api('POST', `${contacts}?dry_run=true`, body)],
    ['rehearsed update', await tenant.api('PATCH', `${address}?dry_run=true`, { metadata: { a: 2 } })],
    ['rehearsed put', await tenant.api('PUT', `${contacts}/by-reference/grace?dry_run=true`, body)],
  ]
  const kept = replies.filter(([, reply]) => reply.headers.get('cache-control') !== 'no-store').map(([name]) => name)
  assert.deepEqual(kept, [])
})

test('no table, response or log line contains any of the secrets', async () => {
  assert(seeded.length > 40, String(seeded.length))
  const all = [...answers, ...service.logLines]
  for (const part of seeded) {
    const leak = all.find((answer) => answer.includes(part))
    assert.equal(leak, undefined, `${part} is in ${leak?.slice(0, 300)}`)
    assert.deepEqual(await tablesHolding(service.platform.db, part), [], part)
  }
  assert(!service.logLines.some((line) => /mrq_live_\w{32}|"authorization"|"x-api-key"|"cookie"/i.test(line)))
})

test('an encrypted secret can be decrypted only in its own place and record', async () => {
  const { db, vault } = service.platform
  const made = await patch({
    authData: [
      { type: 'apiKey', key: secret() },
      { type: 'apiKey', key: secret() },
    ],
  })
  const [first, second] = made.body.authData as AnyRecord[]
  const [row] = await db.query<{ secrets: string }>(
    sql`select secrets from records where id = ${tenant.broadcastId} and ${raw(`kind = 'broadcast'`)}`,
  )
  const sealed: Record<string, string> = JSON.parse(row?.secrets ?? '{}')
  const places = [`authData.${first?.id}.key`, `authData.${second?.id}.key`] as const
  const context = secretContext(tenant.broadcastId, kinds.broadcast, tenant.broadcastId)
  assert.match(String(openSecret(sealed, places[0], vault, context)), new RegExp(seeded.at(-2) ?? '-'))
  const swapped = { [places[0]]: sealed[places[1]] ?? '' }
  assert.throws(() => openSecret(swapped, places[0], vault, context))
  assert.throws(() => openSecret(sealed, places[0], vault, `${context}x`))
})
