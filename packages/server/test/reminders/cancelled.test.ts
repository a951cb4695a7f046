import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type PushService, startPushService } from '../support/push-service.ts'
import { startService, type TestService } from '../support/service.ts'
import { newVisitors } from './visitors.ts'

let service: TestService
let push: PushService

before(async () => {
  push = await startPushService()
  service = await startService({ MARQUEE_OUTBOUND_ALLOW: '127.0.0.1', MARQUEE_OUTBOUND_ALLOW_HTTP: 'true' })
})
after(async () => {
  await service.stop()
  await push.close()
})

test('a favorite that is cancelled is announced once in the language of the visitor, and so is its return', async () => {
  const { at, session, visitor, settled, change, until, received } = await newVisitors(service, push)
  const id = await session({ time: { start: at('21:00'), end: at('22:00') } })
  for (const locale of ['en', 'es', 'fr']) await visitor(locale, { favoriteIds: [id], reminderMinutes: null, locale })
  await settled()
  await change(id, { cancelled: true })
  await change(id, { cancelled: false })
  await until('12:05')
  assert.deepEqual(received(), [], 'it is back before a minute has passed')
  await change(id, { cancelled: true })
  await until('12:10')
  const cancelled = ['en change: Is cancelled.', 'es change: Se cancela.', 'fr change: Est annulé.']
  assert.deepEqual(received(), cancelled)
  await change(id, { time: { start: at('21:30'), end: at('22:30') } })
  await change(id, { status: 'draft' })
  await change(id, { status: 'published' })
  await until('12:15')
  assert.deepEqual(received(), cancelled, 'a cancelled session cannot move')
  await change(id, { cancelled: false })
  await until('12:20')
  assert.deepEqual(
    received().filter((one) => !cancelled.includes(one)),
    [
      'en change: Takes place after all. Now on Fri 21:30.',
      'es change: Al final sí tiene lugar. Ahora es vie 21:30.',
      'fr change: A finalement lieu. A maintenant lieu ven. 21:30.',
    ],
  )
})

test('there is no reminder before a session that was cancelled, and one again after it is brought back', async () => {
  const { at, session, visitor, settled, change, until, received } = await newVisitors(service, push)
  const time = (start: string) => ({ start: at(start), end: at('23:00') })
  const off = await session({ title: 'Off', time: time('14:00') })
  const back = await session({ title: 'Back', time: time('15:00') })
  await visitor('v', { favoriteIds: [off, back], reminderMinutes: 15 })
  await settled()
  await change(off, { cancelled: true })
  await change(back, { cancelled: true })
  await until('12:10')
  await change(back, { cancelled: false })
  await until('14:50')
  const reminders = received().filter((one) => one.includes('reminder'))
  assert.deepEqual(reminders, ['v reminder: Begins at 15:00'])
})
