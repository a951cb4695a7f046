import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { saved } from '../support/gestures.ts'
import { card, maker, parisTime } from '../support/programme.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let page: Page
let made: ReturnType<typeof maker>

suite('a whole day, in the studio', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    await tenant.api('PATCH', tenant.path, { timezone: 'Europe/Paris' })
    made = maker(tenant)
    const quay = await made.make('broadcastInterestPoints', { title: 'Quay' })
    const tower = await made.make('broadcastInterestPoints', { title: 'Tower' })
    const more = { description: 'By the water', cancelled: true, _reference: 'alto' }
    await made.play('Alto', parisTime('18:00'), quay, more)
    // A night that belongs to the day before.
    await made.play('Brass', parisTime('01:00', '2027-07-03'), tower)
    page = await studio.signIn(tenant)
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/programme?day=2027-07-02`)
  })
  after(() => studio?.stop())

  const open = async (item: string) => {
    await page.getByRole('button', { name: 'Tools of the day' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    return page.getByRole('dialog', { name: item })
  }
  const onDay = async (day: string) =>
    (await tenant.api('GET', `${tenant.path}/broadcastSessions?day=${day}&sort={"time.start":"asc"}`)).body.data

  test('a break is created on every stage of the day as a draft, in one batch, and deleted again by undo', async () => {
    const dialog = await open('Break on all stages')
    await dialog.getByLabel('Title').fill('Lunch')
    await dialog.getByLabel('Start').fill('12:30')
    await dialog.getByLabel('Minutes').fill('45')
    await studio.inspect(page, 'programme-break')
    await saved(page, () => dialog.getByRole('button', { name: 'Create' }).click())
    const breaks = await made.found('Lunch')
    const { Quay, Tower } = made.ids
    assert.deepEqual(breaks.map((one: Stored) => one.interestPointId).sort(), [Quay, Tower].sort())
    for (const { status, time } of breaks)
      assert.deepEqual([status, time.start, time.end], ['draft', parisTime('12:30'), parisTime('13:15')])
    await page.getByText('2 sessions created').waitFor()
    await saved(page, () => page.getByRole('button', { name: 'Undo', exact: true }).click())
    assert.deepEqual(await made.found('Lunch'), [])
  })

  test('a day is copied to another date: drafts with all texts, at the same hours and places', async () => {
    const dialog = await open('Copy this day')
    await dialog.getByLabel('Date').fill('2027-07-09')
    await saved(page, () => dialog.getByRole('button', { name: 'Create' }).click())
    await page.waitForURL(/day=2027-07-09/)
    await card(page, 'Alto').waitFor()
    const copies = await onDay('2027-07-09')
    assert.deepEqual(
      copies.map(({ title, status, time, cancelled, _reference }: Stored) => [
        title,
        status,
        time.start,
        cancelled,
        _reference,
      ]),
      [
        ['Alto', 'draft', parisTime('18:00', '2027-07-09'), false, null],
        ['Brass', 'draft', parisTime('01:00', '2027-07-10'), false, null],
      ],
    )
    assert.deepEqual([copies[0].description, copies[0].interestPointId], ['By the water', made.ids.Quay])
    assert.equal((await onDay('2027-07-02')).length, 2)
  })

  test('a printed day is a list of its sessions on A4, without the studio around it', async () => {
    await page.getByRole('button', { name: /^Fri 2 Jul/ }).click()
    await card(page, 'Brass').waitFor()
    assert.equal(await page.locator('.print-day').count(), 0)
    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    assert.equal(await page.locator('.print-day').isVisible(), false)
    await page.emulateMedia({ media: 'print' })
    const rows = (await page.locator('.print-day tr').allInnerTexts()).map((row) => row.trim().split(/\s+/).join(' '))
    assert.deepEqual(rows, ['18:00–19:00 Alto Quay Cancelled', '01:00–02:00 Brass Tower'])
    assert.equal(await page.getByRole('button', { name: 'Tools of the day' }).isVisible(), false)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate('dispatchEvent(new Event("afterprint"))')
    await page.locator('.print-day').waitFor({ state: 'detached' })
    await page.evaluate('window.print = () => { window.isPrinted = true }')
    await page.getByRole('button', { name: 'Tools of the day' }).click()
    await page.getByRole('menuitem', { name: 'Print this day' }).click()
    assert.equal(await page.evaluate('window.isPrinted'), true)
    assert.deepEqual(studio.complaints, [])
  })
})

interface Stored {
  title: string
  status: string
  time: { start: string; end: string }
  interestPointId: string
  cancelled: boolean
  _reference: string | null
}
