import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allKinds, findPlaces, isRunnableUrl, isUrlFor } from '@marquee/model'
import { sql } from '../../src/store/sql.ts'
import { type Api, apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let nobody: Api
let base: string

before(async () => {
  service = await startService({ MARQUEE_PUBLIC_READ_LIMIT: 'off' })
  tenant = await service.newTenant()
  nobody = apiWith(service.url, {})
  base = `/v1/public/${tenant.broadcastId}`
})
after(() => service.stop())

const runnable = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript\t:alert(1)',
  'javascript://festival.example/%0aalert(1)',
  'vbscript:msgbox(1)',
  'VBScript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'DATA:image/svg+xml,<svg onload=alert(1)>',
  'data:,x',
  'file:///etc/passwd',
  'blob:https://festival.example/1',
]

/** Every field with a URL: its position, and a body with one there. */
const fields: { plural: string; pointer: string; body: (url: string) => object }[] = [
  { plural: 'broadcastPages', pointer: '/url', body: (url) => ({ url }) },
  { plural: 'medias', pointer: '/mediaUrl', body: (mediaUrl) => ({ mediaUrl, external: true }) },
  {
    plural: 'broadcastArticles',
    pointer: '/coverImageUrl',
    body: (coverImageUrl) => ({ title: 'x', coverImageUrl }),
  },
  {
    plural: 'broadcastHosts',
    pointer: '/links/0/url',
    body: (url) => ({ title: 'x', links: [{ url }] }),
  },
  {
    plural: 'fonts',
    pointer: '/weights/0/url',
    body: (url) => ({ fontFamily: 'x', weights: [{ weight: 400, url }] }),
  },
  {
    plural: 'broadcastInterestPoints',
    pointer: '/navigator/url',
    body: (url) => ({ title: 'x', navigator: { url } }),
  },
  {
    plural: 'broadcastPages',
    pointer: '/blocks/0/navigator/url',
    body: (url) => ({ blocks: [{ type: 'button', label: 'x', navigator: { url } }] }),
  },
  {
    plural: 'broadcastPages',
    pointer: '/blocks/0/values/0/navigator/url',
    body: (url) => ({ blocks: [{ type: 'media', values: [{ navigator: { url } }] }] }),
  },
  {
    plural: 'broadcastPages',
    pointer: '/blocks/0/url',
    body: (url) => ({ blocks: [{ type: 'embed', url }] }),
  },
  {
    plural: 'broadcastPages',
    pointer: '/blocks/0/blocks/0/values/0/url',
    body: (url) => ({ blocks: [{ type: 'section', blocks: [{ type: 'socials', values: [{ url }] }] }] }),
  },
  {
    plural: 'broadcastPages',
    pointer: '/localeDetails/en/blocks/0/navigator/url',
    body: (url) => ({ localeDetails: { en: { blocks: [{ type: 'button', navigator: { url } }] } } }),
  },
]

