import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type DemoWithKeys, ensureDemo } from '../../src/demo/demo.ts'
import { launchBrowser, startWebsite, type Website } from '../support/browser.ts'
import { after, before, test } from '../support/browser-test.ts'
import { saveScreenshot } from '../support/screenshots.ts'
import { type Api, apiWith, startService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const folder = new URL('../../../../docs/guides/build-an-app/', import.meta.url)

let service: TestService
let demo: DemoWithKeys
let browser: Browser
/** A caller as a visitor, and one as an editor. */
let visitor: Api
let editor: Api
let site: Website
let reader: Reader
/** The key under which the page stores its favorites. */
let me: string

suite('the example of the guide, in a browser', () => {
  before(async () => {
    service = await startService()
    demo = await ensureDemo(service.platform)
    const publicly = apiWith(service.url, {})
    visitor = (method, path, ...more) => publicly(method, `/v1/public/grande-etale${path}`, ...more)
    const withKey = apiWith(service.url, { 'x-api-key': demo.apiKey })
    editor = (method, path, ...more) =>
      withKey(method, `/v1/users/${demo.userId}/broadcasts/${demo.broadcastId}${path}`, ...more)
    site = await startWebsite(folder, ['index.html', 'sw.js'])
    me = `me ${service.url}/v1/public/grande-etale`
    browser = await launchBrowser()
    reader = await newReader(site)
  })
  after(async () => {
    await browser?.close()
    await site?.stop()
    await service?.stop()
  })

  test('the programme shows the sessions of a day in order, in the time zone of the festival', async () => {
    const page = await read('#programme/2027-07-02')
    const { data } = (
      await visitor('GET', '/broadcastSessions?day=2027-07-02&sort={"time.start":"asc"}&locale=en&limit=200')
    ).body
    const expected = data.map(({ time, title }: Session) => `${inParis(time.start)} ${title}`)
    const shown = await page.locator('.slot .card').evaluateAll((cards) =>
      cards.map((card) => {
        const [time] = card.querySelector('.kind')?.textContent?.split(' ') ?? []
        return `${time} ${card.querySelector('h4')?.textContent}`
      }),
    )
    assert.equal(shown.length, 23)
    assert.deepEqual([...shown].sort(), [...expected].sort())
    const times = (lines: string[]) => lines.map((line) => line.slice(0, 5))
    assert.deepEqual(times(shown), times(expected))
    assert.equal(times(shown).at(-1), '00:45', 'a set after midnight comes last')
    const first = await page.locator('.card').first().innerText()
    assert.match(first, /10:30 – 12:00 · Workshop\s+Eight knots for a lifetime\s+The Sail Loft · Yannig Prézelec/)
    await page.getByRole('link', { name: 'Sat 3 Jul' }).click()
    await page.getByText('What seaweed can feed').waitFor()
  })

  test('a session opens with its description, place and hosts, and closes by keyboard', async () => {
    const page = await read('#programme/2027-07-02')
    await page.getByRole('button', { name: 'Why the sea comes back', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Why the sea comes back' })
    const told = await dialog.innerText()
    assert.match(told, /Friday 2 July · 14:00 – 15:00 · The Fish Hall[\s\S]*Éloïse Kermadoz · Oceanographer/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('the map shows every place at its position', async () => {
    const page = await read('#map')
    const { data } = (await visitor('GET', '/broadcastInterestPoints?limit=200&locale=en')).body
    const pins = page.locator('.pin')
    assert.equal(await pins.count(), data.length)
    await until(() => isMapDrawn(page), 'the picture of the map')
    const frame = await page.locator('.map img').boundingBox()
    const place = data.find(({ title }: Titled) => title === 'The Oyster Hut')
    const pin = await page
      .locator('.pin')
      .and(page.getByLabel(place.title, { exact: true }))
      .boundingBox()
    assert(frame && pin)
    assert(Math.abs(pin.x + pin.width / 2 - frame.x - (place.position.x / 1600) * frame.width) < 1)
    assert(Math.abs(pin.y + pin.height / 2 - frame.y - (place.position.y / 1000) * frame.height) < 1)
    await page.getByRole('button', { name: 'Drinking water' }).click()
    assert((await pins.count()) < 12)
  })

  test('an article is shown formatted, and nothing in it is executed', async () => {
    await editor('POST', '/broadcastArticles', { title: 'Tides', content: 'High water', status: 'published' })
    const page = await read('#articles')
    await page.route('**/bundle?since=*', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.data.broadcastArticles[0].content = hostile
      await route.fulfill({ response, json })
    })
    await page.reload()
    await page.getByRole('link', { name: 'Tides' }).click()
    const prose = await page.evaluate<string>(`document.querySelector('.prose').innerHTML`)
    assert.equal(
      prose.replace(/\s+/g, ' ').trim(),
      '<h3>Tides</h3><p>High <strong>water</strong></p> <img alt="" loading="lazy"><a rel="noopener">here</a>',
    )
    assert.equal(await page.evaluate('globalThis.hacked'), undefined)
    await page.unroute('**/bundle?since=*')
    await page.getByRole('link', { name: 'All news' }).click()
    await page.getByRole('link', { name: 'The first names: Sel Gris' }).click()
    await page.getByRole('heading', { name: 'And also', level: 3 }).waitFor()
    assert.equal(await page.locator('.prose li').count(), 4)
    assert.equal(await page.locator('.prose strong').first().innerText(), 'Sel Gris')
  })

  test('an edit arrives as a small update', async () => {
    const page = await read('#programme/2027-07-04')
    const { data } = (await visitor('GET', '/broadcastSessions?day=2027-07-04&sort={"time.start":"asc"}&limit=2')).body
    const [renamed, withdrawn] = data
    const before = await page.locator('.card').count()
    const english = { ...renamed.localeDetails.en, title: 'At another hour' }
    await editor('PATCH', `/broadcastSessions/${renamed._id}`, { localeDetails: { en: english } })
    await editor('PATCH', `/broadcastSessions/${withdrawn._id}`, { status: 'draft' })
    const updating = page.waitForResponse((response) => response.url().includes('/bundle'))
    await page.reload()
    await page.getByRole('button', { name: 'At another hour', exact: true }).waitFor()
    const update = await updating
    assert.match(update.url(), /bundle\?since=\d+\.\d+\.[\w.-]+$/)
    const text = await update.text()
    assert(text.length < 10_000, `the update has ${text.length} characters`)
    const { full, data: changed, deleted } = JSON.parse(text)
    assert.deepEqual([full, deleted], [false, { broadcastSessions: [withdrawn._id] }])
    assert.deepEqual(
      changed.broadcastSessions.map(({ _id }: Titled) => _id),
      [renamed._id],
    )
    assert.equal(await page.locator('.card').count(), before - 1)
  })

  test('a favorite is stored by the service, survives a reload, and follows the language', async () => {
    const page = await read('#programme/2027-07-02')
    const star = page.getByRole('button', { name: 'Favourite: Sound nap' })
    await star.click()
    const token = () => page.evaluate<string>(`JSON.parse(localStorage.getItem('${me}')).token ?? ''`)
    await until(async () => (await token()) !== '', 'a token')
    const authorization = `Bearer ${await token()}`
    const known = async () => (await visitor('GET', '/clients/me', undefined, { authorization })).body
    const { favoriteIds, platform, locale, calendarUrl } = await known()
    const { title } = (await visitor('GET', `/broadcastSessions/${favoriteIds[0]}?locale=en`)).body
    assert.deepEqual([title, favoriteIds.length, platform, locale], ['Sound nap', 1, 'web', 'en'])
    await page.reload()
    assert.equal(await star.getAttribute('aria-pressed'), 'true')
    await page.getByRole('link', { name: 'Favourites' }).click()
    await page.getByRole('heading', { name: 'Friday 2 July' }).waitFor()
    const calendar = await page.getByRole('link', { name: 'Add to my calendar' }).getAttribute('href')
    assert.equal(calendar, calendarUrl.replace(/^http:/, 'webcal:'))
    await page.getByRole('combobox', { name: 'Language' }).selectOption('fr')
    await page.getByRole('heading', { name: 'vendredi 2 juillet' }).waitFor()
    await until(async () => (await known()).locale === 'fr', 'the other language')
    await page.getByRole('button', { name: 'Favori: Sieste sonore' }).click()
    await until(async () => (await known()).favoriteIds.length === 0, 'the end of the favourite')
    await page.getByRole('combobox', { name: 'Langue' }).selectOption('en')
  })

  test('now and next are those of the service', async () => {
    const at = '2027-07-02T20:05:00Z'
    const page = await read('#now', { at })
    const { places } = (await visitor('GET', `/now?at=${at}&locale=en`)).body
    const expected = places.map(({ place, current, next }: { place: Titled; current: Titled[]; next: Titled[] }) => [
      place.title,
      ...[...current, ...next].map(({ title }) => title),
    ])
    const shown = await page
      .locator('.stages section')
      .evaluateAll((stages) =>
        stages.map((stage) => [...stage.querySelectorAll('h3, h4')].map(({ textContent }) => textContent)),
      )
    assert.equal(shown.length, 6)
    assert.deepEqual([...shown].sort(), [...expected].sort())
  })

  test('it fits the screens of phones and desktops', async () => {
    for (const [name, width, height] of [
      ['phone', 390, 844],
      ['desk', 1280, 860],
    ] as const) {
      await reader.page.setViewportSize({ width, height })
      for (const view of ['programme', 'map', 'articles', 'favourites', 'now']) {
        const page = await read(`#${view}`)
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        assert.equal(await page.evaluate(overflow), 0, `${view} is too wide for a ${name}`)
        await saveScreenshot(page, `${name}-${view}`)
      }
    }
  })

  test('it logged no error and connected only to its site and the service', () => {
    assert.deepEqual(reader.fieldErrors, [])
    assert.deepEqual([...reader.origins].sort(), [site.url, service.url].sort())
  })

  test('it works offline, and sends the choices made offline once it is online again', async () => {
    const website = await startWebsite(folder, ['index.html', 'sw.js'])
    const { page, context } = await newReader(website)
    await page.goto(addressOf(website))
    await until(
      () => page.evaluate<boolean>(`caches.match('${service.url}/demo/map.svg').then(Boolean)`),
      'what it keeps',
    )
    await website.stop()
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('button', { name: 'Eight knots for a lifetime', exact: true }).waitFor()
    await page.getByText(/^No connection\. As of /).waitFor()
    await page.getByRole('button', { name: 'Favourite: Eight knots for a lifetime' }).click()
    await page.getByRole('link', { name: 'Map' }).click()
    await until(() => isMapDrawn(page), 'the picture of the map')
    const registered = page.waitForResponse((response) => response.status() === 201)
    await context.setOffline(false)
    // Chromium 150 forgets at a reload that a page is offline, and then sends no online event.
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    assert.equal((await (await registered).json()).favoriteIds.length, 1)
    await page.getByText(/^No connection/).waitFor({ state: 'hidden' })
    await context.close()
  })

  test('it shows its cached content when the service does not respond, and nothing when the festival is private', async () => {
    const website = await startWebsite(folder, ['index.html'])
    const { page, context } = await newReader(website)
    await page.goto(addressOf(website))
    const session = page.getByRole('button', { name: 'Eight knots for a lifetime', exact: true })
    await session.waitFor()
    await context.route(`${service.url}/**`, (route) => route.abort())
    await page.reload()
    await page.getByText(/^No connection\. As of /).waitFor()
    assert(await session.isVisible())
    await context.unroute(`${service.url}/**`)
    await editor('PATCH', '', { isPrivate: true })
    for (const _time of ['at once', 'and from then on']) {
      await page.reload()
      await page.getByText('This festival cannot be shown now.').waitFor()
      assert.equal(await page.locator('.card').count(), 0)
    }
    await context.close()
    await website.stop()
  })
})

interface Titled {
  _id: string
  title: string
}
interface Session extends Titled {
  time: { start: string }
}

const hostile = `<h2 onclick="hacked=1">Tides</h2><p style="position:fixed">High <b>water</b><script>hacked=1</script></p>
  <img src="javascript:0" onerror="hacked=1"><a href="javascript:hacked=1">here</a><svg onload="hacked=1"><style>*{display:none}</style></svg>`

const inParis = (instant: string) =>
  new Date(instant).toLocaleTimeString('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit', minute: '2-digit' })

const addressOf = (at: Website, query: Record<string, string> = {}) =>
  `${at.url}/?${new URLSearchParams({ api: service.url, ...query })}`

/** Navigates to a view, and waits until it is shown. */
async function read(hash: string, query: Record<string, string> = {}): Promise<Page> {
  const { page } = reader
  await page.goto(addressOf(site, query) + hash)
  await page.locator(`nav a[aria-current][href="${hash.split('/')[0]}"]`).waitFor()
  return page
}

const isMapDrawn = (page: Page) => page.evaluate<boolean>(`document.querySelector('.map img')?.naturalWidth > 0`)

interface Reader {
  context: BrowserContext
  page: Page
  /** The console output of the browser. */
  fieldErrors: string[]
  /** The requests of the page. */
  origins: Set<string>
}

/** A visitor in another time zone with a separate browser. */
async function newReader({ url }: Website): Promise<Reader> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'America/Los_Angeles' })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const fieldErrors: string[] = []
  const origins = new Set([url])
  page.on('pageerror', (error) => fieldErrors.push(String(error)))
  page.on('console', (message) => fieldErrors.push(`${message.type()}: ${message.text()}`))
  context.on('request', (request) => origins.add(new URL(request.url()).origin))
  return { context, page, fieldErrors, origins }
}
