import { type Programme, type ReadOptions, readProgramme, type SourceRecord } from '@marquee/formats'

/** Reads a text as a file of a festival in Paris. */
export const read = (text: string, options: Partial<ReadOptions> = {}, file = {}) =>
  readProgramme({ bytes: Buffer.from(text), ...file }, { timeZone: 'Europe/Paris', ...options })

export const codesOf = ({ notes }: Programme) => notes.map(({ code }) => code)

export const sessionsOf = ({ records }: Programme) => records.filter(({ kind }) => kind === 'broadcastSession')

/** The record of a title. */
export function titled({ records }: Programme, title: string): SourceRecord {
  const found = records.find(({ fields }) => fields.title === title)
  if (!found) throw new Error(`No record is called ${title}.`)
  return found
}

/** The fields of the first session. */
export function firstSession(programme: Programme): Record<string, unknown> {
  const [first] = sessionsOf(programme)
  if (!first) throw new Error('There is no session.')
  return first.fields
}

export const startsOf = (programme: Programme) =>
  sessionsOf(programme).map(({ fields }) => (fields.time as { start: string | null }).start)

export const event = (body: string, attributes = 'guid="g1" id="1"') => `<event ${attributes}>${body}</event>`

export const frabXml = (events: string, { conference = '', day = 'date="2027-07-02"', root = '' } = {}) =>
  `<?xml version="1.0" encoding="utf-8"?>
<schedule>
  <conference><title>Les Embruns</title>${conference}</conference>${root}
  <day index="1" ${day}>
    <room name="The Jetty">
${events}
    </room>
  </day>
</schedule>`

export const fullEvent = event(`
  <date>2027-07-02T21:00:00+02:00</date><start>21:00</start><duration>01:30</duration><room>The Jetty</room>
  <slug>sel-gris</slug><url>https://embruns.example/sel-gris</url>
  <title>Sel Gris &amp; friends</title><subtitle>Gale-force rock</subtitle>
  <track>Rock</track><type>concert</type><language>fr</language>
  <abstract>Two guitars.</abstract><description>&lt;p&gt;Tuned too low.&lt;/p&gt;</description>
  <recording><license>CC BY 4.0</license><optout>true</optout></recording>
  <feedback_url>https://embruns.example/feedback</feedback_url><logo>/media/sel-gris.png</logo>
  <persons><person id="7" guid="p7">Sel Gris</person><person id="8">Ondine Valmarec</person></persons>
  <links><link href="https://sel-gris.example">Site</link><link href="www.brisants.example">Record</link></links>
  <attachments><attachment href="/media/words.pdf">Words</attachment></attachments>`)

export const scheduleJson = (events: unknown[], conference = {}) =>
  JSON.stringify({
    schedule: {
      version: '1',
      base_url: 'https://embruns.example/schedule/',
      conference: {
        acronym: 'embruns',
        title: 'Les Embruns',
        time_zone_name: 'Europe/Paris',
        days: [
          { index: 1, date: '2027-07-02', day_start: '2027-07-02T06:00:00+02:00', rooms: { 'The Jetty': events } },
        ],
        ...conference,
      },
    },
  })

export const pretalx = {
  count: 1,
  next: null,
  previous: null,
  results: [
    {
      code: 'TIDES1',
      title: 'Why the sea comes back',
      speakers: [
        {
          code: 'ELOISE',
          name: 'Éloïse Kermadoz',
          biography: 'Knows the moon.',
          avatar_url: 'https://x.example/e.png',
        },
      ],
      submission_type: { en: 'Talk', fr: 'Conférence' },
      track: { id: 3, name: { fr: 'Mer', en: 'Sea' } },
      state: 'confirmed',
      abstract: 'Two tides a day.',
      description: 'Explained with a bucket.',
      duration: 60,
      do_not_record: true,
      content_locale: 'fr',
      resources: [{ resource: 'https://x.example/slides.pdf', description: 'Slides' }],
      slots: [
        {
          id: 11,
          room: { id: 5, name: { en: 'Fish hall' } },
          start: '2027-07-02T14:00:00+02:00',
          end: '2027-07-02T15:00:00+02:00',
        },
        {
          id: 12,
          room: { id: 5, name: { en: 'Fish hall' } },
          start: '2027-07-03T14:00:00+02:00',
          end: '2027-07-03T15:00:00+02:00',
        },
      ],
    },
  ],
}

