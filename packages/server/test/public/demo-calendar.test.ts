import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import ICAL from 'ical.js'
import { ensureDemo } from '../../src/demo/demo.ts'
import { apiWith, startService, type TestService } from '../support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
  await ensureDemo(service.platform)
})
after(() => service.stop())

test('the calendar of the demo parses to the public sessions, in every language', async () => {
  const nobody = apiWith(service.url, {})
  const site = '/v1/public/grande-etale'
  for (const locale of ['fr', 'en', 'es']) {
    const list = async (plural: string) =>
      (await nobody('GET', `${site}/${plural}?limit=200&locale=${locale}`)).body.data
    const places = new Map((await list('broadcastInterestPoints')).map((place: Shown) => [place._id, place.title]))
    const sessions: Shown[] = await list('broadcastSessions')
    const expected = sessions.flatMap(({ _id, title, description, time, interestPointId }) =>
      time.start
        ? [[_id, title, description ?? '', places.get(interestPointId) ?? null, time.start, time.end ?? time.start]]
        : [],
    )
    const { text } = await nobody('GET', `${site}/programme.ics?locale=${locale}`)
    assert(expected.length > 50)
    assert.deepEqual(eventsIn(text).toSorted(), expected.toSorted(), locale)
  }
})

interface Shown {
  _id: string
  title: string
  description: string | null
  time: { start: string | null; end: string | null }
  interestPointId: string
}

function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const instant = (time: ICAL.Time) => time.toJSDate().toISOString()
    return [
      event.uid.split('@')[0],
      event.summary,
      event.description ?? '',
      event.location,
      instant(event.startDate),
      instant(event.endDate),
    ]
  })
}
