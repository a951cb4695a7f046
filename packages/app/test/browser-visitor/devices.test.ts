import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { until } from '../../../server/test/support/until.ts'
import { organize, startSite, type TestSite, untilKept } from '../support/site.ts'

let site: TestSite

before(async () => {
  site = await startSite()
})
after(() => site.stop())

const day = '/en/programme/2027-07-02'
const star = (page: Page, index: number) => page.locator('.mq-row .mq-star').nth(index)
const clients = async (): Promise<{ _id: string; favoriteIds: string[] }[]> =>
  (await organize(site, 'GET', '/broadcastClients?limit=50')).data

/** The requests of a page to the public API that change something. */
function writesOf(page: Page): { method: string; path: string; headers: Record<string, string>; body: string }[] {
  const writes: ReturnType<typeof writesOf> = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET')
      writes.push({
        ...{ method: request.method(), path: pathname.replace(/^\/v1\/public\/[^/]+/, '') },
        ...{ headers: request.headers(), body: request.postData() ?? '' },
      })
  })
  return writes
}

test('two tabs share a plan, and a client that the service lost is registered with all of it', async () => {
  const { context, page } = await site.newVisitor()
  await page.goto(site.url + day)
  await untilKept(page)
  const other = await context.newPage()
  await other.goto(`${site.url}/en/plan`)
  await other.getByText('Star a session, and it appears here.').waitFor()
  await star(page, 0).click()
  await star(page, 3).click()
  await until(async () => (await other.locator('.mq-row').count()) === 2, 'the stars are in the other tab')
  await until(async () => (await clients())[0]?.favoriteIds.length === 2, 'the service has both')
  // The other tab removes one; both tabs are one client.
  await other.locator('.mq-star').first().click()
  await until(
    async () => (await star(page, 0).getAttribute('aria-pressed')) === 'false',
    'the star is gone in the first',
  )
  await until(async () => (await clients())[0]?.favoriteIds.length === 1, 'the service has one')
  const [first, ...rest] = await clients()
  assert.equal(rest.length, 0)
  await organize(site, 'DELETE', `/broadcastClients/${first?._id}`)
  await star(page, 4).click()
  await until(async () => (await clients())[0]?.favoriteIds.length === 2, 'a new client has everything')
  assert.notEqual((await clients())[0]?._id, first?._id)

  // Forgotten at the service, the plan stays on the device, and no later star registers it.
  await other.goto(`${site.url}/en/settings`)
  await other.getByRole('button', { name: 'Forget me on the server' }).click()
  await other.getByText('The server has forgotten this device.').waitFor()
  assert.deepEqual(await clients(), [])
  const writes = writesOf(page)
  await page.reload()
  await star(page, 5).click()
  await page.goto(`${site.url}/en/plan`)
  await until(async () => (await page.locator('.mq-row').count()) === 3, 'the plan of the device')
  assert.deepEqual(
    writes.filter(({ path }) => path.startsWith('/clients')),
    [],
  )
})

test('a plan that is starred without network reaches the service later', async () => {
  const { context, page } = await site.newVisitor()
  await page.goto(site.url + day)
  await untilKept(page)
  await context.setOffline(true)
  await page.reload()
  await star(page, 1).click()
  await page.reload()
  assert.equal(await star(page, 1).getAttribute('aria-pressed'), 'true')
  assert.deepEqual(await clients(), [])
  await context.setOffline(false)
  await until(async () => (await clients())[0]?.favoriteIds.length === 1, 'the service has the star')
})

test('a shared plan opens without JavaScript, and is taken over with one press', async () => {
  const { data } = await organize(site, 'GET', '/broadcastSessions?limit=200')
  const ids = data.filter(
    ({ status, time }: { status: string; time: { start: string | null } }) => status === 'published' && time.start,
  )
  const chosen = ids.slice(0, 3).map(({ _id }: { _id: string }) => _id)
  const address = `${site.url}/en/plan?of=${chosen.join('.')}.nonsense`
  const { page: plain } = await site.newVisitor({ javaScriptEnabled: false })
  await plain.goto(address)
  assert.equal(await plain.title(), 'A shared plan · Grande Étale')
  assert.equal(await plain.locator('.mq-row').count(), 3)
  await plain.goto(`${site.url}/en/plan`)
  assert.equal(await plain.getByText('Stars and your plan need JavaScript.').isVisible(), true)
  const { page } = await site.newVisitor()
  await page.goto(address)
  await page.getByRole('button', { name: 'Add all to my plan' }).click()
  await page.getByText('These sessions are in your plan.').waitFor()
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'My plan' }).click()
  await until(async () => (await page.locator('.mq-row').count()) === 3, 'the own plan')
})

