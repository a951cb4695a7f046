import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changePlan } from '../../src/access/plans.ts'
import { findDueWork } from '../../src/store/queues/due-work.ts'
import { sql } from '../../src/store/sql.ts'
import { fireTriggers } from '../../src/workflows/triggers.ts'
import { type CalledAddress, startCalledAddress } from '../support/called-address.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'
import { localReceivers } from '../support/webhooks.ts'
import { code, fixed, http, newWorkflow, runsOf, runUntil } from '../support/workflows.ts'

let service: TestService
let tenant: TestTenant
let address: CalledAddress

before(async () => {
  service = await startService(localReceivers)
  tenant = await service.newTenant()
  address = await startCalledAddress()
})
after(async () => {
  await service.stop()
  await address.close()
})

const hourMs = 3_600_000
const minuteMs = 60_000

const goTo = (instant: string) => service.clock.advance(Date.parse(instant) - service.clock.now())

const broadcastOf = (workflow: string) => /broadcasts\/(\w+)\//.exec(workflow)?.[1] ?? ''

/** Fires triggers like the background job, and returns the due times for which there are runs. */
async function look(workflow: string): Promise<string[]> {
  const { db } = service.platform
  while (await fireTriggers({ db, clock: service.clock, onQueued: () => {} }, broadcastOf(workflow)));
  const rows = await db.query<{ fire_at: Date }>(
    sql`select fire_at from workflow_runs where workflow_id = ${workflow.split('/').at(-1)} order by fire_at`,
  )
  return rows.map(({ fire_at: at }) => at.toISOString())
}

/** The same, also where the service's own poll is in progress. */
async function lookAtAll(workflow: string): Promise<string[]> {
  await look(workflow)
  await untilStarted(broadcastOf(workflow))
  return look(workflow)
}

const untilStarted = (broadcastId: string) =>
  until(async () => {
    const now = new Date(service.clock.now())
    const due = await findDueWork(service.platform.db, broadcastId, now)
    return (due?.triggers ?? Number.POSITIVE_INFINITY) > now.getTime()
  }, 'the start of all that is due')

const timed = (trigger: object, more: object = {}) =>
  newWorkflow(tenant, [code('only', 'return trigger')], { status: 'enabled', trigger, ...more })

test('a schedule fires once a day across both clock changes and on a leap day, in local time', async () => {
  const seen: Record<string, string[]> = {}
  for (const [from, hours, cron] of [
    ['2027-03-27T00:00:00Z', 54, '30 2 * * *'],
    ['2027-10-30T00:00:00Z', 54, '30 2 * * *'],
    ['2028-02-28T00:00:00Z', 54, '0 8 29 2 *'],
  ] as const) {
    goTo(from)
    const workflow = await timed({ type: 'schedule', cron, timezone: 'Europe/Paris', overlap: 'parallel' })
    for (let hour = 0; hour < hours; hour++) {
      service.clock.advance(hourMs)
      await look(workflow)
    }
    seen[from] = await look(workflow)
    await tenant.api('DELETE', workflow)
  }
  assert.deepEqual(seen, {
    '2027-03-27T00:00:00Z': ['2027-03-27T01:30:00.000Z', '2027-03-28T01:00:00.000Z', '2027-03-29T00:30:00.000Z'],
    '2027-10-30T00:00:00Z': ['2027-10-30T00:30:00.000Z', '2027-10-31T00:30:00.000Z', '2027-11-01T01:30:00.000Z'],
    '2028-02-28T00:00:00Z': ['2028-02-29T07:00:00.000Z'],
  })
})

test('a run started by a trigger has its due time', async () => {
  const workflow = await timed({ type: 'interval', everySeconds: 60 })
  await look(workflow)
  service.clock.advance(61_000)
  const [dueAt] = await look(workflow)
  await until(async () => (await runsOf(tenant, workflow))[0]?.status === 'succeeded', 'the run')
  const [run] = await runsOf(tenant, workflow)
  assert.deepEqual([run.trigger, run.nodeResults[0].output], ['interval', { type: 'interval', at: dueAt }])
  await tenant.api('DELETE', workflow)
})

test('after a day of downtime missed due times fire once, or not at all', async () => {
  const trigger = { type: 'schedule', cron: '0 * * * *', timezone: 'UTC', overlap: 'parallel' }
  const [once, skip] = [await timed({ ...trigger, misfire: 'once' }), await timed({ ...trigger, misfire: 'skip' })]
  await look(once)
  const dayStart = Math.ceil(service.clock.now() / hourMs) * hourMs
  service.clock.advance(dayStart + 24 * hourMs + 30 * minuteMs - service.clock.now())
  const latest = new Date(dayStart + 24 * hourMs).toISOString()
  assert.deepEqual([await look(once), await look(skip)], [[latest], []])
  service.clock.advance(30 * minuteMs + 1_000)
  const next = new Date(dayStart + 25 * hourMs).toISOString()
  assert.deepEqual([await look(once), await look(skip)], [[latest, next], [next]])
  for (const workflow of [once, skip]) await tenant.api('DELETE', workflow)
})

