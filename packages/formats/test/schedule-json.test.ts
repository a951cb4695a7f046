import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf, firstSession, read, scheduleJson, sessionsOf, startsOf, titled } from './fixtures.ts'

const set = {
  id: 12,
  guid: 'g12',
  date: '2027-07-02T23:00:00+02:00',
  start: '23:00',
  duration: '02:00',
  room: 'The Lighthouse',
  slug: 'balise-9',
  url: 'https://embruns.example/balise-9',
  title: 'Balise 9',
  subtitle: '',
  track: 'Electro',
  type: 'concert',
  language: 'fr',
  abstract: 'Foghorns.',
  description: '',
  recording_license: 'CC0',
  do_not_record: false,
  persons: [
    {
      id: 4,
      public_name: 'Balise 9',
      biography: 'A duo.',
      avatar: 'https://x.example/b.png',
      links: [{ url: 'https://b9.example', title: 'Site' }],
    },
  ],
  links: ['https://b9.example/live'],
  attachments: [{ url: '/files/plan.pdf', title: 'Plan' }],
}

test('an event of schedule.json has all its fields', async () => {
  const programme = await read(scheduleJson([set]))
  assert.equal(programme.format, 'schedule-json')
  assert.deepEqual(programme.event, {
    title: 'Les Embruns',
    url: 'https://embruns.example/schedule/',
    timeZone: 'Europe/Paris',
  })
  const { fields, at, key } = sessionsOf(programme)[0] ?? {}
  assert.deepEqual([key, at], ['id:g12', '/schedule/conference/days/0/rooms/The Jetty/0'])
  assert.deepEqual(fields, {
    title: 'Balise 9',
    description: 'Foghorns.',
    time: { start: '2027-07-02T21:00:00.000Z', end: '2027-07-02T23:00:00.000Z', timezone: null, allDay: false },
    categoryIds: [{ reference: 'name:electro' }],
    hostIds: [{ reference: 'id:4' }],
    interestPointId: { reference: 'name:the lighthouse' },
    type: 'concert',
    languages: ['fr'],
    guid: 'g12',
    source: { id: '12', url: 'https://embruns.example/balise-9' },
    links: [{ url: 'https://b9.example/live' }],
    attachments: [{ title: 'Plan', url: 'https://embruns.example/files/plan.pdf' }],
    recording: { license: 'CC0' },
  })
  const host = programme.records.find(({ kind }) => kind === 'broadcastHost')
  assert.deepEqual(host?.fields, {
    title: 'Balise 9',
    description: 'A duo.',
    media: { url: 'https://x.example/b.png' },
    links: [{ label: 'Site', url: 'https://b9.example' }],
  })
  assert.deepEqual(codesOf(programme), [])
})

test('rooms and tracks may be described apart, and names may be within objects', async () => {
  const programme = await read(
    scheduleJson([{ ...set, room: { id: 1, name: 'The Jetty' }, track: { name: 'Electro' } }], {
      rooms: [{ name: 'The Jetty', guid: 'room-1', description: 'By the sea' }, { name: 'Unused' }],
      tracks: [{ name: 'Electro', color: '#0af' }],
    }),
  )
  const { key, fields } = titled(programme, 'The Jetty')
  assert.deepEqual([key, fields], ['id:room-1', { title: 'The Jetty', description: 'By the sea' }])
  assert.deepEqual(titled(programme, 'Electro').fields, { title: 'Electro', key: 'Electro', color: '#0af' })
})

