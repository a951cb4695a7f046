import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changePlan } from '../../src/access/plans.ts'
import { findDueWork } from '../../src/store/queues/due-work.ts'
import { sql } from '../../src/store/sql.ts'
import { type FollowParts, startOnChanges } from '../../src/workflows/follow-changes.ts'
import { signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'
import { amply, code, createSession, entries, fixed, newWorkflow, runsOf, worked } from '../support/workflows.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService()
})
after(() => service.stop())

const onChange = (more: object = {}) => ({
  type: 'change',
  kind: 'broadcastSession',
  operations: ['create', 'update', 'delete'],
  ...more,
})
const following = (trigger: object, nodes = [code('only', 'return input')], more: object = {}) =>
  newWorkflow(tenant, nodes, { status: 'enabled', trigger, ...more })

async function write(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
  const reply = await tenant.api(method, `${tenant.path}/${path}`, body)
  assert([200, 201].includes(reply.status), reply.text)
  return reply.body
}

/** Whether workflows have changes to follow. */
const isBehind = async () => (await findDueWork(service.platform.db, tenant.broadcastId, new Date()))?.changes !== null

/** The runs of a workflow, once every change has been followed and every run has ended. */
async function settledRuns(workflow: string) {
  const { db } = service.platform
  await until(async () => {
    // In this order: following a change queues its runs.
    if (await isBehind()) return false
    const open = await db.query(
      sql`select from workflow_runs where broadcast_id = ${tenant.broadcastId} and status in ('queued', 'running')`,
    )
    return open.length === 0
  }, 'the end of all runs')
  return runsOf(tenant, workflow)
}

const inputs = async (workflow: string) => (await settledRuns(workflow)).map(({ context }) => context.input)

test('every change that a trigger names starts one run, in order, with the change as its input', async () => {
  tenant = await service.newTenant()
  await write('POST', 'broadcastSessions', { title: 'Before' })
  const workflow = await following(onChange())
  const { _id: id } = await write('POST', 'broadcastSessions', { title: 'Aube' })
  await write('PATCH', `broadcastSessions/${id}`, { title: 'Aurore' })
  await write('POST', 'broadcastHosts', { title: 'Ondine' })
  await write('DELETE', `broadcastSessions/${id}`)
  const runs = await settledRuns(workflow)
  assert.deepEqual(
    runs.map(({ trigger, status, nodeResults: [{ output }] }) => [
      trigger,
      status,
      output.operation,
      output.kind,
      output.id,
      output.record.title,
    ]),
    [
      ['change', 'succeeded', 'create', 'broadcastSession', id, 'Aube'],
      ['change', 'succeeded', 'update', 'broadcastSession', id, 'Aurore'],
      ['change', 'succeeded', 'delete', 'broadcastSession', id, 'Aurore'],
    ],
  )
  const [, update] = runs
  assert.deepEqual(update.context.input.fields, ['title'])
  const { body } = await tenant.api('GET', `${tenant.path}/changes?since=${update.context.input.sequence - 1}&limit=1`)
  assert.deepEqual([body.data[0].sequence, body.data[0].at], [update.context.input.sequence, update.context.trigger.at])
})

test('operations and filters select the changes, by the record as the change left it', async () => {
  tenant = await service.newTenant()
  const published = await following(onChange({ operations: ['update'], filters: [{ status: 'published' }] }))
  const either = await following(
    onChange({
      operations: ['create'],
      filters: [{ $or: [{ title: { $startsWith: 'A' } }, { 'time.start': { $gt: '2027-07-03T12:00:00' } }] }],
    }),
  )
  const { _id: first } = await write('POST', 'broadcastSessions', { title: 'Aube', status: 'published' })
  await write('POST', 'broadcastSessions', { title: 'Brume', time: { start: '2027-07-03T14:00:00Z' } })
  await write('POST', 'broadcastSessions', { title: 'Crue', time: { start: '2027-07-03T08:00:00Z' } })
  await write('PATCH', `broadcastSessions/${first}`, { title: 'Aurore' })
  await write('PATCH', `broadcastSessions/${first}`, { status: 'draft' })
  const titles = async (workflow: string) => (await inputs(workflow)).map(({ record }) => record.title)
  assert.deepEqual(await titles(published), ['Aurore'])
  assert.deepEqual(await titles(either), ['Aube', 'Brume'])
})

