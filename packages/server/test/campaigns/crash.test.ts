import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migratedInstallation } from '../support/process.ts'
import { startPushService } from '../support/push-service.ts'
import { apiWith } from '../support/service.ts'
import { elapse, until } from '../support/until.ts'

test('a service killed while sending resumes: every client is reached, few twice, and all are counted once', async (t) => {
  const push = await startPushService()
  t.after(() => push.close())
  const installation = await migratedInstallation(t, {
    MARQUEE_OUTBOUND_ALLOW: '127.0.0.1',
    MARQUEE_OUTBOUND_ALLOW_HTTP: 'true',
    MARQUEE_RATE_LIMIT: 'off',
    MARQUEE_LOG_LEVEL: 'warn',
  })
  let service = await installation.serve()
  const { userId, broadcastId, apiKey } = await installation.ask(['demo'])
  const api = apiWith(installation.url, { 'x-api-key': apiKey })
  const path = `/v1/users/${userId}/broadcasts/${broadcastId}`
  const count = 400
  for (let from = 0; from < count; from += 200) {
    const operations = Array.from({ length: 200 }, (_, index) => ({
      op: 'create',
      body: { platform: 'crash', pushSubscription: push.subscribe(`b${from + index}`) },
    }))
    const made = await api('POST', `${path}/broadcastClients/batch`, { mode: 'atomic', operations })
    assert.equal(made.status, 200, made.text)
  }
  // As slow as a real one, so that it can be killed in the middle.
  push.answer(async () => {
    await elapse(60)
    return 201
  })
  const body = { title: 'Once', audience: { filters: [{ platform: 'crash' }] } }
  const { _id } = (await api('POST', `${path}/broadcastCampaigns`, body)).body
  const at = `${path}/broadcastCampaigns/${_id}`
  assert.equal((await api('POST', `${at}/send`)).status, 202)

  await push.until(() => push.pushed.length >= 120, 'a good part of the messages', 30_000)
  await service.kill()
  assert(push.pushed.length < count, 'it was killed too late')
  service = await installation.serve()
  await until(async () => (await api('GET', at)).body.status === 'sent', 'the end of the campaign', 30_000)
  const { stats } = (await api('GET', at)).body
  assert.deepEqual([stats.total, stats.sent, stats.failed, stats.gone], [count, count, 0, 0])
  const reached = new Set(push.pushed.map(({ browser }) => browser))
  assert.equal(reached.size, count)
  const copies = push.pushed.length - count
  t.diagnostic(`${count} clients, ${copies} messages came twice`)
  // Messages in flight, and results not saved before the kill.
  assert(copies <= 250, `${copies} messages came twice`)
  for (const { headers } of push.pushed) assert.equal(headers.topic, _id, 'a copy replaces the first')
  await service.stop()
})