const sessionizeSession = {
  id: '501',
  title: 'Eight knots for a lifetime',
  description: 'Rope provided.',
  startsAt: '2027-07-02T10:30:00',
  endsAt: '2027-07-02T12:00:00',
  isServiceSession: false,
}

const sessionizeSpeaker = {
  id: 'a1',
  firstName: 'Yannig',
  lastName: 'Prézélec',
  fullName: 'Yannig Prézélec',
  bio: 'Ties knots.',
  tagLine: 'Rigger',
  profilePicture: 'https://x.example/y.jpg',
  links: [{ title: 'Blog', url: 'https://knots.example', linkType: 'Blog' }],
}

/** The views of Sessionize. */
export const sessionize = {
  all: {
    sessions: [
      {
        ...sessionizeSession,
        speakers: ['a1'],
        categoryItems: [1, 2, 3],
        roomId: 9,
        liveUrl: 'https://live.example',
        recordingUrl: null,
        questionAnswers: [{ questionId: 4, answerValue: 'https://map.example' }],
      },
    ],
    speakers: [sessionizeSpeaker],
    questions: [{ id: 4, question: 'Map', questionType: 'Web_Address' }],
    categories: [
      { id: 1, title: 'Track', items: [{ id: 1, name: 'Workshops' }] },
      { id: 2, title: 'Language', items: [{ id: 2, name: 'French' }] },
      { id: 3, title: 'Session format', items: [{ id: 3, name: 'Hands-on' }] },
    ],
    rooms: [{ id: 9, name: 'Sail loft' }],
  },
  grid: [
    {
      date: '2027-07-02T00:00:00',
      rooms: [
        {
          id: 9,
          name: 'Sail loft',
          sessions: [
            {
              ...sessionizeSession,
              speakers: [{ id: 'a1', name: 'Yannig Prézélec' }],
              categories: [{ id: 1, name: 'Track', categoryItems: [{ id: 1, name: 'Workshops' }] }],
              roomId: 9,
              room: 'Sail loft',
            },
          ],
        },
      ],
      timeSlots: [],
    },
  ],
  groups: [
    {
      groupId: null,
      groupName: 'All',
      sessions: [
        {
          ...sessionizeSession,
          speakers: [{ id: 'a1', name: 'Yannig Prézélec' }],
          categories: [],
          roomId: 9,
          room: 'Sail loft',
          questionAnswers: [{ id: 4, question: 'Map', questionType: 'Web_Address', answer: 'https://map.example' }],
        },
      ],
    },
  ],
  speakers: [{ ...sessionizeSpeaker, sessions: [{ id: 501, name: 'Eight knots for a lifetime' }] }],
}

export const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Les Embruns//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')

export const vevent = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')

export const fullCalendar = calendar(
  'X-WR-CALNAME:Les Embruns\\, 2027',
  'X-WR-TIMEZONE:Europe/Paris',
  vevent(
    'UID:sel-gris@embruns.example',
    'DTSTART;TZID=Europe/Paris:20270702T210000',
    'DTEND;TZID=Europe/Paris:20270702T223000',
    'SUMMARY:Sel Gris\\, live',
    'DESCRIPTION:Two guitars\\,\\ntuned too',
    '  low\\; loud.',
    'LOCATION:The Jetty, North Quay, Hall 2',
    'CATEGORIES:Rock,Guitars\\, loud',
    'URL:https://embruns.example/sel-gris',
    'GEO:48.38;-4.49',
    'ATTACH:https://embruns.example/words.pdf',
    'ATTENDEE;CN="Ondine Valmarec":mailto:ondine@embruns.example',
  ),
  vevent(
    'UID:series',
    'DTSTART;TZID=Europe/Paris:20270703T100000',
    'DURATION:PT45M',
    'RRULE:FREQ=DAILY;COUNT=3',
    'SUMMARY:Morning swim',
  ),
)
