import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ensureDemo } from '../../src/demo/demo.ts'
import { runRetention } from '../../src/jobs/retention.ts'
import { apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'
import { code, newWorkflow, resultOf, runNow, runsOf } from '../support/workflows.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService()
  const { userId, broadcastId, apiKey } = await ensureDemo(service.platform)
  const api = apiWith(service.url, { 'x-api-key': apiKey })
  const path = `/v1/users/${userId}/broadcasts/${broadcastId}`
  tenant = { userId, broadcastId, path, api, key: apiKey, email: '', password: '' }
})
after(() => service.stop())

/** The path of a workflow of the demo. */
async function demoWorkflow(reference: string): Promise<string> {
  const filters = encodeURIComponent(JSON.stringify([{ _reference: reference }]))
  const { body } = await tenant.api('GET', `${tenant.path}/workflows?filters=${filters}`)
  return `${tenant.path}/workflows/${body.data[0]._id}`
}

test('the three workflows of the demo run unchanged', async () => {
  const { body } = await tenant.api('GET', `${tenant.path}/workflows`)
  assert.equal(body.metadata.total, 3)
  for (const { _id } of body.data) {
    const checked = await tenant.api('POST', `${tenant.path}/workflows/${_id}/check`)
    assert.deepEqual(checked.body, { errors: [], warnings: [] })
  }

  const counted = await runNow(tenant, await demoWorkflow('workflow-count-sessions'), { day: '2027-07-02' })
  assert.equal(counted.status, 'succeeded', JSON.stringify(counted.error))
  const events = await tenant.api('GET', '/v1/events?day=2027-07-02&limit=200')
  assert.equal(resultOf(counted, 'count').output.count, events.body.total)

  const summary = await runNow(tenant, await demoWorkflow('workflow-daily-summary'))
  assert.equal(summary.status, 'succeeded', JSON.stringify(summary.error))
  const article = resultOf(summary, 'article').output
  assert.deepEqual(
    [article.status, article.title, article.metadata.run],
    ['draft', 'Le programme du 2027-07-03', summary._id],
  )
  assert.match(article.content, /^- \*\*\d\d:\d\d\*\* /)

  const marked = await runNow(tenant, await demoWorkflow('workflow-mark-drafts'))
  assert.equal(marked.status, 'succeeded', JSON.stringify(marked.error))
  assert.deepEqual([resultOf(marked, 'each').output.count, resultOf(marked, 'each').output.failed], [3, 0])
  const drafts = encodeURIComponent('[{"status":"draft"}]')
  const sessions = await tenant.api('GET', `${tenant.path}/broadcastSessions?filters=${drafts}`)
  for (const { metadata } of sessions.body.data) assert(Array.isArray(metadata.lacks))
})

test('runs are pruned by age and by number, with their records', async () => {
  const workflow = await newWorkflow(tenant, [code('only', 'return index')])
  for (let count = 0; count < 5; count++) await runNow(tenant, workflow)
  const { db } = service.platform
  const kept = {
    changesKeptDays: 90,
    trashDays: 30,
    auditKeptDays: 400,
    deliveriesKeptDays: 30,
    runsKeptDays: 30,
    analyticsKeptDays: 400,
    runsKept: 3,
  }
  const before = (await runsOf(tenant, workflow)).map(({ _id }) => _id)
  await runRetention({ db, clock: service.clock, kept })
  assert.deepEqual(
    (await runsOf(tenant, workflow)).map(({ _id }) => _id),
    before.slice(-3),
  )
  service.clock.advance(31 * 86_400_000)
  await runRetention({ db, clock: service.clock, kept })
  assert.deepEqual(await runsOf(tenant, workflow), [])
})
