import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { changePlan } from '../../src/access/plans.ts'
import { secretBytes } from '../../src/base/webhook-signature.ts'
import { sql } from '../../src/store/sql.ts'
import { signatureHeaders } from '../../src/webhooks/sign.ts'
import { statementsOf } from '../support/counted-statements.ts'
import { apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'
import { code, newWorkflow, runsOf, runUntil } from '../support/workflows.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService({ MARQUEE_PUBLIC_WRITE_LIMIT: 'off' })
  tenant = await service.newTenant()
})
after(() => service.stop())

const secret = 'whsec_bWFycXVlZSBzaWducyBpdHMgd2ViaG9va3M='
const called = (more: object = {}) =>
  newWorkflow(tenant, [code('only', 'return input')], { status: 'enabled', trigger: { type: 'webhook' }, ...more })

async function addressOf(workflow: string, body?: object): Promise<string> {
  const reply = await tenant.api('POST', `${workflow}/hook`, body)
  assert.equal(reply.status, 200, reply.text)
  return service.url + new URL(reply.body.url).pathname
}

async function call(address: string, body: unknown = {}, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const reply = await fetch(address, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as any }
}

const runPath = (runId: string) => `${tenant.path}/workflowRuns/${runId}`
const ended = (runId: string) => runUntil(tenant, runPath(runId), ({ finishedAt }) => finishedAt !== null)

test('a call of the address starts a run with the body, the query and harmless headers', async () => {
  const workflow = await called()
  const address = await addressOf(workflow)
  const sent = { event: 'order.created', tickets: 2 }
  const headers = {
    authorization: 'Bearer stolen',
    cookie: 'a=b',
    'x-github-event': 'push',
    'x-forwarded-for': '10.1.1.1',
  }
  const reply = await call(`${address}?shop=main%20hall`, sent, headers)
  assert.equal(reply.status, 202)
  assert.deepEqual(Object.keys(reply.body), ['runId'])
  const run = await ended(reply.body.runId)
  assert.deepEqual([run.status, run.trigger], ['succeeded', 'webhook'])
  const { input } = run.context
  assert.deepEqual(input.body, sent)
  assert.deepEqual(input.query, { shop: 'main hall' })
  assert.deepEqual(Object.keys(input.headers).sort(), ['content-type', 'user-agent', 'x-github-event'])
  assert.deepEqual(run.nodeResults[0].output.body, sent)
})

test('a call with the id of an earlier one starts nothing and gets the same run', async () => {
  const workflow = await called()
  const address = await addressOf(workflow)
  const ids = [{ 'webhook-id': 'msg_1' }, { 'idempotency-key': 'msg_1' }, { 'webhook-id': 'msg_2' }]
  const first = await Promise.all(ids.flatMap((id) => [1, 2, 3].map(() => call(address, {}, id))))
  assert.deepEqual(new Set(first.map(({ status }) => status)), new Set([202]))
  assert.equal(new Set(first.map(({ body }) => body.runId)).size, 3)
  const again = await call(address, { other: true }, { 'webhook-id': 'msg_1' })
  assert.equal(again.body.runId, first[0]?.body.runId)
  assert.equal((await runsOf(tenant, workflow)).length, 3)
  const other = await addressOf(await called())
  assert.notEqual((await call(other, {}, { 'webhook-id': 'msg_1' })).body.runId, first[0]?.body.runId)
  assert.equal((await call(address, {}, { 'idempotency-key': 'a b' })).status, 400)
})