test('only an enabled workflow follows changes, from the moment it is enabled', async () => {
  tenant = await service.newTenant()
  const workflow = await following(onChange())
  await write('POST', 'broadcastSessions', { title: 'One' })
  assert.equal((await settledRuns(workflow)).length, 1)
  const path = workflow.slice(tenant.path.length + 1)
  await write('PATCH', path, { status: 'disabled' })
  await write('POST', 'broadcastSessions', { title: 'Two' })
  await write('PATCH', path, { status: 'enabled' })
  await write('POST', 'broadcastSessions', { title: 'Three' })
  assert.equal((await settledRuns(workflow)).length, 2)
  await write('PATCH', path, { trigger: { type: 'manual' } })
  await write('POST', 'broadcastSessions', { title: 'Four' })
  assert.deepEqual(
    (await inputs(workflow)).map(({ record }) => record.title),
    ['One', 'Three'],
  )
  assert.equal((await tenant.api('DELETE', workflow)).status, 200)
})

test('a workflow does not follow its own changes, nor those that it led to, and a chain ends after five workflows', async () => {
  tenant = await service.newTenant()
  const own = await following(onChange(), [createSession('again', '"by a run"')])
  await write('POST', 'broadcastSessions', { title: 'First' })
  assert.equal((await settledRuns(own)).length, 1)
  await tenant.api('PATCH', own, { status: 'disabled' })

  const retitle = (word: string) =>
    amply('retitle', {
      operation: fixed('update'),
      resource: fixed('broadcastSession'),
      id: worked('input.id'),
      body: entries({ title: worked(`input.record.title + '${word}'`) }),
    })
  // Each step is started by the letter that the one before it writes, and the last by that of the first.
  const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const steps: string[] = []
  for (const [at, letter] of letters.entries())
    steps.push(
      await following(onChange({ operations: ['update'], filters: [{ title: { $contains: `${at}${letter}` } }] }), [
        retitle(` ${at + 1}${letters[at + 1] ?? 'h'}`),
      ]),
    )
  const [pong, ping] = [
    await following(onChange({ filters: [{ title: { $startsWith: 'ball' } }] }), [retitle(' pong')]),
    await following(onChange({ filters: [{ title: { $contains: 'pong' } }] }), [retitle(' ping')]),
  ]
  const { _id: id } = await write('POST', 'broadcastSessions', { title: 'Start' })
  await write('PATCH', `broadcastSessions/${id}`, { title: '0a' })
  const counts = []
  for (const step of steps) counts.push((await settledRuns(step)).length)
  assert.equal(counts.filter((count) => count > 0).length, 5, `chains: ${counts}`)
  await write('POST', 'broadcastSessions', { title: 'ball' })
  assert.deepEqual([(await settledRuns(pong)).length, (await settledRuns(ping)).length], [1, 1])
})

test('of people a run gets the id, and a trigger on them takes no filters', async () => {
  tenant = await service.newTenant()
  const trigger = { type: 'change', kind: 'broadcastContact', operations: ['create'] }
  const workflow = await following(trigger)
  const { _id: id } = await write('POST', 'broadcastContacts', { fields: [{ key: 'name', value: 'mila' }] })
  const [input] = await inputs(workflow)
  assert.deepEqual(
    [input.id, input.record, input.fields, JSON.stringify(input).includes('mila')],
    [id, null, [], false],
  )
  const refused = await tenant.api('PATCH', workflow, {
    trigger: { ...trigger, filters: [{ formId: null }] },
  })
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, '/trigger/filters'])
})

