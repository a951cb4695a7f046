import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLinks } from '../../src/public/feeds/links.ts'
import { programmeCalendar, scheduleJson, scheduleXml } from './feed-texts.ts'
import { broadcastId, festival, idOf, links, mapOf, programme, record, session } from './sample-programme.ts'
import { childrenOf, readXml, textAt } from './xml-reader.ts'

const guid = '8F0f6b0e-3c1c-5d35-9d0a-6a4f1f7f3f10'
const fields = {
  subtitle: 'Harpe & marée',
  type: 'concert',
  languages: ['fr', 'gsw'],
  links: [{ type: 'website', label: 'Le disque', url: 'https://x.de' }, { url: 'mailto:harpe@x.de' }],
  attachments: [{ title: 'Les "mots"', url: 'https://x.de/mots.pdf' }, { url: '/media/chants.pdf' }],
  recording: { url: 'https://x.de/film', license: 'CC BY 4.0', isOptedOut: true },
  feedbackUrl: 'https://x.de',
  guid,
  source: { id: 'HARP7', url: 'https://x.de' },
  hostIds: [idOf(11)],
  description: 'Court.',
  blocks: [{ type: 'paragraph', text: 'Le long texte.' }],
}
const start = '2026-07-04T18:00:00.000Z'
const hosts = mapOf(record(11, { title: 'Maëlle Kerdoncuff' }))
const source = programme([session(101, start, null, fields), session(102, start, null, { guid })], { hosts })

const file = 'https://api.example/media/chants.pdf'

test('the schedule gives the fields of the session back, as XML', () => {
  const [first, second] = childrenOf(readXml(scheduleXml(source)), 'schedule', 'day', 'room', 'event')
  assert(first && second)
  const text = (...names: string[]) => textAt(first, ...names)
  assert.equal(first['@guid'], guid)
  assert.deepEqual(
    ['subtitle', 'type', 'language', 'feedback_url', 'origin_url'].map((name) => text(name)),
    ['Harpe & marée', 'concert', 'fr, gsw', 'https://x.de', 'https://x.de'],
  )
  const recording = ['license', 'optout', 'url'].map((name) => text('recording', name))
  assert.deepEqual(recording, ['CC BY 4.0', 'true', 'https://x.de/film'])
  const hrefs = (list: string, item: string) =>
    childrenOf(first, list, item).map((link) => [link['@href'], link['#text']])
  assert.deepEqual(hrefs('links', 'link'), [
    ['https://x.de', 'Le disque'],
    ['mailto:harpe@x.de', 'mailto:harpe@x.de'],
  ])
  assert.deepEqual(hrefs('attachments', 'attachment'), [
    ['https://x.de/mots.pdf', 'Les "mots"'],
    [file, file],
  ])
  assert.notEqual(second['@guid'], guid, 'a guid that occurs twice belongs to the first')
  assert.equal(second.recording, undefined)
})

test('the schedule gives the fields of the session back, as JSON', () => {
  const { days } = JSON.parse(scheduleJson(source)).schedule.conference
  const [event] = Object.values(days[0].rooms).flat() as Record<string, unknown>[]
  assert(event)
  const { subtitle, type, language, feedback_url, origin_url, recording_license, do_not_record } = event
  assert.deepEqual(
    [event.guid, subtitle, type, language, feedback_url, origin_url, recording_license, do_not_record],
    [guid, 'Harpe & marée', 'concert', 'fr, gsw', 'https://x.de', 'https://x.de', 'CC BY 4.0', true],
  )
  assert.deepEqual(event.links, [{ url: 'https://x.de', title: 'Le disque' }, { url: 'mailto:harpe@x.de' }])
  assert.deepEqual(event.attachments, [{ url: 'https://x.de/mots.pdf', title: 'Les "mots"' }, { url: file }])
})

test('a calendar has the guid, the long text, the speakers and the files', () => {
  const text = programmeCalendar(source).replaceAll('\r\n ', '')
  const [first = '', second = ''] = text.split('BEGIN:VEVENT').slice(1)
  assert.match(first, new RegExp(`^UID:${guid}\r$`, 'm'))
  assert.match(first, /^DESCRIPTION:Harpe & marée\\n\\nCourt\.\\n\\nLe long texte\.\\n\\nMaëlle Kerdoncuff\r$/m)
  assert.match(first, /^ATTACH;FILENAME="Les 'mots'":https:\/\/x\.de\/mots\.pdf\r$/m)
  assert.match(first, /^ATTACH:https:\/\/api\.example\/media\/chants\.pdf\r$/m)
  assert.match(second, new RegExp(`^UID:${idOf(102)}@${broadcastId}.marquee\r$`, 'm'))
})

test('acronyms and slugs have the form of the public schema of schedules', () => {
  const names = ['La Grande Étale', '36C3', 'Ö!', '音楽', 'a-b c', 'Very '.repeat(30)]
  for (const name of names) {
    const named = { ...source, broadcast: { ...festival.broadcast, name } }
    const { acronym, days } = JSON.parse(scheduleJson(named)).schedule.conference
    assert.match(acronym, /^[a-z0-9_]{4,}$/, name)
    for (const { slug } of Object.values(days[0].rooms).flat() as { slug: string }[])
      assert.match(slug, /^[a-z0-9_]{4,}-[a-z0-9_-]{3,}[a-z0-9]$/, name)
  }
})

test('an address stays as it was written', () => {
  const written = ['https://x.de', 'https://x.de/', 'HTTPS://X.de', 'https://x.de?a=b', 'https://x.de/%C3%A9']
  for (const address of written) assert.equal(links.file(address), address)
  assert.equal(links.file('https://x.de/é "x"'), 'https://x.de/%C3%A9%20%22x%22')
  const homeOf = (siteUrl: string) => createLinks({ siteUrl, paths: null, apiUrl: 'https://api.example' }).home()
  for (const address of ['https://x.de', 'https://x.de/', 'https://x.de/en']) assert.equal(homeOf(address), address)
  assert.equal(homeOf('https://x.de/en?a=b'), 'https://x.de/en/')
})
