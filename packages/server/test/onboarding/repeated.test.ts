import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inOnePlace } from '../support/cluster.ts'
import { type Api, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'
import { type Served, startWebsite, type Website } from '../support/website.ts'

let service: TestService
let tenant: TestTenant
let owner: Api

before(async () => {
  service = await startService({ MARQUEE_OUTBOUND_ALLOW: '127.0.0.1', MARQUEE_OUTBOUND_ALLOW_HTTP: 'true' })
  tenant = await service.newTenant()
  owner = await signedIn(service, tenant)
})
after(() => service.stop())

const paragraph = 'Le lac est calme, la scène flotte, et chacun apporte de quoi partager le repas du soir. '.repeat(3)

const calendar = (...events: string[][]): Served => ({
  type: 'text/calendar',
  body: [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//lac//fr',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n'),
})

const at = (uid: string, summary: string, start: string, ...more: string[]) => [
  `UID:${uid}`,
  `SUMMARY:${summary}`,
  `DTSTART:${start}`,
  ...more,
]

const item = (title: string) =>
  `<item><title>${title}</title><guid>same</guid><description>${paragraph}</description></item>`

/** A site whose calendars and feed give several things the same identifier, as careless generators do. */
const repeating = (): Record<string, Served> => ({
  '/': `<html lang="fr"><head><title>Lac</title><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head>
    <body><nav><a href="/programme">Programme</a></nav><main><h1>Lac</h1><p>${paragraph}</p></main></body></html>`,
  '/programme': `<html lang="fr"><title>Programme</title><main><h1>Programme</h1><p>${paragraph}</p>
    <a href="/fr.ics">Agenda</a> <a href="/en.ics">Calendar</a></main></html>`,
  '/fr.ics': calendar(
    at('event', 'Guitares', '20310704T180000Z'),
    at('event', 'Chœur', '20310704T200000Z'),
    at('event', 'Théâtre', '20310704T200000Z'),
    at('event', 'Guitares', '20310705T180000Z'),
    at('yoga', 'Yoga', '20310704T080000Z', 'RRULE:FREQ=DAILY;COUNT=3'),
    at('yoga', 'Yoga au chaud', '20310705T100000Z', 'RECURRENCE-ID:20310705T080000Z'),
    at('yoga', 'Yoga', '20310706T080000Z', 'RECURRENCE-ID:20310706T080000Z', 'STATUS:CANCELLED'),
    at('alone', 'Sieste', '20310706T130000Z', 'RECURRENCE-ID:20310706T120000Z'),
    at('alone', 'Sieste', '20310707T130000Z', 'RECURRENCE-ID:20310707T120000Z'),
    at('bal', 'Bal', '20310706T190000Z'),
  ),
  '/en.ics': calendar(at('bal', 'Ball', '20310706T190000Z'), at('event', 'Fireworks', '20310706T210000Z')),
  '/feed.xml': {
    type: 'application/rss+xml',
    body: `<?xml version="1.0"?><rss version="2.0"><channel><title>Lac</title>${item('Le radeau')}${item('La rive')}</channel></rss>`,
  },
})

async function begun(site: Website): Promise<string> {
  const { status, body } = await owner('POST', `/v1/users/${tenant.userId}/broadcasts`, { website: site.url })
  assert.equal(status, 201)
  return `/v1/users/${tenant.userId}/broadcasts/${body._id}`
}

/** Waits for the end of an onboarding, without advancing the clock for retries. */
async function ended(path: string) {
  const state = async () => (await owner('GET', `${path}/onboarding`)).body
  await until(async () => ['idle', 'onboardingFailed'].includes((await state()).status), 'the end', 20_000)
  return state()
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
const all = async (path: string, plural: string): Promise<Record<string, any>[]> =>
  (await owner('GET', `${path}/${plural}?limit=200&sort={"_reference":"asc"}`)).body.data

test('events that share a UID, and articles that share a guid, become separate records, and the same ones the next time', async (t) => {
  const site = await startWebsite(repeating())
  t.after(() => site.close())
  const path = await begun(site)
  const state = await ended(path)
  assert.deepEqual([state.status, state.reason], ['idle', null])
  const sessions = await all(path, 'broadcastSessions')
  assert.deepEqual(sessions.map(({ title, time }) => `${time.start.slice(5, 16)} ${title}`).sort(), [
    '07-04T08:00 Yoga',
    '07-04T18:00 Guitares',
    '07-04T20:00 Chœur',
    '07-04T20:00 Théâtre',
    '07-05T10:00 Yoga au chaud',
    '07-05T18:00 Guitares',
    '07-06T13:00 Sieste',
    '07-06T19:00 Bal',
    '07-06T21:00 Fireworks',
    '07-07T13:00 Sieste',
  ])
  assert.deepEqual((await all(path, 'broadcastArticles')).map(({ title }) => title).sort(), ['La rive', 'Le radeau'])

  const again = await owner('POST', `${path}/onboarding`, {})
  assert.equal(again.status, 202)
  assert.equal((await ended(path)).status, 'idle')
  assert.deepEqual(await all(path, 'broadcastSessions'), sessions)
})

test(
  'a permanent failure fails at the first attempt with the page, and can be restarted at once',
  inOnePlace,
  async (t) => {
    const site = await startWebsite(repeating())
    const { db } = service.platform
    const script = (text: string) => db.transaction((tx) => tx.script(text))
    await script(`create function refuse() returns trigger language plpgsql as
    $$ begin if new.kind = 'broadcastSession' then raise 'no room for sessions'; end if; return new; end $$;
    create trigger refuse before insert on records for each row execute function refuse();`)
    const mend = () => script('drop trigger if exists refuse on records; drop function if exists refuse();')
    t.after(async () => {
      await mend()
      await site.close()
    })
    const path = await begun(site)
    const state = await ended(path)
    assert.equal(state.status, 'onboardingFailed')
    assert.match(state.reason, /events/)
    assert(state.reason.includes(`${site.url}/fr.ics`), state.reason)
    assert.doesNotMatch(state.reason, /no room for sessions|kept failing/)
    await mend()
    assert.equal((await owner('POST', `${path}/onboarding`, {})).status, 202)
    assert.equal((await ended(path)).status, 'idle')
  },
)
