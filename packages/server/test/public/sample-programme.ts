import type { ShownRecord } from '@marquee/model'
import { createLinks } from '../../src/public/feeds/links.ts'
import type { Programme } from '../../src/public/feeds/programme.ts'

export const broadcastId = '66a1f0c2d4e5b60718293a4b'

export const links = createLinks({
  siteUrl: 'https://festival.example',
  paths: { broadcastSessions: '/programme/{id}' },
  apiUrl: 'https://api.example/v1/public/grande-etale',
})

/** A number as the id of a record. */
export const idOf = (number: number) => number.toString(16).padStart(24, '0')

export function record(number: number, fields: Record<string, unknown>): ShownRecord {
  return {
    _id: idOf(number),
    _createdAt: '2026-01-01T10:00:00.000Z',
    _updatedAt: '2026-02-01T10:00:00.000Z',
    ...fields,
  }
}

export function session(
  number: number,
  start: string | null,
  end: string | null,
  fields: Record<string, unknown> = {},
) {
  const { time, ...others } = fields
  return record(number, {
    title: `Session ${number}`,
    description: null,
    time: { start, end, timezone: null, allDay: false, ...Object(time) },
    categoryIds: [],
    hostIds: [],
    interestPointId: null,
    media: null,
    blocks: [],
    defaultLocale: null,
    ...others,
  })
}

export const mapOf = (...records: ShownRecord[]) => new Map(records.map((each) => [each._id, each]))

export function programme(sessions: ShownRecord[], fields: Partial<Programme> = {}): Programme {
  return {
    broadcast: {
      _id: broadcastId,
      name: 'La Grande Étale',
      shortDescription: 'Musique; mer, marées',
      timezone: 'Europe/Paris',
      dayStart: '06:00',
      _updatedAt: '2026-01-15T10:00:00.000Z',
    },
    locale: 'fr',
    sessions,
    places: mapOf(record(1, { title: 'Grande scène, quai n°1' }), record(2, { title: null })),
    hosts: mapOf(
      record(11, { title: 'Tambour Tempête', description: 'Trente tambours', media: { mediaId: idOf(31) } }),
      record(12, { title: 'Ondine & Fils' }),
    ),
    categories: mapOf(
      record(21, { title: 'Concert; rock, pop', key: 'concert', color: '#ff5a36' }),
      record(22, { title: null, key: 'for <3 & co' }),
    ),
    medias: mapOf(record(31, { mediaUrl: 'https://images.example/drums.jpg' })),
    removed: [],
    links,
    ...fields,
  }
}

/** A day and a night of a festival, with unusual sessions. */
export const festival = programme([
  session(101, '2026-07-04T18:00:00.000Z', '2026-07-04T19:30:00.000Z', {
    title: 'Soirée d’ouverture; "entrée libre", 1 < 2 & co \\o/',
    description: 'Première ligne,\nseconde ligne\r\n\r\ntroisième 🎉'.repeat(10),
    interestPointId: idOf(1),
    hostIds: [idOf(11), idOf(12), idOf(99)],
    categoryIds: [idOf(21), idOf(22)],
    media: 'https://images.example/opening.jpg',
    defaultLocale: 'fr',
    blocks: [
      { type: 'title', text: 'À savoir' },
      { type: 'section', title: 'Accès', blocks: [{ type: 'paragraph', text: 'Par le *quai*.' }] },
      { type: 'button', label: 'Billets', navigator: { url: 'https://tickets.example/?a=1&b=2' } },
      { type: 'button', label: 'Bad', navigator: { url: 'javascript:alert(1)' } },
      { type: 'embed', title: null, url: 'https://video.example/1' },
    ],
  }),
  session(102, '2026-07-04T23:30:00.000Z', '2026-07-05T01:00:00.000Z', { title: 'Bal de nuit' }),
  session(103, '2026-07-04T14:00:00.000Z', null, { title: null, interestPointId: idOf(2) }),
  session(104, '2026-07-04T20:00:00.000Z', '2026-07-04T21:00:00.000Z', {
    title: 'Depuis New York',
    time: { timezone: 'America/New_York' },
  }),
  session(105, '2026-07-03T22:00:00.000Z', '2026-07-05T22:00:00.000Z', {
    title: 'Exposition',
    time: { allDay: true },
    interestPointId: idOf(1),
  }),
  session(106, null, null, { title: 'Sans date' }),
  session(107, '2026-07-05T03:30:00.000Z', '2026-07-05T03:30:00.000Z', { title: 'Un instant' }),
])