test('a replaced address and an unknown one are refused alike, with the same statements', async () => {
  const workflow = await called()
  const old = await addressOf(workflow)
  assert.equal(await addressOf(workflow), old)
  const next = await addressOf(workflow, { replace: true })
  assert.notEqual(next, old)
  const refusals = [old, `${old}x`, `${service.url}/v1/hooks/workflows/none`]
  const seen = []
  for (const address of refusals) {
    let reply: Awaited<ReturnType<typeof call>> | undefined
    const statements = await statementsOf(service, async () => {
      reply = await call(address)
    })
    const { request_id: _, instance: __, ...body } = reply?.body ?? {}
    seen.push({ statements, body, status: reply?.status })
  }
  assert.equal(seen[0]?.status, 404)
  for (const one of seen) assert.deepEqual(one, seen[0])
  assert.equal((await call(next)).status, 202)
  const { broadcastId } = tenant
  const [audited] = await service.platform.db.query<{ action: string; details: string }>(
    sql`select action, details from broadcast_audit where broadcast_id = ${broadcastId} order by id desc limit 1`,
  )
  const details = { kind: 'workflow', id: workflow.split('/').at(-1) }
  assert.deepEqual([audited?.action, JSON.parse(audited?.details ?? '')], ['hook.replaced', details])
})

test('the address of a source starts no workflow, and that of a workflow wakes no source', async () => {
  const source = await tenant.api('POST', `${tenant.path}/importSources`, { title: 'schedule.xml' })
  const { body } = await tenant.api('POST', `${tenant.path}/importSources/${source.body._id}/hook`)
  const token = new URL(body.url).pathname.split('/').at(-1)
  assert.equal((await call(`${service.url}/v1/hooks/workflows/${token}`)).status, 404)
  const address = await addressOf(await called())
  assert.equal((await call(address.replace('/workflows/', '/'))).status, 404)
})

test('a body that is no JSON, too large or of another type is refused and starts nothing', async () => {
  const workflow = await called()
  const address = await addressOf(workflow)
  const refused = [
    await call(address, '{"half":'),
    await call(address, JSON.stringify({ text: 'x'.repeat(210_000) })),
    await call(address, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    await call(`${address}?a=%00`),
    await call(`${address}?__proto__=x`),
    await call(address, '{"text": "\\u0000"}'),
    // Short as sent, and long as stored.
    await call(address, `[${Array.from({ length: 18_000 }, () => '1e20').join()}]`),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    [400, 413, 415, 400, 400, 400, 400],
  )
  for (const value of ['[1]', '"text"', 'null', '0']) assert.equal((await call(address, value)).status, 202)
  assert.equal((await runsOf(tenant, workflow)).length, 4)
})

test('with a secret, only calls with a valid signature start a run', async () => {
  const workflow = await called({ hookSecret: secret })
  const shown = await tenant.api('GET', workflow)
  assert.deepEqual(shown.body.hookSecret, { set: true })
  const address = await addressOf(workflow)
  const body = JSON.stringify({ event: 'été' })
  const key = secretBytes(secret) ?? assert.fail()
  const now = Math.floor(service.clock.now() / 1_000)
  const standard = (id: string, timestampSeconds = now, text = body, by = key) => {
    const { 'x-service-signature': _, ...headers } = signatureHeaders([by], { id, timestampSeconds, body: text })
    return headers
  }
  const github = (by: Buffer, text = body) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', by).update(text).digest('hex')}`,
  })
  const wrong = Buffer.from('another secret of somebody')
  const refused: Record<string, string>[] = [
    {},
    { 'webhook-signature': 'v1,' },
    { 'x-hub-signature-256': '' },
    standard('a', now - 400),
    standard('a', now + 400),
    standard('a', now, '{}'),
    standard('a', now, body, wrong),
    { ...standard('a'), 'webhook-id': 'b' },
    { ...standard('a'), 'webhook-timestamp': String(now + 1) },
    { ...standard('a'), 'webhook-signature': `${standard('a')['webhook-signature']}A` },
    github(wrong),
    github(key, '{}'),
    { ...github(key), ...standard('a', now, '{}') },
    { ...standard('a'), ...github(wrong) },
  ]
  for (const headers of refused) {
    const reply = await call(address, body, headers)
    assert.deepEqual([reply.status, reply.body.code], [401, 'unauthenticated'], JSON.stringify(headers))
  }
  assert.equal((await runsOf(tenant, workflow)).length, 0)
  const rotating = standard('c')
  rotating['webhook-signature'] = `v1,AAAA ${rotating['webhook-signature']}`
  for (const headers of [standard('a'), standard('b', now - 200), rotating, github(key)])
    assert.equal((await call(address, body, headers)).status, 202, JSON.stringify(headers))
  assert.equal((await runsOf(tenant, workflow)).length, 4)
  const run = await ended((await call(address, body, github(key))).body.runId)
  const rows = await service.platform.db.query(sql`select body, secrets from records where kind = 'workflow'`)
  for (const text of [JSON.stringify(run), JSON.stringify(rows), service.logLines.join('')]) {
    assert(!text.includes(secret))
    assert(!text.includes('sha256='))
  }
  assert.equal((await tenant.api('PATCH', workflow, { hookSecret: null })).body.hookSecret, null)
  assert.equal((await call(address, body)).status, 202)
  for (const bad of ['short', 'whsec_not base64 at all', 'whsec_AAECAx==', ''])
    assert.equal((await tenant.api('PATCH', workflow, { hookSecret: bad })).status, 400, bad)
})

