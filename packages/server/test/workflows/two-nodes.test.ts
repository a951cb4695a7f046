import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { claimRuns, insertRun } from '../../src/store/runs.ts'
import { sql } from '../../src/store/sql.ts'
import { type CalledAddress, startCalledAddress } from '../support/called-address.ts'
import { until } from '../support/process.ts'
import { apiWith, startService, type Tenant, type TestService } from '../support/service.ts'
import { localReceivers } from '../support/webhooks.ts'
import { code, fixed, http, newWorkflow, runsOf, startRun } from '../support/workflows.ts'

let nodes: [TestService, TestService]
/** The same broadcast, asked for on either node. */
let asked: [Tenant, Tenant]
let address: CalledAddress

before(async () => {
  address = await startCalledAddress()
  const first = await startService(localReceivers)
  const { databaseUrl = '', secretKeys = [] } = first.config
  const secretKey = secretKeys[0]?.toString('base64') ?? ''
  const second = await startService(localReceivers, { url: databaseUrl, secretKey })
  nodes = [first, second]
  const tenant = await first.newTenant()
  asked = [tenant, { ...tenant, api: apiWith(second.url, { 'x-api-key': tenant.key }) }]
})
after(async () => {
  await nodes[1].stop()
  await nodes[0].stop()
  await address.close()
})

/** Starts runs on both nodes at the same time. */
const startOnBoth = (workflow: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => startRun(asked[at % 2] ?? asked[0], workflow, { at })))

const allEnded = (workflow: string) =>
  until(
    async () => (await runsOf(asked[0], workflow)).every(({ finishedAt }) => finishedAt !== null),
    'the end of all runs',
  )

test('20 runs of a broadcast are under way at once on two nodes together', async (t) => {
  let [underWay, most] = [0, 0]
  const gate = Promise.withResolvers<void>()
  address.answer(async () => {
    most = Math.max(most, ++underWay)
    await gate.promise
    await new Promise((resolve) => setTimeout(resolve, 5))
    underWay -= 1
    return 200
  })
  const workflow = await newWorkflow(asked[0], [http('call', { url: fixed(`${address.url}/many`) })])
  await startOnBoth(workflow, 60)
  await address.until('/many', 20)
  const leases = await nodes[0].platform.db.query<{ lease_token: string; count: number }>(
    sql`select lease_token, count(*) as count from workflow_runs where status = 'running' group by 1`,
  )
  gate.resolve()
  await allEnded(workflow)
  t.diagnostic(`${leases.map(({ count }) => count).join(' and ')} runs at first, at most ${most} calls at once`)
  assert.equal(
    leases.reduce((sum, { count }) => sum + count, 0),
    20,
  )
  assert(most <= 20, `${most} at once`)
  assert.equal(address.at('/many').length, 60)
})

test('runs that queue run one at a time on two nodes together, in the order they were started', async () => {
  let [underWay, most] = [0, 0]
  address.answer(async ({ path }) => {
    if (path !== '/serial') return 200
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, 5))
    underWay -= 1
    return 200
  })
  const workflow = await newWorkflow(asked[0], [http('call', { url: fixed(`${address.url}/serial`) })], {
    trigger: { type: 'manual', overlap: 'queue' },
  })
  const started: string[] = []
  for (let at = 0; at < 8; at++) started.push(await startRun(asked[at % 2] ?? asked[0], workflow))
  await allEnded(workflow)
  const ranIn = (await runsOf(asked[0], workflow))
    .toSorted((a, b) => a.startedAt.localeCompare(b.startedAt))
    .map(({ _id }) => `${asked[0].path}/workflowRuns/${_id}`)
  assert.deepEqual([most, ranIn], [1, started])
})

test('runs that queue keep their order also where the ids of one node sort before those of another', async () => {
  const { db } = nodes[0].platform
  const tenant = await nodes[0].newTenant()
  const workflowId = (await newWorkflow(tenant, [code('only', 'return 1')])).split('/').at(-1) ?? ''
  const [earlier, later] = [new Date('2026-01-01T00:00:00.100Z'), new Date('2026-01-01T00:00:00.200Z')]
  // In a transaction that is taken back, so that neither node sees them.
  const claimed = await db
    .transaction(async (tx) => {
      const run = { broadcastId: tenant.broadcastId, workflowId, pinned: '{}', fireAt: null, isSerial: true }
      const rest = { timeLimitMs: 60_000, steps: 0 }
      await insertRun(tx, { ...run, ...rest, id: '0000000000000000000000bb', at: earlier })
      await insertRun(tx, { ...run, ...rest, id: '0000000000000000000000aa', at: later })
      const request = { token: 'test', nowMs: Date.now(), leaseMs: 10_000, limit: 10, perBroadcast: 20 }
      const rows = await claimRuns(tx, request)
      throw Object.assign(new Error('taken back'), { ids: rows.map(({ id }) => id) })
    })
    .catch(({ ids }) => ids)
  assert.deepEqual(claimed, ['0000000000000000000000bb'])
})
