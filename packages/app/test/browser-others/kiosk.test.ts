import assert from 'node:assert/strict'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { until } from '../../../server/test/support/until.ts'
import { violations } from '../support/axe.ts'
import { organize, startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let url: string
let sessions: Session[]

interface Session {
  _id: string
  status: string
  interestPointId: string | null
  localeDetails: { en: { title: string } }
  time: { start: string | null; end: string | null }
}

/** Friday evening of the festival, at a turn of pages. */
const evening = Date.parse('2027-07-02T19:40:00Z')
const wide = { width: 1920, height: 1080 }
const tall = { width: 1080, height: 1920 }

before(async () => {
  site = await startSite()
  const slug = `foyer-${site.broadcastId}`
  await organize(site, 'POST', '/broadcastDiffusers', { type: 'kiosk', slug, status: 'published' })
  url = `${site.service.url}/${slug}/`
  sessions = (await organize(site, 'GET', '/broadcastSessions?limit=200')).data
})
after(() => site.stop())

const runningAt = (ms: number) => {
  const found = sessions.find(
    ({ status, interestPointId, time: { start, end } }) =>
      status === 'published' && interestPointId && start && end && Date.parse(start) <= ms && Date.parse(end) > ms,
  )
  assert(found)
  return found
}

/** A kiosk whose clock says another time. */
async function openKiosk(search: string, time: number, options: BrowserContextOptions = {}) {
  const visitor = await site.newVisitor({ viewport: wide, ...options })
  await visitor.page.clock.install({ time })
  await visitor.page.goto(url + search)
  await visitor.page.locator('.mq-kiosk[data-live=true]').waitFor()
  return visitor
}

const placesOn = (page: Page) => page.locator('.mq-kiosk-place').allInnerTexts()

/** The edges of the cards, to see how they are laid out. */
const columnsOf = (page: Page) =>
  page
    .locator('.mq-kiosk-card')
    .evaluateAll((cards) => new Set(cards.map((card) => Math.round(card.getBoundingClientRect().left))).size)

test('a screen shows now and next of every place, page by page, across and upright', async () => {
  const { page } = await openKiosk('?locale=en', evening)
  await page.clock.pauseAt(evening + 60_000)
  assert.match(await page.locator('.mq-kiosk-clock').innerText(), /Friday, July 2\s+21:41/)
  const first = await placesOn(page)
  await page.clock.runFor(15_000)
  await until(async () => (await placesOn(page))[0] !== first[0], 'the page has turned')
  const second = await placesOn(page)
  assert.deepEqual(new Set([...first, ...second]).size, first.length + second.length)
  assert((await page.locator('progress').count()) > 0)
  await page.clock.runFor(15_000)
  await until(async () => (await placesOn(page))[0] === first[0], 'the first page is back')
  const isCut = () => page.evaluate(() => document.documentElement.scrollHeight > innerHeight)
  assert((await columnsOf(page)) > 1)
  assert.equal(await isCut(), false)
  // Axe waits for timers of the page.
  await page.clock.resume()
  assert.deepEqual(await violations(page), [])
  await page.setViewportSize(tall)
  assert.equal(await columnsOf(page), 1)
  assert.equal(await isCut(), false)
})

test('a page with a place shows that stage large, with its next three sessions', async () => {
  const { interestPointId, localeDetails } = runningAt(evening)
  const { page } = await openKiosk(`?place=${interestPointId}&locale=en`, evening)
  assert.equal(await page.locator('.mq-kiosk-title').innerText(), localeDetails.en.title)
  assert.equal((await placesOn(page)).length, 1)
  assert.equal(await page.locator('.mq-kiosk-row').count(), 3)
  assert.deepEqual(await violations(page), [])
})

test('a countdown is shown before the festival, thanks after it', async () => {
  const { page } = await openKiosk('?locale=en', evening - 30 * 86_400_000)
  assert.match(await page.locator('.mq-kiosk-countdown').innerText(), /It begins in\s+29\s+days/)
  assert.deepEqual(await violations(page), [])
  await page.clock.setSystemTime(evening + 30 * 86_400_000)
  await page.clock.runFor(15_000)
  await page.getByText('Thank you for coming. See you soon!').waitFor()
})

test('changes arrive, and the last content stays while the service is away', async () => {
  const { _id, interestPointId } = runningAt(evening)
  const { page, context } = await openKiosk(`?place=${interestPointId}&locale=en`, evening)
  const retitle = (title: string) =>
    organize(site, 'PATCH', `/broadcastSessions/${_id}`, { localeDetails: { en: { title } } })
  await retitle('Moth of the tide')
  await page.clock.runFor(60_000)
  await page.getByText('Moth of the tide').waitFor()
  await context.setOffline(true)
  await page.clock.fastForward(240_000)
  await page.clock.runFor(15_000)
  await page.getByText('Offline since 21:').waitFor()
  await page.getByText('Moth of the tide').waitFor()
  await retitle('Moth of the night')
  await context.setOffline(false)
  await page.getByText('Moth of the night').waitFor()
  await page.getByText('Offline since').waitFor({ state: 'detached' })
})

test('a screen loads itself anew at night and for a new build, never while the service is away', async () => {
  const { page, context } = await openKiosk('?locale=en', evening)
  const mark = () => page.evaluate(() => Object.assign(window, { isSame: true }))
  const isReloaded = async () => !(await page.evaluate(() => 'isSame' in window).catch(() => true))
  await page.clock.runFor(15_000)
  await mark()
  await context.setOffline(true)
  await page.clock.fastForward(9 * 3_600_000)
  await page.clock.runFor(900_000)
  assert.equal(await isReloaded(), false)
  await context.setOffline(false)
  await page.clock.runFor(900_000).catch(() => {})
  await until(isReloaded, 'the page of the next day')
  await page.locator('.mq-kiosk[data-live=true]').waitFor()
  await mark()
  await page.route(`${url}**`, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ contentType: 'text/html', body: '<script src="/app/assets/another.js"></script>' })
      : route.continue(),
  )
  await page.clock.runFor(900_000).catch(() => {})
  await until(isReloaded, 'the page of the new build')
})

test('without JavaScript a kiosk is readable; it has one address and no robots', async () => {
  const { page } = await site.newVisitor({ viewport: wide, javaScriptEnabled: false })
  await page.goto(`${url}?locale=fr`)
  await page.getByText('Ça commence dans').waitFor()
  assert.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
  for (const path of ['programme', 'sw.js', 'manifest.webmanifest', 'icon-192.png', 'embed'])
    assert.equal((await fetch(url + path)).status, 404, path)
})

test('no page had an error or broke its policy', () => {
  assert.deepEqual(site.complaints, [])
})

test('a kiosk strikes a cancelled session through', async () => {
  const { _id, interestPointId } = runningAt(evening)
  await organize(site, 'PATCH', `/broadcastSessions/${_id}`, { cancelled: true })
  const { page } = await openKiosk(`?place=${interestPointId}&locale=en`, evening)
  await page.locator('.mq-kiosk-title s').first().waitFor()
  assert.equal(await page.locator('.mq-kiosk-running .mq-cancelled').first().innerText(), 'Cancelled')
  await organize(site, 'PATCH', `/broadcastSessions/${_id}`, { cancelled: false })
})
