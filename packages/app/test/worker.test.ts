import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notificationOf, targetOf } from '../src/worker/messages.ts'
import { surplus } from '../src/worker/pictures.ts'
import { handlingOf } from '../src/worker/requests.ts'

const origin = 'https://marquee.example'
const handled = (path: string, more: { mode?: string; destination?: string; method?: string } = {}, base = '/fest') =>
  handlingOf(
    { url: new URL(path, origin).href, method: 'GET', mode: 'no-cors', destination: '', ...more },
    base,
    origin,
  )
const page = { mode: 'navigate' }

test('pages of the site are answered by a shell of their language', () => {
  assert.deepEqual(handled('/fest/', page), { type: 'page', shells: ['/fest/shell'] })
  assert.deepEqual(handled('/fest/programme/2027-07-02?category=x', page), { type: 'page', shells: ['/fest/shell'] })
  assert.deepEqual(handled('/fest/en/plan', page), { type: 'page', shells: ['/fest/en/shell', '/fest/shell'] })
  assert.deepEqual(handled('/now', page, ''), { type: 'page', shells: ['/shell'] })
})

test('previews, other sites, the API and unknown addresses are left to the network', () => {
  for (const path of [
    '/fest/?preview=x',
    '/other/',
    '/festival/',
    '/v1/public/fest/bundle',
    '/fest/wp-login.php',
    '/fest',
  ])
    assert.equal(handled(path, page), undefined, path)
  assert.equal(handled('/fest/', { ...page, method: 'POST' }), undefined)
  assert.equal(handled('/v1/public/fest/bundle'), undefined)
  assert.equal(handled('/v1/anything', page, ''), undefined)
})

test('files of the app, pictures and fonts are kept', () => {
  assert.deepEqual(handled('/app/assets/main-x.js', { destination: 'script' }), { type: 'file' })
  assert.deepEqual(handled('https://pictures.example/x.jpg', { destination: 'image' }), { type: 'picture' })
  assert.deepEqual(handled('/media/x/font.woff2', { destination: 'font' }), { type: 'picture' })
  assert.equal(handled('/media/x/film.mp4', { destination: 'video' }), undefined)
})

test('the oldest pictures give way', () => {
  const limits = { count: 3, bytes: 100 }
  assert.deepEqual(
    surplus(
      [
        ['a', 10],
        ['b', 10],
        ['c', 10],
      ],
      limits,
    ),
    [],
  )
  assert.deepEqual(
    surplus(
      [
        ['a', 1],
        ['b', 1],
        ['c', 1],
        ['d', 1],
      ],
      limits,
    ),
    ['a'],
  )
  assert.deepEqual(
    surplus(
      [
        ['a', 60],
        ['b', 30],
        ['c', 20],
      ],
      limits,
    ),
    ['a'],
  )
})

const site = { base: '/fest', main: 'fr', locales: ['fr', 'en'] }
const id = '66a1f0c2d4e5b60718293a4b'

test('a message leads to its link, its record or screen in the language of the client, else to the start page', () => {
  assert.equal(targetOf({ url: 'https://festival.example/gates' }, site), 'https://festival.example/gates')
  assert.equal(targetOf({ navigator: { broadcastSessionId: id }, locale: 'en' }, site), `/fest/en/sessions/${id}`)
  assert.equal(targetOf({ navigator: { nativeContent: 'program' }, locale: 'de' }, site), '/fest/programme')
  assert.equal(targetOf({ type: 'reminder', session_id: id, locale: 'fr' }, site), `/fest/sessions/${id}`)
  assert.equal(targetOf({ campaign_id: id }, site), '/fest/')
})

test('a second message about the same subject replaces the first', () => {
  const { title, options } = notificationOf(
    { title: 'Soon', body: 'At the Dune', session_id: id, locale: 'en' },
    '/i.png',
  )
  assert.equal(title, 'Soon')
  assert.equal(options.tag, id)
  assert.equal(options.lang, 'en')
  assert.equal(notificationOf({ campaign_id: id }, '/i.png').options.tag, id)
})
