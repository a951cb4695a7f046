import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { saved, untilStored } from '../support/gestures.ts'
import { card, maker, parisTime } from '../support/programme.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let page: Page
let home: string
let made: ReturnType<typeof maker>

const titles = ['Alto', 'Brass', 'Choir']

suite('several sessions at once, in the studio', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
    await tenant.api('PATCH', tenant.path, { timezone: 'Europe/Paris' })
    made = maker(tenant)
    const quay = await made.make('broadcastInterestPoints', { title: 'Quay' })
    const tower = await made.make('broadcastInterestPoints', { title: 'Tower' })
    await made.make('broadcastCategories', { title: 'Concert', key: 'concert' })
    for (const [at, title] of titles.entries()) await made.play(title, parisTime(`${17 + 2 * at}:00`), quay)
    await made.play('Other', parisTime('17:00'), tower, { status: 'draft' })
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  const bar = (name: string) => page.getByRole('toolbar', { name })
  const starts = async () =>
    Promise.all(titles.map(async (title) => (await made.stored(title)).time.start.slice(11, 16)))
  const values = async (field: string) => Promise.all(titles.map(async (title) => (await made.stored(title))[field]))
  const choose = async (within: string, label: string, item: string) => {
    await bar(within).getByRole('button', { name: label }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const undo = () => saved(page, () => page.getByRole('button', { name: 'Undo', exact: true }).click())

  test('clicks with Ctrl and Shift select; they are shifted by minutes in one batch, and undone and redone as one', async () => {
    await page.goto(`${home}/programme?day=2027-07-02`)
    await card(page, 'Alto').click({ modifiers: ['Control'] })
    await bar('1 selected').waitFor()
    await card(page, 'Choir').click({ modifiers: ['Shift'] })
    await bar('3 selected').waitFor()
    await studio.inspect(page, 'programme-selection')
    const before = await starts()
    await bar('3 selected').getByRole('button', { name: 'Shift' }).click()
    await page.getByLabel('Minutes, negative for earlier').fill('-20')
    await saved(page, () => page.keyboard.press('Enter'))
    assert.deepEqual(await starts(), ['14:40', '16:40', '18:40'])
    await page.getByText('3 sessions changed').first().waitFor()
    await undo()
    assert.deepEqual(await starts(), before)
    await saved(page, () => page.getByRole('button', { name: 'Redo the move' }).click())
    assert.deepEqual(await starts(), ['14:40', '16:40', '18:40'])
    await saved(page, () => page.getByRole('button', { name: 'Undo the last move' }).click())
    assert.deepEqual(await starts(), before)
  })

  test('an undo that would overwrite the move of somebody else changes nothing', async () => {
    const shift = async () => {
      await bar('3 selected').getByRole('button', { name: 'Shift' }).click()
      await page.getByLabel('Minutes, negative for earlier').fill('30')
      await saved(page, () => page.keyboard.press('Enter'))
    }
    await shift()
    const { time } = await made.stored('Brass')
    const later = { ...time, start: parisTime('20:00'), end: parisTime('20:30') }
    await tenant.api('PATCH', `${tenant.path}/broadcastSessions/${made.ids.Brass}`, { time: later })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Not undone: somebody else has moved “Brass” since.').first().waitFor()
    assert.deepEqual(await starts(), ['15:30', '18:00', '19:30'])
  })

  test('place, category, status and cancellation of the selection are changed', async () => {
    await saved(page, () => choose('3 selected', 'Place', 'Tower'))
    assert.deepEqual(
      await values('interestPointId'),
      titles.map(() => made.ids.Tower),
    )
    await undo()
    assert.deepEqual(
      await values('interestPointId'),
      titles.map(() => made.ids.Quay),
    )
    await saved(page, () => choose('3 selected', 'Category', 'Concert'))
    assert.deepEqual(
      await values('categoryIds'),
      titles.map(() => [made.ids.Concert]),
    )
    await saved(page, () => choose('3 selected', 'More', 'Back to draft'))
    assert.deepEqual(
      await values('status'),
      titles.map(() => 'draft'),
    )
    await saved(page, () => choose('3 selected', 'More', 'Publish'))
    assert.deepEqual(
      await values('status'),
      titles.map(() => 'published'),
    )
    await choose('3 selected', 'More', 'Cancel sessions')
    const dialog = page.getByRole('dialog', { name: 'Cancel 3 sessions?' })
    await saved(page, () => dialog.getByRole('button', { name: 'Cancel sessions' }).click())
    assert.deepEqual(await values('cancelled'), [true, true, true])
    await saved(page, () => choose('3 selected', 'More', 'Bring back'))
    assert.deepEqual(await values('cancelled'), [false, false, false])
  })

  test('keys select: the space bar one, Ctrl-A all, Escape none', async () => {
    await card(page, 'Alto').focus()
    await page.keyboard.press('Escape')
    await bar('3 selected').waitFor({ state: 'hidden' })
    await card(page, 'Brass').focus()
    await page.keyboard.press('Space')
    await bar('1 selected').waitFor()
    await page.keyboard.press('Control+a')
    await bar('4 selected').waitFor()
    await page.keyboard.press('Escape')
    await bar('4 selected').waitFor({ state: 'hidden' })
  })

  test('on a phone sessions are selected by tapping, and deleted with an undo', async () => {
    const phone = await studio.signIn(tenant, { isPhone: true })
    await phone.goto(`${home}/programme?day=2027-07-02`)
    await phone.getByRole('button', { name: 'Select', exact: true }).click()
    await phone.getByRole('button', { name: /Alto/ }).click()
    await phone.getByLabel('Other', { exact: true }).check()
    await phone.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'More' }).click()
    await studio.inspect(phone, 'programme-selection-phone')
    await phone.getByRole('menuitem', { name: 'Delete' }).click()
    await phone.getByRole('button', { name: /Alto/ }).waitFor({ state: 'hidden' })
    await phone.clock.install()
    await phone.clock.runFor(9_000)
    const isGone = async () => (await made.stored('Other')).status === 404
    await untilStored(isGone)
    assert.equal((await made.stored('Alto')).status, 404)
    assert.deepEqual(studio.complaints, [])
  })
})
