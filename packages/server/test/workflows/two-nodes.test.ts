import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AnyRecord, exampleRecord, kinds } from '@marquee/model'
import { openDb } from '../../src/store/db.ts'
import { claimRuns, insertRun, lockRunClaims, runLeases, saveSteps } from '../../src/store/queues/runs.ts'
import { sql } from '../../src/store/sql.ts'
import { insertQueued, newRun } from '../../src/workflows/runs.ts'
import { type CalledAddress, startCalledAddress } from '../support/called-address.ts'
import { inOnePlace } from '../support/cluster.ts'
import { apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'
import { elapse, until } from '../support/until.ts'
import { localReceivers } from '../support/webhooks.ts'
import { code, fixed, http, newWorkflow, runsOf, startRun } from '../support/workflows.ts'

let nodes: [TestService, TestService]
/** The same broadcast on either node. */
let asked: [TestTenant, TestTenant]
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

test('at most 20 runs of a broadcast run at once on two nodes together', async (t) => {
  let [underWay, most] = [0, 0]
  const gate = Promise.withResolvers<void>()
  address.answer(async () => {
    most = Math.max(most, ++underWay)
    await gate.promise
    await elapse(5)
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

test('queued runs run one at a time on two nodes together, in the order of their start', async () => {
  let [underWay, most] = [0, 0]
  address.answer(async ({ path }) => {
    if (path !== '/serial') return 200
    most = Math.max(most, ++underWay)
    await elapse(5)
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

test('queued runs keep their order also where the ids of one node sort before those of another', async () => {
  const { db } = nodes[0].platform
  const tenant = await nodes[0].newTenant()
  const workflowId = (await newWorkflow(tenant, [code('only', 'return 1')])).split('/').at(-1) ?? ''
  const [earlier, later] = [new Date('2026-01-01T00:00:00.100Z'), new Date('2026-01-01T00:00:00.200Z')]
  // In a transaction that is rolled back, so that neither node sees them.
  const claimed = await db
    .transaction(async (tx) => {
      const run = {
        broadcastId: tenant.broadcastId,
        workflowId,
        pinned: '{}',
        fireAt: null,
        startKey: null,
        isSerial: true,
      }
      const rest = { timeLimitMs: 60_000, steps: 0 }
      await insertRun(
        tx,
        { ...run, ...rest, id: '0000000000000000000000bb', at: earlier },
        recordOfRun('0000000000000000000000bb'),
      )
      await insertRun(
        tx,
        { ...run, ...rest, id: '0000000000000000000000aa', at: later },
        recordOfRun('0000000000000000000000aa'),
      )
      const lease = { broadcastId: tenant.broadcastId, token: 'test', nowMs: Date.now(), leaseMs: 10_000 }
      const request = { ...lease, limit: 10, perBroadcast: 20 }
      const rows = await claimRuns(tx, request)
      throw Object.assign(new Error('taken back'), { ids: rows.map(({ id }) => id) })
    })
    .catch(({ ids }) => ids)
  assert.deepEqual(claimed, ['0000000000000000000000bb'])
})

test('nodes count runs that others are claiming, also where newer runs sort first', inOnePlace, async () => {
  const { db } = nodes[0].platform
  const gate = Promise.withResolvers<void>()
  address.answer(async () => {
    await gate.promise
    return 200
  })
  const path = await newWorkflow(asked[0], [http('call', { url: fixed(`${address.url}/turns`) })])
  const { body: workflow } = await asked[0].api('GET', path)
  const { broadcastId } = asked[0]
  /** Queues runs like a node with this time on its clock. */
  const queue = (count: number, nowMs: number) =>
    db.transaction(async (tx) => {
      const trigger = { type: 'manual' as const, at: new Date(nowMs).toISOString() }
      const run = newRun(broadcastId, workflow, { trigger, input: {}, previousRunId: null })
      for (let at = 0; at < count; at++) await insertQueued(tx, run, { now: () => nowMs })
    })
  const nowMs = Date.now()
  await db.transaction(async (tx) => {
    await lockRunClaims(tx, broadcastId)
    await queue(15, nowMs)
    const request = { broadcastId, token: 'third node', nowMs, leaseMs: 60_000, limit: 15, perBroadcast: 20 }
    assert.equal((await claimRuns(tx, request)).length, 15)
    await queue(10, nowMs - 60_000)
    // Only one of them gets the ticket of the broadcast, and it can be the same one each time.
    for (const node of nodes) await node.platform.db.raise(broadcastId)
    await until(async () => (await waitingWith('from run_claims')) === 2, 'both nodes to wait for their turn')
  })
  await address.until('/turns', 5)
  await until(async () => (await waitingWith('from run_claims')) === 0, 'both nodes to have had their turn')
  assert.deepEqual(await countsOf(broadcastId), { queued: 5, running: 20 })
  await db.query(sql`update workflow_runs set lease_until = null where lease_token = 'third node'`)
  gate.resolve()
  await allEnded(path)
})

test('renewing leases and saving steps in another order cannot deadlock', inOnePlace, async () => {
  const db = openDb(nodes[0].config.databaseUrl ?? '', { maxConnections: 4 })
  const tenant = await nodes[0].newTenant()
  const workflowId = (await newWorkflow(tenant, [code('only', 'return 1')])).split('/').at(-1) ?? ''
  const { broadcastId } = tenant
  const ids = Array.from({ length: 9 }, (_, at) => `00000000000000000000000${at}`)
  const nowMs = Date.now()
  const leaseUntil = new Date(nowMs + 60_000)
  await db.transaction(async (tx) => {
    const run = {
      broadcastId,
      workflowId,
      pinned: '{}',
      fireAt: null,
      startKey: null,
      isSerial: false,
      timeLimitMs: 60_000,
      steps: 0,
    }
    for (const id of ids) await insertRun(tx, { ...run, id, at: new Date(nowMs) }, recordOfRun(id))
    await tx.query(
      sql`update workflow_runs set status = 'running', lease_token = 'test', lease_until = ${leaseUntil} where broadcast_id = ${broadcastId}`,
    )
  })
  let tries = 0
  db.onStatement((text) => {
    if (text.includes('mine as (')) tries += 1
  })
  const steps = ids.toReversed().map((runId) => ({ runId, index: 0, result: '{}', ends: null }))
  const both: Promise<Set<string>>[] = []
  // The run in the middle is locked, so that each of the two has some locks and waits for others.
  await db.transaction(async (tx) => {
    await tx.query(
      sql`select id from workflow_runs where broadcast_id = ${broadcastId} and id = ${ids[4] ?? ''} for update`,
    )
    const held = ids.map((id) => ({ broadcastId, id }))
    both.push(runLeases(db).renew('test', held, leaseUntil), saveSteps(db, 'test', broadcastId, steps))
    await until(async () => (await waitingWith('mine as (')) >= 2, 'both to wait')
  })
  const [renewed, saved] = await Promise.all(both)
  assert.deepEqual([renewed?.size, saved?.size, tries], [9, 9, 2])
  await db.query(sql`delete from workflow_runs where broadcast_id = ${broadcastId}`)
  await db.close()
})

/** The number of statements with these words that wait for a lock. */
async function waitingWith(words: string): Promise<number> {
  const [row] = await nodes[0].platform.db.query<{ count: number }>(sql`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${words}%`}`)
  return row?.count ?? 0
}

const recordOfRun = (id: string) => ({ ...(exampleRecord(kinds.workflowRun) as AnyRecord), _id: id })

async function countsOf(broadcastId: string): Promise<Record<string, number>> {
  const rows = await nodes[0].platform.db.query<{ status: string; count: number }>(sql`
    select status, count(*) as count from workflow_runs
    where broadcast_id = ${broadcastId} and status in ('queued', 'running') group by 1`)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
