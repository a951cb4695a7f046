import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migratedInstallation } from '../support/process.ts'
import { startPushService } from '../support/push-service.ts'
import { apiWith } from '../support/service.ts'
import { elapse } from '../support/until.ts'

test('a service killed while it reminds resumes: every visitor is reached, and few twice', async (t) => {
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
  const inMs = (ms: number) => ({ start: new Date(Date.now() + ms).toISOString() })
  const later = { title: 'Lune', status: 'published', time: inMs(86_400_000) }
  const concert = await api('POST', `${path}/broadcastSessions`, later)
  assert.equal(concert.status, 201, concert.text)
  const count = 400
  for (let from = 0; from < count; from += 200) {
    const operations = Array.from({ length: 200 }, (_, index) => ({
      op: 'create',
      body: {
        favoriteIds: [concert.body._id],
        reminderMinutes: 5,
        pushSubscription: push.subscribe(`b${from + index}`),
      },
    }))
    const made = await api('POST', `${path}/broadcastClients/batch`, { mode: 'atomic', operations })
    assert.equal(made.status, 200, made.text)
  }
  // As slow as a real one, so that it can be killed in the middle.
  push.answer(async () => {
    await elapse(60)
    return 201
  })
  const time = inMs(5 * 60_000 + 3_000)
  assert.equal((await api('PATCH', `${path}/broadcastSessions/${concert.body._id}`, { time })).status, 200)
  // The change itself is announced as well, a minute later.
  const reminded = () => push.pushed.filter(({ payload }) => payload.type === 'reminder')
  await push.until(() => reminded().length >= 120, 'a good part of the messages', 60_000)
  await service.kill()
  assert(reminded().length < count, 'it was killed too late')
  service = await installation.serve()
  const reached = () => new Set(reminded().map(({ browser }) => browser)).size
  await push.until(() => reached() === count, 'a message to every visitor', 60_000)
  await service.stop()
  const copies = reminded().length - count
  t.diagnostic(`${count} visitors, ${copies} messages came twice`)
  // Messages in flight, and results not saved before the kill.
  assert(copies <= 250, `${copies} messages came twice`)
  for (const { headers } of push.pushed) assert.equal(headers.topic, concert.body._id, 'a copy replaces the first')
})
