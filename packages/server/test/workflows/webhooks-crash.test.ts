import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migratedInstallation } from '../support/process.ts'
import { until } from '../support/until.ts'
import { code, demoTenant, newWorkflow, runsOf } from '../support/workflows.ts'

test('every call that was acknowledged before kill -9 has one run, also when it is repeated', async (t) => {
  const installation = await migratedInstallation(t, {
    MARQUEE_RATE_LIMIT: 'off',
    MARQUEE_PUBLIC_WRITE_LIMIT: 'off',
    MARQUEE_LOG_LEVEL: 'warn',
  })
  let service = await installation.serve()
  const tenant = await demoTenant(installation)
  const { api } = tenant
  const workflow = await newWorkflow(tenant, [code('only', 'return input.body', { retries: 5, retryDelayMs: 200 })], {
    status: 'enabled',
    trigger: { type: 'webhook', overlap: 'parallel' },
  })
  const address = installation.url + new URL((await api('POST', `${workflow}/hook`)).body.url).pathname
  const acknowledged = new Map<number, string>()
  const call = async (number: number) => {
    const reply = await fetch(address, {
      method: 'POST',
      body: String(number),
      headers: { 'content-type': 'application/json', 'webhook-id': `call-${number}` },
    }).catch(() => undefined)
    if (reply?.status !== 202) return
    const { runId } = (await reply.json()) as { runId: string }
    assert.equal(acknowledged.get(number) ?? runId, runId)
    acknowledged.set(number, runId)
  }
  const numbers = Array.from({ length: 60 }, (_, at) => at)
  for (let life = 0; life < 2; life++) {
    const calls = numbers.map(call)
    await until(async () => acknowledged.size >= 20, 'some acknowledged calls')
    await service.kill()
    await Promise.all(calls)
    service = await installation.serve()
  }
  const known = new Map(acknowledged)
  await Promise.all(numbers.map(call))
  for (const [number, runId] of known) assert.equal(acknowledged.get(number), runId)
  assert.equal(acknowledged.size, numbers.length)
  const isEnded = async () => (await runsOf(tenant, workflow)).every(({ status }) => status === 'succeeded')
  await until(isEnded, 'the end of all runs', 60_000)
  const runs = await runsOf(tenant, workflow)
  assert.deepEqual(new Set(runs.map(({ _id }) => _id)), new Set(acknowledged.values()))
  assert.equal(runs.length, numbers.length)
  await service.stop()
})