test('no field accepts a URL that a browser would execute, however it is disguised', async () => {
  for (const { plural, pointer, body } of fields) {
    for (const url of runnable) {
      const reply = await tenant.api('POST', `${tenant.path}/${plural}`, body(url))
      assert.equal(reply.status, 400, `${plural} ${JSON.stringify(url)}`)
      const [fault] = reply.body.errors
      assert.equal(fault.pointer, pointer, `${plural} ${JSON.stringify(url)}`)
      assert.match(fault.message, /https:\/\/ or http:\/\//)
    }
    const good = await tenant.api('POST', `${tenant.path}/${plural}`, body('https://festival.example/a?b=1#c'))
    assert.equal(good.status, 201, `${plural} ${good.text}`)
  }
  const cover = await tenant.api('POST', '/v1/articles', { title: 'x', cover_image_url: 'JavaScript:alert(1)' })
  assert.equal(cover.status, 400)
  assert.equal(cover.body.errors[0].pointer, '/cover_image_url')
  const tile = { title: 'x', navigator: { url: 'vbscript:x' } }
  const menu = await tenant.api('PATCH', tenant.path, { menu: { sections: [{ tiles: [tile] }] } })
  assert.equal(menu.body.errors[0].pointer, '/menu/sections/0/tiles/0/navigator/url')
})

test('links can be mail addresses or phone numbers, pages can have a path, and everything else is http(s)', async () => {
  const takes = async (plural: string, body: object) =>
    (await tenant.api('POST', `${tenant.path}/${plural}`, body)).status
  for (const url of ['mailto:hello@festival.example', 'tel:+33123456789']) {
    assert.equal(await takes('broadcastHosts', { title: 'x', links: [{ url }] }), 201)
    assert.equal(await takes('broadcastInterestPoints', { title: 'x', navigator: { url } }), 201)
    assert.equal(await takes('medias', { mediaUrl: url, external: true }), 400)
    assert.equal(await takes('broadcastPages', { url }), 400)
  }
  for (const url of [
    '/programme',
    '/à propos?x=1',
    'programme',
    '',
    '//festival.example/x',
    'https://festival.example',
  ])
    assert.equal(await takes('broadcastPages', { url }), 201, url)
  for (const url of ['ftp://festival.example/x', 'intent://x#Intent;end', 'nonsense://x', '/x\u0000', '/x\ny'])
    assert.equal(await takes('broadcastPages', { url }), 400, url)
  assert.equal(isUrlFor('web', '/programme'), false)
})

test('every URL field of the model declares its accepted schemes', () => {
  const isUrlName = (name: string | undefined) => /(?:^|[a-z])url$/i.test(name ?? '') || name === 'endpoint'
  for (const kind of allKinds)
    for (const [name, field] of Object.entries(kind.fields))
      for (const { path, found } of findPlaces(field.schema, (schema) => schema as { leadsTo?: string; type?: string }))
        if (isUrlName([name, ...path].at(-1)) && [found.type].flat().includes('string'))
          assert(found.leadsTo, `${kind.name} ${[name, ...path].join('.')}`)
})

test('a title about JavaScript is not a link', () => {
  for (const text of ['JavaScript', 'javascript', 'https://x.example/?q=javascript:alert(1)', '/javascript:', 'x:y'])
    assert.equal(isRunnableUrl(text), false, text)
  assert.equal(isRunnableUrl('data:image/png;base64,AAAA'), false)
  for (const text of [...runnable, 'java\u0000script:alert(1)', 'java\u200bscript:alert(1)'])
    assert.equal(isRunnableUrl(text), true, JSON.stringify(text))
})

test('URLs stored before the check are returned to editors, and never to the public', async () => {
  const url = 'javascript:alert(document.domain)'
  const media = { url, alt: 'JavaScript: what is next', sources: [{ src: 'vbscript:x' }] }
  const create = async (plural: string, body: object) => {
    const { status, body: record, text } = await tenant.api('POST', `${tenant.path}/${plural}`, body)
    assert.equal(status, 201, text)
    return `${tenant.path}/${plural}/${record._id}`
  }
  const start = { start: '2031-07-04T18:00:00Z', end: '2031-07-04T19:00:00Z', timezone: null, allDay: false }
  const page = await create('broadcastPages', {
    title: 'Page',
    status: 'published',
    url: '/page',
    media,
    blocks: [{ type: 'media', values: [{ media: url }] }],
  })
  const session = await create('broadcastSessions', { title: 'Set', status: 'published', time: start, media })
  const article = await create('broadcastArticles', { title: 'News', status: 'published', content: 'x', media: url })
  await tenant.api('PATCH', tenant.path, { theme: { logo: { mediaUrl: url } }, home: { header: { background: url } } })
  // As an earlier version stored it.
  const pageId = page.split('/').at(-1) ?? ''
  await service.platform.db.transaction((tx) =>
    tx.query(sql`
      update records set body = (jsonb_set(body::jsonb, '{url}', to_jsonb(${url}::text)))::json
      where broadcast_id = ${tenant.broadcastId} and id = ${pageId}`),
  )

  const stored = await tenant.api('GET', page)
  assert.deepEqual([stored.status, stored.body.url, stored.body.media], [200, url, media])
  assert.equal((await tenant.api('PATCH', page, { title: 'Same page' })).status, 200)
  assert.deepEqual((await tenant.api('GET', session)).body.media, media)
  assert.equal((await tenant.api('GET', article)).body.media, url)

  const shown = await nobody('GET', `${base}/broadcastPages/${pageId}`)
  assert.deepEqual(
    [shown.status, 'url' in shown.body, shown.body.media],
    [200, false, { url: null, alt: media.alt, sources: [{ src: null }] }],
  )
  for (const path of ['', '/broadcastPages', '/broadcastSessions', '/broadcastArticles', '/bundle', '/now', ...feeds]) {
    const reply = await nobody('GET', `${base}${path}`)
    assert.equal(reply.status, 200, path)
    assert.doesNotMatch(reply.text, /javascript:alert|vbscript:/, path)
  }
})

const feeds = [
  '/programme.ics',
  '/programme.jsonld',
  '/schedule.xml',
  '/schedule.json',
  '/articles.rss',
  '/articles.atom',
  '/articles.json',
  '/sitemap.xml',
]

test('no title closes the script element that a feed is embedded in', async () => {
  const title = '</script><script>alert(1)</script><!--'
  const time = { start: '2031-07-04T18:00:00Z', end: '2031-07-04T19:00:00Z', timezone: null, allDay: false }
  await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title, status: 'published', time })
  await tenant.api('POST', `${tenant.path}/broadcastArticles`, { title, status: 'published', content: 'x' })
  for (const path of ['/programme.jsonld', '/schedule.json', '/articles.json']) {
    const { status, text } = await nobody('GET', `${base}${path}`)
    assert.equal(status, 200)
    assert(!text.includes('<'), path)
    assert(JSON.stringify(JSON.parse(text)).includes(JSON.stringify(title)), path)
  }
})
