import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventJsonLd } from '../../src/public/feeds/json-ld.ts'
import { programmeCalendar, programmeJsonLd, scheduleXml } from './feed-texts.ts'
import { programme, session } from './sample-programme.ts'

const start = '2026-07-04T18:00:00.000Z'
const earlier = '2026-07-04T16:00:00.000Z'
const records = [
  session(101, start, null, { title: 'On', _updatedAt: '2026-07-01T00:00:00.000Z' }),
  session(102, start, null, { title: 'Off', cancelled: true, _updatedAt: '2026-07-01T00:00:00.000Z' }),
  session(103, start, null, { title: 'Later', movedFrom: { start: earlier, end: null, place: null } }),
  session(104, start, null, { title: 'Elsewhere', movedFrom: { start, end: null, place: 'Main stage' } }),
]
const source = programme(records)

test('a calendar lists a cancelled session as cancelled, with all that is known of it and a sequence of its change', () => {
  const events = programmeCalendar(source).split('BEGIN:VEVENT').slice(1)
  const statuses = events.map((event) => [/^SUMMARY:(.*)\r$/m.exec(event)?.[1], /^STATUS:(.*)\r$/m.exec(event)?.[1]])
  assert.deepEqual(statuses, [
    ['On', 'CONFIRMED'],
    ['Off', 'CANCELLED'],
    ['Later', 'CONFIRMED'],
    ['Elsewhere', 'CONFIRMED'],
  ])
  assert.match(events[1] ?? '', /^URL:/m)
  assert.match(events[1] ?? '', /^SEQUENCE:[1-9]/m)
})

test('structured data says which sessions are cancelled, and when a rescheduled one was to begin', () => {
  const { subEvent } = programmeJsonLd(source)
  const statusOf = ({ eventStatus, previousStartDate }: Record<string, string>) => [
    eventStatus?.split('/').at(-1),
    previousStartDate,
  ]
  const expected = [
    ['EventScheduled', undefined],
    ['EventCancelled', undefined],
    ['EventRescheduled', '2026-07-04T18:00:00+02:00'],
    ['EventScheduled', undefined],
  ]
  assert.deepEqual(subEvent.map(statusOf), expected)
  const single = records.map((record) => eventJsonLd(source, record) as Record<string, string>)
  assert.deepEqual(single.map(statusOf), expected)
})

test('a schedule has no word for it: a cancelled session keeps its title there', () => {
  assert.match(scheduleXml(source), /<title>Off<\/title>/)
})
