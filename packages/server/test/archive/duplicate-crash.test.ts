import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migratedInstallation } from '../support/process.ts'
import { apiWith } from '../support/service.ts'
import { until } from '../support/until.ts'

test('after kill -9 a copy of thousands of sessions starts again, and one broadcast appears, complete', async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_LOG_LEVEL: 'warn', MARQUEE_RATE_LIMIT: 'off' })
  let service = await installation.serve()
  const password = 'a password of hers'
  const email = 'mary@example.org'
  await installation.ask(['user', 'create', '--email', email, '--name', 'Mary', '--password', password])
  const created = await installation.ask(['broadcast', 'create', '--name', 'Many', '--user', email])
  const list = `/v1/users/${created.userId}/broadcasts`
  const path = `${list}/${created.broadcastId}`
  const origin = installation.url
  const signed = await apiWith(origin, { origin })('POST', '/v1/auth/sign-in/email', { email, password })
  const cookie = signed.headers.getSetCookie().map((line) => line.split(';')[0])
  const api = apiWith(origin, { cookie: cookie.join('; '), origin })
  for (let from = 0; from < 3_000; from += 500) {
    const operations = Array.from({ length: 500 }, (_, at) => ({
      op: 'create',
      kind: 'broadcastSession',
      body: { title: `Session ${from + at}`, time: { start: '2027-07-02T18:00:00Z', end: '2027-07-02T19:00:00Z' } },
    }))
    const reply = await api('POST', `${path}/batch`, { mode: 'atomic', operations })
    assert.equal(reply.status, 200, reply.text.slice(0, 300))
  }
  const sent = await api('POST', `${path}/duplicate`, { name: 'Many 2028', shiftDays: 364 })
  assert.equal(sent.status, 202, sent.text)
  const again = await api('POST', `${path}/duplicate`, { name: 'Twice' })
  assert.equal(again.body.code, 'job_running')
  const job = async () => (await api('GET', `${path}/jobs/${sent.body.id}`)).body
  await until(async () => (await job()).progress.stage === 'writing', 'the writing of the copy', 60_000)
  assert.equal((await api('GET', list)).body.data.length, 1, 'nothing is visible before it is complete')
  await service.kill()
  service = await installation.serve()
  await until(async () => (await job()).ended_at !== null, 'the end of the copy', 120_000)
  const { status, result } = await job()
  assert.equal(status, 'succeeded')
  const { data } = (await api('GET', list)).body
  assert.deepEqual(data.map(({ name }: { name: string }) => name).sort(), ['Many', 'Many 2028'])
  const sessions = await api('GET', `${list}/${result.broadcastId}/broadcastSessions?limit=1`)
  assert.equal(sessions.body.metadata.total, 3_000)
  assert.equal(sessions.body.data[0].time.start, '2028-06-30T18:00:00.000Z')
  await service.stop()
})