test('an incomplete trigger is a warning while the workflow is disabled, and refused on enabling', async () => {
  tenant = await service.newTenant()
  for (const [trigger, pointer] of [
    [{ type: 'change' }, '/trigger/kind'],
    [{ type: 'change', kind: 'broadcastSession' }, '/trigger/operations'],
    [{ ...onChange(), kind: 'workflowRun' }, '/trigger/kind'],
    [{ ...onChange(), kind: 'broadcastMember' }, '/trigger/kind'],
    [onChange({ filters: [{ colour: 'red' }] }), '/trigger/filters/0/colour'],
  ] as const) {
    const workflow = await newWorkflow(tenant, [code('only', 'return 1')], { trigger })
    const { body } = await tenant.api('GET', workflow)
    assert.equal(body.warnings[0]?.pointer, pointer)
    const enabled = await tenant.api('PATCH', workflow, { status: 'enabled' })
    assert.deepEqual([enabled.status, enabled.body.errors[0].pointer], [400, pointer])
  }
  const skipping = await tenant.api('POST', `${tenant.path}/workflows`, {
    name: 'x',
    trigger: onChange({ overlap: 'skip' }),
  })
  assert.equal(skipping.status, 400)
})

test('changes of an account on the free plan start nothing, also when it returns to Pro', async () => {
  tenant = await service.newTenant()
  const workflow = await following(onChange())
  await changePlan(service.platform, tenant.userId, 'free', { type: 'command' })
  // The API is for Pro, and the studio is not.
  const owner = await signedIn(service, tenant)
  assert.equal((await owner('POST', `${tenant.path}/broadcastSessions`, { title: 'Free' })).status, 201)
  await until(async () => !(await isBehind()), 'the changes to be passed over')
  await changePlan(service.platform, tenant.userId, 'pro', { type: 'command' })
  await write('POST', 'broadcastSessions', { title: 'Pro' })
  assert.deepEqual(
    (await inputs(workflow)).map(({ record }) => record.title),
    ['Pro'],
  )
})

test('a record that is too large for an input is left out, and the run says so', async () => {
  tenant = await service.newTenant()
  const workflow = await following(onChange())
  const description = 'é'.repeat(45_000)
  const localeDetails = { en: { description }, es: { description } }
  await write('POST', 'broadcastSessions', { title: 'Long', description, localeDetails })
  const [input] = await inputs(workflow)
  assert.deepEqual([input.record, input.truncated, input.operation], [null, true, 'create'])
})

test('several nodes that follow one log at once, and a follower that fails before its commit, start one run per change', async () => {
  tenant = await service.newTenant()
  const workflow = await following(onChange())
  const { db } = service.platform
  const parts: FollowParts = {
    db,
    clock: service.clock,
    findTimeZone: async () => 'UTC',
    onQueued: () => {},
    onError: assert.fail,
  }
  const operations = Array.from({ length: 60 }, (_, at) => ({ op: 'create', body: { title: `Session ${at}` } }))
  // Fails after the runs were inserted, like a process that dies before the commit.
  const dying: FollowParts['db']['transaction'] = (work) =>
    db.transaction(async (tx) => {
      await work(tx)
      throw new Error('killed')
    })
  const failing: FollowParts = { ...parts, db: { ...db, transaction: dying } }
  const batch = tenant.api('POST', `${tenant.path}/broadcastSessions/batch`, { mode: 'atomic', operations })
  const follow = async () => {
    await startOnChanges(failing, tenant.broadcastId).catch(() => {})
    await Promise.all([1, 2, 3].map(() => startOnChanges(parts, tenant.broadcastId)))
  }
  await follow()
  assert.equal((await batch).status, 200)
  await follow()
  const sequences = (await inputs(workflow)).map(({ sequence }) => sequence)
  assert.equal(sequences.length, 60)
  assert.equal(new Set(sequences).size, 60)
})
