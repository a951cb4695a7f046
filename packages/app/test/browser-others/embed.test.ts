import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { until } from '../../../server/test/support/until.ts'
import { violations } from '../support/axe.ts'
import { organize, startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let elsewhere: Elsewhere

interface Elsewhere {
  server: Server
  url: string
  /** The page that is served. */
  body: string
}

before(async () => {
  site = await startSite()
  elsewhere = await startElsewhere()
})
after(async () => {
  await site.stop()
  elsewhere.server.close()
  elsewhere.server.closeAllConnections()
})

/** A website of another origin with a strict policy, which allows the service alone. */
async function startElsewhere(): Promise<Elsewhere> {
  const { url } = site.service
  const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; img-src data:; frame-src ${url}; base-uri 'none'`
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    const icon = '<link rel="icon" href="data:,">'
    response.end(`<!doctype html><html lang="en"><title>Elsewhere</title>${icon}<main>${elsewhere.body}</main></html>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert(typeof address === 'object' && address)
  return { server, url: `http://localhost:${address.port}/`, body: '' }
}

const slug = () => `copy-${site.broadcastId}`

const tag = (attributes: string, name = slug()) =>
  `<script async src="${site.service.url}/embed.js" data-marquee="${name}" ${attributes}></script>`

async function openElsewhere(body: string, page?: Page): Promise<Page> {
  elsewhere.body = body
  const opened = page ?? (await site.newVisitor({ viewport: { width: 1000, height: 900 } })).page
  await opened.goto(elsewhere.url)
  return opened
}

test('four views are embedded in a page of another origin with a strict policy', async () => {
  const { data } = await organize(site, 'GET', '/broadcastSessions?limit=200')
  const { interestPointId } = data.find(
    ({ status, ...one }: { status: string; interestPointId: string | null; time: { start: string | null } }) =>
      status === 'published' && one.interestPointId && one.time.start,
  )
  const views = [
    'data-view="programme" data-locale="en"',
    'data-view="day" data-day="2027-07-03" data-locale="en" data-scheme="dark"',
    `data-view="stage" data-stage="${interestPointId}" data-locale="en"`,
    'data-view="now" data-locale="en"',
  ]
  const bundles: string[] = []
  const { page, context } = await site.newVisitor({ viewport: { width: 1000, height: 900 } })
  page.on('request', (request) => {
    if (request.url().includes('/bundle')) bundles.push(request.url())
  })
  await page.addInitScript(() => {
    addEventListener('marquee:ready', () => Object.assign(window, { ready: Number(Object(window).ready ?? 0) + 1 }))
  })
  await openElsewhere(views.map((view) => tag(view)).join('\n'), page)
  await until(() => page.evaluate(() => Object(window).ready === 4), 'four views are ready')
  assert.equal(bundles.length, 1)
  const embed = (at: number) => page.locator('.marquee').nth(at)
  assert.match(await embed(0).locator('details[open]').innerText(), /Friday, July 2/)
  assert.equal(await embed(1).locator('h2').first().innerText(), 'Saturday, July 3')
  assert((await embed(2).locator('.mq-row').count()) > 0)
  await embed(3).getByText('Now and next').waitFor()
  // A day opens by the keyboard, and a session beside this page.
  await embed(0).locator('summary').nth(1).focus()
  await page.keyboard.press('Enter')
  assert.equal(await embed(0).locator('details[open]').count(), 2)
  const link = embed(0).locator('.mq-row-link').first()
  assert.match((await link.getAttribute('href')) ?? '', new RegExp(`^${site.url}/en/sessions/[0-9a-f]{24}$`))
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
  await opened.getByRole('heading', { level: 1 }).waitFor()
  // Nothing is stored at the page, and the page gives nothing of its style.
  assert.deepEqual(await context.cookies(), [])
  assert.equal(await page.evaluate(() => localStorage.length), 0)
  assert.deepEqual(await violations(page), [])
  await page.setViewportSize({ width: 360, height: 700 })
  const wide = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.marquee')]
        .flatMap((host) => [...(host.shadowRoot?.querySelectorAll('*') ?? [])])
        .filter((one) => one.getBoundingClientRect().right > innerWidth)
        .map((one) => `${one.className} ${one.getBoundingClientRect().right}`),
    )
  assert.deepEqual(await wide(), [])
})

