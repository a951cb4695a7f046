import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar, codesOf, fullCalendar, read, sessionsOf, startsOf, titled, vevent } from './fixtures.ts'

const at = (start: string, ...lines: string[]) =>
  vevent('UID:swim', 'SUMMARY:Morning swim', `DTSTART${start}`, ...lines)
const inParis = ';TZID=Europe/Paris:'
const startsIn = async (...lines: string[]) => startsOf(await read(calendar(...lines)))

test('an event of a calendar has all its fields, unescaped once, with its place as a whole', async () => {
  const programme = await read(fullCalendar)
  assert.equal(programme.format, 'icalendar')
  assert.deepEqual(programme.event, { title: 'Les Embruns, 2027', timeZone: 'Europe/Paris' })
  const { fields, key, at: place } = titled(programme, 'Sel Gris, live')
  assert.deepEqual([key, place], ['id:sel-gris@embruns.example', 'line 6'])
  assert.deepEqual(fields, {
    title: 'Sel Gris, live',
    description: 'Two guitars,\ntuned too low; loud.',
    time: { start: '2027-07-02T19:00:00.000Z', end: '2027-07-02T20:30:00.000Z', timezone: null, allDay: false },
    categoryIds: [{ reference: 'name:rock' }, { reference: 'name:guitars, loud' }],
    interestPointId: { reference: 'name:the jetty, north quay, hall 2' },
    guid: 'sel-gris@embruns.example',
    source: { id: 'sel-gris@embruns.example', url: 'https://embruns.example/sel-gris' },
    attachments: [{ url: 'https://embruns.example/words.pdf' }],
  })
  assert.deepEqual(titled(programme, 'The Jetty, North Quay, Hall 2').fields.position, { x: -4.49, y: 48.38 })
  assert.deepEqual(codesOf(programme), ['people_not_read'])
})

test('each occurrence of a series is a session; the first keeps the id of the event', async () => {
  const programme = await read(fullCalendar)
  const swims = sessionsOf(programme).filter(({ fields }) => fields.title === 'Morning swim')
  assert.deepEqual(
    swims.map(({ key, fields }) => [key, (fields.time as { end: string }).end]),
    [
      ['id:series', '2027-07-03T08:45:00.000Z'],
      ['id:series/2027-07-04T10:00:00', '2027-07-04T08:45:00.000Z'],
      ['id:series/2027-07-05T10:00:00', '2027-07-05T08:45:00.000Z'],
    ],
  )
})

test('a series keeps its local time when clocks change, and honors exceptions, extra dates and changes', async () => {
  const starts = await startsIn(
    at(
      `${inParis}20271029T100000`,
      'RRULE:FREQ=DAILY;UNTIL=20271101T090000Z',
      `EXDATE${inParis}20271030T100000`,
      'RDATE:20271105T090000Z',
    ),
    at(`${inParis}20271031T113000`, `RECURRENCE-ID${inParis}20271031T100000`),
  )
  assert.deepEqual(starts, [
    '2027-10-29T08:00:00.000Z',
    '2027-10-31T10:30:00.000Z',
    '2027-11-01T09:00:00.000Z',
    '2027-11-05T09:00:00.000Z',
  ])
  assert.deepEqual(await startsIn(at(':20270702T080000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20270703')), [
    '2027-07-02T08:00:00.000Z',
    '2027-07-04T08:00:00.000Z',
  ])
})

test('a series without end is read for a year, and a rule that matches nothing or is no rule is reported', async () => {
  const endless = await read(calendar(at(':20270702T080000Z', 'RRULE:FREQ=WEEKLY')))
  assert.deepEqual([sessionsOf(endless).length, codesOf(endless)], [53, ['recurrence_cut']])
  const often = await read(calendar(at(':20270702T080000Z', 'RRULE:FREQ=MINUTELY')))
  assert.deepEqual([sessionsOf(often).length, codesOf(often)], [500, ['recurrence_cut']])
  const never = await read(calendar(at(':20270702T080000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')))
  assert.deepEqual([sessionsOf(never).length, codesOf(never)], [1, ['invalid_recurrence']])
  const wrong = await read(calendar(at(':20270702T080000Z', 'RRULE:FREQ=SOMETIMES')))
  assert.deepEqual([sessionsOf(wrong).length, codesOf(wrong)], [1, ['damaged_line']])
})

