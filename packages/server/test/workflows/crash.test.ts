import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCalledAddress } from '../support/called-address.ts'
import { migratedInstallation } from '../support/process.ts'
import { apiWith, startService } from '../support/service.ts'
import { elapse, until } from '../support/until.ts'
import { localReceivers } from '../support/webhooks.ts'
import {
  code,
  createSession,
  demoTenant,
  fixed,
  http,
  newWorkflow,
  resultOf,
  runsOf,
  runUntil,
  startRun,
} from '../support/workflows.ts'

/** While a service starts, the machine is too busy for the half-second limit of expressions. */
const patient = { retries: 5, retryDelayMs: 200 }

test('after kill -9 during runs every run ends once, no write of a step is applied twice, and a call is repeated with its key', async (t) => {
  const installation = await migratedInstallation(t, {
    ...localReceivers,
    MARQUEE_RATE_LIMIT: 'off',
    MARQUEE_LOG_LEVEL: 'warn',
  })
  const address = await startCalledAddress()
  t.after(() => address.close())
  address.answer(async () => {
    await elapse(20)
    return 200
  })
  let service = await installation.serve()
  const tenant = await demoTenant(installation)
  const { api, path } = tenant
  const workflow = await newWorkflow(tenant, [
    createSession('first', '"first of " + run.id', { onSuccess: 'call', ...patient }),
    http('call', { url: fixed(`${address.url}/call`), method: fixed('POST') }, { onSuccess: 'work', ...patient }),
    code('work', 'return nodes.first.output.title', { onSuccess: 'second', ...patient }),
    createSession('second', '"second of " + run.id', patient),
  ])

  const started: string[] = []
  const resumedMs: number[] = []
  for (let life = 0; life < 4; life++) {
    const target = started.length + 15
    let isKilled = false
    const callers = Array.from({ length: 3 }, async () => {
      while (!isKilled && started.length < target) {
        const run = await startRun(tenant, workflow).catch(() => undefined)
        if (run) started.push(run)
      }
    })
    await until(async () => started.length >= target, `${target} runs`, 30_000)
    if (life === 3) break
    isKilled = true
    await service.kill()
    await Promise.all(callers)
    const open = started.at(-1) ?? ''
    service = await installation.serve()
    const readyMs = performance.now()
    await runUntil(tenant, open, ({ finishedAt }) => finishedAt !== null)
    resumedMs.push(performance.now() - readyMs)
  }
  for (const run of started) {
    const ended = await runUntil(tenant, run, ({ finishedAt }) => finishedAt !== null)
    assert.equal(ended.status, 'succeeded', JSON.stringify(ended.error))
    assert.equal(ended.invokedNodeCount, 4)
  }
  const ids = started.map((run) => run.split('/').at(-1))
  const all = await runsOf(tenant, workflow)
  const unanswered = all.filter(({ _id }) => !ids.includes(_id))
  for (const { _id } of unanswered)
    await runUntil(tenant, `${path}/workflowRuns/${_id}`, ({ finishedAt }) => finishedAt !== null)

  const filters = encodeURIComponent(
    '[{"title":{"$contains":" of "}},{"_createdAt":{"$gt":"2020-01-01T00:00:00Z"}},{"_reference":null}]',
  )
  const sessions: string[] = []
  for (let startId = ''; ; ) {
    const { body } = await api(
      'GET',
      `${path}/broadcastSessions?limit=200&filters=${filters}${startId && `&startId=${startId}`}`,
    )
    sessions.push(...body.data.map(({ title }: { title: string }) => title))
    startId = body.metadata.nextStartId ?? ''
    if (!startId) break
  }
  const wanted = all.flatMap(({ _id }) => [`first of ${_id}`, `second of ${_id}`])
  assert.deepEqual(sessions.toSorted(), wanted.toSorted())

  const keys = address.calls.map(({ headers }) => headers['idempotency-key'])
  assert.deepEqual(new Set(keys), new Set(all.map((run) => resultOf(run, 'call').executionId)))
  const changes = await api('GET', `${path}/changes?limit=1000&since=${Math.max(0, (await lastSequence()) - 900)}`)
  const ends = changes.body.data
    .filter(({ kind }: { kind: string }) => kind === 'workflowRun')
    .map(({ id }: { id: string }) => id)
  assert.equal(new Set(ends).size, ends.length, 'an end is logged once')
  async function lastSequence() {
    return Number((await api('GET', `${path}/workflows?limit=0`)).headers.get('marquee-sequence'))
  }
  t.diagnostic(
    `${all.length} runs, ${keys.length - new Set(keys).size} calls repeated; went on ${resumedMs.map((ms) => Math.round(ms)).join(', ')} ms after the start`,
  )
  for (const ms of resumedMs) assert(ms < 15_000)
  await service.stop()
})

test('a node takes over the runs of a dead one within 15 seconds, from the last saved step', async (t) => {
  const address = await startCalledAddress()
  t.after(() => address.close())
  const one = await startService(localReceivers)
  const { databaseUrl = '', secretKeys = [] } = one.config
  address.answer(() => 'never')
  const tenant = await one.newTenant()
  const workflow = await newWorkflow(tenant, [
    createSession('make', '"Taken over"', { onSuccess: 'call' }),
    http('call', { url: fixed(`${address.url}/taken`) }),
  ])
  const run = await startRun(tenant, workflow)
  await address.until('/taken')
  // It stops during a call, without releasing its lease.
  const stopped = one.runtime.stop()
  const other = await startService(localReceivers, {
    url: databaseUrl,
    secretKey: secretKeys[0]?.toString('base64') ?? '',
  })
  try {
    address.answer(() => 200)
    other.clock.advance(11_000)
    await address.until('/taken', 2)
    const api = apiWith(other.url, { 'x-api-key': tenant.key })
    const ended = await runUntil({ ...tenant, api }, run, ({ finishedAt }) => finishedAt !== null)
    assert.equal(ended.status, 'succeeded')
    assert.equal(new Set(address.at('/taken').map(({ headers }) => headers['idempotency-key'])).size, 1)
    const filters = encodeURIComponent('[{"title":"Taken over"}]')
    assert.equal((await api('GET', `${tenant.path}/broadcastSessions?filters=${filters}`)).body.metadata.total, 1)
    await stopped
  } finally {
    await other.stop()
  }
})
