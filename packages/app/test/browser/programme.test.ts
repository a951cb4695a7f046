import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { until } from '../../../server/test/support/until.ts'
import { startSite, type TestSite } from '../support/festival.ts'

let site: TestSite

const rows = (page: Page) => page.locator('.mq-row')
const openFilters = (page: Page) => page.locator('summary').click()

suite('the programme of visitors, in a browser', () => {
  before(async () => {
    site = await startSite()
  })
  after(() => site?.stop())

  test('without JavaScript, days and views are links, and filters a form', async () => {
    const page = await site.newWindow({ isPhone: true, withoutScript: true })
    await page.goto(`${site.url}/programme`)
    const days = page.getByRole('navigation', { name: 'Programme' })
    assert.equal(await days.locator('[aria-current]').innerText(), 'sam. 3 juil.\nAujourd’hui')
    const whole = await rows(page).count()
    assert(whole > 20, String(whole))
    await openFilters(page)
    await page.getByLabel('Atelier').check()
    await page.getByLabel('Conférence').check()
    await page.getByRole('button', { name: 'Appliquer' }).click()
    await page.waitForURL(/category=\w+&category=\w+/)
    const workshopsAndTalks = await rows(page).count()
    assert(workshopsAndTalks > 0 && workshopsAndTalks < whole)
    assert.match(await page.locator('.mq-count').innerText(), new RegExp(`^${workshopsAndTalks} `))
    await page.getByRole('link', { name: 'Retirer le filtre : Conférence' }).click()
    const workshops = await rows(page).count()
    assert(workshops > 0 && workshops < workshopsAndTalks)
    await days.getByRole('link', { name: /ven\. 2/ }).click()
    await page.getByRole('link', { name: 'Grille' }).click()
    assert.match(page.url(), /programme\/2027-07-02\?category=\w+&view=grid$/)
    const cards = page.getByRole('region', { name: /vendredi 2 juillet/ }).getByRole('link')
    assert((await cards.count()) > 1)
    await page.getByRole('link', { name: 'Effacer les filtres' }).click()
    assert.match(page.url(), /programme\/2027-07-02\?view=grid$/)
  })

  test('with JavaScript a filter applies at once, and a search while it is typed', async () => {
    const page = await site.newWindow()
    await page.goto(`${site.url}/programme/2027-07-03`)
    await page.getByRole('button', { name: 'Imprimer cette journée' }).waitFor()
    const whole = await rows(page).count()
    const search = page.getByRole('searchbox')
    await search.pressSequentially('ecriee')
    await page.getByText('Rien ne correspond').waitFor()
    await search.fill('la criee')
    await until(async () => {
      const found = await rows(page).count()
      return found > 0 && found < whole
    }, 'the search shows its sessions')
    assert((await rows(page).allInnerTexts()).every((text) => text.includes('La Criée')))
    await search.press('Enter')
    await page.waitForURL(/q=la\+criee/)
    await page.getByRole('link', { name: 'Retirer le filtre : la criee' }).click()
    await page.waitForURL((url) => !url.search.includes('q='))
    await page.getByRole('button', { name: 'Imprimer cette journée' }).waitFor()
    await openFilters(page)
    await page.getByLabel('Le Phare', { exact: true }).check()
    await page.waitForURL(/stage=\w{24}$/)
    await page.getByRole('link', { name: 'Retirer le filtre : Le Phare' }).waitFor()
    const days = page.getByRole('navigation', { name: 'Programme' })
    assert.match(await days.locator('[aria-current]').innerText(), /\(\d+\)/, 'days say how much they have')
  })

  test('a filter without a match says which one to clear', async () => {
    const page = await site.newWindow({ isPhone: true, withoutScript: true })
    await page.goto(`${site.url}/programme/2027-07-03?q=nothingatall`)
    const way = page.getByRole('link', { name: /^Sans « nothingatall » : \d+ rendez-vous$/ })
    await way.click()
    assert(!page.url().includes('q='))
    assert((await rows(page).count()) > 0)
  })

  test('the grid has a column for each stage and a place for each time, and is read in the order of time', async () => {
    const page = await site.newWindow()
    await page.goto(`${site.url}/programme/2027-07-03?view=grid`)
    // The script scrolls to now.
    await page.getByRole('button', { name: 'Imprimer cette journée' }).waitFor()
    const placed = await page.locator('.mq-card').evaluateAll((cards) =>
      cards.map((card) => {
        const { left, top, right, bottom } = card.getBoundingClientRect()
        const [time = '', , place = ''] = [...card.children].map((part) => part.textContent ?? '')
        return { left, top, right, bottom, time: time.slice(0, 5), place }
      }),
    )
    assert(placed.length > 20)
    const night = (time: string) => (time < '06:00' ? `3${time}` : time)
    placed.slice(1).forEach((card, index) => {
      const before = placed[index]
      assert(before && night(before.time) <= night(card.time), `${before?.time} is before ${card.time}`)
    })
    for (const one of placed)
      for (const other of placed) {
        if (one === other) continue
        if (one.time < other.time && one.time >= '06:00')
          assert(one.top < other.top, `${one.time} is above ${other.time}`)
        const overlaps =
          one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
        assert(!overlaps, `${one.time} ${one.place} overlaps ${other.time} ${other.place}`)
      }
    const columns = new Map(placed.map(({ left, place }) => [left, place]))
    assert.equal(columns.size, new Set(columns.values()).size, 'a stage without overlaps has one column')
    // The line of now is between what began and what follows.
    const line = await page.locator('.mq-grid-now').evaluate((one) => one.getBoundingClientRect().top)
    for (const { time, top, place } of placed) {
      if (time > '06:00' && time <= '19:00') assert(top < line, `${time} ${place}`)
      if (time >= '20:00') assert(top > line, `${time} ${place}`)
    }
  })

  test('the grid scrolls by keys, and its stages and hours stay in view', async () => {
    const page = await site.newWindow({ isPhone: true })
    await page.goto(`${site.url}/programme/2027-07-03?view=grid`)
    await page.getByRole('button', { name: 'Imprimer cette journée' }).waitFor()
    const box = page.getByRole('region', { name: /samedi 3 juillet/ })
    await box.focus()
    await page.keyboard.press('ArrowRight')
    await until(() => box.evaluate((one) => one.scrollLeft > 0), 'the box scrolls sideways')
    const frame = await box.boundingBox()
    const stage = await page.locator('.mq-grid-stage').first().boundingBox()
    const hour = await page.locator('.mq-grid-hour > span').nth(14).boundingBox()
    assert(frame && stage && hour)
    assert(Math.abs(stage.y - frame.y) < 2, 'the names of stages are at the top')
    assert(Math.abs(hour.x - frame.x) < 2, 'the hours are at the side')
  })

  test('a day is printed without bars, with its name, in black, on few pages', async () => {
    const page = await site.newWindow()
    for (const view of ['', '?view=grid']) {
      await page.goto(`${site.url}/programme/2027-07-03${view}`)
      await page.getByRole('button', { name: 'Imprimer cette journée' }).waitFor()
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      assert.equal(await page.locator('.mq-print-head').innerText(), 'Grande Étale · samedi 3 juillet')
      for (const part of ['.mq-bars', '.mq-days', '.mq-search', 'summary', '.mq-print-button', '.mq-star'])
        assert.equal(await page.locator(part).first().isVisible(), false, part)
      const first = page.locator('.mq-row-title, .mq-card-title').first()
      assert.equal(await first.evaluate((one) => getComputedStyle(one).color), 'rgb(0, 0, 0)')
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
      assert.equal(pages, 1, `30 sessions on ${pages} pages`)
      await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    }
  })

  test('now and next shows what runs and until when, by the clock of the festival', async () => {
    const page = await site.newWindow({ isPhone: true, withoutScript: true })
    await page.goto(`${site.url}/now`)
    await page.getByText(/samedi 3 juillet à 19:\d\d/).waitFor()
    const running = page.locator('.mq-running').first()
    assert.match(await running.innerText(), /jusqu’à \d\d:\d\d/)
    const share = await running
      .locator('progress')
      .evaluate((bar) => Number(bar.getAttribute('value')) / Number(bar.getAttribute('max')))
    assert(share > 0 && share < 1, String(share))
    assert((await page.getByRole('heading', { name: 'Ensuite' }).count()) > 0)
  })

  test('nothing complained', () => assert.deepEqual(site.complaints, []))
})
