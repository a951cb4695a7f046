import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changePlan } from '../../src/access/plans.ts'
import { sql } from '../../src/store/sql.ts'
import { type CalledAddress, startCalledAddress } from '../support/called-address.ts'
import { inOnePlace } from '../support/cluster.ts'
import { apiWith, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'
import { elapse, until } from '../support/until.ts'
import { localReceivers } from '../support/webhooks.ts'
import {
  amply,
  ask,
  code,
  createSession,
  fixed,
  http,
  loop,
  newWorkflow,
  resultOf,
  runNodes,
  runNow,
  runsOf,
  runUntil,
  startRun,
} from '../support/workflows.ts'

let service: TestService
let tenant: TestTenant
let address: CalledAddress

before(async () => {
  service = await startService({ ...localReceivers, MARQUEE_RUNS_AT_ONCE: '3' })
  tenant = await service.newTenant()
  address = await startCalledAddress()
})
after(async () => {
  await service.stop()
  await address.close()
})

/** A node that waits until the test responds. */
const slow = (id: string, path: string, more: object = {}) =>
  http(id, { url: fixed(`${address.url}${path}`), responseType: fixed('text') }, more)

test('a workflow reads, decides, computes and writes, and its run shows each step', async () => {
  const run = await runNodes(
    tenant,
    [
      createSession('make', '"Set " + input.number', { onSuccess: 'list' }),
      amply('list', { operation: fixed('list'), resource: fixed('broadcastSession') }, { onSuccess: 'any' }),
      ask('any', 'nodes.list.output.data.length > 0', { onSuccess: 'count' }),
      code('count', 'console.log("counting"); return { count: last.data.length, first: last.data[0].title }'),
    ],
    { number: 7 },
  )
  assert.equal(run.status, 'succeeded', JSON.stringify(run.error))
  assert.equal(run.invokedNodeCount, 4)
  assert.deepEqual(run.context.input, { number: 7 })
  assert.deepEqual(
    run.nodeResults.map((result: Record<string, unknown>) => [
      result.index,
      result.nodeId,
      result.status,
      result.routeTaken,
    ]),
    [
      [0, 'make', 'succeeded', 'onSuccess'],
      [1, 'list', 'succeeded', 'onSuccess'],
      [2, 'any', 'succeeded', 'onSuccess'],
      [3, 'count', 'succeeded', 'onSuccess'],
    ],
  )
  assert.equal(new Set(run.nodeResults.map(({ executionId }: { executionId: string }) => executionId)).size, 4)
  assert.deepEqual(resultOf(run, 'count').output, { count: 1, first: 'Set 7' })
  assert.match(resultOf(run, 'count').logs.join(), /counting/)
  assert.deepEqual((await tenant.api('GET', `${tenant.path}/workflowRuns/${run._id}`)).body, run)
})

test('the writes of a run are in the change log with the run as actor, and its end is logged once', async () => {
  const { next } = (await tenant.api('GET', `${tenant.path}/changes?limit=1000`)).body
  const run = await runNodes(tenant, [
    createSession('make', '"By a run"', { onSuccess: 'more' }),
    code('more', 'return { secret: 1 }'),
  ])
  const { data } = (await tenant.api('GET', `${tenant.path}/changes?since=${next}`)).body
  const [made, ended, ...others] = data.filter(({ kind }: { kind: string }) => kind !== 'workflow')
  assert.deepEqual(
    [made.kind, made.operation, made.actor],
    ['broadcastSession', 'create', { type: 'run', id: run._id }],
  )
  assert.deepEqual([ended.kind, ended.operation, ended.id], ['workflowRun', 'update', run._id])
  const { status, nodeResults, context } = ended.record
  assert.deepEqual([status, nodeResults, context], ['succeeded', [], {}], 'what nodes said is kept with the run alone')
  assert.deepEqual(others, [])
})

test('without wait the response is immediate, with the Location of the run', async () => {
  const workflow = await newWorkflow(tenant, [code('only', 'return 1')])
  const reply = await tenant.api('POST', `${workflow}/runs`)
  assert.equal(reply.status, 202)
  assert.equal(reply.body.status, 'queued')
  assert.equal(reply.headers.get('location'), `${tenant.path}/workflowRuns/${reply.body._id}`)
  await runUntil(tenant, `${tenant.path}/workflowRuns/${reply.body._id}`, ({ status }) => status === 'succeeded')
})

test('one Idempotency-Key starts one run, and a repeated wait returns the same one', async () => {
  const workflow = await newWorkflow(tenant, [code('only', 'return 1')])
  const send = () =>
    tenant.api('POST', `${workflow}/runs?wait=true`, { input: { a: 1 } }, { 'idempotency-key': 'just-once' })
  const [first, second] = [await send(), await send()]
  assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body])
  assert.equal((await runsOf(tenant, workflow)).length, 1)
})