test('views lead to the own domain of a site', async () => {
  const { data } = await organize(site, 'GET', '/broadcastDiffusers')
  const { _id } = data.find(({ type }: { type: string }) => type === 'web')
  await organize(site, 'PATCH', `/broadcastDiffusers/${_id}`, { domain: 'etale.example' })
  const page = await openElsewhere(tag('data-view="programme" data-locale="en"'))
  const link = page.locator('.marquee .mq-row-link').first()
  assert.match((await link.getAttribute('href')) ?? '', /^http:\/\/etale\.example\/en\/sessions\/[0-9a-f]{24}$/)
  await organize(site, 'PATCH', `/broadcastDiffusers/${_id}`, { domain: null })
})

test('an unknown slug shows one quiet sentence', async () => {
  const page = await openElsewhere(tag('data-locale="fr"', 'no-such-festival'))
  await page.getByText('Ce programme n’est pas disponible pour le moment.').waitFor()
})

test('the script is small, cacheable and open to all origins', async () => {
  const answer = await fetch(`${site.service.url}/embed.js`)
  assert(gzipSync(await answer.text(), { level: 9 }).length <= 40_960)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.match(answer.headers.get('cache-control') ?? '', /max-age=300/)
  const etag = answer.headers.get('etag') ?? ''
  const again = await fetch(`${site.service.url}/embed.js`, { headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
})

test('oEmbed describes the pages of a site, which name it', async () => {
  const page = await (await fetch(`${site.url}/en/programme/2027-07-03`)).text()
  const [, href = ''] = /<link rel="alternate" href="([^"]+)" type="application\/json\+oembed"/.exec(page) ?? []
  const endpoint = href.replaceAll('&amp;', '&')
  const answer = await (await fetch(`${endpoint}&maxwidth=400&maxheight=300&format=json`)).json()
  assert.equal(answer.version, '1.0')
  assert.equal(answer.type, 'rich')
  assert.match(answer.title, /Saturday, July 3/)
  assert.deepEqual([answer.width, answer.height], [400, 300])
  const [, src = ''] = /<iframe src="([^"]+)"/.exec(answer.html) ?? []
  assert.equal(src.replaceAll('&amp;', '&'), `${site.url}/embed?view=day&day=2027-07-03&locale=en`)
  const picture = await fetch(answer.thumbnail_url)
  assert.equal(picture.headers.get('content-type'), 'image/png')
  const { status } = await fetch(`${endpoint}&format=xml`)
  assert.equal(status, 501)
  const ask = async (url: string, more = '') =>
    (await fetch(`${site.service.url}/oembed?url=${encodeURIComponent(url)}${more}`)).status
  assert.equal(await ask(`${site.url}/`), 200)
  assert.equal(await ask(`${site.url}/`, '&maxwidth=wide'), 400)
  for (const url of [
    '',
    'nothing',
    `${site.url}/no-such-page`,
    `${site.service.url}/studio/`,
    'https://other.example/',
  ])
    assert.equal(await ask(url), 404, url)
})

test('a view can be framed by another website, other pages cannot', async () => {
  const frame = (path: string) => `<iframe src="${site.url}${path}" title="Programme"></iframe>`
  const page = await openElsewhere(frame('/embed?view=day&day=2027-07-03&locale=en'))
  const view = page.frameLocator('iframe')
  await view.getByText('Saturday, July 3').waitFor()
  assert.equal(await view.locator('meta[name=robots]').getAttribute('content'), 'noindex')
  await view.locator('.mq-row-link').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert(page.url().startsWith(`${site.url}/en/sessions/`))
  const refreshed = await (await fetch(`${site.url}/embed?view=now`)).text()
  assert.match(refreshed, /<meta http-equiv="refresh" content="60">/)
  for (const [path, framers] of [
    ['/embed', '*'],
    ['/', "'self'"],
    ['/programme', "'self'"],
  ]) {
    const policy = (await fetch(site.url + path)).headers.get('content-security-policy') ?? ''
    assert(policy.includes(`frame-ancestors ${framers};`), path)
  }
})

test('no page had an error or broke its policy', () => {
  assert.deepEqual(site.complaints, [])
})
