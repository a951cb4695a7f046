import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AnyRecord, kinds } from '@marquee/model'
import { newObjectId } from '../../src/base/object-id.ts'
import { createRecord } from '../../src/content/create-record.ts'
import { createPersonErasure } from '../../src/people/erase-person.ts'
import { sealedFor } from '../../src/people/requests.ts'
import type { Job } from '../../src/store/queues/jobs.ts'
import { raw, sql } from '../../src/store/sql.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type Api, addMember, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'
import { follow, localReceivers } from '../support/webhooks.ts'
import { tablesHolding } from '../support/whole-database.ts'

let service: TestService
let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
  service = await startService(localReceivers)
})
after(async () => {
  await service.stop()
  await receiver.close()
})

const address = 'Nadia.Ferrand@courrier.example'
const lower = address.toLowerCase()
const neighbourAddress = `x${lower}`

interface House {
  tenant: TestTenant
  owner: Api
  contact: AnyRecord
  client: AnyRecord
  article: AnyRecord
}

/** A broadcast that contains the address in every possible place. */
async function newHouse(): Promise<House> {
  const tenant = await service.newTenant()
  const owner = await signedIn(service, tenant)
  const make = async (plural: string, body: object, api = tenant.api, headers = {}) => {
    const reply = await api('POST', `${tenant.path}/${plural}`, body, headers)
    assert.equal(reply.status, 201, reply.text)
    return reply.body as AnyRecord
  }
  await follow(tenant, receiver)
  const client = await make('broadcastClients', { platform: 'web' })
  const contact = await make(
    'broadcastContacts',
    {
      fields: [
        { key: 'name', value: 'Nadia Ferrand-Oyelaran' },
        { key: 'mail', value: `Write me: ${address}.` },
      ],
      metadata: { clientId: client._id },
    },
    tenant.api,
    { 'idempotency-key': 'first' },
  )
  await tenant.api('PATCH', `${tenant.path}/broadcastContacts/${contact._id}`, { metadata: { seen: lower } })
  await make('broadcastContacts', { fields: [{ key: 'mail', value: neighbourAddress }] })
  await make(
    'broadcastEvents',
    { type: 'signed up', clientId: client._id, metadata: { mail: address, says: 'Ferrand-Oyelaran' } },
    tenant.api,
    { 'idempotency-key': `event:${lower}` },
  )
  const article = await make('broadcastArticles', {
    title: 'Contact',
    content: `<p>Ask ${address}</p>`,
    status: 'published',
    _reference: lower,
  })
  await make('broadcastMembers', { email: address, role: 'viewer' }, owner)
  const gone = await make('broadcastContacts', {
    fields: [
      { key: 'mail', value: address },
      { key: 'name', value: 'Ferrand-Oyelaran' },
    ],
  })
  await tenant.api('DELETE', `${tenant.path}/broadcastContacts/${gone._id}`)
  assert.equal((await tenant.api('GET', `${tenant.path}/search?q=courrier`)).body.data.length, 1)
  await addCopies(tenant)
  return { tenant, owner, contact, client, article }
}

/** Copies that appear later: replies of receivers, finished runs and one in progress. */
async function addCopies(tenant: TestTenant): Promise<void> {
  const { db, content } = service.platform
  await until(async () => {
    const rows = await db.query(sql`select 1 from deliveries where broadcast_id = ${tenant.broadcastId}`)
    return rows.length > 5
  }, 'the deliveries')
  await db.query(sql`
    insert into delivery_attempts (broadcast_id, delivery_id, number, at, latency_ms, reply, error)
    select broadcast_id, id, 99, now(), 1, ${`hello ${address}`}, ${`no ${lower}`} from deliveries where broadcast_id = ${tenant.broadcastId} limit 1`)
  for (const status of ['succeeded', 'running']) {
    await content.write(tenant, { type: 'command' }, async (writing) => {
      const record = await createRecord(
        writing,
        kinds.workflowRun,
        {},
        { service: { status, context: { mail: address } } },
      )
      await writing.tx.query(sql`
        insert into workflow_runs (broadcast_id, id, workflow_id, status, pinned, is_serial, time_limit_ms, created_at, lease_until)
        values (${tenant.broadcastId}, ${record._id}, ${newObjectId(0)}, ${status}, ${JSON.stringify({ input: { mail: address } })}::json, false, 1000, now(), now() + interval '1 day')`)
    })
  }
}

async function jobDone(
  house: House,
  path: string,
  api = house.owner,
): Promise<{ id: string; result: Record<string, never> }> {
  const asked = await api('POST', `${house.tenant.path}/people/${path}`, { email: ` ${address} `.trim() })
  assert.equal(asked.status, 202, asked.text)
  assert(!asked.text.toLowerCase().includes(lower))
  let job = asked.body
  await until(async () => {
    job = (await house.tenant.api('GET', asked.headers.get('location') ?? '')).body
    return job.status === 'succeeded' || job.status === 'failed'
  }, 'the end of the job')
  assert.equal(job.status, 'succeeded', JSON.stringify(job))
  return job
}

