import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { card, maker, parisTime } from '../support/programme.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

const [stageCount, hourCount] = [20, 14]

let studio: TestStudio
let tenant: TestTenant
let festival: ReturnType<typeof maker>
let page: Page

suite('a large programme, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Grand Large' })
    await tenant.api('PATCH', tenant.path, { timezone: 'Europe/Paris' })
    festival = maker(tenant)
    await makeFestival()
    page = await studio.signIn(tenant)
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/programme?day=2027-07-02`)
    await page.locator('[data-session]').first().waitFor()
  })
  after(() => studio?.stop())

  test('only the sessions near the visible part are in the document, and scrolling draws the others', async () => {
    const drawn = () => page.locator('[data-session]').count()
    assert((await drawn()) < (stageCount * hourCount) / 2, String(await drawn()))
    await card(page, 'Set 19-13').waitFor({ state: 'detached' })
    await page.locator('.programme-grid').hover()
    await page.mouse.wheel(4_000, 0)
    await page.mouse.wheel(0, 4_000)
    await card(page, 'Set 19-13').waitFor()
    await card(page, 'Set 0-0').waitFor({ state: 'detached' })
    assert((await drawn()) < (stageCount * hourCount) / 2, String(await drawn()))
    await page.mouse.wheel(-4_000, 0)
    await page.mouse.wheel(0, -4_000)
    await card(page, 'Set 0-0').waitFor()
  })

  test('the Tab key reaches every session of the day', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await card(page, 'Set 0-0').focus()
    for (let n = 1; n < stageCount * 2; n++) {
      await page.keyboard.press('Tab')
      const title = `Set ${n % stageCount}-${Math.floor(n / stageCount)}`
      await until(async () => (await focused()).includes(title), title)
    }
    await page.keyboard.press('Shift+Tab')
    await until(async () => (await focused()).includes(`Set ${stageCount - 2}-1`), 'the session before')
  })

  test('a search finds on all days by title, host, place and category without accents, and days count matches', async () => {
    const days = page.getByRole('navigation', { name: 'Days' })
    const counts = async () =>
      (await days.locator('.day-matches').allInnerTexts()).map((text) => Number.parseInt(text, 10))
    for (const [text, found] of [
      ['soiree etoilee', [0, 1, 0]],
      ['angstrom', [0, 1, 1]],
      ['fanfare', [0, 0, 1]],
      ['angstrom stage 7', [0, 0, 1]],
    ] as const) {
      await page.getByRole('searchbox').fill(text)
      await until(async () => String(await counts()) === String(found), `${text}: ${found}`)
    }
    await page.getByText('No match on this day, and 1 elsewhere.').waitFor()
    await studio.inspect(page, 'programme-search')
  })

  test('Enter steps from match to match across days, and brings each into view', async () => {
    await page.getByRole('searchbox').fill('angstrom')
    await page.keyboard.press('Enter')
    await found('Soirée étoilée')
    await page.getByText('1 of 3', { exact: true }).waitFor()
    assert.match(page.url(), /day=2027-07-03/)
    await page.keyboard.press('Enter')
    await found('Grande fanfare')
    assert.match(page.url(), /day=2027-07-04/)
    // The last one is not scheduled.
    await page.getByRole('button', { name: 'Next match' }).click()
    await page.locator('.tray-item[data-found]').filter({ hasText: 'Rappel' }).waitFor()
    await page.getByRole('searchbox').focus()
    await page.keyboard.press('Shift+Enter')
    await found('Grande fanfare')
    await page.getByText('2 of 3', { exact: true }).waitFor()
  })

  test('a search without a match says so, and its way out shows everything again', async () => {
    await page.getByRole('searchbox').fill('zzz')
    await page.getByText('No session matches “zzz” on any day.').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page.locator('.day-matches').first().waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('searchbox').inputValue(), '')
    await card(page, 'Grande fanfare').waitFor()
  })

  test('a phone draws only the hours near the visible part', async () => {
    const small = await studio.signIn(tenant, { isPhone: true })
    await small.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/programme?day=2027-07-02`)
    await small.getByText('Set 0-0', { exact: true }).waitFor()
    assert((await small.locator('[data-session]').count()) < (stageCount * hourCount) / 2)
    await small.getByRole('searchbox').fill('set 19-13')
    await small.getByText('Set 19-13', { exact: true }).waitFor()
    await small.context().close()
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

/** The highlighted card is on the screen. */
async function found(title: string): Promise<void> {
  const shown = page.locator('.is-found').filter({ hasText: title })
  await shown.waitFor()
  await until(async () => {
    const box = await shown.boundingBox()
    return box !== null && box.x > 250 && box.x + box.width < 1440 && box.y > 180 && box.y + box.height < 900
  }, `${title} in view`)
}

/** A first day with a set on each stage every hour, and two days with one session each, far from the first column. */
async function makeFestival(): Promise<void> {
  const { api, path } = tenant
  const { make, play } = festival
  const stages: string[] = []
  for (let n = 0; n < stageCount; n++)
    stages.push(await make('broadcastInterestPoints', { title: `Stage ${String(n).padStart(2, '0')}` }))
  const operations = Array.from({ length: stageCount * hourCount }, (_, n) => {
    const [stage, hour] = [n % stageCount, Math.floor(n / stageCount)]
    const startMs = Date.parse(parisTime('09:00')) + hour * 3_600_000
    const time = { start: new Date(startMs).toISOString(), end: new Date(startMs + 3_000_000).toISOString() }
    const body = { title: `Set ${stage}-${hour}`, status: 'published', interestPointId: stages[stage], time }
    return { op: 'create', body }
  })
  const { status } = await api('POST', `${path}/broadcastSessions/batch`, { mode: 'atomic', operations })
  assert.equal(status, 200)
  const hostIds = [await make('broadcastHosts', { title: 'Zoë Ångström' })]
  const categoryIds = [await make('broadcastCategories', { title: 'Fanfares' })]
  await play('Soirée étoilée', parisTime('23:00', '2027-07-03'), stages[18] ?? null, { hostIds })
  await play('Grande fanfare', parisTime('10:00', '2027-07-04'), stages[7] ?? null, { hostIds, categoryIds })
  await make('broadcastSessions', { title: 'Rappel', hostIds })
}

declare const document: { activeElement: { textContent: string | null } | null }
