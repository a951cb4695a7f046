import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { buildApp } from '../../../../scripts/build/build.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'

interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

describe('the website of a broadcast', () => {
  let service: TestService
  let tenant: TestTenant
  let slug: string
  let diffuserId: string
  const ids: Record<string, string> = {}

  before(async () => {
    await buildApp()
    service = await startService({ MARQUEE_PUBLIC_READ_LIMIT: 'off' })
    tenant = await service.newTenant()
    slug = `brisemer-${tenant.broadcastId.slice(-6)}`
    await write('PATCH', '', {
      name: 'Brisemer',
      shortDescription: 'Three days by the sea',
      timezone: 'Europe/Paris',
      home: { blocks: [{ type: 'title', text: 'When the sea sings' }], defaultLocale: 'fr' },
    })
    const existing = (await tenant.api('GET', `${tenant.path}/broadcastDiffusers`)).body.data
    for (const { _id } of existing) await tenant.api('DELETE', `${tenant.path}/broadcastDiffusers/${_id}`)
    diffuserId = (await write('POST', '/broadcastDiffusers', { type: 'web', slug, status: 'published' }))._id
    const create = async (screen: string, plural: string, body: object) => {
      ids[screen] = (await write('POST', `/${plural}`, { status: 'published', ...body }))._id
    }
    await create('maps', 'broadcastMaps', { title: 'Harbour', type: 'image', width: 100, height: 100 })
    await create('places', 'broadcastInterestPoints', { title: 'Quay', mapId: ids.maps, position: { x: 10, y: 20 } })
    await create('hosts', 'broadcastHosts', { title: 'Ada Wrenfield' })
    await create('sessions', 'broadcastSessions', {
      title: 'Harbour drums',
      description: 'Twelve drums & one tide.',
      time: { start: '2027-07-02T21:00:00+02:00', end: '2027-07-02T22:00:00+02:00' },
      interestPointId: ids.places,
      hostIds: [ids.hosts],
      localeDetails: { en: { title: 'Drums of the harbour' } },
    })
    await create('articles', 'broadcastArticles', {
      title: 'It begins',
      content: '**Soon**',
      contentFormat: 'markdown',
    })
    await create('pages', 'broadcastPages', {
      title: 'About us',
      url: '/about',
      blocks: [{ type: 'paragraph', text: 'We are here.' }],
    })
    await create('forms', 'broadcastNetworkingForms', { title: 'Volunteer', fields: [{ key: 'name', type: 'text' }] })
  })
  after(() => service.stop())

  const write = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const answer = await tenant.api(method, `${tenant.path}${path}`, body)
    assert(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }

  /** A GET with any Host, which fetch does not allow. */
  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = request(`${service.url}${path}`, { headers: { accept: 'text/html', ...headers } }, (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string>,
            text: Buffer.concat(pieces).toString(),
          }),
        )
      })
      asked.on('error', reject).end()
    })

  const page = async (path: string): Promise<string> => {
    const answer = await get(`/${slug}${path}`)
    assert.equal(answer.status, 200, path)
    return answer.text
  }

  test('every kind of address is a whole page with its content, without JavaScript', async () => {
    const shown: Record<string, RegExp> = {
      '/': /When the sea sings/,
      '/programme': /Harbour drums/,
      '/programme/2027-07-02': /Harbour drums/,
      '/now': /<h1/,
      '/plan': /<h1/,
      '/hosts': /Ada Wrenfield/,
      '/places': /Quay/,
      '/maps': /Harbour/,
      '/articles': /It begins/,
      '/forms': /Volunteer/,
      '/search?q=drum': /Harbour drums/,
      '/menu': /<h1/,
      '/settings': /<h1/,
      '/about': /We are here/,
      [`/sessions/${ids.sessions}`]: /Twelve drums &amp; one tide/,
      [`/hosts/${ids.hosts}`]: /Harbour drums/,
      [`/places/${ids.places}`]: /Harbour drums/,
      [`/maps/${ids.maps}`]: /Quay/,
      [`/articles/${ids.articles}`]: /<strong>Soon<\/strong>/,
      [`/pages/${ids.pages}`]: /We are here/,
      [`/forms/${ids.forms}`]: /Volunteer/,
      [`/en/sessions/${ids.sessions}`]: /Drums of the harbour/,
    }
    for (const [path, content] of Object.entries(shown)) {
      const html = await page(path)
      assert.match(html, content, path)
      assert.match(html, /<title>[^<]*Brisemer/, path)
      assert.match(html, /<h1[ >]/, path)
      assert.match(html, /<link rel="canonical" href="http/, path)
      assert.doesNotMatch(html, / style="/, `${path} has an inline style`)
    }
  })

  test('every link of the site leads to a page of it', async () => {
    const waiting = [`/${slug}/`]
    const seen = new Set(waiting)
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const answer = await get(path)
      assert.equal(answer.status, 200, path)
      for (const [, href = ''] of answer.text.matchAll(/<a [^>]*?href="(\/[^"#]*)"/g)) {
        const address = href.replaceAll('&amp;', '&')
        if (seen.has(address) || address.startsWith('/v1/')) continue
        seen.add(address)
        waiting.push(address)
      }
    }
    assert(seen.size > 15, `only ${seen.size} addresses`)
    assert([...seen].every((path) => path.startsWith(`/${slug}/`)))
  })

  test('a page names itself for search engines and link previews', async () => {
    const html = await page(`/sessions/${ids.sessions}`)
    assert.match(html, /<meta name="description" content="Twelve drums &amp; one tide\.">/)
    assert.match(
      html,
      new RegExp(`<link rel="alternate" href="[^"]+/${slug}/en/sessions/${ids.sessions}" hreflang="en">`),
    )
    assert.match(html, /<meta property="og:title" content="Harbour drums · Brisemer">/)
    const [, picture = ''] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? []
    const card = await fetch(picture.replaceAll('&amp;', '&'))
    assert.equal(card.headers.get('content-type'), 'image/png')
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    const event = JSON.parse(data)
    assert.deepEqual(
      [event['@type'], event.startDate, event.location.name, event.performer[0].name],
      ['Event', '2027-07-02T21:00:00+02:00', 'Quay', 'Ada Wrenfield'],
    )
    const manifest = JSON.parse((await get(`/${slug}/manifest.webmanifest`)).text)
    assert.deepEqual([manifest.name, manifest.start_url], ['Brisemer', `/${slug}/`])
    for (const { src } of manifest.icons) assert.equal((await get(src)).headers['content-type'], 'image/png', src)
    const sitemap = (await get(`/${slug}/sitemap.xml`)).text
    assert(sitemap.includes(`/${slug}/sessions/${ids.sessions}</loc>`))
    assert.match((await get(`/${slug}/robots.txt`)).text, /Allow: \/\nSitemap: /)
  })

  test('a site that asks not to be indexed has neither a sitemap nor robots', async () => {
    await write('PATCH', `/broadcastDiffusers/${diffuserId}`, { seo: { indexing: false } })
    assert.match(await page('/'), /<meta name="robots" content="noindex">/)
    assert.match((await get(`/${slug}/robots.txt`)).text, /Disallow: \//)
    assert.doesNotMatch((await get(`/${slug}/sitemap.xml`)).text, /<loc>/)
    await write('PATCH', `/broadcastDiffusers/${diffuserId}`, { seo: null })
    assert.doesNotMatch(await page('/'), /noindex/)
  })

  test('the policy allows the files of the app and the style of the theme, and nothing inline', async () => {
    const { headers, text } = await get(`/${slug}/`)
    const policy = headers['content-security-policy'] ?? ''
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
    assert(policy.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`))
    assert.doesNotMatch(policy, /unsafe/)
    assert.match(policy, /script-src 'self';/)
    // Pictures have the configured address, also when the service is opened by another name.
    const { baseUrl } = service.platform.config
    assert(policy.includes(`img-src 'self' ${baseUrl} data: https:;`), policy)
  })

  test('a page is never older than the last write, and unchanged ones are not sent again', async () => {
    const path = `/${slug}/sessions/${ids.sessions}`
    const first = await get(path)
    const again = await get(path, { 'if-none-match': first.headers.etag ?? '' })
    assert.equal(again.status, 304)
    for (const title of ['Harbour bells', 'Harbour drums']) {
      await write('PATCH', `/broadcastSessions/${ids.sessions}`, { title })
      assert.match((await get(path)).text, new RegExp(`<h1[^>]*>${title}</h1>`))
    }
    await write('PATCH', `/broadcastSessions/${ids.sessions}`, { status: 'draft' })
    assert.equal((await get(path)).status, 404)
    assert.doesNotMatch(await page('/programme/2027-07-02'), /Harbour drums/)
    await write('PATCH', `/broadcastSessions/${ids.sessions}`, { status: 'published' })
    assert.equal((await get(path)).status, 200)
  })

  test('texts of records stay texts, whatever they contain', async () => {
    const hostile = '</script><script>alert(1)</script>" onload="x'
    const record = await write('POST', '/broadcastHosts', {
      title: hostile,
      description: '<img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>',
      status: 'published',
    })
    const category = await write('POST', '/broadcastCategories', { key: 'x', color: '#123456', status: 'published' })
    await write('PATCH', `/broadcastSessions/${ids.sessions}`, {
      color: 'red;}</style><script>alert(1)</script>',
      categoryIds: [category._id],
    })
    for (const path of [`/hosts/${record._id}`, '/hosts', '/programme/2027-07-02', `/sessions/${ids.sessions}`]) {
      const html = await page(path)
      assert.doesNotMatch(html, /<script>alert|onerror=|javascript:/, path)
      assert.doesNotMatch(html, /" onload="x"/, path)
    }
    assert.equal((await tenant.api('DELETE', `${tenant.path}/broadcastHosts/${record._id}`)).status, 200)
  })

  test('the main language decides the texts of the site and their direction', async () => {
    await write('PATCH', '', { defaultLocale: 'ar' })
    const html = await page('/programme')
    assert.match(html, /<html lang="ar" dir="rtl">/)
    assert.match(html, /<h1[^>]*>البرنامج<\/h1>/)
    assert.match(html, new RegExp(`href="[^"]+/${slug}/en/programme" hreflang="en"`))
    assert.match(await page('/en/programme'), /<html lang="en" dir="ltr">/)
    const refused = await tenant.api('PATCH', tenant.path, { defaultLocale: 'not a language' })
    assert.equal(refused.status, 400)
    await write('PATCH', '', { defaultLocale: null })
    assert.match(await page('/programme'), /<html lang="fr" dir="ltr">/)
  })

  test('a private, unpublished or missing site is the same page', async () => {
    const missing = await get('/no-such-festival/programme')
    assert.equal(missing.status, 404)
    assert.match(missing.headers['content-type'] ?? '', /text\/html/)
    const isHidden = async () => {
      for (const path of ['', '/', '/programme', '/manifest.webmanifest', '/icon-192.png', '/sw.js']) {
        const answer = await get(`/${slug}${path}`)
        assert.deepEqual([answer.status, answer.text], [404, missing.text], path)
      }
    }
    await write('PATCH', '', { isPrivate: true })
    await isHidden()
    await write('PATCH', '', { isPrivate: false, isWeb: false })
    await isHidden()
    await write('PATCH', '', { isWeb: true })
    await write('PATCH', `/broadcastDiffusers/${diffuserId}`, { status: 'draft' })
    await isHidden()
    await write('PATCH', `/broadcastDiffusers/${diffuserId}`, { status: 'published' })
    assert.equal((await get(`/${slug}/`)).status, 200)
    assert.equal((await get(`/${tenant.broadcastId}/`)).status, 404, 'the id of a broadcast is no address')
    const problem = await get('/no-such-festival/programme', { accept: '*/*' })
    assert.match(problem.headers['content-type'] ?? '', /^application\/problem\+json/)
  })

  test('an unknown address or record of a site is 404 on its own page', async () => {
    const record = await get(`/${slug}/sessions/${'0'.repeat(24)}`)
    assert.equal(record.status, 404)
    assert.match(record.text, /Brisemer/)
    for (const path of ['/nothing', '/sessions/x', '/programme/2027-13-40', '/sessions/1/2', '/card.jpg'])
      assert.equal((await get(`/${slug}${path}`)).status, 404, path)
    const root = await get(`/${slug}`)
    assert.deepEqual([root.status, root.headers.location], [308, `/${slug}/`])
  })

  test('a preview link shows drafts on the site, keeps its token in every link, and is not cached', async () => {
    const draft = await write('POST', '/broadcastArticles', { title: 'Still secret' })
    const { token } = (await tenant.api('POST', `${tenant.path}/previews`, {})).body
    const path = `/${tenant.broadcastId}/articles/${draft._id}`
    assert.equal((await get(`/${slug}/articles/${draft._id}`)).status, 404)
    const shown = await get(`${path}?preview=${token}`)
    assert.match(shown.text, /Still secret/)
    assert.equal(shown.headers['cache-control'], 'no-store')
    assert.match(shown.text, /noindex/)
    const links = [...shown.text.matchAll(/<a [^>]*?href="(\/[^"#]*)"/g)].map(([, href = '']) => href)
    assert(links.length > 0 && links.every((href) => href.includes(`preview=${token}`)), links.join())
    assert.equal((await get(`${path}?preview=wrong`)).status, 404)
  })

  test('an own domain serves the site at its root, and the slug names it as the canonical one', async () => {
    const domain = `brisemer-${tenant.broadcastId}.example`
    await write('PATCH', `/broadcastDiffusers/${diffuserId}`, { domain })
    const at = (path: string) => get(path, { host: domain })
    await until(async () => (await at('/')).text.includes('When the sea sings'), 'the site at its domain')
    const session = await at(`/sessions/${ids.sessions}`)
    assert.match(session.text, new RegExp(`<link rel="canonical" href="http://${domain}/sessions/${ids.sessions}">`))
    assert.match(session.text, /<a [^>]*href="\/programme\/2027-07-02"/)
    assert.equal(JSON.parse((await at('/manifest.webmanifest')).text).start_url, '/')
    const [, embedding = ''] = /href="([^"]*\/oembed\?[^"]*)"/.exec(session.text) ?? []
    const { pathname, search, host } = new URL(embedding.replaceAll('&amp;', '&'))
    assert.equal(host, domain)
    assert.equal(JSON.parse((await at(pathname + search)).text).provider_url, `http://${domain}/`)
    assert.equal((await at('/studio/')).status, 404, 'nothing but the site is there')
    assert.match(await page('/'), new RegExp(`<link rel="canonical" href="http://${domain}/">`))
    assert.equal((await get('/', { host: 'unknown.example' })).status, 302, 'other names lead to the studio')
    await write('PATCH', `/broadcastDiffusers/${diffuserId}`, { domain: null })
    await until(async () => (await at('/')).status === 302, 'the domain without a site')
  })
})
