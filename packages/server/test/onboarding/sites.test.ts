import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createOutbound } from '../../src/base/outbound/index.ts'
import { createBrowse } from '../../src/onboarding/capture/browse.ts'
import { captureSite } from '../../src/onboarding/capture/capture.ts'
import { createReader } from '../../src/onboarding/capture/reader.ts'
import { type Site, siteOf } from '../../src/onboarding/compose/site.ts'
import { type Served, startWebsite } from '../support/website.ts'

const outbound = createOutbound({ allow: ['127.0.0.1'], isHttpAllowed: true })
const browse = createBrowse({ outbound, isHttpAllowed: true })
const reader = createReader()
after(async () => {
  await reader.close()
  await outbound.close()
})

/** A site as it is read, without writing anything. */
async function read(paths: Record<string, Served>): Promise<Site> {
  const website = await startWebsite(paths)
  try {
    const captures = await captureSite(website.url, { browse, reader, known: [], onCaptured: async () => {} })
    const site = siteOf(captures)
    assert(site)
    return site
  } finally {
    await website.close()
  }
}

const said = ({ programme: { sessions, places, hosts } }: Site) =>
  sessions
    .map(({ fields }) => {
      const place = places.find(({ key }) => key === fields.interestPointId)?.fields.title ?? '-'
      const people = hosts.filter(({ key }) => [fields.hostIds].flat().includes(key)).map((host) => host.fields.title)
      return [Object(fields.time).start?.slice(0, 16), fields.title, place, ...people].join(' | ')
    })
    .sort()

const codes = ({ notes }: Site) => notes.map(({ code }) => code)