test('a run keeps the workflow definition of its start', async () => {
  const gate = Promise.withResolvers<number>()
  address.answer(() => gate.promise)
  const workflow = await newWorkflow(tenant, [
    slow('wait', '/pinned', { onSuccess: 'old' }),
    code('old', 'return "old"'),
  ])
  const { body } = await tenant.api('GET', workflow)
  const run = await startRun(tenant, workflow)
  await address.until('/pinned')
  const changed = await tenant.api('PATCH', workflow, { nodes: [code('wait', 'return "new"')] })
  assert.equal(changed.status, 200, changed.text)
  gate.resolve(200)
  const ended = await runUntil(tenant, run, ({ finishedAt }) => finishedAt !== null)
  assert.deepEqual(
    [ended.status, resultOf(ended, 'old').output, ended.workflowVersion],
    ['succeeded', 'old', body._updatedAt],
  )
  assert.equal(resultOf(await runNow(tenant, workflow), 'wait').output, 'new')
})

test('a running run can be read, and cancelled at once', async () => {
  address.answer(() => 'never')
  const workflow = await newWorkflow(tenant, [
    code('first', 'return 1', { onSuccess: 'wait' }),
    slow('wait', '/cancel', { onSuccess: 'never' }),
    createSession('never', '"No"'),
  ])
  const run = await startRun(tenant, workflow)
  await address.until('/cancel')
  const seen = await runUntil(tenant, run, ({ status }) => status === 'running')
  assert.deepEqual(
    seen.nodeResults.map(({ nodeId }: { nodeId: string }) => nodeId),
    ['first'],
  )
  const cancelled = await tenant.api('POST', `${run}/cancel`)
  assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelled'])
  const again = await tenant.api('POST', `${run}/cancel`)
  assert.deepEqual([again.status, again.body.code], [409, 'run_ended'])
  assert.deepEqual((await tenant.api('GET', run)).body, cancelled.body)
})

test('a run over its time limit ends as timedOut, and can be continued', async () => {
  address.answer(() => 'never')
  const workflow = await newWorkflow(
    tenant,
    [
      createSession('make', '"Timed"', { onSuccess: 'wait' }),
      slow('wait', '/limit', { onSuccess: 'done' }),
      code('done', 'return nodes.make.output.title'),
    ],
    { timeLimitSeconds: 30 },
  )
  const run = await startRun(tenant, workflow)
  await address.until('/limit')
  service.clock.advance(31_000)
  const ended = await runUntil(tenant, run, ({ finishedAt }) => finishedAt !== null)
  assert.deepEqual([ended.status, ended.error.code, ended.error.nodeId], ['timedOut', 'timed_out', 'wait'])
  address.answer(() => 200)
  const resumed = await tenant.api('POST', `${run}/resume?wait=true`)
  assert.equal(resumed.status, 200, resumed.text)
  assert.deepEqual([resumed.body.status, resultOf(resumed.body, 'done').output], ['succeeded', 'Timed'])
  assert.equal(resumed.body.previousRunId, ended._id)
  const [made, first] = [resultOf(resumed.body, 'make'), resultOf(ended, 'make')]
  assert.equal(made.executionId, first.executionId, 'what was done is not done again')
})

test('a failed run can be continued from the failed node, and any run can be repeated with the current workflow', async () => {
  let isBroken = true
  address.answer(() => (isBroken ? 500 : 200))
  const workflow = await newWorkflow(tenant, [
    code('before', 'return input.n', { onSuccess: 'call' }),
    slow('call', '/fails', { onSuccess: 'after' }),
    code('after', 'return nodes.before.output + 1'),
  ])
  const run = await runNow(tenant, workflow, { n: 41 })
  assert.deepEqual([run.status, run.error.nodeId, run.error.code], ['failed', 'call', 'http_status'])
  isBroken = false
  const at = `${tenant.path}/workflowRuns/${run._id}`
  const resumed = (await tenant.api('POST', `${at}/resume?wait=true`)).body
  assert.deepEqual([resumed.status, resultOf(resumed, 'after').output], ['succeeded', 42])
  const refused = await tenant.api('POST', `${tenant.path}/workflowRuns/${resumed._id}/resume`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'run_not_failed'])
  await tenant.api('PATCH', workflow, { nodes: [code('before', 'return -input.n')] })
  const again = (await tenant.api('POST', `${at}/rerun?wait=true`)).body
  assert.deepEqual([again.status, resultOf(again, 'before').output, again.previousRunId], ['succeeded', -41, run._id])
})

