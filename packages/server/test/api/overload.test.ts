import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { assertProblem } from '../support/problem.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

test('requests beyond those that can be worked on or wait are refused at once, and health checks are not', async (t) => {
  const service = await startService({ MARQUEE_RATE_LIMIT: 'off' })
  t.after(() => service.stop())
  const { api, path } = await service.newTenant()
  const write = (at: number) => api('POST', `${path}/broadcastHosts`, { title: `Host ${at}` })
  assert.equal((await write(0)).status, 201)
  const held = Promise.withResolvers<void>()
  const [locked, sent] = [Promise.withResolvers<void>(), 1_400]
  const lock = service.platform.db.withLimit(120_000).transaction(async (tx) => {
    await tx.query(sql`lock table records in share row exclusive mode`)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  let refused = 0
  const writes = Array.from({ length: sent }, async (_, at) => {
    const reply = await write(at + 1)
    if (reply.status === 503 && /overloaded/.test(reply.body.detail)) refused += 1
    return reply
  })
  await until(() => refused > 0, 'a refusal')
  assert.equal((await api('GET', '/livez')).status, 200)
  held.resolve()
  await lock
  const replies = await Promise.all(writes)
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    assertProblem(reply, { status: 503, code: 'unavailable' })
    assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/)
  }
  const made = replies.filter(({ status }) => status === 201).length
  assert(made > 0, 'none was accepted')
  assert.equal((await api('GET', `${path}/broadcastHosts?limit=0`)).body.metadata.total, made + 1)
  assert.equal((await write(sent + 1)).status, 201)
})

test('a burst of requests is answered, not refused', async (t) => {
  const service = await startService({ MARQUEE_RATE_LIMIT: 'off', MARQUEE_CACHE_MB: '0' })
  t.after(() => service.stop())
  const { api, path } = await service.newTenant()
  const burst = () => Promise.all(Array.from({ length: 350 }, () => api('GET', `${path}/broadcastHosts?limit=1`)))
  // The second arrives on connections that are open.
  for (const reply of [...(await burst()), ...(await burst())]) assert.equal(reply.status, 200, reply.text)
})