test('zones are IANA names, names of Windows, rules of the file, or unknown', async () => {
  const utc = '2027-07-02T08:00:00.000Z'
  assert.deepEqual(await startsIn(at(';TZID="W. Europe Standard Time":20270702T100000')), [utc])
  assert.deepEqual(await startsIn(at(';TZID=/mozilla.org/20050126_1/Europe/Paris:20270702T100000')), [utc])
  const rules = [
    'BEGIN:VTIMEZONE',
    'TZID:Festival',
    'BEGIN:STANDARD',
    'DTSTART:19701025T030000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:19700329T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ]
  assert.deepEqual(await startsIn(...rules, at(';TZID=Festival:20270702T100000')), [utc])
  assert.deepEqual(await startsIn(...rules, at(';TZID=Festival:20270102T100000')), ['2027-01-02T09:00:00.000Z'])
  const unknown = await read(calendar(at(';TZID=Atlantis:20270702T100000')))
  assert.deepEqual([startsOf(unknown), codesOf(unknown)], [[utc], ['unknown_time_zone']])
  const floating = await read(calendar(at(':20270702T100000')))
  assert.deepEqual([startsOf(floating), codesOf(floating)], [[utc], ['assumed_time_zone']])
  const lisbon = await read(calendar(at(';TZID=Europe/Lisbon:20270702T090000')))
  assert.deepEqual(titled(lisbon, 'Morning swim').fields.time, {
    start: utc,
    end: null,
    timezone: 'Europe/Lisbon',
    allDay: false,
  })
})

test('dates without time are whole days, whose end is exclusive', async () => {
  const [start, end] = ['2027-07-01T22:00:00.000Z', '2027-07-03T22:00:00.000Z']
  const days = await read(calendar(at(';VALUE=DATE:20270702', 'DTEND;VALUE=DATE:20270704')))
  assert.deepEqual(titled(days, 'Morning swim').fields.time, { start, end, timezone: null, allDay: true })
  const bare = await read(calendar(at(':20270702')))
  assert.deepEqual(titled(bare, 'Morning swim').fields.time, { start, end: null, timezone: null, allDay: true })
})

test('broken folding, wrong escapes and letters that are cut in two are repaired', async () => {
  const long = 'DESCRIPTION:The sea comes back twice a day, and nobody can say it does no'
  const programme = await read(
    calendar(
      at(
        ':20270702T080000Z',
        long,
        't and goes.',
        'LOCATION:Hall\\: 2 \\"West\\"',
        'COMMENT:short',
        'Note: bring a coat',
      ),
    ),
  )
  const { fields } = titled(programme, 'Morning swim')
  assert.ok((fields.description as string).endsWith('it does not and goes.'))
  assert.deepEqual(fields.interestPointId, { reference: 'name:hall: 2 "west"' })
  assert.deepEqual(codesOf(programme), ['broken_folding', 'broken_folding'])
  const bytes = Buffer.from(calendar(at(':20270702T080000Z', 'LOCATION:Café')))
  const cut = bytes.indexOf(0xa9)
  const folded = Buffer.concat([bytes.subarray(0, cut), Buffer.from('\r\n '), bytes.subarray(cut)])
  assert.equal(titled(await read('', {}, { bytes: folded }), 'Café').kind, 'broadcastInterestPoint')
})

test('one UID for unrelated events merges none of them', async () => {
  const events = [1, 2, 3].map((day) =>
    vevent('UID:same', `SUMMARY:Concert ${day}`, `DTSTART:2027070${day}T200000Z`, `DTEND:2027070${day}T190000Z`),
  )
  const programme = await read(calendar(...events))
  assert.equal(sessionsOf(programme).length, 3)
  assert.ok(
    sessionsOf(programme).every(({ isStable, fields }) => !isStable && (fields.time as { end: null }).end === null),
  )
  assert.deepEqual(codesOf(programme), ['end_before_start', 'end_before_start', 'end_before_start', 'shared_id'])
})

test('two events with the same title and start are two', async () => {
  const event = (uid: string) => vevent(`UID:${uid}`, 'SUMMARY:Ball', 'DTSTART:20270702T200000Z')
  assert.equal(sessionsOf(await read(calendar(event('a'), event('b')))).length, 2)
})

test('cancelled and private events, tasks and events without title are left out with a note', async () => {
  const programme = await read(
    calendar(
      at(':20270702T080000Z', 'STATUS:CANCELLED'),
      at(':20270702T080000Z', 'CLASS:PRIVATE'),
      vevent('UID:x', 'DTSTART:20270702T080000Z'),
      'BEGIN:VTODO',
      'SUMMARY:Buy rope',
      'END:VTODO',
    ),
  )
  assert.deepEqual(codesOf(programme), ['cancelled', 'private', 'no_title', 'other_components', 'no_entries'])
})

test('a calendar that ends too early or is not closed in order is refused with its line', async () => {
  await assert.rejects(read('BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n'), /BEGIN:VEVENT is never closed; .* \(line 2\)/)
  await assert.rejects(
    read('BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n'),
    /END:VCALENDAR closes nothing .* \(line 3\)/,
  )
})