test('a node is retried as configured, with growing delays and the same key', async () => {
  let left = 2
  address.answer(() => (left-- > 0 ? 503 : 200))
  const workflow = await newWorkflow(tenant, [slow('call', '/retry', { retries: 3, retryDelayMs: 10_000 })])
  const run = await startRun(tenant, workflow)
  await address.until('/retry', 1)
  await until(() => isWaiting(run), 'the wait')
  service.clock.advance(10_500)
  await address.until('/retry', 2)
  await until(() => isWaiting(run), 'the wait')
  service.clock.advance(19_000)
  assert.equal(address.at('/retry').length, 2, 'the third comes after twice the delay')
  service.clock.advance(1_500)
  const ended = await runUntil(tenant, run, ({ finishedAt }) => finishedAt !== null)
  assert.deepEqual([ended.status, resultOf(ended, 'call').attempts], ['succeeded', 3])
  assert.equal(new Set(address.at('/retry').map(({ headers }) => headers['idempotency-key'])).size, 1)
  assert.equal(address.at('/retry')[0]?.headers['idempotency-key'], resultOf(ended, 'call').executionId)
})

/** Whether a node of the run has failed and waits for a retry. */
async function isWaiting(run: string): Promise<boolean> {
  const [row] = await service.platform.db.query<{ waits: boolean }>(
    sql`select coalesce(resume_at > ${new Date(service.clock.now())}, false) as waits from workflow_runs where id = ${run.split('/').at(-1)}`,
  )
  return row?.waits ?? false
}

test('at most the allowed number of runs of a broadcast run at once, the rest are queued', async () => {
  const gate = Promise.withResolvers<number>()
  address.answer(() => gate.promise)
  const workflow = await newWorkflow(tenant, [slow('wait', '/many')])
  const runs = await Promise.all(Array.from({ length: 5 }, () => startRun(tenant, workflow)))
  await address.until('/many', 3)
  const other = await service.newTenant()
  assert.equal(
    (await runNodes(other, [code('only', 'return 1')])).status,
    'succeeded',
    'another broadcast is not held up',
  )
  assert.equal(address.at('/many').length, 3)
  const queued = async () => (await runsOf(tenant, workflow)).filter(({ startedAt }) => startedAt === null)
  await until(async () => (await queued()).length === 2, 'two that wait')
  const [last = ''] = (await queued()).map(({ _id }) => `${tenant.path}/workflowRuns/${_id}`)
  assert.equal((await tenant.api('POST', `${last}/cancel`)).body.status, 'cancelled', 'one that waits can be cancelled')
  gate.resolve(200)
  for (const run of runs) await runUntil(tenant, run, ({ finishedAt }) => finishedAt !== null)
  assert.equal(address.at('/many').length, 4)
})

test('a workflow with queued runs runs them one at a time, in order', async () => {
  const workflow = await newWorkflow(tenant, [slow('wait', '/serial')], {
    trigger: { type: 'manual', overlap: 'queue' },
  })
  let running = 0
  let most = 0
  address.answer(async ({ path }) => {
    if (path !== '/serial') return 200
    most = Math.max(most, ++running)
    await elapse(30)
    running -= 1
    return 200
  })
  const runs = await Promise.all(Array.from({ length: 3 }, () => startRun(tenant, workflow)))
  for (const run of runs) await runUntil(tenant, run, ({ status }) => status === 'succeeded')
  assert.equal(most, 1)
})

