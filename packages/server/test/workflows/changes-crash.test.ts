import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migratedInstallation } from '../support/process.ts'
import { until } from '../support/until.ts'
import { code, demoTenant, newWorkflow, runsOf } from '../support/workflows.ts'

test('a service killed after changes and before their runs starts one run for each change', async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_RATE_LIMIT: 'off', MARQUEE_LOG_LEVEL: 'warn' })
  let service = await installation.serve()
  const tenant = await demoTenant(installation)
  const { api, path } = tenant
  const workflow = await newWorkflow(tenant, [code('only', 'return 1', { retries: 5, retryDelayMs: 200 })], {
    status: 'enabled',
    trigger: { type: 'change', kind: 'broadcastSession', operations: ['create'] },
  })
  const operations = Array.from({ length: 40 }, (_, at) => ({ op: 'create', body: { title: `Killed ${at}` } }))
  let made = 0
  for (let life = 0; life < 3; life++) {
    const reply = await api('POST', `${path}/broadcastSessions/batch`, { mode: 'atomic', operations })
    assert.equal(reply.status, 200, reply.text)
    made += operations.length
    await service.kill()
    service = await installation.serve()
  }
  const ended = async () => (await runsOf(tenant, workflow)).filter(({ status }) => status === 'succeeded')
  await until(async () => (await ended()).length >= made, `${made} runs`, 60_000)
  const runs = await runsOf(tenant, workflow)
  assert.equal(runs.length, made)
  assert.equal(new Set(runs.map(({ context }) => context.input.id)).size, made)
  await service.stop()
})
