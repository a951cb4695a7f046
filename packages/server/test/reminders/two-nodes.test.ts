import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newDatabase } from '../support/database.ts'
import { startPushService } from '../support/push-service.ts'
import { startService } from '../support/service.ts'
import { newVisitors } from './visitors.ts'

test('two nodes send each reminder and each change once', async (t) => {
  const push = await startPushService()
  const database = await newDatabase()
  const existing = { url: database.url, secretKey: randomBytes(32).toString('base64') }
  const env = { MARQUEE_OUTBOUND_ALLOW: '127.0.0.1', MARQUEE_OUTBOUND_ALLOW_HTTP: 'true' }
  const nodes = await Promise.all([startService(env, existing), startService(env, existing)])
  t.after(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await database.drop()
    await push.close()
  })
  const [node, other] = nodes
  // Both nodes have the same time.
  const advance = node.clock.advance.bind(node.clock)
  node.clock.advance = (ms) => {
    advance(ms)
    other.clock.advance(ms)
  }
  const { at, session, change, write, until, received } = await newVisitors(node, push)
  const ids: string[] = []
  for (const title of ['Lune', 'Sol', 'Mer']) ids.push(await session({ title, time: { start: at('21:00') } }))
  const operations = Array.from({ length: 60 }, (_, index) => ({
    op: 'create',
    body: { favoriteIds: ids, pushSubscription: push.subscribe(`x/b${index}`) },
  }))
  await write('POST', '/broadcastClients/batch', { mode: 'atomic', operations })
  await until('20:46')
  assert.equal(received().length, 180)
  for (const id of ids) await change(id, { time: { start: at('23:00') } })
  await until('20:50')
  assert.equal(received().length, 360)
  assert.equal(
    new Set(push.pushed.map(({ browser, payload }) => `${browser} ${payload.title} ${payload.type}`)).size,
    360,
  )
})