test('a run that starts while leases are renewed keeps its own', inOnePlace, async () => {
  const { db } = service.platform
  const gate = Promise.withResolvers<void>()
  address.answer(async () => {
    await gate.promise
    return 200
  })
  const [earlier, later] = await Promise.all(
    ['/earlier', '/later'].map((path) => newWorkflow(tenant, [slow('call', path)])),
  )
  const first = await startRun(tenant, earlier ?? '')
  await address.until('/earlier')
  const second = await db.transaction(async (tx) => {
    // Renewing the lease of the earlier run has to wait.
    await tx.query(sql`select id from workflow_runs where id = ${first.split('/').at(-1) ?? ''} for update`)
    const isRenewing = async () => {
      const rows = await db.query(
        sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%set lease_until%' and datname = current_database()`,
      )
      return rows.length > 0
    }
    await until(isRenewing, 'the renewal')
    const started = await startRun(tenant, later ?? '')
    await address.until('/later')
    return started
  })
  // The next renewal includes both.
  const renewedAt = () =>
    db.query<{ at: Date }>(sql`select min(lease_until) as at from workflow_runs where status = 'running'`)
  const [{ at: before } = { at: new Date() }] = await renewedAt()
  await until(async () => ((await renewedAt())[0]?.at ?? 0) > before, 'a renewal of both')
  gate.resolve()
  for (const run of [first, second]) await runUntil(tenant, run, ({ status }) => status === 'succeeded')
  assert.deepEqual([address.at('/earlier').length, address.at('/later').length], [1, 1])
})

test('deleting a running run ends it, and nothing more of it is written', async () => {
  const gate = Promise.withResolvers<number>()
  address.answer(() => gate.promise)
  const workflow = await newWorkflow(tenant, [
    slow('wait', '/deleted', { onSuccess: 'make' }),
    createSession('make', '"Deleted"'),
  ])
  const run = await startRun(tenant, workflow)
  await address.until('/deleted')
  assert.equal((await tenant.api('DELETE', run)).status, 200)
  gate.resolve(200)
  await runNodes(tenant, [code('only', 'return 1')])
  const filters = encodeURIComponent('[{"title":"Deleted"}]')
  assert.equal((await tenant.api('GET', `${tenant.path}/broadcastSessions?filters=${filters}`)).body.metadata.total, 0)
  assert.equal((await tenant.api('GET', run)).status, 404)
})

test('running, cancelling and repeating need the right to write', async () => {
  const workflow = await newWorkflow(tenant, [code('only', 'return 1')])
  const { _id } = await runNow(tenant, workflow)
  const reader = apiWith(service.url, { 'x-api-key': await service.newKey(tenant.broadcastId, ['read', 'people']) })
  for (const path of [
    `${workflow}/runs`,
    `${workflow}/check`,
    ...['cancel', 'rerun', 'resume'].map((verb) => `${tenant.path}/workflowRuns/${_id}/${verb}`),
  ]) {
    const { status, body } = await reader('POST', path)
    assert.deepEqual([status, body.code], [403, 'insufficient_scope'], path)
  }
  assert.equal((await runsOf(tenant, workflow)).length, 1)
})

test('a workflow or run of another broadcast gets the same 404 as a missing one', async () => {
  const other = await service.newTenant()
  const theirs = await newWorkflow(other, [code('only', 'return 1')])
  const { _id } = await runNow(other, theirs)
  const missing = '66a1f0c2d4e5b60718293a4b'
  for (const [path, none] of [
    [`/workflows/${theirs.split('/').at(-1)}/runs`, `/workflows/${missing}/runs`],
    ...['cancel', 'rerun', 'resume'].map((verb) => [
      `/workflowRuns/${_id}/${verb}`,
      `/workflowRuns/${missing}/${verb}`,
    ]),
  ]) {
    const [one, two] = [await tenant.api('POST', tenant.path + path), await tenant.api('POST', tenant.path + none)]
    assert.deepEqual([one.status, one.body.detail], [404, two.body.detail], path)
  }
})

test('on the free plan nothing runs', async () => {
  const poor = await service.newTenant()
  const workflow = await newWorkflow(poor, [code('only', 'return 1')])
  await changePlan(service.platform, poor.userId, 'free', { type: 'command' })
  const person = await signedIn(service, poor)
  const { status, body } = await person('POST', `${workflow}/runs`)
  assert.deepEqual([status, body.code], [403, 'plan_required'])
})

test('a loop can have at most a thousand items', async () => {
  const nodes = (count: number) => [
    loop('each', `Array.from({ length: ${count} }, (_, i) => i)`, 'q'),
    { id: 'q', type: 'if', config: { condition: fixed(true) } },
  ]
  const run = await runNodes(tenant, nodes(1_000))
  assert.deepEqual([run.status, run.invokedNodeCount], ['succeeded', 1_001], JSON.stringify(run.error))
  assert.deepEqual(run.nodeResults[1_000].iterations, [999])
  const tooMany = await runNodes(tenant, nodes(1_001))
  assert.deepEqual([tooMany.status, tooMany.error.code], ['failed', 'too_many_items'])
})
