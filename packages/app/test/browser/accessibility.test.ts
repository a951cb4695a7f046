import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { startSite, type TestSite } from '../support/festival.ts'

let site: TestSite

suite('the screens of visitors, for everybody', () => {
  before(async () => {
    site = await startSite()
  })
  after(() => site?.stop())

  for (const isPhone of [true, false])
    test(`axe finds nothing on a ${isPhone ? 'phone' : 'desk'}, light and dark, from left and from right`, async () => {
      const page = await site.newWindow({ isPhone })
      const place = site.demo.firstOf('broadcastInterestPoint')
      const screens = {
        programme: '/programme',
        grid: '/programme/2027-07-03?view=grid',
        'no-match': '/programme?q=nothingatall',
        now: '/now',
        map: `/maps/${site.demo.firstOf('broadcastMap')}?place=${place}`,
        places: '/places',
        place: `/places/${place}`,
        hosts: '/hosts',
        articles: '/articles',
        form: `/forms/${site.demo.firstOf('broadcastNetworkingForm')}`,
        search: '/search?q=jazz',
      }
      for (const [screen, path] of Object.entries(screens)) {
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto(`${site.url}${path}`, { waitUntil: 'domcontentloaded' })
        if (screen === 'form') await page.locator('button[type=submit]:enabled').waitFor()
        if (screen === 'programme') await page.locator('summary').click()
        const name = `${screen}-${isPhone ? 'phone' : 'wide'}`
        await assertFits(page, name)
        await site.inspect(page, name)
        await page.emulateMedia({ colorScheme: 'dark' })
        await turnAround(page)
        await assertFits(page, `${name}-rtl`)
        // Nothing but colors and sides has changed.
        await site.inspect(page, `${name}-dark-rtl`, ['color-contrast', 'target-size'])
      }
      assert.deepEqual(site.complaints, [])
    })
})

/** Content has no language yet that is written from right to left, so the page is turned. */
async function turnAround(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('html, .mq-app')) element.dir = 'rtl'
  })
}

async function assertFits(page: Page, name: string): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert(wider <= 0, `${name}: the page is ${wider} pixels wider than the window`)
}