test('a workflow that is disabled, deleted, started otherwise or on the free plan refuses the call', async () => {
  const workflow = await called()
  const address = await addressOf(workflow)
  await tenant.api('PATCH', workflow, { status: 'disabled' })
  const disabled = await call(address)
  assert.deepEqual([disabled.status, disabled.body.code], [409, 'workflow_disabled'])
  await tenant.api('PATCH', workflow, { status: 'enabled', trigger: { type: 'manual' } })
  assert.equal((await call(address)).status, 404)
  await tenant.api('PATCH', workflow, { trigger: { type: 'webhook' } })
  await changePlan(service.platform, tenant.userId, 'free', { type: 'command' })
  const free = await call(address)
  await changePlan(service.platform, tenant.userId, 'pro', { type: 'command' })
  assert.deepEqual([free.status, free.body.code], [403, 'plan_required'])
  assert.equal((await runsOf(tenant, workflow)).length, 0)
  assert.equal((await call(address)).status, 202)
  await tenant.api('DELETE', workflow)
  assert.equal((await call(address)).status, 404)
})

test('calls of a workflow run one after the other, and are refused for a while when a thousand runs are queued', async () => {
  const other = await service.newTenant()
  const workflow = await newWorkflow(other, [code('only', 'return input.body')], {
    status: 'enabled',
    trigger: { type: 'webhook' },
  })
  const { body } = await other.api('POST', `${workflow}/hook`)
  const address = service.url + new URL(body.url).pathname
  const { runId } = (await call(address, 1)).body
  const { db } = service.platform
  const [row] = await db.query<{ is_serial: boolean }>(sql`select is_serial from workflow_runs where id = ${runId}`)
  assert.equal(row?.is_serial, true)
  // They wait for one that a node is running.
  await db.query(sql`
    insert into workflow_runs (broadcast_id, id, workflow_id, status, pinned, is_serial, time_limit_ms, created_at, lease_until)
    select broadcast_id, 'waiting' || n, workflow_id, case when n = 0 then 'running' else 'queued' end, pinned, true, 60000, now(), '2999-01-01'
    from workflow_runs, generate_series(0, 1000) n where id = ${runId}`)
  const refused = await call(address, 2)
  assert.deepEqual([refused.status, refused.body.code, refused.headers.get('retry-after')], [429, 'rate_limited', '10'])
  await db.query(sql`delete from workflow_runs where id like 'waiting%'`)
  assert.equal((await call(address, 2)).status, 202)
})

test('viewers and keys without the scope of writing do not get the address', async () => {
  const workflow = await called()
  const reading = apiWith(service.url, { 'x-api-key': await service.newKey(tenant.broadcastId, ['read']) })
  assert.equal((await reading('POST', `${workflow}/hook`)).status, 403)
  const stranger = await service.newTenant()
  assert.equal((await stranger.api('POST', `${workflow}/hook`)).status, 404)
})
