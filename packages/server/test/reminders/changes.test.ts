import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { startService, type TestService } from '../support/service.ts'
import { newVisitors, type Visitors } from './visitors.ts'

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

/** A concert on Friday at 21:00, and visitors who favor it and want no reminders. */
async function concert(browsers: Record<string, object> = { v: { locale: 'en' } }): Promise<Visitors & { id: string }> {
  const visitors = await newVisitors(service, push)
  const localeDetails = { fr: { title: 'Lune bleue' } }
  const time = { start: visitors.at('21:00'), end: visitors.at('22:00') }
  const id = await visitors.session({ time, localeDetails })
  for (const [browser, body] of Object.entries(browsers))
    await visitors.visitor(browser, { favoriteIds: [id], reminderMinutes: null, ...body })
  await visitors.settled()
  return { ...visitors, id }
}

const quietHours = { from: '22:00', to: '08:00' }

suite('a favorite that changes', () => {
  test('is announced a minute after its last change, with the old and the new time, in the language of the visitor', async () => {
    const { id, at, change, until, received, messages } = await concert({
      de: { locale: null },
      en: { locale: 'en' },
      es: { locale: 'es' },
      fr: { locale: 'fr' },
    })
    await change(id, { time: { start: at('22:30'), end: at('23:30') } })
    await until('12:00')
    assert.deepEqual(received(), [])
    await until('12:02')
    assert.deepEqual(received(), [
      'de change: Moved from Fri 21:00 to Fri 22:30.',
      'en change: Moved from Fri 21:00 to Fri 22:30.',
      'es change: Pasa de vie 21:00 a vie 22:30.',
      'fr change: Déplacé de ven. 21:00 à ven. 22:30.',
    ])
    assert.deepEqual(
      messages()
        .map(({ payload }) => payload.title)
        .sort(),
      ['Lune', 'Lune', 'Lune', 'Lune bleue'],
    )
    for (const { headers, payload } of messages())
      assert.deepEqual([headers.topic, payload.session_id, payload.navigator], [id, id, { broadcastSessionId: id }])
    await until('12:10')
    assert.equal(received().length, 4)
  })

  test('five times is announced once, from the first time to the last; one that ends where it began is not', async () => {
    const { id, at, change, until, received } = await concert()
    for (const time of ['21:30', '22:00', '20:00', '23:00', '22:30']) await change(id, { time: { start: at(time) } })
    await until('12:02')
    assert.deepEqual(received(), ['v change: Moved from Fri 21:00 to Fri 22:30.'])
    await change(id, { time: { start: at('19:00') } })
    await change(id, { time: { start: at('22:30') } })
    await until('12:10')
    assert.equal(received().length, 1)
  })

  test('waits for the last of several changes', async () => {
    const { id, at, change, until, received } = await concert()
    await change(id, { time: { start: at('21:30') } })
    await until('12:00')
    service.clock.advance(40_000)
    await change(id, { time: { start: at('21:45') } })
    await until('12:01')
    service.clock.advance(20_000)
    assert.deepEqual(received(), [])
    await until('12:03')
    assert.deepEqual(received(), ['v change: Moved from Fri 21:00 to Fri 21:45.'])
  })

  test('place is announced with the name of the new one in the language of the visitor', async () => {
    const { id, at, change, write, until, received } = await concert({ en: { locale: 'en' }, fr: { locale: 'fr' } })
    const place = await write('POST', '/broadcastInterestPoints', {
      title: 'Lighthouse stage',
      localeDetails: { fr: { title: 'Scène du Phare' } },
      status: 'published',
    })
    await change(id, { interestPointId: place._id })
    await until('12:02')
    assert.deepEqual(received(), ['en change: Now at Lighthouse stage.', 'fr change: Nouveau lieu : Scène du Phare.'])
    const hidden = await write('POST', '/broadcastInterestPoints', { title: 'Secret stage', status: 'draft' })
    await change(id, { interestPointId: hidden._id, time: { start: at('21:00', 7), end: at('22:00', 7) } })
    await until('12:04')
    const [en = ''] = received()
    assert.match(en, /^en change: Moved from Fri 21:00 to Fri,? \d+ \w+ 21:00\. The place has changed\.$/)
  })

  test('visibility is announced once it is withdrawn or deleted, unless it comes back before', async () => {
    const { id, change, write, until, received } = await concert({ fr: { locale: 'fr' } })
    await change(id, { status: 'draft' })
    await change(id, { status: 'published' })
    await write('DELETE', `/broadcastSessions/${id}`)
    await write('POST', `/trash/${id}/restore`)
    await until('12:05')
    assert.deepEqual(received(), [])
    await change(id, { status: 'draft' })
    await change(id, { title: 'Not announced yet', localeDetails: null })
    await until('12:10')
    assert.deepEqual(received(), ['fr change: N’est plus au programme.'])
    assert.equal(push.pushed.at(-1)?.payload.title, 'Lune bleue', 'a draft is not shown to visitors')
    await change(id, { status: 'published' })
    await until('12:15')
    await write('DELETE', `/broadcastSessions/${id}`)
    await until('12:20')
    assert.deepEqual(received(), ['fr change: N’est plus au programme.', 'fr change: N’est plus au programme.'])
  })

  test('is not announced after it has ended, nor for a change of texts or of its end', async () => {
    const { id, at, change, until, received } = await concert()
    await change(id, { title: 'Moon', description: 'New.', time: { start: at('21:00'), end: at('22:45') } })
    await until('23:00')
    await change(id, { time: { start: at('20:00'), end: at('21:00') } })
    await until('23:10')
    assert.deepEqual(received(), [])
  })

  test('before the first visitor subscribed is not announced', async () => {
    const { at, session, change, visitor, until, received } = await newVisitors(service, push)
    const id = await session({ time: { start: at('21:00') } })
    await change(id, { time: { start: at('22:00') } })
    await visitor('v', { favoriteIds: [id], reminderMinutes: null })
    await until('12:05')
    assert.deepEqual(received(), [])
  })

  test('in a private broadcast is not announced, not even later', async () => {
    const { id, at, change, write, until, received } = await concert()
    await write('PATCH', '', { isPrivate: true })
    await change(id, { time: { start: at('22:00') } })
    await until('12:05')
    await write('PATCH', '', { isPrivate: false })
    await until('12:10')
    assert.deepEqual(received(), [])
  })
})

