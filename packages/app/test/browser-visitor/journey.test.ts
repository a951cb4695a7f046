import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { until } from '../../../server/test/support/until.ts'
import { organize, startSite, type TestSite, untilKept } from '../support/site.ts'

let site: TestSite
let context: BrowserContext
let page: Page
let concert: { _id: string; status: string; localeDetails: { en: { title: string } }; time: { start: string | null } }

before(async () => {
  site = await startSite()
  ;({ context, page } = await site.newVisitor())
  const { data } = await organize(site, 'GET', '/broadcastSessions?limit=200')
  concert = data.find(
    ({ status, time }: typeof concert) => status === 'published' && time.start?.startsWith('2027-07-02'),
  )
})
after(() => site.stop())

const tile = (name: string) => page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name })

test('a visitor finds a concert by search and stars it', async () => {
  await page.goto(`${site.url}/en`)
  await untilKept(page)
  await until(() => page.evaluate(async () => (await caches.match('/demo/logo.svg')) !== undefined), 'the logo is kept')
  await tile('Menu').click()
  await page.getByRole('link', { name: 'Search' }).click()
  assert.equal(await page.title(), 'Search · Grande Étale')
  await page.getByRole('searchbox').fill(concert.localeDetails.en.title)
  await page.locator(`a[href$="/en/sessions/${concert._id}"]`).first().click()
  const heading = page.getByRole('heading', { level: 1 })
  assert.match(page.url(), /\/en\/sessions\//)
  assert.equal(await heading.evaluate((element) => element === document.activeElement), true)
  await page.locator('.mq-headline .mq-star').click()
  assert.equal(await page.locator('.mq-headline .mq-star').getAttribute('aria-pressed'), 'true')
  // The first star makes this browser known to the service, which gives the plan a calendar.
  await tile('My plan').click()
  const calendar = await page.getByRole('link', { name: 'Address of the calendar' }).getAttribute('href')
  const feed = await (await fetch(calendar ?? '')).text()
  assert.match(feed, new RegExp(concert._id))
})

test('links keep within the page, and going back finds the old position', async () => {
  await tile('Programme').click()
  await page.locator('.mq-row').first().waitFor()
  await page.evaluate(() => scrollTo(0, 900))
  // A press of the mouse would scroll the link into view first.
  const position = await page
    .locator('.mq-row-link')
    .nth(12)
    .evaluate((link: HTMLElement) => {
      const before = Math.round(scrollY)
      link.click()
      return before
    })
  assert(position > 0)
  await page.locator('article').waitFor()
  assert.equal(await page.evaluate(() => scrollY), 0)
  await page.locator('.mq-skip').focus()
  await page.keyboard.press('Enter')
  await until(() => page.evaluate(() => document.activeElement?.id === 'content'), 'the content has the focus')
  await page.locator('[data-back]').click()
  await page.locator('.mq-row').first().waitFor()
  await until(async () => (await page.evaluate(() => Math.round(scrollY))) === position, 'the old position')
  await page.goto(`${site.url}/en/menu`)
  await page.getByRole('link', { name: 'Français' }).click()
  await until(() => page.evaluate(() => document.documentElement.lang === 'fr'), 'the chosen language')
  await page.goBack()
  await until(() => page.evaluate(() => document.documentElement.lang === 'en'), 'the language of the entry before')
})

test('a picture that cannot be loaded leaves its room empty', async () => {
  const { page: other } = await site.newVisitor({ serviceWorkers: 'block' })
  await other.route('**/demo/logo.svg', (route) => route.fulfill({ status: 404 }))
  await other.goto(`${site.url}/en`)
  const logo = other.locator('.mq-home-logo img')
  await until(() => logo.evaluate((one) => getComputedStyle(one).visibility === 'hidden'), 'the picture is hidden')
})

test('without network the site opens at once, with the plan', async () => {
  await context.setOffline(true)
  await page.goto(`${site.url}/en/plan`)
  await page.reload()
  await page.locator(`a[href$="/sessions/${concert._id}"]`).waitFor()
  await page.getByText('Offline. You see what was last loaded.').waitFor()
  await tile('Map').click()
  await page.locator('.mq-map').waitFor()
})

test('back online, a moved session is announced and shown', async () => {
  await tile('My plan').click()
  const start = '2027-07-03T19:10:00.000Z'
  await organize(site, 'PATCH', `/broadcastSessions/${concert._id}`, {
    time: { start, end: '2027-07-03T20:10:00.000Z' },
  })
  await context.setOffline(false)
  const news = page.locator('.mq-news')
  await news.getByText('now Saturday, July 3, 21:10').waitFor()
  assert.equal(await news.getAttribute('role'), 'status')
  await page.locator(`time[datetime="${start}"]`).waitFor()
  await page.getByRole('heading', { name: 'Saturday, July 3' }).waitFor()
  await news.getByRole('button', { name: 'Close' }).click()
  await until(async () => (await page.locator('.mq-toast').count()) === 0, 'the notice is closed')
  await page.getByText('Offline. You see what was last loaded.').waitFor({ state: 'detached' })
})

test('a session that leaves the programme keeps its name in the plan', async () => {
  await context.setOffline(true)
  await organize(site, 'PATCH', `/broadcastSessions/${concert._id}`, { status: 'draft' })
  await context.setOffline(false)
  await page.locator('.mq-news').getByText('is no longer on the programme').waitFor()
  await page.getByRole('heading', { name: 'No longer on the programme' }).waitFor()
  const row = page.locator('.mq-gone')
  assert.notEqual((await row.innerText()).trim(), '')
  await row.getByRole('button').click()
  await page.getByText('Star a session, and it appears here.').waitFor()
})

test('a theme that changes reaches open pages and the next start', async () => {
  await context.setOffline(true)
  await organize(site, 'PATCH', '', { theme: { backgroundColor: '#102030', accentColor: '#fefefe' } })
  await context.setOffline(false)
  const ground = () =>
    page.locator('.mq-app').evaluate((element) => getComputedStyle(element).getPropertyValue('--app-text'))
  await until(async () => /fefefe|fff/i.test(await ground()) || (await ground()) !== '#12304A', 'the new theme')
  const shown = await ground()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await ground(), shown)
})

test('a worker and a shell are served for every site, and no variations of them', async () => {
  const read = async (path: string) => fetch(site.url + path, { headers: { accept: 'text/html' } })
  const worker = await (await read('/sw.js')).text()
  const files: string[] = JSON.parse(/^self\.files=(\[.*?\]);/.exec(worker)?.[1] ?? '[]')
  assert(files.length >= 4)
  for (const file of files) assert.equal((await fetch(site.service.url + file)).status, 200, file)
  const shell = await (await read('/en/shell')).text()
  assert.match(shell, /<html lang="en"/)
  assert.match(shell, /<meta name="robots" content="noindex">/)
  assert.doesNotMatch(shell, /<h1/)
  for (const path of ['/shell?x=1', '/xx/shell', '/programme/shell']) assert.equal((await read(path)).status, 404, path)
})

test('no page had an error or broke its policy', () => {
  assert.deepEqual(site.complaints, [])
})