test('after an erasure the database contains the address only where the receipt says', async () => {
  const house = await newHouse()
  const { tenant, contact, client, article } = house
  const { db } = service.platform
  const before = new Set([...(await tablesHolding(db, lower)), ...(await tablesHolding(db, address))])
  for (const table of [
    'records',
    'changes',
    'timeline',
    'webhook_events',
    'delivery_attempts',
    'idempotency_keys',
    'workflow_runs',
  ])
    assert(before.has(table), `${table} is among those that hold it before`)
  const { result } = await jobDone(house, 'erase')
  const { erased, left, address: digest, asked_by: by } = result as unknown as Receipt
  for (const text of [lower, address, encodeURIComponent(lower)]) {
    // The data of another person, whose address ends like this one, is unchanged.
    const holding = await tablesHolding(db, text)
    const rows = await Promise.all(holding.map((table) => rowsWith(table, text)))
    assert.deepEqual(
      rows.flat().filter((row) => row.replaceAll(neighbourAddress, '').toLowerCase().includes(lower)),
      [],
    )
  }
  for (const text of ['Ferrand-Oyelaran', contact._id])
    assert(!(await tablesHolding(db, text)).includes('records'), text)
  assert(!(await tablesHolding(db, 'Ferrand-Oyelaran')).length, 'the other data of the contact is gone as well')
  assert.deepEqual(
    [erased.broadcastContact, erased.broadcastClient, erased.broadcastMember, erased.workflowRun, erased.mentions],
    [1, 1, 1, 1, 1],
  )
  assert((erased.changes ?? 0) >= 4)
  assert.deepEqual(Object.keys(left), ['note'])
  assert.deepEqual(by, { type: 'user', id: tenant.userId })
  assert.match(digest, /^[0-9a-f]{64}$/)
  await assertAfterwards(house, contact, client, article)
})

async function assertAfterwards({ tenant, owner }: House, contact: AnyRecord, client: AnyRecord, article: AnyRecord) {
  assert.equal((await tenant.api('GET', `${tenant.path}/broadcastContacts`)).body.metadata.total, 1)
  const history = (await tenant.api('GET', `${tenant.path}/broadcastContacts/${contact._id}/history`)).body.data
  assert.deepEqual(
    history.map(({ operation, record }: { operation: string; record: null }) => [operation, record]),
    [
      ['delete', null],
      ['update', null],
      ['create', null],
    ],
  )
  const events = (await tenant.api('GET', `${tenant.path}/broadcastEvents`)).body.data
  assert.deepEqual(
    events.map((event: AnyRecord) => [event.clientId, event.metadata]),
    [[null, {}]],
  )
  assert.equal((await tenant.api('GET', `${tenant.path}/broadcastClients/${client._id}`)).status, 404)
  const shown = (await tenant.api('GET', `${tenant.path}/broadcastArticles/${article._id}`)).body
  assert.deepEqual([shown.content, shown._reference], ['<p>Ask [erased]</p>', null])
  assert.equal((await tenant.api('GET', `${tenant.path}/search?q=courrier`)).body.data.length, 0)
  const replayed = await tenant.api('POST', `${tenant.path}/broadcastContacts`, 'x', { 'idempotency-key': 'first' })
  assert.notEqual(replayed.status, 201)
  const told = await service.platform.db.query<{ body: string }>(
    sql`select body from webhook_events where broadcast_id = ${tenant.broadcastId} and type = 'broadcastContact.erased'`,
  )
  assert.deepEqual(
    told.map(({ body }) => JSON.parse(body).data),
    [{ id: contact._id }],
  )
  const audit = (await owner('GET', `${tenant.path}/audit`)).body.data.map(({ action }: { action: string }) => action)
  assert.deepEqual(
    ['people.erased', 'people.erase_asked', 'member.removed'].filter((action) => !audit.includes(action)),
    [],
  )
}

test('a repeatedly interrupted erasure resumes, and counts nothing twice', async () => {
  const { tenant } = await newHouse()
  const { db, vault, clock, content } = service.platform
  const id = newObjectId(0)
  const actor = { type: 'user' as const, id: tenant.userId }
  const payload = { sealed: vault.seal(lower, sealedFor(id)), digest: 'x', userId: tenant.userId, actor, askedAt: '' }
  const handler = createPersonErasure({ db, control: service.platform.control, vault, clock, content })
  let state: Record<string, unknown> = {}
  /** Runs some steps, and fails in the next one, after its work and before its commit. */
  const runFor = (steps: number) => {
    let left = steps
    const commit: Job['commit'] = async (step) => {
      state = await db.transaction(async (tx) => {
        const next = await step(tx)
        left -= 1
        if (left < 0) throw new Error('cut off')
        return next.state ?? state
      })
    }
    const save: Job['save'] = (next) => commit(async () => next)
    const { signal } = new AbortController()
    const progressed = async () => {}
    const job = { id, broadcastId: tenant.broadcastId, payload, attempt: 1, signal, save, commit, progressed }
    return handler.run({
      ...job,
      get state() {
        return state
      },
    })
  }
  let receipt: Receipt | undefined
  let cuts = 0
  for (let steps = 0; !receipt; steps += 9) {
    receipt = await runFor(steps).then(
      (result) => result as unknown as Receipt,
      () => undefined,
    )
    if (!receipt) cuts += 1
  }
  assert(cuts >= 3)
  const { broadcastContact, broadcastClient, broadcastMember, mentions } = receipt.erased
  assert.deepEqual([broadcastContact, broadcastClient, broadcastMember, mentions], [1, 1, 1, 1])
  const rows = await rowsWith('changes', lower)
  assert(rows.every((row) => !row.includes(tenant.broadcastId) || row.includes(neighbourAddress)))
})

