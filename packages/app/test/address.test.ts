import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress, localesOf, parseAddress, type Route, type SiteAddress } from '../src/address.ts'

const site: SiteAddress = { base: '/grande-etale', main: 'fr', locales: ['fr', 'en', 'ar'] }
const id = '66a1f0c2d4e5b60718293a4b'

test('every address that is made is read again', () => {
  const routes: Route[] = [
    { screen: 'home' },
    { screen: 'programme' },
    { screen: 'programme', day: '2027-07-02', query: { view: 'grid', category: 'a,b' } },
    { screen: 'now' },
    { screen: 'search', query: { q: 'été & co' } },
    { screen: 'map', id, query: { place: id } },
    ...(['session', 'host', 'place', 'article', 'page', 'form'] as const).map((screen) => ({ screen, id })),
  ]
  for (const route of routes)
    for (const locale of site.locales) {
      const url = new URL(formatAddress(site, route, locale), 'http://site.example')
      const parsed = parseAddress(site, url.pathname.slice(site.base.length), url.search)
      assert.deepEqual(parsed, { route: { query: {}, ...route }, locale }, url.href)
    }
})

test('several values may be repeated by a form or separated by commas, and empty ones are left out', () => {
  const query = (search: string) => parseAddress(site, '/programme', search)?.route.query
  assert.deepEqual(query('?category=a&category=b&host=&q='), { category: 'a,b' })
  assert.deepEqual(query('?category=a,b'), { category: 'a,b' })
  assert.match(formatAddress(site, { screen: 'programme', query: { category: 'a,b' } }, 'fr'), /category=a,b$/)
})

test('a preview token is repeated by every address and belongs to no query', () => {
  const preview = { ...site, preview: 'token' }
  assert.equal(formatAddress(preview, { screen: 'now' }, 'en'), '/grande-etale/en/now?preview=token')
  assert.deepEqual(parseAddress(preview, '/now', '?preview=token')?.route.query, {})
})

test('addresses without a screen are refused', () => {
  for (const path of [
    '/nowhere',
    '/programme/2027-13-40',
    '/programme/2027-07-02/x',
    '/sessions/1',
    '/sessions',
    '/de/now',
  ])
    assert.equal(parseAddress(site, path, ''), undefined, path)
})

test('the main language comes first, and has no prefix', () => {
  assert.deepEqual(localesOf({ locales: ['en', 'fr'], defaultLocale: 'fr' }), ['fr', 'en'])
  assert.deepEqual(localesOf({ locales: [5, 'ar'] }), ['ar'])
  assert.deepEqual(localesOf({}), ['en'])
})
