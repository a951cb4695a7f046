import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventJsonLd } from '../../src/public/feeds/json-ld.ts'
import { createLinks } from '../../src/public/feeds/links.ts'
import { nastyStrings } from '../support/nasty-strings.ts'
import { programmeJsonLd, sitemapXml } from './feed-texts.ts'
import { festival, idOf, mapOf, programme, record, session } from './sample-programme.ts'
import { childrenOf, readXml, textAt } from './xml-reader.ts'

const apiUrl = 'https://api.example/v1/public/grande-etale'
const id = idOf(1)

test('without a website, records have the URLs of the API', () => {
  for (const siteUrl of [null, 'javascript:alert(1)', 'ftp://festival.example', 'not an address', '']) {
    const links = createLinks({ siteUrl, paths: { broadcastSessions: '/programme/{id}' }, apiUrl })
    assert.equal(links.home(), apiUrl)
    assert.equal(links.to('broadcastSessions', { _id: id }), `${apiUrl}/broadcastSessions/${id}`)
    assert.equal(links.to('broadcastPages', { _id: id, url: '/about' }), `${apiUrl}/broadcastPages/${id}`)
  }
})

test('with a website, records have the configured paths, pages their own', () => {
  const homes = {
    'https://festival.example/app': 'https://festival.example/app',
    'https://user:pass@festival.example/app/': 'https://festival.example/app/',
    'https://user:pass@festival.example/app/?q#top': 'https://festival.example/app/',
  }
  for (const [siteUrl, home] of Object.entries(homes)) {
    const links = createLinks({
      siteUrl,
      paths: { broadcastSessions: '/programme/{id}', broadcastHosts: 'artistes#{id}' },
      apiUrl,
    })
    assert.equal(links.home(), home)
    assert.equal(links.to('broadcastSessions', { _id: id }), `https://festival.example/app/programme/${id}`)
    assert.equal(links.to('broadcastHosts', { _id: id }), `https://festival.example/app/artistes#${id}`)
    assert.equal(links.to('broadcastArticles', { _id: id }), `https://festival.example/app/broadcastArticles/${id}`)
    assert.equal(
      links.to('broadcastPages', { _id: id, url: '/à propos' }),
      'https://festival.example/app/%C3%A0%20propos',
    )
    assert.equal(
      links.to('broadcastPages', { _id: id, url: 'https://evil.example' }),
      `https://festival.example/app/broadcastPages/${id}`,
    )
    assert.equal(links.to('constructor', { _id: id }), `https://festival.example/app/constructor/${id}`)
  }
})

test('no path leads outside the website, and no text produces an invalid URL', () => {
  const paths = [
    '//evil.example/{id}',
    '/\\evil.example',
    '@evil.example',
    ':80@evil.example',
    '.evil.example',
    'https://evil.example',
    ...nastyStrings(),
  ]
  for (const path of paths) {
    const links = createLinks({ siteUrl: 'https://festival.example', paths: { broadcastSessions: path }, apiUrl })
    for (const address of [
      links.to('broadcastSessions', { _id: id }),
      links.to('broadcastPages', { _id: id, url: path }),
    ]) {
      assert.equal(new URL(address).host, 'festival.example', path)
      assert.match(address, /^[\x21-\x7e]+$/)
    }
  }
})

test('files have absolute URLs; those of the service are next to its API', () => {
  const { file } = createLinks({ siteUrl: 'https://festival.example', paths: null, apiUrl })
  assert.equal(file('/demo/map.svg'), 'https://api.example/demo/map.svg')
  assert.equal(file('https://cdn.example/a b.jpg'), 'https://cdn.example/a%20b.jpg')
  for (const none of ['javascript:alert(1)', 'data:text/html,x', 'http://', 7, null, undefined, {}])
    assert.equal(file(none), null)
})