const calendar = (...events: string[][]): Served => ({
  type: 'text/calendar',
  body: [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n'),
})

test('two events of a calendar with the same title and start stay two, with whole rooms and whole texts', async () => {
  const long = 'Chacun apporte son verre\\, sa chaise et sa voix. '.repeat(30)
  const site = await read({
    '/': '<html lang="fr"><title>Lac</title><main><a href="/lac.ics">Agenda</a></main>',
    '/lac.ics': calendar(
      [
        'UID:1',
        'SUMMARY:Atelier',
        'DTSTART;TZID=Europe/Zurich:20310704T200000',
        'LOCATION:Salle 1\\, premier étage',
        `DESCRIPTION:${long}`,
      ],
      ['UID:2', 'SUMMARY:Atelier', 'DTSTART;TZID=Europe/Zurich:20310704T200000', 'LOCATION:Salle 2\\, premier étage'],
    ),
  })
  assert.deepEqual(said(site), [
    '2031-07-04T18:00 | Atelier | Salle 1, premier étage',
    '2031-07-04T18:00 | Atelier | Salle 2, premier étage',
  ])
  const text = site.programme.sessions.map(({ fields }) => fields.description).find((one) => one !== undefined)
  assert.equal(text, long.replaceAll('\\,', ',').trim())
  assert.equal(site.timeZone, 'Europe/Zurich')
})

test('a printed time table gives its sessions, on the days that the front page announces and in a zone that is reported', async () => {
  const site = await read({
    '/': '<html lang="en"><title>Lake Conf</title><nav><a href="/talks/">Talks</a></nav><main><h1>Lake<br>Conf</h1><p>Brno, Czech Republic</p><p>14–15 November 2031</p></main>',
    '/talks/': `<html lang="en"><title>Talks</title><main><h2>Friday 14th</h2><table><tr><th>Time</th><th>Raft</th><th>Shore</th></tr>
      <tr><td>12:10 - 12:40</td><td>Ropes</td><td>Knots</td></tr><tr><td>13:00 - 13:30</td><td>Sails</td><td>Oars</td></tr></table></main>`,
    '/faq': '<title>FAQ</title>',
  })
  assert.deepEqual(said(site), [
    '2031-11-14T11:10 | Knots | Shore',
    '2031-11-14T11:10 | Ropes | Raft',
    '2031-11-14T12:00 | Oars | Shore',
    '2031-11-14T12:00 | Sails | Raft',
  ])
  assert.equal(site.home.heading, 'Lake Conf')
  assert.equal(site.timeZone, 'Europe/Prague')
  assert(codes(site).includes('time_zone_guessed'))
})

test('a linked schedule is read with its people, and the same sessions of a calendar once', async () => {
  const schedule = {
    schedule: {
      version: '1',
      conference: {
        acronym: 'lake',
        title: 'Lake',
        time_zone_name: 'Europe/Paris',
        days: [
          {
            index: 1,
            date: '2031-07-04',
            rooms: {
              Raft: [
                {
                  id: 7,
                  guid: 'e5ff8a5c-6b1c-4f6a-9a53-4f0b5a8f5c11',
                  date: '2031-07-04T20:00:00+02:00',
                  start: '20:00',
                  duration: '01:00',
                  room: 'Raft',
                  title: 'Ropes',
                  persons: [{ id: 1, name: 'Ada' }],
                },
              ],
            },
          },
        ],
      },
    },
  }
  const site = await read({
    '/': '<html lang="fr"><title>Lac</title><main><a href="/schedule.json">Horaire</a> <a href="/lac.ics">Agenda</a></main>',
    '/schedule.json': { type: 'application/json', body: JSON.stringify(schedule) },
    '/lac.ics': calendar(
      ['UID:1', 'SUMMARY:Ropes', 'DTSTART:20310704T180000Z'],
      ['UID:2', 'SUMMARY:Knots', 'DTSTART:20310705T180000Z'],
    ),
  })
  assert.deepEqual(said(site), ['2031-07-04T18:00 | Ropes | Raft | Ada', '2031-07-05T18:00 | Knots | -'])
  assert(codes(site).includes('read_elsewhere'))
})

test('microdata is read, and a file that cannot be read is a note with its address', async () => {
  const site = await read({
    '/': `<html lang="fr"><title>Lac</title><main><a href="/broken.ics">Agenda</a> <a href="/programme.csv">Table</a>
      <div itemscope itemtype="https://schema.org/MusicEvent"><h3 itemprop="name">Guitares</h3><time itemprop="startDate" datetime="2031-07-04T20:00:00+02:00">vendredi</time>
      <div itemprop="location" itemscope itemtype="https://schema.org/Place"><span itemprop="name">Radeau</span></div></div></main>`,
    '/broken.ics': { type: 'text/calendar', body: 'BEGIN:VCARD' },
  })
  assert.deepEqual(said(site), ['2031-07-04T18:00 | Guitares | Radeau'])
  assert(site.notes.some(({ code, url }) => code === 'file_unreadable' && url?.endsWith('/broken.ics')))
  assert(site.notes.some(({ code, url }) => code === 'not_read' && url?.endsWith('/programme.csv')))
})

test('opening hours of a page that is not about the programme are no sessions', async () => {
  const rows = '<tr><th>Time</th><th>Monday 14 July 2031</th></tr><tr><td>10:00 - 12:00</td><td>Desk</td></tr>'
  const site = await read({
    '/': '<html lang="en"><title>Lake</title><nav><a href="/getting-here">Getting here</a></nav>',
    '/getting-here': `<title>Getting here</title><h1>Getting here</h1><table>${rows}<tr><td>14:00 - 16:00</td><td>Desk</td></tr></table>`,
  })
  assert.deepEqual(said(site), [])
})

test('alternates are translations of their page, and languages that records cannot have are reported', async () => {
  const text = (words: string) => `<p>${words.repeat(8)}</p>`
  const alternates = (path: string) =>
    ['sk', 'en', 'hu']
      .map((tag) => `<link rel="alternate" hreflang="${tag}" href="/${tag === 'sk' ? '' : `${tag}/`}${path}">`)
      .join('')
  const site = await read({
    '/': `<html lang="sk"><head><title>Jazero</title>${alternates('')}</head><nav><a href="/info">Info</a><a href="/en/">English</a></nav>`,
    '/info': `<html lang="sk"><head><title>Info</title>${alternates('info')}</head><main><h1>Info</h1>${text('Príďte k jazeru. ')}</main>`,
    '/en/': `<html lang="en"><title>Lake</title><main>${text('Come to the lake. ')}</main>`,
    '/en/info': `<html lang="en"><title>Getting here</title><main><h1>Getting here</h1>${text('Come to the lake. ')}</main>`,
  })
  assert.equal(site.language, 'sk')
  assert.deepEqual(
    site.pages.map(({ heading }) => heading),
    ['Info'],
  )
  const english = site.translations.get(site.pages[0]?.url ?? '')?.get('en')
  assert.equal(english?.heading, 'Getting here')
  assert(codes(site).includes('languages_left_out') && codes(site).includes('labels_in_english'))
})
