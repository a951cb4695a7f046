import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { boxOf, saved } from '../support/gestures.ts'
import { card, draw, maker, parisTime } from '../support/programme.ts'
import { phone, startStudio, type TestStudio, wide } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let festival: ReturnType<typeof maker>
let page: Page
let home: string

suite('a new session, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Quai des Nuits' })
    await tenant.api('PATCH', tenant.path, { timezone: 'Europe/Paris' })
    festival = maker(tenant)
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  test('the first session of an empty programme opens in the panel, wholly on screen, with the focus in its title', async () => {
    await page.goto(`${home}/programme`)
    const first = page.locator('main').getByRole('button', { name: 'New session' })
    await first.last().click()
    await isNamed(form(page))
    assert.deepEqual(await outside(form(page), wide), [])
    await studio.inspect(page, 'programme-first')
    const small = await studio.signIn(tenant, { isPhone: true })
    await small.goto(`${home}/programme`)
    await small.locator('main').getByRole('button', { name: 'New session' }).last().click()
    const drawer = small.getByRole('dialog', { name: 'New session' })
    await isNamed(drawer)
    assert.deepEqual(await outside(drawer, phone), [])
    await small.context().close()
    await page.keyboard.type('Nuit blanche')
    await saved(page, () => form(page).getByRole('button', { name: 'Create' }).click())
    await card(page, 'Nuit blanche').waitFor()
  })

  test('a name that is typed right after drawing is the title, and its letters are no shortcuts', async () => {
    await makeFestival()
    await page.goto(`${home}/programme?day=2027-07-02`)
    await draw(card(page, 'Opening'), [20, 88])
    await isNamed(form(page))
    await page.keyboard.type('new noon / night?')
    assert.equal(
      await form(page)
        .getByLabel(/^Title/)
        .inputValue(),
      'new noon / night?',
    )
    // Letters that reach no field are no shortcuts either while the form is open.
    await form(page).getByRole('button', { name: 'Close' }).focus()
    for (const key of ['n', 'Shift+?', '/']) await page.keyboard.press(key)
    assert.equal(
      await form(page)
        .getByLabel(/^Title/)
        .inputValue(),
      'new noon / night?',
    )
    assert.equal(await page.getByRole('dialog').count(), 0)
    await saved(page, () => form(page).getByRole('button', { name: 'Create' }).click())
    await card(page, 'new noon').waitFor()
    const [made] = await festival.found('new noon / night?')
    assert.equal(made.interestPointId, festival.ids['Quay stage'])
    assert(made.time.start > parisTime('19:00') && made.time.start < parisTime('20:00'), made.time.start)
    await page.keyboard.press('Escape')
    await form(page).waitFor({ state: 'hidden' })
  })

  test('Escape closes a dropdown of the form and leaves the form open', async () => {
    await page.getByRole('button', { name: 'New session' }).click()
    await form(page)
      .getByLabel(/^Title/)
      .fill('Kept')
    const dropdowns: [name: string, open: () => Promise<void>][] = [
      ['place', () => form(page).getByLabel('Place').click()],
      [
        'hosts',
        () =>
          form(page)
            .getByLabel(/^Hosts|Artists|Speakers/)
            .first()
            .click(),
      ],
      ['date', () => form(page).getByRole('button', { name: 'Open the calendar' }).first().click()],
    ]
    for (const [name, open] of dropdowns) {
      await open()
      const dropdown = page.locator('[role=listbox], [role=dialog], [role=menu]').filter({ visible: true })
      await dropdown.first().waitFor()
      await page.keyboard.press('Escape')
      await dropdown.first().waitFor({ state: 'hidden' })
      assert.equal(
        await form(page)
          .getByLabel(/^Title/)
          .inputValue(),
        'Kept',
        name,
      )
    }
    await page.keyboard.press('Escape')
    await form(page).waitFor({ state: 'hidden' })
  })

  test('an unsaved new session is found again from every button, and a newly drawn one overwrites none', async () => {
    const notice = form(page).getByText('You have an unsaved new session')
    await page.getByRole('button', { name: 'New session' }).click()
    await notice.waitFor()
    assert.equal(
      await form(page)
        .getByLabel(/^Title/)
        .inputValue(),
      'Kept',
    )
    await studio.inspect(page, 'programme-unsaved')
    await page.keyboard.press('Escape')
    // The palette opens the same one.
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Find anything' }).fill('new session')
    await page.getByRole('button', { name: 'New session' }).last().click()
    await notice.waitFor()
    assert.equal(
      await form(page)
        .getByLabel(/^Title/)
        .inputValue(),
      'Kept',
    )
    // A drawn slot starts empty, and leads to the other.
    await draw(card(page, 'Late talk'), [20, 88])
    await form(page).getByText('“Kept”').waitFor()
    await isNamed(form(page))
    assert.equal(
      await form(page)
        .getByLabel(/^Title/)
        .inputValue(),
      '',
    )
    await form(page)
      .getByLabel(/^Title/)
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.type('Drawn')
    await form(page).getByRole('button', { name: 'Continue' }).click()
    await form(page).getByText('“Drawn”').waitFor()
    assert.equal(
      await form(page)
        .getByLabel(/^Title/)
        .inputValue(),
      'Kept',
    )
    await form(page).getByRole('button', { name: 'Start afresh' }).click()
    await form(page).getByText('You have 2 unsaved new sessions').waitFor()
    assert.equal(
      await form(page)
        .getByLabel(/^Title/)
        .inputValue(),
      '',
    )
    // The drawn one is created where it was drawn, wherever it is continued.
    await form(page).getByText('“Drawn”').locator('..').getByRole('button', { name: 'Continue' }).click()
    await until(
      async () =>
        (await form(page)
          .getByLabel(/^Title/)
          .inputValue()) === 'Drawn',
      'the drawn session',
    )
    await saved(page, () => form(page).getByRole('button', { name: 'Create' }).click())
    const [made] = await festival.found('Drawn')
    assert.equal(made.interestPointId, festival.ids['Small stage'])
    assert(made.time.start > parisTime('22:00') && made.time.start < parisTime('23:00'), made.time.start)
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

const form = (window: Page) => window.locator('.record-panel')
const isNamed = (within: Locator) =>
  within
    .locator('input:focus')
    .and(within.getByLabel(/^Title/))
    .waitFor()

/** The sides on which an element is not on the screen. */
async function outside(element: Locator, { width, height }: { width: number; height: number }): Promise<string[]> {
  const box = await boxOf(element)
  const sides = {
    left: box.x < 0,
    top: box.y < 0,
    right: box.x + box.width > width,
    bottom: box.y + box.height > height,
  }
  return Object.entries(sides).flatMap(([side, isOut]) => (isOut ? [side] : []))
}

async function makeFestival(): Promise<void> {
  const { make, play } = festival
  const quay = await make('broadcastInterestPoints', { title: 'Quay stage' })
  const small = await make('broadcastInterestPoints', { title: 'Small stage' })
  await make('broadcastHosts', { title: 'Ada Wrenfield' })
  await play('Opening', parisTime('18:00'), quay)
  await play('Late talk', parisTime('21:00'), small)
}
