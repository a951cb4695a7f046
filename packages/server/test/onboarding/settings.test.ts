import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf } from '../../src/onboarding/compose/language.ts'
import { nameOf } from '../../src/onboarding/compose/site-name.ts'
import { timeZoneOf } from '../../src/onboarding/compose/time-zone.ts'
import type { PageFound } from '../../src/onboarding/read/found.ts'
import { readPage } from '../../src/onboarding/read/read-page.ts'

const url = 'https://lac.example/'
const page = (html: string, at = url): PageFound => ({ ...readPage(html, at), hasProgramme: false })

const languageIn = (html: string) => {
  const found = page(html)
  return languageOf(found, [found.text])
}

test('the language is the declared one, else the one of the words, and never a default', () => {
  const main = (text: string) => `<main><p>${text}</p></main>`
  assert.equal(languageIn('<html lang="fr-FR">'), 'fr')
  assert.equal(languageIn('<html lang="zh-TW">'), 'zh-TW')
  assert.equal(languageIn('<html lang="he-IL">'), 'he')
  assert.equal(languageIn('<meta http-equiv="content-language" content="sk">'), 'sk')
  assert.equal(languageIn(`<link rel="alternate" hreflang="cs" href="${url}">`), 'cs')
  assert.equal(languageIn(main('פסטיבל הסרטים חוזר לעיר עם מאה סרטים ואורחים מכל העולם')), 'he')
  // A template in English around a text in Hebrew.
  assert.equal(languageIn(`<html lang="en-US">${main('פסטיבל הסרטים חוזר לעיר עם מאה סרטים ואורחים')}`), 'he')
  const slovak =
    'Festival sa koná na jar, kde sú koncerty pre všetkých a ako vždy aj trhy, ktoré nás tešia, alebo čo je nové'
  assert.equal(languageIn(main(slovak)), 'sk')
  assert.equal(
    languageIn(main('El festival de los vecinos y las vecinas, con música para todos en la plaza del pueblo')),
    'es',
  )
  assert.equal(languageIn('<title>x</title>'), undefined)
})

test('the time zone is named, or follows from the address; a guess is reported', () => {
  const zone = (html: string, at?: string) => {
    const found = page(html, at)
    return timeZoneOf([found], [], languageOf(found, [found.text]))
  }
  const event = (location: object, startDate = '2031-07-04T20:00:00') =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Event', name: 'x', startDate, location })}</script>`
  const at = (address: object) => ({ '@type': 'Place', name: 'x', address })
  assert.deepEqual(zone(event(at({ addressCountry: 'SK' }))), { zone: 'Europe/Bratislava' })
  assert.deepEqual(zone(event(at({ addressLocality: 'Ostrava' }))), { zone: 'Europe/Prague' })
  assert.deepEqual(zone(event(at({ addressCountry: 'US' }), '2031-07-04T20:00:00-06:00')), { zone: 'America/Denver' })
  assert.equal(zone(event(at({ addressCountry: 'US' }))), undefined)
  const guesses: [string, string, string?][] = [
    ['<main><p>We meet in San Francisco.</p></main>', 'America/Los_Angeles'],
    ['<main><p>We meet in the Czech Republic.</p></main>', 'Europe/Prague'],
    ['<title>x</title>', 'Europe/Berlin', 'https://see.de/'],
    ['<html lang="fr-CH">', 'Europe/Zurich'],
    ['<html lang="he">', 'Asia/Jerusalem'],
  ]
  for (const [html, expected, address] of guesses) {
    const found = zone(html, address)
    assert.equal(found?.zone, expected)
    assert.equal(found?.note?.code, 'time_zone_guessed')
  }
})

test('the title is preferred over a name that is a domain, and a name that is cut is reported', () => {
  const name = (html: string) => nameOf(page(html), undefined)
  assert.equal(
    name('<title>Lake Conf 2031</title><meta property="og:site_name" content="lake.conf.org">').name,
    'Lake Conf 2031',
  )
  assert.equal(name('<title>x</title><meta property="og:site_name" content="Lake Conf">').name, 'Lake Conf')
  const { notes } = name(`<title>${'A very long name '.repeat(4)}</title>`)
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['name_cut'],
  )
})

test('skip links, share links, countdowns and walls of sponsors are no content, and a break separates words', () => {
  const { blocks, links, heading } = page(
    `<body><a class="skip-link" href="#main">Skip to content</a><a href="/x#main">Skip to main content</a><main><h1>Music<br>on the water</h1>
     <p>The stage floats, and everybody brings something for supper.</p><div><span>12</span> days <span>3</span> hours <span>4</span> minutes</div>
     <div class="countdown">Soon!</div><a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a> <a href="https://twitter.com/intent/tweet?text=x">Tweet</a>
     <h2>Our sponsors</h2><h3>Gold sponsors</h3><img src="/gold.png" alt="Gold"><h2>Getting here</h2><p>By boat.</p></main></body>`,
  )
  assert.equal(heading, 'Music on the water')
  assert.deepEqual(
    blocks.map(({ type, text }) => `${type} ${text ?? ''}`),
    [
      'title Music on the water',
      'paragraph The stage floats, and everybody brings something for supper.',
      'title Getting here',
      'paragraph By boat.',
    ],
  )
  assert.deepEqual(links, [])
})

test('a page that is cut says so', () => {
  const long = page(
    `<main>${Array.from({ length: 400 }, (_, at) => `<p>Paragraph ${at} about the lake.</p>`).join('')}</main>`,
  )
  assert.deepEqual(
    long.notes.map(({ code }) => code),
    ['page_cut'],
  )
})