test('JSON-LD contains the festival with all its sessions', () => {
  const found = programmeJsonLd(festival)
  assert.equal(found['@context'], 'https://schema.org')
  assert.equal(found['@type'], 'Festival')
  assert.equal(found.startDate, '2026-07-04T00:00:00+02:00')
  assert.equal(found.endDate, '2026-07-06T00:00:00+02:00')
  assert.equal(found.url, 'https://festival.example')
  const events = found.subEvent as Record<string, unknown>[]
  assert.equal(events.length, 6)
  const opening = events.find(({ url }) => String(url).endsWith(idOf(101)))
  assert.deepEqual(opening, {
    '@type': 'Event',
    name: festival.sessions[0]?.title,
    description: festival.sessions[0]?.description,
    url: `https://festival.example/programme/${idOf(101)}`,
    startDate: '2026-07-04T20:00:00+02:00',
    endDate: '2026-07-04T21:30:00+02:00',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', name: 'Grande scène, quai n°1' },
    performer: [
      {
        '@type': 'PerformingGroup',
        name: 'Tambour Tempête',
        description: 'Trente tambours',
        url: `https://festival.example/broadcastHosts/${idOf(11)}`,
        image: 'https://images.example/drums.jpg',
      },
      { '@type': 'PerformingGroup', name: 'Ondine & Fils', url: `https://festival.example/broadcastHosts/${idOf(12)}` },
    ],
    organizer: { '@type': 'Organization', name: 'La Grande Étale', url: 'https://festival.example' },
    image: 'https://images.example/opening.jpg',
    keywords: ['Concert; rock, pop', 'for <3 & co'],
    inLanguage: 'fr',
  })
})

test('a video is not used as an image', () => {
  const one = session(1, null, null, { media: { mediaId: idOf(31), url: 'https://images.example/other.jpg' } })
  const imageOf = (mimeType: string | null) => {
    const medias = mapOf(record(31, { mediaUrl: 'https://images.example/it', mimeType }))
    return eventJsonLd(programme([one], { medias }), one).image
  }
  assert.deepEqual(['video/mp4', 'image/png', null].map(imageOf), [
    undefined,
    'https://images.example/it',
    'https://images.example/it',
  ])
})

test('one session names its festival; its times are local to its own time zone', () => {
  const [, , , newYork, exhibition, undated] = festival.sessions
  assert(newYork && exhibition && undated)
  const found = eventJsonLd(festival, newYork)
  assert.deepEqual([found.startDate, found.endDate], ['2026-07-04T16:00:00-04:00', '2026-07-04T17:00:00-04:00'])
  assert.deepEqual(found.superEvent, { '@type': 'Festival', name: 'La Grande Étale', url: 'https://festival.example' })
  assert.deepEqual(found.location, { '@type': 'Place', name: 'La Grande Étale' })
  const days = eventJsonLd(festival, exhibition)
  assert.deepEqual([days.startDate, days.endDate], ['2026-07-04', '2026-07-05'])
  assert.equal('startDate' in eventJsonLd(festival, undated), false)
  assert.equal(
    eventJsonLd({ ...festival, broadcast: { ...festival.broadcast, type: 'venue' } }, newYork)['@type'],
    'Event',
  )
  for (const instant of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.000Z']) {
    const far = session(1, instant, null, { time: { timezone: 'Asia/Kathmandu' } })
    assert.equal(Date.parse(String(eventJsonLd(programme([far]), far).startDate)), Date.parse(instant))
  }
})

test('a sitemap has at most 50,000 URLs, each http(s) and escaped', () => {
  const lastModified = '2026-07-04T18:00:00.000Z'
  const entry = (url: string) => ({ url, lastModified })
  const text = sitemapXml([
    entry('https://festival.example/a?b=1&c=<é>'),
    entry('javascript:alert(1)'),
    entry('no address'),
    entry(`https://festival.example/${'a'.repeat(2_048)}`),
  ])
  const urls = childrenOf(readXml(text), 'urlset', 'url')
  assert.deepEqual(
    urls.map((url) => [textAt(url, 'loc'), textAt(url, 'lastmod')]),
    [['https://festival.example/a?b=1&c=%3C%C3%A9%3E', lastModified]],
  )
  const many = sitemapXml(Array.from({ length: 50_010 }, (_, index) => entry(`https://festival.example/${index}`)))
  assert.equal(many.split('<loc>').length - 1, 50_000)
  assert.equal(childrenOf(readXml(sitemapXml([])), 'urlset', 'url').length, 0)
})