test('a trigger of type once fires once, whatever happens to the workflow afterwards', async () => {
  const at = new Date(service.clock.now() + hourMs).toISOString()
  const workflow = await timed({ type: 'once', at })
  assert.deepEqual(await look(workflow), [])
  service.clock.advance(hourMs + 1_000)
  assert.deepEqual(await look(workflow), [at])
  for (const patch of [{ name: 'Other' }, { status: 'disabled' }, { status: 'enabled' }]) {
    assert.equal((await tenant.api('PATCH', workflow, patch)).status, 200)
    assert.deepEqual(await look(workflow), [at])
  }
  await tenant.api('DELETE', workflow)
})

test('a disabled or deleted workflow does not fire, and a changed one keeps its schedule', async () => {
  const workflow = await timed({ type: 'interval', everySeconds: 600, overlap: 'parallel' })
  await look(workflow)
  service.clock.advance(400_000)
  await tenant.api('PATCH', workflow, { name: 'Renamed' })
  service.clock.advance(201_000)
  assert.equal((await look(workflow)).length, 1)
  await tenant.api('PATCH', workflow, { status: 'disabled' })
  service.clock.advance(hourMs)
  assert.equal((await look(workflow)).length, 1)
  await tenant.api('PATCH', workflow, { status: 'enabled' })
  await tenant.api('DELETE', workflow)
  service.clock.advance(hourMs)
  assert.equal((await look(workflow)).length, 1)
})

test('while a run is unfinished the next due time is skipped, queued or started, as configured', async () => {
  address.answer(() => 'never')
  const waiting = [http('wait', { url: fixed(`${address.url}/overlap`) })]
  const counts: Record<string, number> = {}
  for (const overlap of [undefined, 'skip', 'queue', 'parallel']) {
    const trigger = { type: 'interval', everySeconds: 60, ...(overlap && { overlap }) }
    const workflow = await newWorkflow(tenant, waiting, { status: 'enabled', trigger, timeLimitSeconds: 900 })
    await lookAtAll(workflow)
    service.clock.advance(61_000)
    await lookAtAll(workflow)
    const [first] = await runsOf(tenant, workflow)
    await runUntil(tenant, `${tenant.path}/workflowRuns/${first._id}`, ({ status }) => status === 'running')
    service.clock.advance(61_000)
    counts[overlap ?? 'default'] = (await lookAtAll(workflow)).length
    await tenant.api('DELETE', workflow)
    for (const { _id } of await runsOf(tenant, workflow))
      await tenant.api('POST', `${tenant.path}/workflowRuns/${_id}/cancel`)
  }
  assert.deepEqual(counts, { default: 1, skip: 1, queue: 2, parallel: 2 })
})

test('two nodes together start one run for each due time', async () => {
  const { databaseUrl = '', secretKeys = [] } = service.config
  const secretKey = secretKeys[0]?.toString('base64') ?? ''
  const other = await startService(localReceivers, { url: databaseUrl, secretKey })
  try {
    other.clock.advance(service.clock.now() - other.clock.now())
    const workflows = await Promise.all(
      Array.from({ length: 20 }, () => timed({ type: 'interval', everySeconds: 60, overlap: 'parallel' })),
    )
    const nodes = [service, other].map(({ platform, clock }) => ({ db: platform.db, clock, onQueued: () => {} }))
    const fire = (node: (typeof nodes)[number]) => fireTriggers(node, tenant.broadcastId)
    await Promise.all(nodes.map(fire))
    await untilStarted(tenant.broadcastId)
    for (let round = 0; round < 3; round++) {
      for (const { clock } of nodes) clock.advance(60_000)
      await Promise.all([...nodes, ...nodes].map(fire))
      await untilStarted(tenant.broadcastId)
    }
    for (const workflow of workflows) assert.equal((await look(workflow)).length, 3)
    await until(
      async () => (await runsOf(tenant, workflows[0] ?? '')).every(({ finishedAt }) => finishedAt !== null),
      'the end',
    )
  } finally {
    await other.stop()
  }
})

test('on the free plan triggers pause, and missed due times fire once afterwards', async () => {
  const poor = await service.newTenant()
  const plan = (name: 'free' | 'pro') => changePlan(service.platform, poor.userId, name, { type: 'command' })
  const trigger = { type: 'interval', everySeconds: 60 }
  const workflow = await newWorkflow(poor, [code('only', 'return 1')], { status: 'enabled', trigger })
  await look(workflow)
  await plan('free')
  service.clock.advance(hourMs)
  assert.deepEqual(await look(workflow), [])
  await plan('pro')
  assert.equal((await look(workflow)).length, 1)
})
