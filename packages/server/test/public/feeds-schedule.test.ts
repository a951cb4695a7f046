import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Programme } from '../../src/public/feeds/programme.ts'
import { heldText } from '../../src/public/feeds/text.ts'
import { nastyStrings } from '../support/nasty-strings.ts'
import { scheduleJson, scheduleXml } from './feed-texts.ts'
import { broadcastId, festival, idOf, mapOf, programme, record, session } from './sample-programme.ts'
import { childrenOf, type Found, readXml, textAt } from './xml-reader.ts'

test('XML and JSON have the same days, rooms and events', () => {
  for (const source of [festival, nasty()]) {
    const xml = eventsInXml(scheduleXml(source))
    assert.deepEqual(eventsInJson(scheduleJson(source)).map(held), xml)
    assert.equal(xml.length, source.sessions.filter(({ time }) => (time as { start: unknown }).start !== null).length)
  }
})

test('an event has its local start, duration, room, track, texts, persons and links', () => {
  const opening = eventsInXml(scheduleXml(festival)).find(({ slug }) => slug.endsWith(idOf(101)))
  assert(opening)
  assert.match(opening.guid, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const { guid, id, persons, description, abstract, ...rest } = opening
  assert.deepEqual(rest, {
    day: '1 2026-07-04',
    date: '2026-07-04T20:00:00+02:00',
    start: '20:00',
    duration: '01:30',
    room: 'Grande scène, quai n°1',
    slug: `la_grande_etale-soiree-d-ouverture-entree-libre-1-2-co-o-${idOf(101)}`,
    url: `https://festival.example/programme/${idOf(101)}`,
    title: 'Soirée d’ouverture; "entrée libre", 1 < 2 & co \\o/',
    subtitle: '',
    track: 'Concert; rock, pop',
    type: '',
    language: 'fr',
    logo: 'https://images.example/opening.jpg',
    links: ['https://tickets.example/?a=1&b=2 Billets', 'https://video.example/1 https://video.example/1'],
  })
  assert(abstract.startsWith('Première ligne,\nseconde'))
  assert.equal(description, 'À savoir\n\nAccès\n\nPar le *quai*.')
  assert.deepEqual(
    persons.map((person) => person.replace(/^\d+ /, '')),
    ['Tambour Tempête', 'Ondine & Fils'],
  )
})

test('a day begins at the dayStart of the broadcast, and an all-day session is on its date', () => {
  const days = Object.groupBy(eventsInXml(scheduleXml(festival)), ({ day }) => day)
  const titles = Object.entries(days).map(([day, events]) => [day, events?.map(({ title }) => title).sort()])
  assert.deepEqual(titles, [
    [
      '1 2026-07-04',
      [
        'Bal de nuit',
        'Depuis New York',
        'Exposition',
        'La Grande Étale',
        'Soirée d’ouverture; "entrée libre", 1 < 2 & co \\o/',
        'Un instant',
      ],
    ],
  ])
  const [day] = childrenOf(readXml(scheduleXml(festival)), 'schedule', 'day')
  assert.equal(day?.['@start'], '2026-07-04T06:00:00+02:00')
  assert.equal(day?.['@end'], '2026-07-05T06:00:00+02:00')
})

test('the day of a session equals the one of ?day=, also where clocks change', () => {
  const daysOf = (dayStart: string, starts: string[]) => {
    const { broadcast } = festival
    const sessions = starts.map((start, index) => session(index, start, null))
    const source = { ...programme(sessions), broadcast: { ...broadcast, dayStart } }
    const events = eventsInXml(scheduleXml(source)).sort((a, b) => Date.parse(a.date) - Date.parse(b.date))
    return events.map(({ day }) => day.slice(-10))
  }
  assert.deepEqual(daysOf('06:00', ['2026-07-05T03:59:59.000Z', '2026-07-05T04:00:00.000Z']), [
    '2026-07-04',
    '2026-07-05',
  ])
  // At 03:00 the clocks of Paris go back, so half past two comes twice and the day begins with the first.
  const autumn = ['2026-10-25T00:29:59.000Z', '2026-10-25T00:30:00.000Z', '2026-10-25T01:10:00.000Z']
  assert.deepEqual(daysOf('02:30', autumn), ['2026-10-24', '2026-10-25', '2026-10-25'])
  // At 02:00 they go forward, so there is no half past two and the day begins at three.
  assert.deepEqual(daysOf('02:30', ['2026-03-29T00:59:59.000Z', '2026-03-29T01:00:00.000Z']), [
    '2026-03-28',
    '2026-03-29',
  ])
  // Nor is there ten to three, and the first time after it is three.
  assert.deepEqual(daysOf('02:50', ['2026-03-29T00:59:00.000Z', '2026-03-29T01:00:00.000Z']), [
    '2026-03-28',
    '2026-03-29',
  ])
})

test('ids are stable and unique per session', () => {
  const sessions = Array.from({ length: 500 }, (_, index) => session(index, '2026-07-04T18:00:00.000Z', null))
  const idsOf = (source: Programme) => eventsInXml(scheduleXml(source)).map(({ guid, id }) => `${guid} ${id}`)
  const ids = idsOf(programme(sessions))
  const edited = sessions.map((each) => ({ ...each, title: 'Other', _updatedAt: '2026-05-01T00:00:00.000Z' }))
  assert.deepEqual(idsOf(programme(edited)), ids)
  assert.equal(new Set(ids.flatMap((both) => both.split(' '))).size, 1_000)
  for (const id of ids) assert(Number.isSafeInteger(Number(id.split(' ')[1])))
  const other = { ...festival.broadcast, _id: idOf(7) }
  assert.notDeepEqual(idsOf({ ...programme(sessions), broadcast: other }), ids)
})

test('the version is that of the newest change, and equal content has equal bytes', () => {
  const versionOf = (source: Programme) => textAt(readXml(scheduleXml(source)), 'schedule', 'version')
  assert.equal(versionOf(festival), '2026-02-01T10:00:00.000Z')
  const hosts = mapOf(...festival.hosts.values(), record(13, { _updatedAt: '2026-03-03T00:00:00.000Z' }))
  assert.equal(versionOf({ ...festival, hosts }), '2026-03-03T00:00:00.000Z')
  const removed = [{ session: session(5, null, null), removedAt: '2026-04-04T00:00:00.000Z' }]
  assert.equal(versionOf({ ...festival, removed }), '2026-04-04T00:00:00.000Z')
  const again = { ...structuredClone({ ...festival, links: null }), links: festival.links }
  again.sessions.reverse()
  assert.equal(scheduleXml(again), scheduleXml(festival))
  assert.equal(scheduleJson(again), scheduleJson(festival))
})

test('a programme without sessions has no days, and one at the last representable date is harmless', () => {
  for (const sessions of [
    [],
    [session(1, '9999-12-31T23:00:00.000Z', null), session(2, '0001-01-01T00:00:00.000Z', null)],
  ]) {
    const source = programme(sessions)
    assert.equal(textAt(readXml(scheduleXml(source)), 'schedule', 'conference', 'title'), 'La Grande Étale')
    assert.equal(JSON.parse(scheduleJson(source)).schedule.conference.acronym, 'la_grande_etale')
  }
})

test('a room may have line breaks in its name', () => {
  const places = mapOf(record(1, { title: 'a\nb\tc' }))
  const source = programme([session(5, '2026-07-04T18:00:00.000Z', null, { interestPointId: idOf(1) })], { places })
  // Unescaped, XML would normalize them to spaces.
  assert.match(scheduleXml(source), /<room name="a&#10;b&#9;c">/)
})

test('rooms are in the order of their places; those without one follow in the order of time', () => {
  const places = [
    record(1, { title: 'Early' }),
    record(2, { title: 'Second', order: 2 }),
    record(3, { title: 'First', order: 1 }),
  ]
  const sessions = places.map(({ _id }, at) =>
    session(100 + at, `2026-07-04T1${at}:00:00.000Z`, null, { interestPointId: _id }),
  )
  const source = programme(sessions, { places: mapOf(...places) })
  const { rooms, days } = JSON.parse(scheduleJson(source)).schedule.conference
  assert.deepEqual(
    rooms.map(({ name }: { name: string }) => name),
    ['First', 'Second', 'Early'],
  )
  assert.deepEqual(Object.keys(days[0].rooms), ['First', 'Second', 'Early'])
})

test('rooms are listed once each, with their own ids', () => {
  const { rooms } = JSON.parse(scheduleJson(festival)).schedule.conference as {
    rooms: { name: string; guid: string }[]
  }
  assert.deepEqual(rooms.map(({ name }) => name).sort(), ['Grande scène, quai n°1', 'La Grande Étale'])
  assert.equal(new Set(rooms.map(({ guid }) => guid)).size, 2)
  assert(!rooms.some(({ guid }) => guid.includes(broadcastId)))
})

/** Sessions, places, hosts and categories with difficult names. */
function nasty(): Programme {
  const texts = nastyStrings().filter((text) => heldText(text).trim() !== '')
  const named = (title: string, index: number) => record(index, { title })
  const sessions = texts.map((title, index) =>
    session(index, '2026-07-04T18:00:00.000Z', null, {
      title,
      description: title,
      interestPointId: idOf(index),
      hostIds: [idOf(index)],
      categoryIds: [idOf(index)],
      blocks: [{ type: 'paragraph', text: title }],
    }),
  )
  const all = mapOf(...texts.map(named))
  return programme(sessions, { places: all, hosts: all, categories: all })
}

interface ReadEvent {
  day: string
  guid: string
  id: string
  date: string
  start: string
  duration: string
  room: string
  slug: string
  url: string
  title: string
  subtitle: string
  track: string
  type: string
  language: string
  abstract: string
  description: string
  logo?: string
  persons: string[]
  links: string[]
}

function eventsInXml(text: string): ReadEvent[] {
  const document = readXml(text)
  const days = childrenOf(document, 'schedule', 'day')
  assert.equal(textAt(document, 'schedule', 'conference', 'days'), String(days.length))
  return days
    .flatMap((day) =>
      childrenOf(day, 'room').flatMap((room) =>
        childrenOf(room, 'event').map((event) => {
          assert.equal(textAt(event, 'room'), room['@name'])
          return eventInXml(`${day['@index']} ${day['@date']}`, event)
        }),
      ),
    )
    .sort(byGuid)
}

function eventInXml(day: string, event: Found): ReadEvent {
  const text = (name: string) => textAt(event, name)
  return {
    day,
    guid: String(event['@guid']),
    id: String(event['@id']),
    date: text('date'),
    start: text('start'),
    duration: text('duration'),
    room: text('room'),
    slug: text('slug'),
    url: text('url'),
    title: text('title'),
    subtitle: text('subtitle'),
    track: text('track'),
    type: text('type'),
    language: text('language'),
    abstract: text('abstract'),
    description: text('description'),
    ...(event.logo && { logo: text('logo') }),
    persons: childrenOf(event, 'persons', 'person').map((person) => `${person['@id']} ${person['#text']}`),
    links: childrenOf(event, 'links', 'link').map((link) => `${link['@href']} ${link['#text']}`),
  }
}

interface JsonEvent extends Omit<ReadEvent, 'day' | 'id' | 'track' | 'persons' | 'links'> {
  id: number
  track: string | null
  persons: { id: number; public_name: string }[]
  links: { url: string; title: string }[]
  attachments: unknown[]
}

function eventsInJson(text: string): ReadEvent[] {
  const { conference } = JSON.parse(text).schedule as {
    conference: { daysCount: number; days: { index: number; date: string; rooms: Record<string, JsonEvent[]> }[] }
  }
  assert.equal(conference.daysCount, conference.days.length)
  return conference.days
    .flatMap(({ index, date, rooms }) =>
      Object.values(rooms)
        .flat()
        .map(({ persons, links, attachments, ...event }) => ({
          ...event,
          id: String(event.id),
          track: event.track ?? '',
          day: `${index} ${date}`,
          persons: persons.map((person) => `${person.id} ${person.public_name}`),
          links: links.map(({ url, title }) => `${url} ${title}`),
        })),
    )
    .sort(byGuid)
}

/** JSON can contain characters that XML cannot. */
function held(event: ReadEvent): ReadEvent {
  const entries = Object.entries(event).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(heldText) : heldText(value),
  ])
  return Object.fromEntries(entries) as ReadEvent
}

const byGuid = (a: { guid: string }, b: { guid: string }) => (a.guid < b.guid ? -1 : 1)