test('what happens is measured in batches, without anything that identifies the visitor', async () => {
  const { page } = await site.newVisitor()
  const writes = writesOf(page)
  await page.clock.install()
  await page.goto(site.url + day)
  await star(page, 2).click()
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'My plan' }).click()
  await page.getByRole('heading', { name: 'My plan' }).waitFor()
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('a band that never plays')
  await page.clock.runFor(31_000)
  const batches = () => writes.filter(({ path }) => path === '/events')
  await until(() => batches().length > 0, 'a batch')
  const [batch] = batches()
  assert.equal(batch?.headers.authorization, undefined)
  assert.equal(batch?.headers.cookie, undefined)
  const { events } = JSON.parse(batch?.body ?? '{}')
  assert.deepEqual(
    events.map(({ type, metadata }: { type: string; metadata?: { screen?: string } }) => [type, metadata?.screen]),
    [
      ['visit', undefined],
      ['page.viewed', 'programme'],
      ['favorite.added', undefined],
      ['page.viewed', 'plan'],
      ['page.viewed', 'menu'],
      ['page.viewed', 'search'],
      ['search.empty', undefined],
    ],
  )
})

test('a browser that asks not to be tracked is neither measured nor registered', async () => {
  const { context, page } = await site.newVisitor()
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const writes = writesOf(page)
  await page.clock.install()
  await page.goto(site.url + day)
  await star(page, 2).click()
  await page.clock.runFor(61_000)
  await page.goto(`${site.url}/en/plan`)
  await page.locator('.mq-row').waitFor()
  assert.deepEqual(writes, [])
  // A calendar needs the service, and the visitor asks for it.
  await page.getByRole('button', { name: 'Subscribe in my calendar' }).click()
  await page.getByRole('link', { name: 'Subscribe in my calendar' }).waitFor()
  assert.deepEqual(
    writes.map(({ method, path }) => `${method} ${path}`),
    ['POST /clients'],
  )
})

test('without a database in the browser everything works, and stars are kept', async () => {
  const { context, page } = await site.newVisitor()
  await context.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
  const writes = writesOf(page)
  await page.goto(site.url + day)
  await star(page, 2).click()
  await page.reload()
  await until(async () => (await star(page, 2).getAttribute('aria-pressed')) === 'true', 'the star is kept')
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'My plan' }).click()
  await page.locator('.mq-row').waitFor()
  assert.deepEqual(
    writes.filter(({ path }) => path.startsWith('/clients')),
    [],
  )
})

test('a preview link keeps nothing', async () => {
  const { token } = await organize(site, 'POST', '/previews', {})
  const { page } = await site.newVisitor()
  const writes = writesOf(page)
  await page.clock.install()
  await page.goto(`${site.url}/en/programme?preview=${token}`)
  await page.getByText('Preview with drafts').waitFor()
  await star(page, 2).click()
  await until(async () => (await star(page, 2).getAttribute('aria-pressed')) === 'true', 'the star is set')
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'My plan' }).click()
  await page.locator('.mq-row').waitFor()
  assert.match(page.url(), /preview=/)
  await page.clock.runFor(61_000)
  const kept = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).length,
    local: localStorage.length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: (await caches.keys()).length,
  }))
  assert.deepEqual(kept, { databases: 0, local: 0, workers: 0, caches: 0 })
  assert.deepEqual(writes, [])
})

test('the page of the service is taken over as it is, without a jump', async () => {
  const { context, page } = await site.newVisitor()
  await context.addInitScript(() => {
    const shifts: number[] = []
    const rendered = new WeakSet<Element>()
    Object.assign(globalThis, { shifts, rendered })
    addEventListener('DOMContentLoaded', () => {
      for (const element of document.querySelectorAll('#app *')) rendered.add(element)
    })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) shifts.push((shift as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const { data } = await organize(site, 'GET', '/broadcastSessions?limit=50')
  const session = data.find(({ status }: { status: string }) => status === 'published')
  for (const path of ['/en', '/en/menu', `/en/sessions/${session._id}`]) {
    await page.goto(site.url + path)
    await until(() => page.evaluate(() => document.querySelector('.mq-star:disabled') === null), 'the app runs')
    const found = await page.evaluate(() => {
      const { shifts, rendered } = globalThis as unknown as { shifts: number[]; rendered: WeakSet<Element> }
      const added = [...document.querySelectorAll('#app main *')].filter((element) => !rendered.has(element))
      return {
        added: added.map(({ outerHTML }) => outerHTML.slice(0, 80)),
        shift: shifts.reduce((sum, one) => sum + one, 0),
      }
    })
    assert.deepEqual(found.added, [], path)
    assert(found.shift < 0.02, `${path} jumps by ${found.shift}`)
    // The next page comes from the service as well.
    await page.evaluate(async () => {
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    })
  }
})

test('the look that a visitor chose is there before the content', async () => {
  const { page } = await site.newVisitor()
  await page.goto(`${site.url}/en/settings`)
  await page.getByText('Dark', { exact: true }).click()
  await page.getByText('Larger', { exact: true }).click()
  const look = () => page.locator('.mq-app').evaluate((element) => ({ ...(element as HTMLElement).dataset }))
  await until(async () => (await look()).scheme === 'dark', 'the dark scheme')
  await page.reload()
  await until(async () => (await look()).text === 'larger', 'the larger text')
  assert.deepEqual(await look(), { scheme: 'dark', text: 'larger' })
})

test('no page had an error or broke its policy', () => {
  assert.deepEqual(site.complaints, [])
})
