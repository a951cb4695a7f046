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
    const hosts = new Map((await list('broadcastHosts')).map((host: Shown) => [host._id, host.title]))
    const sessions: Shown[] = (await list('broadcastSessions')).filter(({ time }: Shown) => time.start)
    const expected = sessions.map(({ _id, title, time, interestPointId }) => {
      return [_id, title, places.get(interestPointId) ?? null, time.start, time.end ?? time.start]
    })
    const { text } = await nobody('GET', `${site}/programme.ics?locale=${locale}`)
    const events = eventsIn(text)
    assert(expected.length > 50)
    assert.deepEqual(events.map(({ facts }) => facts).toSorted(), expected.toSorted(), locale)
    // The text has everything that people read about a session, and its hosts.
    const texts = new Map(events.map(({ facts: [id], description }) => [id, description]))
    for (const { _id, description, hostIds } of sessions)
      for (const words of [description ?? '', ...hostIds.map((id) => hosts.get(id) ?? '')])
        assert(texts.get(_id)?.includes(String(words)), `${_id} ${words}`)
  }
})

interface Shown {
  _id: string
  title: string
  description: string | null
  time: { start: string | null; end: string | null }
  interestPointId: string
  hostIds: string[]
}

function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const instant = (time: ICAL.Time) => time.toJSDate().toISOString()
    const [id] = event.uid.split('@')
    return {
      facts: [id, event.summary, event.location, instant(event.startDate), instant(event.endDate)],
      description: event.description ?? '',
    }
  })
}