suite('during quiet hours', () => {
  test('a change waits until they end, unless the session begins before; they are in the zone of the broadcast', async () => {
    const { id, at, session, change, visitor, write, until, received } = await concert({ quiet: { quietHours } })
    // One hour ahead of UTC, the whole year.
    await write('PATCH', '', { timezone: 'Africa/Lagos' })
    await change(id, { time: { start: at('18:00', 1) } })
    const early = await session({ title: 'Aube', time: { start: at('05:30', 1) } })
    await visitor('early', { favoriteIds: [early], quietHours, reminderMinutes: null })
    await until('20:00')
    assert.deepEqual(received(), ['quiet change: Moved from Fri 22:00 to Sat 19:00.'])
    await until('21:00')
    await change(id, { time: { start: at('19:00', 1) } })
    await change(early, { time: { start: at('05:00', 1) } })
    await until('23:00')
    assert.deepEqual(received().slice(0, -1), ['early change: Moved from Sat 06:30 to Sat 06:00.'])
    await until('06:59', 1)
    assert.equal(received().length, 2)
    await until('07:00', 1)
    assert.equal(received()[2], 'quiet change: Moved from Sat 19:00 to Sat 20:00.')
  })

  test('several changes become one notice, and none when the session is back where it was', async () => {
    const { id, at, change, until, received } = await concert({ loud: {}, quiet: { quietHours } })
    await change(id, { time: { start: at('20:00', 1) } })
    await until('12:05')
    assert.equal(received().length, 2)
    await until('22:10')
    await change(id, { time: { start: at('21:00', 1) } })
    await until('22:20')
    await change(id, { time: { start: at('22:00', 1) } })
    await until('09:00', 1)
    const moved = (browser: string) => received().filter((text) => text.startsWith(browser))
    assert.equal(moved('loud').length, 3)
    assert.equal(moved('quiet').length, 2)
    assert.equal(moved('quiet')[1], 'quiet change: Moved from Sat 20:00 to Sat 22:00.')
    await until('22:10', 1)
    await change(id, { time: { start: at('20:00', 2) } })
    await until('22:20', 1)
    await change(id, { time: { start: at('22:00', 1) } })
    await until('09:00', 2)
    assert.equal(moved('quiet').length, 2)
  })

  test('a reminder is sent, because the visitor asked for it', async () => {
    const { id, at, change, until, received } = await concert({ quiet: { quietHours, reminderMinutes: 15 } })
    await change(id, { time: { start: at('23:00') } })
    await until('22:46')
    assert.equal(received().at(-1), 'quiet reminder: Begins at 23:00')
  })

  test('a client that is deleted leaves no trace', async () => {
    const { tenant, id, at, change, visitor, write, until } = await concert({})
    const client = await visitor('v', { favoriteIds: [id], quietHours })
    await until('20:40')
    await change(id, { time: { start: at('20:00', 1) } })
    await until('22:00')
    await change(id, { time: { start: at('22:00', 1) } })
    await until('22:05')
    const waiting = () =>
      service.platform.db.query(sql`select client_id from notice_recipients where broadcast_id = ${tenant.broadcastId}`)
    assert.deepEqual(await waiting(), [{ client_id: client }])
    await write('DELETE', `/broadcastClients/${client}`)
    assert.deepEqual(await waiting(), [])
  })
})