interface Receipt {
  address: string
  asked_by: object
  erased: Record<string, number | undefined>
  left: Record<string, unknown>
}

async function rowsWith(table: string, text: string): Promise<string[]> {
  const rows = await service.platform.db.query<{ row: string }>(
    sql`select t::text as row from ${raw(table)} as t where strpos(lower(t::text), ${text.toLowerCase()}) > 0`,
  )
  return rows.map(({ row }) => row)
}

test('members and accounts keep their address, and the receipt says so', async () => {
  const tenant = await service.newTenant()
  const owner = await signedIn(service, tenant)
  const asked = await owner('POST', `${tenant.path}/people/erase`, { email: tenant.email })
  assert.equal(asked.status, 202, asked.text)
  let job = asked.body
  await until(async () => {
    job = (await tenant.api('GET', `${tenant.path}/jobs/${asked.body.id}`)).body
    return job.status === 'succeeded'
  }, 'the end of the job')
  assert.equal(job.result.left.broadcastMember, 1)
  assert.match(job.result.left.note, /Members stay/)
  const { db, control } = service.platform
  const holding = new Set([...(await tablesHolding(db, tenant.email)), ...(await tablesHolding(control, tenant.email))])
  assert.deepEqual([...holding].sort(), ['records', 'users'])
  assert.equal((await owner('GET', tenant.path)).status, 200, 'a member can still sign in')
})

test('an export contains everything about the address, is encrypted at rest, and can be downloaded once by an owner', async () => {
  const house = await newHouse()
  const { tenant, owner, contact, client } = house
  const { id, result } = await jobDone(house, 'export')
  const { history, ...found } = result.found as unknown as Record<string, number>
  assert.deepEqual(found, { contacts: 1, clients: 1, members: 1, events: 1, mentions: 3 })
  assert((history ?? 0) >= 5)
  assert(!(await tablesHolding(service.platform.db, 'Ferrand-Oyelaran')).includes('people_files'))
  const path = `${tenant.path}/people/exports/${id}/download`
  for (const api of [tenant.api, await addMember(service, tenant, 'editor')]) {
    const refused = await api('POST', path)
    assert.equal(refused.status, 403)
  }
  const taken = await owner('POST', path)
  assert.equal(taken.status, 200, taken.text)
  assert.equal(taken.headers.get('cache-control'), 'no-store')
  assert.match(taken.headers.get('content-disposition') ?? '', /^attachment/)
  assert.equal(taken.body.address, lower)
  assert.deepEqual([taken.body.contacts[0]._id, taken.body.clients[0]._id], [contact._id, client._id])
  assert.equal(taken.body.members[0].email, lower)
  assert(!taken.text.includes(neighbourAddress))
  assert.equal((await owner('POST', path)).status, 404)
  const again = await jobDone(house, 'export')
  await jobDone(house, 'erase')
  const after = await owner('POST', `${tenant.path}/people/exports/${again.id}/download`)
  assert.equal(after.status, 404, 'erasure also deletes an export file')
})

test('the file of an export expires after a day', async () => {
  const house = await newHouse()
  const { id } = await jobDone(house, 'export')
  service.clock.advance(86_400_001)
  const again = await signedIn(service, house.tenant)
  assert.equal((await again('POST', `${house.tenant.path}/people/exports/${id}/download`)).status, 404)
})

test('only owners can request it, for a valid address, and one request at a time', async () => {
  const tenant = await service.newTenant()
  const owner = await signedIn(service, tenant)
  const path = `${tenant.path}/people/erase`
  assert.deepEqual([(await tenant.api('POST', path, { email: address })).body.code], ['owner_required'])
  assert.equal((await (await addMember(service, tenant, 'editor'))('POST', path, { email: address })).status, 403)
  for (const body of [{}, { email: 'nobody' }, { email: address, also: 1 }, { email: 5 }])
    assert.equal((await owner('POST', path, body)).status, 400)
  const replies = await Promise.all([1, 2, 3, 4].map(() => owner('POST', path, { email: address.toUpperCase() })))
  const statuses = replies.map(({ status }) => status)
  assert(statuses.includes(202) && statuses.includes(409), statuses.join())
  assert.equal(replies.find(({ status }) => status === 409)?.body.code, 'job_running')
})