test('the dialects of c3voc and frab are read: nested recording, lists of rooms, events without days', async () => {
  const nested = { ...set, recording: { license: 'CC0', optout: true }, recording_license: undefined }
  const lists = await read(
    scheduleJson([], { days: [{ date: '2027-07-02', rooms: [{ name: 'The Dune', events: [nested] }] }] }),
  )
  assert.deepEqual(sessionsOf(lists)[0]?.fields.recording, { license: 'CC0', isOptedOut: true })
  const plain = await read(
    JSON.stringify({
      conference_events: {
        version: '1',
        events: [
          {
            id: 3,
            title: 'Dawn set',
            start_time: '2027-07-03T05:00:00+02:00',
            end_time: '2027-07-03T06:00:00+02:00',
            room: { name: 'The Dune' },
            speakers: [{ id: 4, full_public_name: 'Balise 9' }],
          },
        ],
      },
    }),
  )
  assert.deepEqual(startsOf(plain), ['2027-07-03T03:00:00.000Z'])
  assert.deepEqual(titled(plain, 'Dawn set').fields.hostIds, [{ reference: 'id:4' }])
})

test('values of a wrong type are no values', async () => {
  const wrong = {
    ...set,
    title: 5,
    persons: null,
    links: {},
    attachments: [null, 3],
    recording: 'no',
    track: [],
    date: {},
  }
  const programme = await read(scheduleJson([wrong, null, 'x'], { rooms: null, tracks: 7, title: [] }))
  assert.equal(sessionsOf(programme).length, 1)
  assert.deepEqual(titled(programme, '5').fields.time, {
    start: '2027-07-02T21:00:00.000Z',
    end: '2027-07-02T23:00:00.000Z',
    timezone: null,
    allDay: false,
  })
})

test('a schedule that this service wrote says the same again: no room for no place, no end, the original address', async () => {
  const own = JSON.parse(
    scheduleJson([
      {
        ...set,
        room: 'Les Embruns',
        duration: '00:00',
        origin_url: 'https://b9.example/set',
        links: [{ url: 'https://b9.example', title: 'https://b9.example' }],
      },
    ]),
  )
  const programme = await read(JSON.stringify({ ...own, generator: { name: 'Marquee' } }))
  const { interestPointId, time, source, links } = firstSession(programme)
  assert.deepEqual(
    [interestPointId, (time as { end: null }).end, source, links],
    [undefined, null, { id: '12', url: 'https://b9.example/set' }, [{ url: 'https://b9.example' }]],
  )
  const other = firstSession(await read(JSON.stringify(own)))
  assert.deepEqual(other.interestPointId, { reference: 'name:les embruns' })
})

test('more links than a session can have are cut with a note', async () => {
  const links = Array.from({ length: 101 }, (_, index) => `https://b9.example/${index}`)
  const programme = await read(scheduleJson([{ ...set, links }]))
  assert.equal((firstSession(programme).links as unknown[]).length, 100)
  assert.deepEqual(codesOf(programme), ['list_cut'])
})

test('texts that are longer than their field are cut with a note', async () => {
  const programme = await read(scheduleJson([{ ...set, type: 'x'.repeat(101), description: '🌊'.repeat(50_001) }]))
  const { type, description } = firstSession(programme)
  assert.equal((type as string).length, 100)
  assert.equal([...(description as string)].length, 50_000)
  assert.deepEqual(codesOf(programme), ['text_cut', 'text_cut'])
})

test('a person who is mentioned twice in an event is one host of it', async () => {
  const programme = await read(scheduleJson([{ ...set, persons: [...set.persons, ...set.persons] }]))
  assert.deepEqual(firstSession(programme).hostIds, [{ reference: 'id:4' }])
})

test('a date with a space instead of a T is read, with its offset', async () => {
  const spaced = { ...set, date: '2027-07-02 23:00:00 +0200' }
  const programme = await read(scheduleJson([spaced], { time_zone_name: undefined }))
  assert.deepEqual([startsOf(programme), codesOf(programme)], [['2027-07-02T21:00:00.000Z'], []])
})

test('line ends of any system are plain line ends, as every XML reader makes them', async () => {
  const { description } = firstSession(await read(scheduleJson([{ ...set, abstract: 'Bring boots.\r\nAnd a coat.' }])))
  assert.equal(description, 'Bring boots.\nAnd a coat.')
})
